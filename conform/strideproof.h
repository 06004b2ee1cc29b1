/* The plug-in ABI of strideproof, version 1. C99 and C++.
 *
 * An implementation under test is a shared library that exports its operations under their
 * documented names and signatures (strideproof_ops.h, or the vendor's own headers), and the hooks
 * below. The checker writes memory with them before an operation and reads it afterwards.
 *
 * One thread, one library per process. Bytes are little-endian, of any size and alignment. A crash,
 * a hang or exit() inside the library ends its process, not the checker.
 */
#ifndef STRIDEPROOF_H
#define STRIDEPROOF_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memories. `lane` is the index of the NPU in local memory and 0 elsewhere. An offset counts bytes:
 * from the start of the lane or the buffer; in system memory it is the address. */
enum { SP_SYSTEM = 0, SP_LOCAL = 1, SP_UB = 2, SP_L1 = 3, SP_L0B = 4 };

/* The answers of sp_status. */
enum {
  SP_DONE = 0,
  SP_REJECTED = 1,   /* the parameters violate a rule; nothing was changed */
  SP_UNSUPPORTED = 2 /* this library cannot run the operation; nothing was changed */
};
/* A library that does not know an operation, or a type of its elements, need not check the
 * parameters: SP_UNSUPPORTED for a case that violates any rule is no finding and counts as
 * unsupported. A changed byte is a finding for valid and invalid cases ("wrote though rejected").
 * Any other answer is a failed hook. */

/* Required. */

int sp_abi_version(void); /* 1 */

/* Makes the memories of a profile ("bm1684", "toy", "ascend310", "ascend910b"), with any contents.
 * Returns 0, or nonzero if the library does not have the profile. Called once in a process. */
int sp_reset(const char* profile);

/* Copies `size` bytes into, or out of, the memories. Returns nonzero if the profile has no memory
 * there. */
int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size);
int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size);

/* Optional. */

/* The status of the last operation. Without it the checker assumes that every operation that returns
 * is done, and gives illegal cases only if ending the process rejects them. */
int sp_status(void);

/* Nonzero: the library rejects a case by ending its process, as with --abort rejects. */
int sp_abort_rejects(void);

/* The addresses of a memory that the checker may use: window number `index`, bytes
 * [*first, *first + *size), in each lane. Windows that overlap or are adjacent count as one. Returns
 * nonzero past the last window. All memories together have at most 64. Without it, or if a memory
 * has no window 0, the checker may use every byte of the profile. */
int sp_window(int space, uint32_t index, uint64_t* first, uint64_t* size);

/* sp_touched lists the bytes that operations wrote since sp_mark: range number `index`. Called for
 * system memory only (space SP_SYSTEM, lane 0). Returns nonzero past the last range, at most 2^20.
 * With both, writes to system memory that no case used are seen. */
void sp_mark(void);
int sp_touched(int space, uint32_t lane, uint32_t index, uint64_t* offset, uint64_t* size);

/* A name and version for reports. */
const char* sp_name(void);

#ifdef __cplusplus
}
#endif

#endif

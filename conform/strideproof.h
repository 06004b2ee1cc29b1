/* The plug-in ABI of strideproof, version 1. C99 and C++.
 *
 * An implementation under test is a shared library that exports the operations it has, under their
 * documented names and signatures (strideproof_ops.h, or the vendor's own headers), and the hooks
 * below, with which the checker lays out memory before an operation and reads it afterwards.
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

/* What sp_status answers. */
enum {
  SP_DONE = 0,
  SP_REJECTED = 1,   /* the parameters break a rule; nothing was changed */
  SP_UNSUPPORTED = 2 /* the parameters are valid, this library cannot do it; nothing was changed */
};
/* A library that does not know an operation, or a type of its elements, need not look whether the
 * parameters are valid: of a case that breaks a rule SP_UNSUPPORTED is no finding, whatever the rule,
 * and counts as unsupported. A changed byte is a finding, of valid and broken cases alike ("wrote
 * though rejected"). Any other answer is a failed hook. */

/* Required. */

int sp_abi_version(void); /* 1 */

/* Makes the memories of a profile ("bm1684", "toy", "ascend310", "ascend910b"), with any contents.
 * 0, or nonzero: no such profile here. Called once in a process. */
int sp_reset(const char* profile);

/* Copies `size` bytes into, or out of, the memories. Nonzero: no memory of the profile there. */
int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size);
int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size);

/* Optional. */

/* Of the last operation. Without it the checker takes every operation as done, and never gives an
 * illegal case. */
int sp_status(void);

/* Where addresses of a memory may lie: window number `index`, bytes [*first, *first + *size), of
 * each lane alike. Nonzero behind the last. Without it, or where a memory has no window 0, every byte
 * of the profile may be used. */
int sp_window(int space, uint32_t index, uint64_t* first, uint64_t* size);

/* sp_mark forgets, sp_touched lists, what operations wrote since: piece number `index` of a lane;
 * nonzero behind the last. With them writes to memory that no case ever used are seen too. */
void sp_mark(void);
int sp_touched(int space, uint32_t lane, uint32_t index, uint64_t* offset, uint64_t* size);

/* A name and version for reports. */
const char* sp_name(void);

#ifdef __cplusplus
}
#endif

#endif

#pragma once
// The reference of bm-atomic: the code that its operations share. Each operation is a function of a
// file bm_atomic_*.cpp, in plain loops. Quotations are the document's sentences; where the document
// is silent, the comment names the deciding entry of the ledger.

#include "model/reference/case_run.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::reference::atomic {

using namespace bm_atomic;

void memcpy_1D(CaseRun& run);
void memcpy_2D(CaseRun& run);
void memcpy_4D(CaseRun& run);
void memset_4D(CaseRun& run);
void cwtrans(CaseRun& run);
void mask_memcpy_4D(CaseRun& run);

int64_t element_bytes(Format format);
bool src_is_local(int64_t direction);
bool dst_is_local(int64_t direction);

// local-address: the lane, and the offset in it, of a local address.
struct LocalPlace {
  int64_t lane, offset;
};
LocalPlace local_place(const CaseRun& run, int64_t lane, int64_t address);
// global-only
bool is_global(const CaseRun& run, int64_t address);

}  // namespace strideproof::reference::atomic

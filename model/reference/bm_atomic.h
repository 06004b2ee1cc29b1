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

// Moves each element of src to dst, as made_of(its bits, its place in dst).
template <class MadeOf>
void move_in_order(const CaseRun& run, const Elements& dst, const Elements& src, MadeOf made_of) {
  Machine& machine = run.machine;
  const auto at = [](const Elements& all, const Index& i) {
    return all.places[static_cast<size_t>(i.w)];
  };
  move_each(
      {1, 1, 1, static_cast<int64_t>(dst.places.size())}, run,
      [&](const Index& i) { return load(machine.base(src.space) + at(src, i), src.element_bytes); },
      [&](const Index& i, uint32_t bits) {
        const int64_t place = at(dst, i);
        store(machine.base(dst.space) + place, dst.element_bytes, made_of(bits, place));
      });
}

}  // namespace strideproof::reference::atomic

#pragma once
// The reference of bm-atomic: the code that its operations share. Each operation is a function of a
// file bm_atomic_*.cpp, in plain loops. Quotations are the document's sentences; where the document
// is silent, the comment names the deciding entry of the ledger.

#include "model/implementation.h"
#include "model/reference/choices.h"
#include "model/reference/marking.h"
#include "model/reference/tensor.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::reference::atomic {

using namespace bm_atomic;

Result memcpy_1D(Machine& machine, const Case& c, const Choices& choices);
Result memcpy_2D(Machine& machine, const Case& c, const Choices& choices);
Result memcpy_4D(Machine& machine, const Case& c, const Choices& choices);
Result memset_4D(Machine& machine, const Case& c, const Choices& choices);
Result cwtrans(Machine& machine, const Case& c, const Choices& choices);
Result mask_memcpy_4D(Machine& machine, const Case& c, const Choices& choices);

int64_t element_bytes(Format format);
bool src_is_local(int64_t direction);
bool dst_is_local(int64_t direction);

// local-address: the lane, and the offset in it, of a local address.
struct LocalPlace {
  int64_t lane, offset;
};
LocalPlace local_place(const Profile& profile, bool local, int64_t lane, int64_t address,
                       const Choices& choices);
// global-only
bool is_global(const Profile& profile, int64_t address, const Choices& choices);

// The aligned ("128-byte") layout of a shape in local memory; mask-layout.
Tensor aligned_tensor(const Profile& profile, int64_t lane, int64_t address, int64_t element_bytes,
                      const Index& shape, const Choices& choices);

// Moves each element of src to dst, as made_of(its bits, its place in dst).
template <class MadeOf>
void move_in_order(Machine& machine, const Elements& dst, const Elements& src,
                   const Choices& choices, MadeOf made_of) {
  const auto at = [](const Elements& all, const Index& i) {
    return all.places[static_cast<size_t>(i.w)];
  };
  move_each(
      {1, 1, 1, static_cast<int64_t>(dst.places.size())}, choices,
      [&](const Index& i) { return load(machine.base(src.space) + at(src, i), src.element_bytes); },
      [&](const Index& i, uint32_t bits) {
        const int64_t place = at(dst, i);
        store(machine.base(dst.space) + place, dst.element_bytes, made_of(bits, place));
      });
}

}  // namespace strideproof::reference::atomic

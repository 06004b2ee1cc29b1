#pragma once
// The reference of bm-atomic: the code that its operations share. Each operation is a function of a
// file bm_atomic_*.cpp, in plain loops. Quotations are the document's sentences; where the document
// is silent, the comment names the deciding entry of the ledger.

#include <functional>
#include <vector>

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

// A tensor whose local side starts at offset `address` of `lane`; a system side has no lane.
Tensor tensor_from(const Profile& profile, bool local, int64_t lane, int64_t address,
                   int64_t element_bytes, const Index& shape, const Dim4<Wide>& stride);
// The aligned ("128-byte") layout of a shape in local memory; mask-layout.
Tensor aligned_tensor(const Profile& profile, int64_t lane, int64_t address, int64_t element_bytes,
                      const Index& shape, const Choices& choices);

// The elements of an operand, in the order in which they are moved, as the place of their first
// byte in memory.
struct Elements {
  Space space;
  int64_t element_bytes;
  std::vector<int64_t> places;
};
// The element with index map(i) of t, for each index i of a shape in NCHW order. All elements lie
// in the memory.
template <class Map>
Elements elements_of(Machine& machine, const Tensor& t, const Index& shape, Map map) {
  Elements all = {t.space, t.element_bytes, {}};
  for_all(shape, [&](const Index& i) {
    all.places.push_back(bytes_of(machine, t, map(i)) - machine.base(t.space));
    return true;
  });
  return all;
}
inline Elements elements_of(Machine& machine, const Tensor& t) {
  return elements_of(machine, t, t.shape, [](const Index& i) { return i; });
}
uint32_t read(Machine& machine, const Elements& from, size_t element);
void write(Machine& machine, const Elements& to, size_t element, uint32_t bits);

// in-place, copy-overlap, disjoint-by. in_order_of_dst(): the elements of src. same_order: in
// place, both describe the same elements.
Answer is_apart_or_same(Machine& machine, const Tensor& dst, const Tensor& src, bool same_order,
                        const std::function<Elements()>& in_order_of_dst, const Choices& choices);

// Moves elements 0, 1, ...: one after the other, or as if all were read first (copy-overlap).
template <class Read, class Write>
void move_each(size_t count, const Choices& choices, Read read_element, Write write_element) {
  std::vector<uint32_t> before;
  if (choices.takes("copy-overlap", 1))
    for (size_t k = 0; k < count; ++k) before.push_back(read_element(k));
  for (size_t k = 0; k < count; ++k)
    write_element(k, choices.takes("copy-overlap", 1) ? before[k] : read_element(k));
}

}  // namespace strideproof::reference::atomic

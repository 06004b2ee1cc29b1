#pragma once

#include "spec/vocabulary/case.h"

namespace strideproof {

// A shape, the strides or an index of a tensor, as the documents' dim4, over the integer type.
template <class I>
struct Dim4 {
  I n, c, h, w;
  friend bool operator==(const Dim4&, const Dim4&) = default;
};

// A dim4 parameter whose first slot is `slot`.
template <class I>
Dim4<I> dim4_at(const Arguments<I>& arguments, int slot) {
  return {arguments.value[slot], arguments.value[slot + 1], arguments.value[slot + 2],
          arguments.value[slot + 3]};
}

// A pointer to strides.
template <class I>
struct Stride {
  bool null = true;  // the tensor is in its default layout: aligned (local), continuous (system)
  Dim4<I> stride{};  // in elements; meaningless if null
};

}  // namespace strideproof

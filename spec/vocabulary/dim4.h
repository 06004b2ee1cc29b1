#pragma once

namespace strideproof {

// A shape, the strides or an index of a tensor, as the documents' dim4, over the integer type.
template <class I>
struct Dim4 {
  I n, c, h, w;
  friend bool operator==(const Dim4&, const Dim4&) = default;
};

}  // namespace strideproof

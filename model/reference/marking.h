#pragma once
// What elements share, found by marking their bytes one element after the other. All that is given
// to these functions lies inside its memory, but for crowded, which needs none.

#include "model/reference/tensor.h"

namespace strideproof::reference {

// Two elements share a byte.
bool aliases(Machine& machine, const Tensor& t);

// More elements than the bytes that enclose them can hold apart.
bool crowded(const Tensor& t, Range enclosing);

// Every element maps onto itself. dst and src have one shape.
bool same_map(Machine& machine, const Tensor& dst, const Tensor& src);

// Some element of dst and some element of src share a byte. dst and src are in one memory.
bool share_bytes(Machine& machine, const Tensor& dst, const Tensor& src);

}  // namespace strideproof::reference

#pragma once
// The operands of an operation on tensors of OKKernel (okk-gdma, okk-bdc), as its call gives them.

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/operation.h"

namespace strideproof::okk {

template <class I>
struct Given {
  Space space;
  I address;
  Stride<I> stride;
};

// src1 of an operation with one source is equal to src, src of a fill to dst.
template <class I>
struct View {
  int64_t element_bytes;
  Dim4<I> shape;
  Given<I> dst, src, src1;
  I C;  // the constant, if there is one: signed if its C type is int, else its bits
};

// The memory of a local_addr_t or system_addr_t.
inline Space space_of(const Parameter& address) {
  return address.type == CType::u32 ? Space::local : Space::system;
}

// The parameters are the addresses, C if there is one, the shape, and the strides.
template <class I>
View<I> view_of(const Operation& operation, const Arguments<I>& a) {
  const std::vector<Parameter>& parameters = operation.parameters;
  size_t count = 1;  // of operands
  while (parameters[count].role == Role::address) ++count;
  const bool has_C = parameters[count].role == Role::constant;
  const size_t shape = count + (has_C ? 1 : 0);
  const auto given = [&](size_t operand) -> Given<I> {
    const Parameter& stride = parameters[shape + 1 + operand];
    return {space_of(parameters[operand]),
            a.value[operand],
            {a.is_null(stride), dim4_at(a, stride.slot)}};
  };
  return {operation.element_bytes,
          dim4_at(a, parameters[shape].slot),
          given(0),
          given(count > 1 ? 1 : 0),
          given(count - 1),
          has_C ? a.value[count] : I(0)};
}

}  // namespace strideproof::okk

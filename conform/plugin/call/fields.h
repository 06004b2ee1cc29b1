#pragma once
// The fields of the argument structs of operations, in the order of their parameters.

#include <tuple>

#include "conform/strideproof_ops.h"

namespace strideproof {

constexpr auto fields(const MemCpy1DParam*) {
  using P = MemCpy1DParam;
  return std::tuple(&P::src_addr, &P::dst_addr, &P::length, &P::format, &P::direction);
}
constexpr auto fields(const MemCpy2DParam*) {
  using P = MemCpy2DParam;
  return std::tuple(&P::global_mem_addr, &P::local_mem_addr, &P::local_mem_idx, &P::row, &P::col,
                    &P::row_stride, &P::sec_size, &P::format, &P::direction, &P::transpose,
                    &P::result_add);
}
constexpr auto fields(const MemCpy4DParam*) {
  using P = MemCpy4DParam;
  return std::tuple(&P::src_addr, &P::src_local_idx, &P::src_shape, &P::src_stride, &P::src_format,
                    &P::dst_addr, &P::dst_local_idx, &P::dst_shape, &P::dst_stride, &P::dst_format,
                    &P::direction, &P::transpose);
}
constexpr auto fields(const MemSet4DParam*) {
  using P = MemSet4DParam;
  return std::tuple(&P::start_addr, &P::shape, &P::stride, &P::const_val, &P::format,
                    &P::is_local_mem, &P::local_idx);
}
constexpr auto fields(const CWTransParam*) {
  using P = CWTransParam;
  return std::tuple(&P::src_addr, &P::src_local_idx, &P::dst_addr, &P::dst_local_idx, &P::src_c,
                    &P::src_w, &P::format, &P::src_c_stride, &P::dst_c_stride);
}
constexpr auto fields(const MaskMemCpy4DPram*) {
  using P = MaskMemCpy4DPram;
  return std::tuple(&P::data_local_mem_addr, &P::mask_local_mem_addr, &P::local_mem_idx,
                    &P::dst_global_mem_addr, &P::shape);
}

template <class T>
concept ParameterStruct = requires(const T* p) {
  fields(p);
};

}  // namespace strideproof

#include "proofs/theorems/bdc.h"

#include <fmt/format.h>

namespace strideproof::solver {
namespace {

std::string text(const Dim4<int64_t>& d) { return fmt::format("{},{},{},{}", d.n, d.c, d.h, d.w); }
std::string text(const Strides& stride) { return stride ? text(*stride) : "null"; }

}  // namespace

PlacedWords words_of(const Model& model, const std::string& address, const std::string& mark) {
  Dim4<int64_t> stride = strides_of(model, mark);
  stride.w = model["sw" + mark];
  return {model[address], stride};
}

std::string or_line(const Dim4<int64_t>& shape, const PlacedWords& dst, const PlacedWords& src,
                    uint32_t constant) {
  return fmt::format(
      "okk_bdc_32bit_or_C toy dst_addr={} src_addr={} C={} shape={} dst_stride={} src_stride={}",
      dst.address, src.address, constant, text(shape), text(dst.stride), text(src.stride));
}

std::string ones_line(const Dim4<int64_t>& shape, const PlacedWords& dst) {
  return or_line(shape, dst, dst, 0xffffffff);
}

std::string and_line(const Dim4<int64_t>& shape, const PlacedWords& dst, const PlacedWords& src0,
                     const PlacedWords& src1) {
  return fmt::format(
      "okk_bdc_32bit_and toy dst_addr={} src0_addr={} src1_addr={} shape={} dst_stride={} "
      "src0_stride={} src1_stride={}",
      dst.address, src0.address, src1.address, text(shape), text(dst.stride), text(src0.stride),
      text(src1.stride));
}

}  // namespace strideproof::solver

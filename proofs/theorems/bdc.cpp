#include "proofs/theorems/bdc.h"

#include <fmt/format.h>

namespace strideproof::solver {
namespace {

std::string text(const Dim4<int64_t>& d) { return fmt::format("{},{},{},{}", d.n, d.c, d.h, d.w); }
std::string text(const Strides& stride) { return stride ? text(*stride) : "null"; }

}  // namespace

std::string ones_line(const Dim4<int64_t>& shape, const PlacedWords& dst) {
  return fmt::format(
      "okk_bdc_32bit_or_C toy dst_addr={0} src_addr={0} C={1} shape={2} dst_stride={3} "
      "src_stride={3}",
      dst.address, 0xffffffff, text(shape), text(dst.stride));
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

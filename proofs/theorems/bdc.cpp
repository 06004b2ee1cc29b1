#include "proofs/theorems/bdc.h"

#include <fmt/format.h>

namespace strideproof::solver {
namespace {

std::string text(const Dim4<int64_t>& d) { return fmt::format("{},{},{},{}", d.n, d.c, d.h, d.w); }
std::string text(const Strides& stride) { return stride ? text(*stride) : "null"; }

}  // namespace

AnyWords any_words(Proof& proof, const MachineShape<Sym>& m, const Dim4<Sym>& shape,
                   const std::string& name, const std::string& mark) {
  const Address a = any_address(proof, m, Space::local, okk_bdc::element_bytes, name);
  const spec::okk_bdc::Given<Sym> given = {a.value,
                                           {false, any_strides(proof, shape, mark, Width::free)}};
  return {given, any_operand(proof, m, a, spec::okk_bdc::tensor_of(m, shape, given))};
}

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

#include "proofs/theorems/bm_atomic.h"

#include <fmt/format.h>

namespace strideproof::solver {

AnyFormat any_format(Proof& proof) {
  const int64_t es = any_element_bytes(proof);
  using bm_atomic::Format;
  const Format format = es == 4 ? Format::float32 : es == 2 ? Format::float16 : Format::uint8;
  return {static_cast<int>(format), es};
}

bm_atomic::Direction direction_of(bool dst_is_local, bool src_is_local) {
  using enum bm_atomic::Direction;
  if (dst_is_local) return src_is_local ? L2L : S2L;
  return src_is_local ? L2S : S2S;
}

InLane any_lane_offset(Proof& proof, const MachineShape<Sym>& m, const std::string& mark) {
  const Sym lane = proof.variable("lane" + mark, 0, most_lanes - 1);
  const Sym offset = proof.variable("offset" + mark, 0, most_lane_bytes - 1);
  const Fact exists = proof.given(all_of(lane < m.lanes, offset < m.lane_bytes));
  return {lane, offset, bounds_of(proof, {lane, offset, m.lanes, m.lane_bytes}) + Facts{exists}};
}

Facts starts_in(Proof& proof, const MachineShape<Sym>& m, const Tensor<Sym>& t,
                const InLane& side) {
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto start = exactly([&] { return spec::start_of(m, t.address); });
  const Facts known = side.known + Facts{digits.instance(side.lane, side.offset, m.lane_bytes)};
  const Fact there =
      proof.prove("the tensor starts at that offset of that lane",
                  all_of(start.lane == side.lane, start.offset == side.offset), known);
  proof.learn("its lane is one", start.lane, {0, most_lanes - 1}, side.known + Facts{there});
  return side.known + Facts{there};
}

Tensor<Sym> at_address(Proof& proof, const Tensor<Sym>& t, const Address& a) {
  proof.prove("the tensor starts there", t.address == a.value, a.known);
  Tensor<Sym> same = t;
  same.address = a.value;
  return same;
}

Lemma<3> equal_quotients(Prover& prover) {
  return Lemma<3>::prove(prover, "quotients of equals are equal", {"a", "b", "m"},
                         [](Sym a, Sym b, Sym m) {
                           return given(a == b, m > 0).follows(a / m == b / m, a % m == b % m);
                         });
}

Dim4<Sym> any_u32_strides(Proof& proof, const std::string& mark) {
  const auto stride = [&](const char* name) { return proof.variable(name + mark, 0, any_u32); };
  return {stride("sn"), stride("sc"), stride("sh"), Sym(1)};
}

AnyChannels any_channels(Proof& proof, int64_t element_bytes, const Dim4<Sym>& shape,
                         const std::string& mark) {
  const bool local(proof.variable("local" + mark, 0, 1) == 1);
  const auto m = any_machine(proof, Space::local, element_bytes);
  const Dim4<Sym> stride = any_u32_strides(proof, mark);
  if (!local) {
    const Sym address = proof.variable("A" + mark, 0, memory_end);
    return {m, {Space::system, element_bytes, address, shape, stride, shape.w}, {}, {}};
  }
  const InLane side = any_lane_offset(proof, m, mark);
  const Tensor<Sym> t = {Space::local, element_bytes, side.lane * m.lane_bytes + side.offset,
                         shape,        stride,        shape.w};
  return {m, t, side, starts_in(proof, m, t, side)};
}

Sym flat(const MachineShape<Sym>& m, const spec::ElementPlace<Sym>& place) {
  return place.lane * m.lane_bytes + place.byte;
}

std::string as_step(std::string line) {
  const std::string profile = " toy";
  return " ; " + line.erase(line.find(profile), profile.size());
}

namespace {

std::string memset_text(int64_t lane, int64_t offset, const std::string& shape,
                        const std::string& stride, int64_t value, bm_atomic::Format format) {
  return fmt::format(
      "bm_atomic_memset_4D toy start_addr={} shape={} stride={} const_val={} format={} "
      "is_local_mem={} local_idx={}",
      lane < 0 ? dst_window + offset : offset, shape, stride, value, static_cast<int>(format),
      lane < 0 ? 0 : 1, lane < 0 ? 0 : lane);
}

}  // namespace

std::string memset_line(int64_t lane, int64_t offset, const Dim4<int64_t>& shape,
                        const Dim4<int64_t>& stride) {
  return memset_text(lane, offset, text(shape), text(stride), UINT32_MAX, bm_atomic::Format::uint8);
}

std::string set_step(int64_t lane, int64_t offset, int64_t value, int64_t count,
                     bm_atomic::Format format) {
  return as_step(
      memset_text(lane, offset, fmt::format("1,1,1,{}", count), "0,0,0,1", value, format));
}

std::string matrix_line(int64_t lane, int64_t offset, const SystemMatrix& p) {
  return fmt::format(
      "bm_atomic_memcpy_2D toy global_mem_addr={} local_mem_addr={} local_mem_idx={} row={} col={} "
      "row_stride={} sec_size={} format={} direction={} transpose={} result_add=0",
      src_window, offset, lane, p.row, p.col, p.row_stride, p.sec_size, p.format, p.direction,
      p.transpose);
}

std::string tensor_line(const Tensor4& dst, const Tensor4& src, bm_atomic::Direction direction,
                        bool transpose) {
  return fmt::format(
      "bm_atomic_memcpy_4D toy src_addr={} src_local_idx={} src_shape={} src_stride={} "
      "src_format={} dst_addr={} dst_local_idx={} dst_shape={} dst_stride={} dst_format={} "
      "direction={} transpose={}",
      src.address, src.lane, text(src.shape), text(src.stride), src.format, dst.address, dst.lane,
      text(dst.shape), text(dst.stride), dst.format, static_cast<int>(direction),
      transpose ? 1 : 0);
}

}  // namespace strideproof::solver

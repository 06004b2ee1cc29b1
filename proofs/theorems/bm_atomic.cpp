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

Address start_at(Proof& proof, const MachineShape<Sym>& m, const Sym& lane, const Sym& offset) {
  const auto digits = proof.use(lemmas::division_of_digits);
  const Sym address = lane * m.lane_bytes + offset;
  const auto start = exactly([&] { return spec::start_of(m, address); });
  const Fact exists = proof.given(all_of(lane < m.lanes, offset < m.lane_bytes));
  const Facts known = bounds_of(proof, {lane, offset, m.lanes, m.lane_bytes}) + Facts{exists};
  const Fact there = proof.prove(
      "the tensor starts at that offset of that lane",
      all_of(start.lane == lane, start.offset == offset),
      known + Facts{exactly([&] { return digits.instance(lane, offset, m.lane_bytes); })});
  proof.learn("its lane is one", start.lane, {0, most_lanes - 1}, known + Facts{there});
  return {address, {lane, offset}, known + Facts{there}};
}

Address any_named_start(Proof& proof, const MachineShape<Sym>& m, bool local,
                        const std::string& mark) {
  if (local)
    return start_at(proof, m, proof.variable("lane" + mark, 0, most_lanes - 1),
                    proof.variable("offset" + mark, 0, most_lane_bytes - 1));
  const Sym address = proof.variable("A" + mark, 0, memory_end);
  return {address, {proof.variable("lane" + mark, 0, any_u32), address}, {}};
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

bm_atomic::Matrix2D<Sym> any_matrix(Proof& proof, const Address& local, const Sym& format,
                                    bool to_local, bool transposed) {
  return {proof.variable("B", 0, memory_end),
          local.start.offset,
          local.start.lane,
          any_extent(proof, "row"),
          any_extent(proof, "col"),
          proof.variable("row_stride", transposed ? 0 : INT32_MIN, any_u32),
          any_extent(proof, "sec_size"),
          format,
          selector(to_local ? bm_atomic::Direction::S2L : bm_atomic::Direction::L2S),
          transposed ? 1 : 0,
          0};
}

okk_gdma::Matrix<Sym> straight_matrix(const Sym& local, const bm_atomic::Matrix2D<Sym>& op) {
  const bool to_local = op.direction.literal() == selector(bm_atomic::Direction::S2L).literal();
  return {to_local ? Space::local : Space::system,
          to_local ? Space::system : Space::local,
          to_local ? local : op.global_mem_addr,
          to_local ? op.global_mem_addr : local,
          op.row,
          op.col,
          op.sec_size,
          op.row_stride};
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

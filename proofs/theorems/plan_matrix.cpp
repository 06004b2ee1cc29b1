// Matrices: the full channels and the partly filled last one together are the matrix.

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

SymBool same(const spec::ElementPlace<Sym>& a, const spec::ElementPlace<Sym>& b) {
  return all_of(a.lane == b.lane, a.byte == b.byte);
}

// The partly filled channel starts where the layout has channel `count`: its block row is the first
// of the part. An element of it, in row x, exists. The instances: no step leads to block row 0.
Facts last_channel_begins(Proof& proof, const MachineShape<Sym>& m, const Address& a,
                          const Tensor<Sym>& local, const Sym& part_address, const Sym& count,
                          const Sym& x) {
  const ExactArithmetic exact;
  const Sym& sc = local.stride.c;
  const Sym lane = spec::lane_of(m, a.start.lane, count),
            block = spec::block_row_of(m, a.start.lane, count),
            offset = a.start.offset + local.element_bytes * block * sc;
  prove_division(proof, "Q + C = q*X + r", a.start.lane + count, m.lanes);
  proof.prove("the last channel starts in its lane", all_of(0 <= offset, offset < m.lane_bytes),
              {product_not_negative(x, local.stride.n), product_not_negative(block, sc)});
  const auto [part_lane, part_offset] = spec::start_of(m, part_address);
  proof.prove("so does the part", all_of(part_lane == lane, part_offset == offset),
              {division_of_digits(lane, offset, m.lane_bytes)});
  proof.learn("the part starts in a lane", part_lane, {0, most_lanes - 1});
  const Sym row = spec::block_row_of(m, part_lane, Sym(0));
  proof.prove("in its block row 0", all_of(row == 0, spec::lane_of(m, part_lane, Sym(0)) == lane));
  return {product_monotone(row, 0, sc), product_monotone(0, row, sc)};
}

// Element `at` of a part is column (before + at.c)*per + at.w of the matrix, and both sides of the
// part have one shape.
void holds_no_other(Proof& proof, const bm_atomic::Matrix2D<Sym>& op,
                    const optimized::MatrixPart<Sym>& part, const Sym& before,
                    const Dim4<Sym>& at) {
  const Sym& per = op.sec_size;
  const Dim4<Sym>&shape = part[0].shape, &other = part[1].shape;
  const Sym channel = before + at.c, column = channel * per + at.w;
  proof.conclude(
      "both sides of a part have one shape",
      all_of(other.n == shape.n, other.c == shape.c, other.h == shape.h, other.w == shape.w));
  proof.conclude_if(
      "an element of a part is one of the matrix, in its channel", is_inside(at, shape),
      all_of(at.n < op.row, at.h == 0, 0 <= column, column < op.col, column / per == channel,
             column % per == at.w),
      {digits_in_range(channel, at.w, op.col / per, per), division_of_digits(channel, at.w, per)});
}

// The tensor has the channels of both parts.
void conclude_channels(Proof& proof, const Tensor<Sym>& local, const Sym& columns,
                       const Dim4<Sym>& full, const Dim4<Sym>& partial) {
  const ExactArithmetic exact;
  const Sym &per = local.shape.w, count = columns / per, left = columns % per;
  proof.conclude(
      "the channels are full, or the last one is partly filled",
      all_of(local.shape.c == full.c + partial.c, full.w == per,
             local.last_width == select(partial.c == 0, per, partial.w)),
      {division_of_digits(count, per - 1, per), division_of_digits(count + 1, left - 1, per)});
}

// Column y is element y mod per of channel y div per, be it full or the last.
void parts_are_the_matrix(Proof& proof, const PlanCode& code) {
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Address a = any_address(proof, m, Space::local);
  const bool to_local = any_bool(proof, "to_local");
  const bm_atomic::Matrix2D<Sym> op = any_matrix(proof, a, format, to_local, false);
  Tensor<Sym> local = spec::bm_atomic::operand_of(m, op, on_dst);
  const Tensor<Sym> system = spec::bm_atomic::operand_of(m, op, on_src);
  proof.prove("the tensor starts there", local.address == a.value);
  local.address = a.value;
  const Sym x = any_index(proof, "x"), y = any_index(proof, "y");
  const Dim4<Sym> any = any_indices(proof);
  proof.given(all_of(x < op.row, y < op.col));

  const auto [full, partial] =
      to_local ? code.parts_of(m, local, system) : code.parts_of(m, system, local);
  const Sym &per = op.sec_size, channel = y / per, w = y % per, count = op.col / per;
  {
    const ExactArithmetic exact;
    prove_division(proof, "cols = q*m + r", op.col, per);
    conclude_channels(proof, local, op.col, full[0].shape, partial[0].shape);
    holds_no_other(proof, op, full, Sym(0), any);
    holds_no_other(proof, op, partial, count, any);
  }
  const bool in_full(channel < count);
  prove_division(proof, "y = q*m + r", y, per);
  proof.prove("full, or after the full ones", in_full ? channel < count : channel == count,
              {division_monotone(y, op.col, per)});

  proof.given(exactly([&] { return x * local.stride.n < m.lane_bytes; }));
  const Sym of_layout = in_full ? channel : count;
  const auto local_place = spec::place_of(m, local, {x, of_layout, 0, w}),
             system_place = spec::place_of(m, system, {x, 0, 0, y});
  proof.given(local_place.byte < m.lane_bytes);
  const auto& part = in_full ? full : partial;
  const Tensor<Sym>&local_part = part[to_local ? 0 : 1], &system_part = part[to_local ? 1 : 0];
  Facts first_block;
  if (!in_full) first_block = last_channel_begins(proof, m, a, local, local_part.address, count, x);
  const Dim4<Sym> at = {x, in_full ? channel : Sym(0), 0, w};
  const auto local_in_part = spec::place_of(m, local_part, at),
             system_in_part = spec::place_of(m, system_part, at);
  const ExactArithmetic exact;
  proof.conclude("each column is in a part", is_inside(at, local_part.shape));
  proof.conclude("the part has the column at its place in system memory",
                 same(system_in_part, system_place));
  proof.conclude("the part has the column at its place in local memory",
                 same(local_in_part, local_place), first_block);
}

}  // namespace

std::vector<Theorem> matrix_theorems() {
  return {plan_theorem(
      "plan.matrix",
      "Columns of a matrix and elements of its rows in lanes correspond, also in a "
      "partly filled channel. Each element is one of a part of its plan, at its address "
      "on both sides, and each element of a part is one of the matrix; the partly "
      "filled channel starts where the layout has it.",
      {"okk_gdma_32bit_matrix_*", "bm_atomic_memcpy_2D"}, parts_are_the_matrix,
      {{Fault::square_transposed,
        "es=4 to_local=1 A=0 row_stride=8 B=4294963200 row=2..7 col=2..7 sec_size=2..4",
        "okk_gdma_32bit_matrix_S2L toy dst_addr={A} src_addr={B} rows={row} cols={col} "
        "cols_per_channel={sec_size} row_stride={col}"}})};
}

}  // namespace strideproof::solver

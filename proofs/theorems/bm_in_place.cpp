// Copies of bm-atomic that are in place. For operands of one shape in one memory, tensors.cpp
// proves that maps_onto_itself is exact.

#include <fmt/format.h>

#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/bm_atomic_in_place.h"

namespace strideproof::solver {
namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

// ---- memcpy_4D ----

struct AnySides {
  MachineShape<Sym> m;
  bm_atomic::Tensor4D<Sym> op;
};
AnySides any_sides(Proof& proof, bool to_lanes, bool from_lanes) {
  using bm_atomic::Direction;
  const auto format = [&](const char* name) {
    return proof.variable(name, 0, bm_atomic::format_count - 1);
  };
  const auto shape = [&](const std::string& mark) -> Dim4<Sym> {
    const auto extent = [&](const char* name) {
      return proof.variable(name + mark, 1, most_extent);
    };
    return {extent("N"), extent("C"), extent("H"), extent("W")};
  };
  MachineShape<Sym> m = {1, 1, 1, {}};
  if (to_lanes || from_lanes)
    m = {proof.variable("X", 1, most_lanes), proof.variable("S", 1, most_lane_bytes), 1, {}};
  const auto side = [&](bool lanes, const std::string& mark) {
    return lanes ? any_lane_offset(proof, m, mark)
                 : InLane{0, proof.variable("A" + mark, 0, memory_end - 1), {}};
  };
  const InLane to = side(to_lanes, ""), from = side(from_lanes, "'");
  const auto direction = to_lanes ? (from_lanes ? Direction::L2L : Direction::S2L)
                                  : (from_lanes ? Direction::L2S : Direction::S2S);
  bm_atomic::Tensor4D<Sym> op;
  op.dst_addr = to.offset, op.src_addr = from.offset;
  op.dst_local_idx = to.lane, op.src_local_idx = from.lane;
  op.dst_shape = shape(""), op.src_shape = shape("'");
  op.dst_stride = any_u32_strides(proof), op.src_stride = any_u32_strides(proof, "'");
  op.dst_format = format("format"), op.src_format = format("format'");
  op.direction = selector(direction), op.transpose = proof.variable("transpose", 0, 1);
  if (to_lanes) starts_in(proof, m, spec::bm_atomic::operand_of(m, op, on_dst), to);
  if (from_lanes) starts_in(proof, m, spec::bm_atomic::operand_of(m, op, on_src), from);
  return {m, op};
}

// Element i of src becomes element j of dst.
template <class Mutation = Original>
void tensors_in_place(Proof& proof) {
  const bool to_lanes = any_choice(proof, "to_lanes", 2) == 1;
  const bool from_lanes = any_choice(proof, "from_lanes", 2) == 1;
  const auto [m, op] = any_sides(proof, to_lanes, from_lanes);
  const SymBool same = spec::bm_atomic::is_in_place<Sym, Mutation>(m, op);
  if (to_lanes != from_lanes) {
    proof.conclude("nothing of another memory is in place", !same);
    return;
  }
  const Dim4<Sym>&a = op.src_shape, &b = op.dst_shape;
  const auto index = [&](const char* name) { return proof.variable(name, 0, most_extent - 1); };
  const Sym n = index("n"), c = index("c");
  proof.given(all_of(n < a.n, c < a.c));
  const SymBool transposed = op.transpose != 0;
  const auto dst = spec::bm_atomic::operand_of(m, op, on_dst),
             src = spec::bm_atomic::operand_of(m, op, on_src);
  const SymBool alike = spec::maps_onto_itself(m, dst, src);
  const SymBool same_extents = all_of(a.n == b.n, a.c == b.c, a.h == b.h, a.w == b.w);
  proof.conclude_if(
      "in place, formats and shapes are equal and each element keeps its index and place", same,
      all_of(op.src_format == op.dst_format, same_extents, alike, select(transposed, c, n) == n,
             select(transposed, n, c) == c));
  proof.conclude_if("else the copy converts, reshapes, exchanges elements, or moves one", !same,
                    any_of(op.src_format != op.dst_format, !same_extents, !alike,
                           all_of(transposed, any_of(a.n > 1, a.c > 1))));
}

std::string square_onto_itself(const Model& v) {
  const int64_t uint8 = static_cast<int64_t>(bm_atomic::Format::uint8);
  const Dim4<int64_t> src_shape = {v["N'"], v["C'"], v["H'"], v["W'"]};
  return tensor_line({v["A"], 0, shape_of(v), strides_of(v), uint8},
                     {v["A'"], 0, src_shape, strides_of(v, "'"), uint8}, bm_atomic::Direction::S2S,
                     true);
}

// ---- cwtrans ----

// Element w of row c of the source becomes element c of row w.
template <class Mutation = Original>
void cwtrans_in_place(Proof& proof) {
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Fact several = proof.given(m.lanes > 1);
  const InLane to = any_lane_offset(proof, m), from = any_lane_offset(proof, m, "'");
  const auto extent = [&](const char* name) { return proof.variable(name, 1, most_extent); };
  const bm_atomic::CWTranspose<Sym> op = {from.offset,
                                          from.lane,
                                          to.offset,
                                          to.lane,
                                          extent("C"),
                                          extent("W"),
                                          format,
                                          proof.variable("sc'", 0, any_u32),
                                          proof.variable("sc", 0, any_u32)};
  const Tensor<Sym> dst = spec::bm_atomic::operand_of(m, op, on_dst),
                    src = spec::bm_atomic::operand_of(m, op, on_src);
  const Facts starts = starts_in(proof, m, dst, to) + starts_in(proof, m, src, from);
  const SymBool same = spec::bm_atomic::is_in_place<Sym, Mutation>(m, op);
  const auto alike = [&](const Sym& c, const Sym& w) {
    const auto i = spec::place_of(m, dst, {0, w, 0, c}), j = spec::place_of(m, src, {0, c, 0, w});
    return all_of(i.lane == j.lane, i.byte == j.byte);
  };
  const SymBool first = alike(0, 0), down = alike(1, 0), right = alike(0, 1);

  const auto digits = proof.use(lemmas::division_of_digits);
  const auto quotients = proof.use(equal_quotients);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto equal = proof.use(equal_factors);
  const ExactArithmetic exact;
  const Sym &X = m.lanes, &p = to.lane, &q = from.lane;
  const Sym of_p = spec::start_of(m, dst.address).lane, of_q = spec::start_of(m, src.address).lane;
  Facts known = starts + Facts{several, radix.instance(p, to.offset, q, from.offset, m.lane_bytes),
                               equal.instance(p, q, m.lane_bytes)};
  for (const Sym& lane : {p, q}) {
    known.push_back(digits.instance(0, lane, X));
    known.push_back(digits.instance(0, lane + 1, X));
    known.push_back(digits.instance(1, 0, X));
    known.push_back(quotients.instance(lane + 1, X, X));
  }
  for (const Sym& next : {Sym(0), Sym(1)}) {
    known.push_back(quotients.instance(of_p + next, p + next, X));
    known.push_back(quotients.instance(of_q + next, q + next, X));
  }
  const Sym zero_p = (of_p + 0) / X, zero_q = (of_q + 0) / X;
  known.push_back(equal.instance(zero_p, 0, dst.stride.c));
  known.push_back(equal.instance(zero_q, 0, src.stride.c));
  proof.conclude("in place the only element maps onto itself",
                 implies(same, all_of(op.src_c == 1, op.src_w == 1, first)), known);
  proof.conclude("else an element does not",
                 any_of(same, !first, all_of(op.src_c > 1, !down), all_of(op.src_w > 1, !right)),
                 known);
}

std::string cwtrans_onto_itself(const Model& v) {
  return fmt::format(
      "bm_atomic_cwtrans toy src_addr={} src_local_idx={} dst_addr={} dst_local_idx={} src_c={} "
      "src_w={} format=2 src_c_stride={} dst_c_stride={}",
      v["offset'"], v["lane'"], v["offset"], v["lane"], v["C"], v["W"], v["sc'"], v["sc"]);
}

// ---- controls ----

template <class Mutation, class View>
bool replay_is_not_in_place(const std::string& line, View view) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = view(c.arguments);
  return spec::bm_atomic::is_in_place<int64_t, Mutation>(m, op) &&
         !spec::bm_atomic::is_in_place(m, op) && violates(c, bm_atomic::ConstraintId::overlap);
}

}  // namespace

std::vector<Theorem> bm_in_place_theorems() {
  using AnyWidth = Mutant<FormulaFault::in_place_ignores_columns>;
  using AnyOrder = Mutant<FormulaFault::in_place_ignores_transpose>;
  // 2 x 2 bytes in the same strides.
  Proof::Limits square =
      toy_limits({{"to_lanes", {0, 0}}, {"from_lanes", {0, 0}}, {"transpose", {1, 1}}});
  for (const std::string mark : {"", "'"}) {
    square["A" + mark] = {src_window, src_window}, square["format" + mark] = {2, 2};
    for (const char* extent : {"N", "C"}) square[extent + mark] = {2, 2};
    for (const char* extent : {"H", "W"}) square[extent + mark] = {1, 1};
    square["sn" + mark] = {2, 2}, square["sc" + mark] = {1, 1}, square["sh" + mark] = {0, 0};
  }
  const auto imagined_of_tensors = [](const std::string& line) {
    return replay_is_not_in_place<AnyOrder>(line, bm_atomic::tensor_of<int64_t>);
  };
  const auto imagined_of_cwtrans = [](const std::string& line) {
    return replay_is_not_in_place<AnyWidth>(line, bm_atomic::cwtrans_of<int64_t>);
  };
  return {{"overlap.bm.in_place",
           "memcpy_4D counts as in place exactly where both operands lie in one memory, have one "
           "format and one shape, no element is exchanged with another, and same_map says that "
           "each lies where it came from.",
           operations_matching({"bm_atomic_memcpy_4D"}),
           tensors_in_place<>,
           {"a transposed copy counts as in place", tensors_in_place<AnyOrder>, square,
            square_onto_itself, imagined_of_tensors}},
          {"overlap.bm.cwtrans.in_place",
           "cwtrans counts as in place exactly where every element maps onto itself.",
           operations_matching({"bm_atomic_cwtrans"}),
           cwtrans_in_place<>,
           {"a single channel of any width counts as in place", cwtrans_in_place<AnyWidth>,
            toy_limits({{"es", {1, 1}},
                        {"lane", {0, 0}},
                        {"lane'", {0, 0}},
                        {"offset", {0, 0}},
                        {"offset'", {0, 0}},
                        {"C", {1, 1}},
                        {"W", {1, 4}},
                        {"sc", {4, 4}},
                        {"sc'", {4, 4}}}),
            cwtrans_onto_itself, imagined_of_cwtrans}}};
}

}  // namespace strideproof::solver

// Tensors of bm-atomic: the plans of copies and fills of one shape visit the bytes of the operands.
// If the slack of overlap is not negative, operands of any shapes and widths are disjoint.

#include "model/optimized/bm_atomic_4d.h"
#include "proofs/theorems/bm_rows.h"
#include "proofs/theorems/overlap.h"
#include "proofs/theorems/plan_controls.h"
#include "proofs/theorems/plan_walks.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/bm_atomic_slack.h"

namespace strideproof::solver {
namespace {

using plans::With;

// ---- strides of the plan ----

// The strides of the plan, from the operand in the spec.
template <class Mutation>
void walked(Proof& proof) {
  const auto [format, es] = any_format(proof);
  const bool fill(proof.variable("fill", 0, 1) == 1);
  const AnyChannels any = any_channels(proof, es, {1, 1, 1, 1});
  const MachineShape<Sym>& m = any.m;
  const bool local = any.t.space == Space::local;
  const Sym address = local ? any.side.offset : any.t.address, lane = local ? any.side.lane : 0;
  const Dim4<Sym>& stride = any.t.stride;
  const auto direction = local ? bm_atomic::Direction::L2L : bm_atomic::Direction::S2S;
  bm_atomic::Tensor4D<Sym> copy;
  copy.dst_addr = copy.src_addr = address;
  copy.dst_local_idx = copy.src_local_idx = lane;
  copy.dst_format = copy.src_format = format;
  copy.dst_stride = copy.src_stride = stride;
  copy.direction = selector(direction);
  const bm_atomic::Fill4D<Sym> set = {address, {}, stride, 0, format, local ? 1 : 0, lane};
  const auto t = fill ? spec::bm_atomic::operand_of(m, set, on_dst)
                      : spec::bm_atomic::operand_of(m, copy, on_dst);
  const auto operand = optimized::operand_of(t);
  if (local) {
    const Fact start = plans::in_a_lane(proof, m, operand.address);
    return plans::walk_comes_by(proof, m, es, operand, start,
                                {optimized::walk_of<Mutation>(m, m.lanes, es, operand), es});
  }
  const bool alone(proof.variable("alone", 0, 1) == 1);
  const Sym lanes = alone ? Sym(1) : m.lanes;
  const auto byte = plans::byte_of_element(proof, es);
  const auto walk = optimized::walk_of<Mutation>(m, lanes, es, operand);
  const auto place = spec::place_of(m, t, byte.at);
  const ExactArithmetic exact;
  proof.conclude("the walk comes by",
                 place.byte + byte.rest == plans::walked({walk, es}, lanes, byte),
                 {plans::channel_of_column(proof, byte.at.c, lanes)});
}

std::string set_in_lanes(const Model& v) {
  return memset_line(v["lane"], v["offset"], {1, v["c"] + 1, 1, 1}, {0, v["sc"], 0, 1});
}

// ---- the overlap ----

struct AnySide {
  AnyOperand units;  // in units that divide the elements of both sides
};
AnySide any_side(Proof& proof, const MachineShape<Sym>& m, Space space, int64_t unit, int64_t es,
                 const std::string& address, const std::string& mark) {
  const Address a = any_address(proof, m, space, es, address);
  const auto extent = [&](const char* name) { return proof.variable(name + mark, 1, most_extent); };
  const Dim4<Sym> shape = {extent("N"), extent("C"), extent("H"), extent("W")};
  const Tensor<Sym> t = {space, es, a.value, shape, any_u32_strides(proof, mark), shape.w};
  const Tensor<Sym> in_units = spec::bm_atomic::in_units(t, unit);

  // Each byte of an element is one of a unit, in the same place.
  const auto index = [&](const char* name) {
    return proof.variable("of." + (name + mark), 0, most_extent - 1);
  };
  const Dim4<Sym> at = {index("n"), index("c"), index("h"), index("w")};
  const Sym rest = proof.variable("of.rest" + mark, 0, es - 1);
  const Fact inside = proof.given(at.w < shape.w);
  const auto place = spec::place_of(m, t, at);
  const Sym w = exactly([&] { return at.w * (es / unit) + rest / unit; });
  const auto of_unit = spec::place_of(m, in_units, {at.n, at.c, at.h, w});
  proof.conclude("each byte of an element is one of a unit",
                 all_of(place.lane == of_unit.lane,
                        exactly([&] { return place.byte + rest == of_unit.byte + rest % unit; }),
                        0 <= w, w < in_units.shape.w),
                 bounds_of(proof, {at.w, rest}) + Facts{inside});
  return {any_operand(proof, m, a, in_units)};
}

template <Space space, class Mutation = spec::Original>
void apart(Proof& proof) {
  const Sym any_widths = proof.variable("widths", 0, 8);
  constexpr int64_t widths[][2] = {{1, 1}, {1, 2}, {1, 4}, {2, 1}, {4, 1},
                                   {2, 2}, {2, 4}, {4, 2}, {4, 4}};
  int pair = 0;
  while (pair < 8 && !bool(any_widths == pair)) ++pair;
  const auto [of_dst, of_src] = widths[pair];
  const int64_t unit = min_of(of_dst, of_src);
  const auto m = any_machine(proof, space, max_of(of_dst, of_src));
  const AnySide dst = any_side(proof, m, space, unit, of_dst, "A", ""),
                src = any_side(proof, m, space, unit, of_src, "B", "'");
  if (space == Space::local)
    margin_keeps_apart_in_lanes<3, Mutation>(proof, dst.units, src.units);
  else
    margin_keeps_apart_in_system_memory<3, Mutation>(proof, dst.units, src.units);
}

template <Space space>
std::string between(const Model& v) {
  const auto side = [&](const char* name, const std::string& mark) {
    const Dim4<int64_t> shape = {1, 1, 1, v["W" + mark]};
    const int64_t a = v[name];
    return space == Space::local ? Tensor4{a % 256, a / 256, shape, {0, 0, 0, 1}, 2}
                                 : Tensor4{a, 0, shape, {0, 0, 0, 1}, 2};
  };
  return tensor_line(side("A", ""), side("B", "'"),
                     space == Space::local ? bm_atomic::Direction::L2L : bm_atomic::Direction::S2S,
                     false);
}
template <class Mutation>
bool overlap_passes(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = bm_atomic::tensor_of(c.arguments);
  return spec::bm_atomic::slack<int64_t, Mutation>(m, op, bm_atomic::ConstraintId::overlap) >= 0 &&
         spec::bm_atomic::slack(m, op, bm_atomic::ConstraintId::overlap) < 0 &&
         violates(c, bm_atomic::ConstraintId::overlap);
}

Proof::Limits rows_of_two(int64_t a, int64_t b) {
  Proof::Limits limits = toy_limits({{"widths", {0, 0}}, {"A", {a, a}}, {"B", {b, b}}});
  for (const std::string mark : {"", "'"}) {
    for (const char* extent : {"N", "C", "H"}) limits[extent + mark] = {1, 1};
    limits["W" + mark] = {2, 2};
    for (const char* stride : {"sn", "sc", "sh"}) limits[stride + mark] = {0, 0};
    for (const char* index : {"of.n", "of.c", "of.h", "of.w", "of.rest"})
      limits[index + mark] = {0, 0};
  }
  return limits;
}

}  // namespace

std::vector<Theorem> bm_tensor_theorems() {
  using Near = spec::Mutant<spec::FormulaFault::gap_one_short>;
  using optimized::Fault;
  constexpr Space local = Space::local, system = Space::system;
  return {
      {"plan.bm.walks",
       "Copies and fills of one shape are walked where the operands lie, from the start lane named "
       "by local_idx on.",
       operations_matching({"bm_atomic_mem*_4D"}), walked<optimized::Original>,
       plans::control(Fault::lane_wrap_early, walked<With<Fault::lane_wrap_early>>,
                      plans::toy({{"fill", {1, 1}},
                                  {"local", {1, 1}},
                                  {"lane", {0, 3}},
                                  {"offset", {0, 9}},
                                  {"n", {0, 0}},
                                  {"c", {0, 7}},
                                  {"h", {0, 0}},
                                  {"w", {0, 0}},
                                  {"sn", {0, 0}},
                                  {"sc", {1, 4}},
                                  {"sh", {0, 0}}}),
                      set_in_lanes)},
      {"overlap.bm.local",
       "Where the margin of overlap is not negative, two tensors in local memory share no byte, "
       "whatever their shapes and the widths of their elements.",
       operations_matching({"bm_atomic_memcpy_4D", "bm_atomic_cwtrans"}),
       apart<local>,
       {"ranges that meet in one unit count as apart", apart<local, Near>, rows_of_two(0, 1),
        between<local>, overlap_passes<Near>}},
      {"overlap.bm.system",
       "Where the margin of overlap is not negative, two tensors in system memory share no byte, "
       "whatever their shapes and the widths of their elements.",
       operations_matching({"bm_atomic_memcpy_4D"}),
       apart<system>,
       {"ranges that meet in one unit count as apart", apart<system, Near>,
        rows_of_two(shared_address, shared_address + 1), between<system>, overlap_passes<Near>}}};
}

}  // namespace strideproof::solver

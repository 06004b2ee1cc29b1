// If the slack of dst.alias is not negative, the elements of a tensor share no byte in any lane.
// The slack uses only the rows of the start lane. In a default layout it is not negative.

#include "mutants/plan.h"
#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"
#include "spec/operand.h"

namespace strideproof::solver {
namespace {

// |i*s - j*s| <= (e - 1)*s, and >= s if i != j.
const Lemma<4> distance_of_steps = {
    "the distance of two steps",
    {"i", "j", "e", "s"},
    [](Sym i, Sym j, Sym e, Sym s) {
      const Sym distance = i * s - j * s, last = (e - 1) * s;
      return given(0 <= i, i < e, 0 <= j, j < e, any_of(e == 1, s >= 0))
          .follows(-last <= distance, distance <= last, implies(i == j, distance == 0),
                   implies(i < j, distance <= -s), implies(i > j, s <= distance));
    },
    [](const Sym& i, const Sym& j, const Sym& e, const Sym& s) {
      return Instances{step_in_range(i, e, s), step_in_range(j, e, s),
                       product_monotone(i + 1, j, s), product_monotone(j + 1, i, s)};
    }};

// Rows i and j of a box are equal if its slack is >= 0 (spec::nested_slack) and unit u of row i is
// known to be unit v of row j. Reason: the smaller steps and the units together are shorter than a
// step of the largest stride in which the rows differ.
Fact prove_same_row(Proof& proof, const SymBox& box, const BoxIndex& i, const BoxIndex& j,
                    const Sym& u, const Sym& v) {
  const ExactArithmetic exact;
  Facts distances, equal;
  SymBool same = u == v;
  for (int k = 0; k < spec::dimensions; ++k) {
    distances.push_back(distance_of_steps(i[k], j[k], box.extent[k], box.stride[k]));
    same = all_of(same, i[k] == j[k]);
  }
  for (int k = 0; k < spec::dimensions; ++k) {
    SymBool others = true;
    for (int l = 0; l < spec::dimensions; ++l)
      if (l != k) others = all_of(others, any_of(spec::is_smaller(box, l, k), i[l] == j[l]));
    equal.push_back(proof.prove("equal in a dimension if in all of larger strides",
                                implies(others, i[k] == j[k]), distances));
  }
  return proof.prove("the same row", same, equal);
}

void slack_keeps_elements_disjoint(Proof& proof, const AnyOperand& x, int64_t slip,
                                   AnyElement any = any_element) {
  const auto [e, f, same_lane, same_byte] = any_two_bytes(proof, x, x, any);
  proof.given(all_of(same_lane, same_byte));
  const bool adjacent = are_adjacent(proof, x.t);
  const SymBox box = spec::fullest_rows(x.m, x.t);
  proof.given(spec::nested_slack(box) + slip >= 0);
  const bool local = x.t.space == Space::local;

  const ExactArithmetic exact;
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes;
  const Sym lane = spec::place_of(x.m, x.t, e.at).lane;
  const Sym first = local ? select(lane < start, Sym(1), Sym(0)) : Sym(0);
  const InBox p = in_box(x, e, adjacent, first), q = in_box(x, f, adjacent, first);
  // Counted from the lane's first block row, the block rows of its channels are among those of the
  // start lane.
  const auto prove_row = [&](const Element& element, const BoxIndex& row) {
    Facts facts;
    if (local) {
      const Sym reach = start + x.t.shape.c - 1 + lanes - start;
      facts = {division(reach, lanes), product_monotone(1, element.block, lanes),
               product_monotone(reach / lanes, row[1], lanes)};
    }
    proof.prove("its row is one of the box", is_index_of(box, row), facts);
  };
  prove_row(e, p.row);
  prove_row(f, q.row);
  proof.prove("the unit is one", offset_of(box, p.row) + p.unit == offset_of(box, q.row) + q.unit,
              {p.step, q.step});
  const Fact same = prove_same_row(proof, box, p.row, q.row, p.unit, q.unit);
  proof.conclude("the same element",
                 all_of(e.at.n == f.at.n, e.at.c == f.at.c, e.at.h == f.at.h, e.at.w == f.at.w),
                 {same});
}

// ---- default layouts ----

// A legal operand in a default layout; in lanes its last channel may be narrower, as in a matrix.
// Its strides are unknowns: a stage knows their values only from the facts that it cites.
AnyOperand any_default_operand(Proof& proof, Fault fault) {
  const Space space = any_space(proof);
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address a = any_address(proof, m, space);
  Tensor<Sym> t = spec::tensor_at(m, space, es, a.value, any_shape(proof), Stride<Sym>{true, {}});
  if (space == Space::local) {
    t.last_width = any_extent(proof, "last_width");
    proof.given(t.last_width <= t.shape.w);
  }
  mutants::misplace_images(fault, t);
  const Sym of_layout = t.stride.c;
  const auto [n, is_n] = proof.name("sn", t.stride.n);
  const auto [c, is_c] = proof.name("sc", t.stride.c);
  t.stride.n = n, t.stride.c = c;
  const AnyOperand x = legal_operand(proof, {m, a, t});
  const ExactArithmetic exact;
  const Sym end = a.start.lane + t.shape.c,
            blocks = space == Space::local ? ceil_div(end, m.lanes) : t.shape.c;
  proof.prove("a channel covers its rows", t.shape.h * t.shape.w <= c,
              {is_c, round_up_bounds(t.shape.h * t.shape.w, m.unit_bytes / es)});
  proof.prove("an image covers its channels", blocks * c == n,
              {is_n, is_c, equal_factors(c, of_layout, blocks)});
  return x;
}

void default_slack_is_not_negative(Proof& proof, const AnyOperand& x) {
  const Dim4<Sym>&shape = x.t.shape, &stride = x.t.stride;
  const bool local = x.t.space == Space::local;
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes;
  const Sym blocks = local ? ceil_div(start + shape.c, lanes) : shape.c;
  const Sym count = local ? spec::block_rows(x.m, start, shape.c, start).count : shape.c;
  if (local) {
    const ExactArithmetic exact;
    const Sym reach = start + shape.c - 1 + lanes - start;
    proof.prove("a lane has a block row", 1 <= count, {division_below(reach, 1, lanes)});
    proof.prove("none has more than are counted", count <= blocks,
                {division_monotone(reach, start + shape.c + lanes - 1, lanes)});
    proof.prove("nor more than up to the last", count - 1 <= x.last_block,
                {division_below(reach, x.last_block + 2, lanes)});
  }
  learn_steps(proof, "images stay in memory", shape.n - 1, shape.n - 1, stride.n);
  learn_steps(proof, "channels stay in memory", count - 1, x.last_block, stride.c);
  const Sym slack = spec::alias_slack(x.m, x.t);
  const ExactArithmetic exact;
  proof.conclude("the slack of a default layout is not negative", slack >= 0,
                 {product_monotone(count, blocks, stride.c), product_monotone(2, blocks, stride.c),
                  product_monotone(1, blocks, stride.c), product_monotone(2, shape.h, shape.w)});
}

// ---- any layout ----

void is_injective(Proof& proof, const Mutant& mutant) {
  if (any_choice(proof, "layout", 2) == 1) {  // given strides, or default ones
    const AnyOperand x = any_default_operand(proof, mutant.fault);
    default_slack_is_not_negative(proof, x);
    return slack_keeps_elements_disjoint(proof, x, mutant.slip, element_in_memory);
  }
  const Space space = any_space(proof);
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Width width = space == Space::local ? Width::free : Width::adjacent;
  const AnyOperand x = any_operand(any_tensor(proof, m, space, es, any_shape(proof), width));
  slack_keeps_elements_disjoint(proof, x, mutant.slip);
}

}  // namespace

std::vector<Theorem> alias_theorems() {
  return {theorem(
      "overlap.alias",
      "Where the slack of dst.alias is not negative, elements of a tensor share no byte, in "
      "any lane, of any w stride there, or in system memory. It is not negative in the aligned "
      "layout for any start lane, in the continuous layout, and in a matrix in lanes with a full "
      "or a partly filled last channel.",
      {"okk_*", "bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D", "bm_atomic_mask_memcpy_4D"},
      is_injective,
      {slack_control(
           ConstraintId::dst_alias, 1,
           "layout=0 local=1 A=0 sw=1 N=1..3 C=1..4 H=1..3 W=1..2 sn=0..20 sc=0..20 sh=0..20 "
           "n=0..2 h=0..2 w=0..2 n2=0..2 h2=0..2 w2=0..2",
           "okk_gdma_8bit_cpy_S2L toy dst_addr={A} src_addr=0xfffff000 shape={N},{C},{H},{W} "
           "dst_stride={sn},{sc},{sh},1 src_stride=0,0,0,1"),
       {Fault::images_too_close, "layout=1 local=1 A=0 N=2..3 C=1..8 H=1..2 W=2 last_width=2",
        "okk_gdma_8bit_cpy_S2L toy dst_addr={A} src_addr=0xfffff000 shape={N},{C},{H},{W} "
        "dst_stride=null src_stride=null"},
       {Fault::images_too_close, "layout=1 local=0 A=4294963200 N=2..3 C=1..8 H=1..2 W=1..2",
        "okk_gdma_8bit_cpy_L2S toy dst_addr={A} src_addr=0 shape={N},{C},{H},{W} dst_stride=null "
        "src_stride=null"}})};
}

}  // namespace strideproof::solver

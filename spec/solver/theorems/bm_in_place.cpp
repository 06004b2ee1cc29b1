// Copies of bm-atomic that are in place: what the code concludes from the steps of two walks, and
// where cwtrans maps every element onto itself.

#include <fmt/format.h>

#include "spec/operations/bm_atomic_in_place.h"
#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;
using spec::bm_atomic::Steps;

// ---- walks ----

// Step j of the inner dimension and step i of the outer one, of which neither is a single step.
template <class Plant = Sound>
void walks_are_compared(Proof& proof) {
  const auto any_steps = [&](const char* extent, const char* stride) {
    return Steps<Sym>{proof.variable(extent, 2, most_extent), proof.variable(stride, 0, any_u32)};
  };
  const Steps<Sym> inner = any_steps("e", "s"), outer = any_steps("f", "t");
  const Sym i = proof.variable("i", 0, most_extent - 1),
            j = proof.variable("j", 0, most_extent - 1);
  const Sym k = proof.variable("k", 0, most_extent * most_extent);
  const Steps<Sym> one = spec::bm_atomic::as_one(inner, outer);
  const SymBool joins = spec::bm_atomic::go_on<Sym, Plant>(inner, outer);
  const Fact chosen = proof.given(all_of(i < outer.extent, j < inner.extent, k < one.extent));

  const auto equal = proof.use(equal_factors);
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const auto in_range = proof.use(lemmas::digits_in_range);
  const ExactArithmetic exact;
  const Sym next = inner.extent * inner.stride, step = i * inner.extent + j;
  const Facts known = bounds_of(proof, {inner.extent, outer.extent, i, j, k}) + Facts{chosen};
  proof.conclude("where they go on, a step of both is one of the joined dimension",
                 implies(joins, all_of(0 <= step, step < one.extent,
                                       step * one.stride == i * outer.stride + j * inner.stride)),
                 known + Facts{in_range.instance(i, j, outer.extent, inner.extent),
                               equal.instance(outer.stride, next, i)});
  const Sym q = k / inner.extent, r = k % inner.extent;
  proof.conclude(
      "and each of its steps is one of both",
      all_of(0 <= q, q < outer.extent, 0 <= r, r < inner.extent, k == q * inner.extent + r),
      known +
          Facts{divide.instance(k, inner.extent), below.instance(k, outer.extent, inner.extent)});

  // Two walks of as many steps, whose second dimensions, if there are any, do not go on.
  const Steps<Sym> inner_b = any_steps("e'", "s'"), outer_b = any_steps("f'", "t'");
  const Sym count = proof.variable("count", 2, memory_end);
  const auto ends = [&](const Steps<Sym>& a, const Steps<Sym>& b) {
    return all_of(a.extent <= count,
                  any_of(count == a.extent, !spec::bm_atomic::go_on<Sym, Sound>(a, b)));
  };
  const Fact reduced = proof.given(all_of(ends(inner, outer), ends(inner_b, outer_b)));
  const auto place = [](const Steps<Sym>& a, const Steps<Sym>& b, const Sym& at) {
    return select(at < a.extent, at * a.stride, b.stride);
  };
  const auto parted = [&](const Sym& at) {
    return all_of(at < count, place(inner, outer, at) != place(inner_b, outer_b, at));
  };
  const Sym first = min_of(inner.extent, inner_b.extent);
  proof.conclude("where none goes on, walks that begin otherwise part within the shorter beginning",
                 any_of(all_of(inner.extent == inner_b.extent, inner.stride == inner_b.stride),
                        parted(1), parted(first)),
                 bounds_of(proof, {inner.extent, inner_b.extent}) +
                     Facts{reduced, equal.instance(inner.stride, inner_b.stride, inner.extent),
                           equal.instance(inner.stride, inner_b.stride, inner_b.extent),
                           equal.instance(first, inner.extent, inner.stride),
                           equal.instance(first, inner_b.extent, inner_b.stride),
                           equal.instance(first, inner.extent, inner_b.stride),
                           equal.instance(first, inner_b.extent, inner.stride)});
}

// Rows of a source that a row of as many elements stands for.
std::string rows_as_one(const Model& v) {
  const int64_t e = v["e"], f = v["f"];
  return tensor_line({src_window, 0, {1, 1, 1, e * f}, {0, 0, 0, 1}, 2},
                     {src_window, 0, {1, 1, f, e}, {0, 0, v["t"], 1}, 2}, bm_atomic::Direction::S2S,
                     false);
}
template <class Plant>
bool rows_are_joined(const std::string& line) {
  const Case c = parse_case(line);
  const auto op = bm_atomic::tensor_of(c.arguments);
  const Steps<int64_t> inner = {op.src_shape.w, 1}, outer = {op.src_shape.h, op.src_stride.h};
  return spec::bm_atomic::go_on<int64_t, Plant>(inner, outer) &&
         !spec::bm_atomic::go_on(inner, outer) && violates(c, bm_atomic::Label::overlap);
}

// ---- cwtrans ----

// Element w of row c of the source becomes element c of row w.
template <class Plant = Sound>
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
  const SymBool same = spec::bm_atomic::is_in_place<Sym, Plant>(m, op);
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
template <class Plant>
bool in_place_is_imagined(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = bm_atomic::cwtrans_of(c.arguments);
  return spec::bm_atomic::is_in_place<int64_t, Plant>(m, op) &&
         !spec::bm_atomic::is_in_place(m, op) && violates(c, bm_atomic::Label::overlap);
}

}  // namespace

std::vector<Theorem> bm_in_place_theorems() {
  using OverGap = Planted<Fault::steps_joined_over_gap>;
  using AnyWidth = Planted<Fault::in_place_ignores_columns>;
  return {
      {"sharing.bm.walks",
       "Dimensions that go on lead to the same places as one; and where none goes on, walks of as "
       "many steps whose innermost dimensions differ do not lead to the same places.",
       operations_matching({"bm_atomic_memcpy_4D"}),
       walks_are_compared<>,
       {"dimensions go on though a step leads further",
        walks_are_compared<OverGap>,
        {{"e", {2, 3}},
         {"s", {1, 1}},
         {"f", {2, 3}},
         {"t", {2, 5}},
         {"e'", {2, 3}},
         {"s'", {1, 1}},
         {"f'", {2, 3}},
         {"t'", {2, 5}}},
        rows_as_one,
        rows_are_joined<OverGap>}},
      {"sharing.bm.cwtrans.in_place",
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
        cwtrans_onto_itself, in_place_is_imagined<AnyWidth>}}};
}

}  // namespace strideproof::solver

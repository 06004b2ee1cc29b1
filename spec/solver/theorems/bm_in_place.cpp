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
using spec::bm_atomic::Walk;

// ---- walks ----

// Steps of three dimensions, or of dimensions that became one, fewer than parameters can ask for: of a walk
// nothing is taken for granted, not even that it ends in memory.
constexpr int64_t most_steps = int64_t{1} << 48;

Steps<Sym> any_steps(Proof& proof, const char* extent, const char* stride) {
  return {proof.variable(extent, 2, most_steps), proof.variable(stride, 0, any_u32)};
}

// From any walk on, a further dimension is added outside the others. The walk so far has E steps for
// each one of its last dimension, if there is one; of these E, step r leads to the place p.
template <class Plant = Sound>
void dimensions_are_joined(Proof& proof) {
  const bool begun(proof.variable("begun", 0, 1) == 1);
  const Sym most = exactly([] { return Sym(most_extent) * any_u32; });
  const Steps<Sym> last = any_steps(proof, "e", "s");
  const Steps<Sym> outer = {proof.variable("f", 1, most_extent), proof.variable("t", 0, any_u32)};
  const Sym E = begun ? proof.variable("E", 1, most_steps) : 1;
  const Sym r = begun ? proof.variable("r", 0, most_steps) : 0;
  const Sym p = begun ? proof.variable("p", 0, 3 * most_steps) : 0;
  const Sym i = proof.variable("i", 0, most_extent - 1), j = proof.variable("j", 0, most_steps);
  const auto equal = proof.use(equal_factors);
  const auto in_range = proof.use(lemmas::digits_in_range);
  const auto not_negative = proof.use(lemmas::product_not_negative);
  const auto monotone = proof.use(lemmas::product_monotone);
  // Of four dimensions the innermost has stride 1, so that two are inside one of stride 0 at most.
  const Fact small = proof.given(exactly([&] {
    return all_of(last.extent * last.stride <= most,
                  implies(last.stride == 0, last.extent <= Sym(most_extent) * most_extent));
  }));
  const Fact chosen =
      proof.given(all_of(i < outer.extent, j < last.extent, r < E, implies(!begun, j == 0)));
  const Facts known =
      bounds_of(proof, {last.extent, last.stride, outer.extent, outer.stride, i, j}) +
      Facts{small, chosen};
  proof.learn("the last dimension ends below 2^48",
              exactly([&] { return last.extent * last.stride; }), {0, int64_t{1} << 48},
              known + Facts{not_negative.instance(last.extent, last.stride)});

  Walk<Sym> walk;
  if (begun) walk.push_back(last);
  const std::size_t before = walk.size();
  if (begun && outer.extent != 1 && spec::bm_atomic::go_on<Sym, Plant>(last, outer))
    proof.learn(
        "and where the next one goes on, with it",
        exactly([&] { return last.extent * outer.extent; }), {0, int64_t{1} << 48},
        known + Facts{monotone.instance(1, last.stride, last.extent),
                      monotone.instance(last.extent, any_u32, outer.extent),
                      monotone.instance(last.extent, any_u32, outer.extent),
                      monotone.instance(last.extent, Sym(most_extent) * most_extent, outer.extent),
                      not_negative.instance(last.extent, outer.extent)});
  spec::bm_atomic::add_outside<Sym, Plant>(walk, outer);

  const ExactArithmetic exact;
  const Sym steps = begun ? last.extent * E : 1;
  const Sym position = begun ? j * E + r : 0, place = begun ? j * last.stride + p : 0;
  const Sym to = i * steps + position, leads_to = i * outer.stride + place;
  if (walk.empty()) {
    proof.conclude("a single step leads nowhere", all_of(to == 0, leads_to == 0), known);
    return;
  }
  const Steps<Sym>& now = walk.back();
  const bool added = walk.size() > before, joined = !added && !bool(outer.extent == 1);
  const Sym digit = added ? i : joined ? i * last.extent + j : j;
  const Sym below = added ? steps : E;
  proof.conclude(
      "each step of all dimensions is one of the walk, and leads to the same place",
      all_of(0 <= digit, digit < now.extent, digit * below + (added ? position : r) == to,
             digit * now.stride + (added ? place : p) == leads_to),
      known + Facts{in_range.instance(i, j, outer.extent, last.extent),
                    equal.instance(outer.stride, last.extent * last.stride, i)});
  proof.conclude("which has as many", now.extent * below == outer.extent * steps, known);
  SymBool distinct = now.extent >= 2;
  if (added && begun) distinct = all_of(distinct, !spec::bm_atomic::go_on(last, now));
  if (!added) distinct = all_of(distinct, now.stride == last.stride);
  proof.conclude(
      "no two dimensions of it go on, each has several steps and ends below 2^48",
      all_of(distinct, now.extent * now.stride <= most),
      known + Facts{monotone.instance(2, last.extent, outer.extent),
                    monotone.instance(1, outer.extent, last.extent),
                    equal.instance(outer.stride, last.extent * last.stride, outer.extent),
                    monotone.instance(outer.extent, most_extent, outer.stride),
                    monotone.instance(outer.stride, any_u32, most_extent)});
}

// Two walks of as many steps that begin with the same dimensions, of E steps together, if any: the next
// ones, and then, if there are any, the ones outside them, which do not go on and have R steps together.
template <class Plant = Sound>
void walks_are_compared(Proof& proof) {
  const Steps<Sym> inner = any_steps(proof, "e", "s"), outer = any_steps(proof, "f", "t");
  const Steps<Sym> inner_b = any_steps(proof, "e'", "s'"), outer_b = any_steps(proof, "f'", "t'");
  const Sym R = proof.variable("R", 1, most_steps), R_b = proof.variable("R'", 1, most_steps),
            E = proof.variable("E", 1, most_steps);
  const auto equal = proof.use(equal_factors);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto monotone = proof.use(lemmas::product_monotone);
  const ExactArithmetic exact;
  const Sym count = inner.extent * R;
  const auto ends = [&](const Steps<Sym>& a, const Steps<Sym>& b, const Sym& outside) {
    return any_of(outside == 1, !spec::bm_atomic::go_on<Sym, Plant>(a, b));
  };
  const Fact reduced = proof.given(
      all_of(count == inner_b.extent * R_b, ends(inner, outer, R), ends(inner_b, outer_b, R_b)));
  const auto place = [](const Steps<Sym>& a, const Steps<Sym>& b, const Sym& at) {
    return select(at < a.extent, at * a.stride, b.stride);
  };
  const auto parted = [&](const Sym& at) {
    return all_of(at < count, place(inner, outer, at) != place(inner_b, outer_b, at));
  };
  const Sym first = min_of(inner.extent, inner_b.extent);
  proof.conclude(
      "walks whose next dimensions differ part within the shorter of these",
      any_of(all_of(inner.extent == inner_b.extent, inner.stride == inner_b.stride), parted(1),
             parted(first)),
      bounds_of(proof, {inner.extent, inner_b.extent, R, R_b}) +
          Facts{reduced, monotone.instance(1, R, inner.extent),
                monotone.instance(2, R, inner.extent), monotone.instance(1, R_b, inner_b.extent),
                monotone.instance(2, R_b, inner_b.extent),
                equal.instance(inner.stride, inner_b.stride, inner.extent),
                equal.instance(inner.stride, inner_b.stride, inner_b.extent),
                equal.instance(first, inner.extent, inner.stride),
                equal.instance(first, inner_b.extent, inner_b.stride),
                equal.instance(first, inner.extent, inner_b.stride),
                equal.instance(first, inner_b.extent, inner.stride)});
  for (const Sym& at : {Sym(1), first})
    proof.conclude("at a step that is the first one of what begins alike",
                   all_of(at * E / E == at, at * E % E == 0),
                   bounds_of(proof, {at, E}) + Facts{digits.instance(at, 0, E)});
}

// Rows of a source that a row of as many elements stands for.
std::string rows_as_one(const Model& v) {
  const int64_t e = v["e"], f = v["f"];
  return tensor_line({src_window, 0, {1, 1, 1, e * f}, {0, 0, 0, 1}, 2},
                     {src_window, 0, {1, 1, f, e}, {0, 0, v["t"], 1}, 2}, bm_atomic::Direction::S2S,
                     false);
}
// Rows onto rows of another length.
std::string rows_as_others(const Model& v) {
  const auto rows = [&](const std::string& mark) -> Tensor4 {
    return {src_window, 0, {1, 1, v["f" + mark], v["e" + mark]}, {0, 0, v["t" + mark], 1}, 2};
  };
  return tensor_line(rows(""), rows("'"), bm_atomic::Direction::S2S, false);
}
template <class Plant>
bool rows_are_told_apart(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = bm_atomic::tensor_of(c.arguments);
  return !spec::bm_atomic::is_in_place<int64_t, Plant>(m, op) &&
         spec::bm_atomic::is_in_place(m, op) && accepts(line);
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
  using Apart = Planted<Fault::steps_never_joined>;
  using AnyWidth = Planted<Fault::in_place_ignores_columns>;
  return {
      {"sharing.bm.walks.joined",
       "A walk to which a dimension is added leads through all steps of both, in order and to the "
       "same places, as one whose dimensions do not go on.",
       operations_matching({"bm_atomic_memcpy_4D"}),
       dimensions_are_joined<>,
       {"dimensions go on though a step leads further",
        dimensions_are_joined<OverGap>,
        {{"begun", {1, 1}},
         {"e", {2, 3}},
         {"s", {1, 1}},
         {"f", {2, 3}},
         {"t", {2, 5}},
         {"E", {1, 1}},
         {"r", {0, 0}},
         {"p", {0, 0}}},
        rows_as_one,
        rows_are_joined<OverGap>}},
      {"sharing.bm.walks",
       "Walks of as many steps whose dimensions do not go on lead to the same places exactly where "
       "each dimension is the same.",
       operations_matching({"bm_atomic_memcpy_4D"}),
       walks_are_compared<>,
       {"dimensions that go on are left as they are",
        walks_are_compared<Apart>,
        {{"e", {2, 2}},
         {"s", {1, 1}},
         {"f", {3, 3}},
         {"t", {2, 5}},
         {"e'", {3, 3}},
         {"s'", {1, 1}},
         {"f'", {2, 2}},
         {"t'", {3, 3}},
         {"R", {3, 3}},
         {"R'", {2, 2}},
         {"E", {1, 1}}},
        rows_as_others,
        rows_are_told_apart<Apart>}},
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

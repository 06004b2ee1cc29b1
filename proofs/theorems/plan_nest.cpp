// The nests of copies, fills and words. A loop that is pushed around a nest is dropped, coalesced
// or kept, and the nest visits the same places as its loops. A copy visits each place once. A fill
// may write a byte more than once, so its loops coalesce also if they touch or overlap.
//
// The assumptions of nests about legal operands: steps from element to element are not negative,
// those of a destination are not 0, and no loop overflows, even with the extra channel that some
// columns lack.

#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

// Over all operands, the destination first.
template <size_t operands>
using Loop = optimized::Loop<Sym, operands>;

template <size_t operands>
Loop<operands> any_loop(Proof& proof, const std::string& name, int64_t most) {
  Loop<operands> loop{proof.variable(name + ".count", 0, most), {}};
  for (size_t k = 0; k < operands; ++k)
    loop.step[k] = proof.variable(name + ".step" + std::to_string(k), -widest_step, widest_step);
  return loop;
}

template <size_t operands>
SymBool are_one(const Loop<operands>& a, const Loop<operands>& b) {
  SymBool same = a.count == b.count;
  for (size_t k = 0; k < operands; ++k) same = all_of(same, a.step[k] == b.step[k]);
  return same;
}

// A loop ends, in all operands, before its steps overflow.
template <size_t operands>
SymBool ends(const Loop<operands>& loop, int64_t end) {
  const ExactArithmetic exact;
  SymBool result = all_of(0 <= loop.count, loop.count <= end);
  for (const Sym& step : loop.step)
    result = all_of(result, -end <= step * loop.count, step * loop.count <= end);
  return result;
}

// ---- coalesced loops: a step e of the outer loop is q steps of the inner one ----

// e = q*d and x = i + j*q: x steps of d are i steps of d and j steps of e.
const Lemma<6> coalesced_steps = {
    "steps of coalesced loops",
    {"x", "i", "j", "q", "d", "e"},
    [](Sym x, Sym i, Sym j, Sym q, Sym d, Sym e) {
      return given(e == q * d, x == i + j * q).follows(x * d == i * d + j * e);
    }};

// e = q*d <= m*d: a loop of m + (p-1)*q steps of d ends no later than p steps of e after m steps of
// d.
const Lemma<5> coalesced_count = {
    "count of coalesced loops",
    {"m", "d", "p", "e", "q"},
    [](Sym m, Sym d, Sym p, Sym e, Sym q) {
      const Sym more = (p - 1) * q, count = m + more;
      return given(e == q * d, e <= d * m, q >= 0, d >= 1, m >= 0, p >= 0)
          .follows(q <= m, 0 <= count, count <= d * count, -m <= more,
                   d * count == d * m + e * p - e);
    },
    [](const Sym& m, const Sym& d, const Sym& p, const Sym&, const Sym& q) {
      return Instances{product_monotone(m + 1, q, d), product_not_negative(p, q),
                       product_monotone(1, d, m + (p - 1) * q)};
    }};

// The step j of the outer loop (of p) from which step x of the coalesced loop is a step of the
// inner loop (of m); q = 0 if the outer loop has step 0.
Sym outer_step(const Sym& x, const Sym& p, const Sym& q) {
  return select(q == 0, Sym(0), min_of(p - 1, x / q));
}
const Lemma<5> coalesced_step = {
    "a step of coalesced loops",
    {"x", "m", "p", "q", "j"},
    [](Sym x, Sym m, Sym p, Sym q, Sym j) {
      return given(0 <= x, x < m + (p - 1) * q, 0 <= q, q <= m, p >= 1, j == outer_step(x, p, q))
          .follows(0 <= j, j < p, 0 <= x - j * q, x - j * q < m);
    },
    [](const Sym& x, const Sym&, const Sym& p, const Sym& q, const Sym& j) {
      return Instances{division(x, q),
                       product_monotone(p - 1, x / q, q),
                       product_monotone(j, x / q, q),
                       product_monotone(x / q, j, q),
                       product_monotone(j, p - 1, q),
                       product_monotone(p - 1, j, q)};
    }};

// ---- the theorem ----

// The loop `both` visits what `outer` around `inner` visits; an outer step is q inner steps.
template <size_t operands>
void conclude_coalesced(Proof& proof, const Loop<operands>& inner, const Loop<operands>& outer,
                        const Loop<operands>& both, const Sym& q, int64_t reach, int64_t end) {
  const Sym &m = inner.count, &p = outer.count;
  // Step x is step i of the inner and step j of the outer loop.
  const auto conclude_step = [&](const char* claim, const Sym& x, const Sym& i, const Sym& j,
                                 Facts facts) {
    SymBool exists = all_of(0 <= x, x < both.count, 0 <= i, i < m, 0 <= j, j < p);
    for (size_t k = 0; k < operands; ++k) {
      exists = all_of(exists, x * both.step[k] == i * inner.step[k] + j * outer.step[k]);
      facts.push_back(coalesced_steps(x, i, j, q, inner.step[k], outer.step[k]));
    }
    proof.conclude(claim, exists, facts);
  };
  Facts lengths = {coalesced_count(m, inner.step[0], p, outer.step[0], q)};
  for (size_t k = 0; k < operands; ++k)
    lengths.push_back(coalesced_steps(both.count, 0, p, q, inner.step[k], outer.step[k]));
  proof.conclude("the coalesced loop ends before its steps overflow", ends(both, end), lengths);
  const Sym i = proof.variable("i", 0, reach), j = proof.variable("j", 0, far);
  proof.given(all_of(i < m, j < p));
  conclude_step("it visits each place of both loops", i + j * q, i, j,
                {product_not_negative(j, q), product_monotone(j, p - 1, q)});
  const Sym y = proof.variable("y", 0, end);
  proof.given(y < both.count);
  const Sym of_outer = outer_step(y, p, q);
  conclude_step("each of its steps is one of both", y, y - of_outer * q, of_outer,
                {coalesced_step(y, m, p, q, of_outer)});
}

// Any loop of a nest, and the one pushed around it. plan.steps proves the premises about steps.
template <size_t operands>
void push_keeps_places(Proof& proof, const PlanCode& code) {
  constexpr bool fill = operands == 1;
  // A loop of the nest of a fill ends after a run, rows, channels and batches.
  const int64_t reach = fill ? 3 * far : far, end = fill ? 4 * far : far;
  const auto inner = any_loop<operands>(proof, "inner", reach),
             outer = any_loop<operands>(proof, "outer", most_extent + 1);
  const Sym &m = inner.count, &p = outer.count, &d = inner.step[0], &e = outer.step[0];
  const bool once(p == 1);
  // A step of the destination is not 0 where two of its elements lie apart.
  proof.given(ends(inner, reach));
  proof.given(ends(outer, far));
  proof.given(fill ? all_of(1 <= d, any_of(SymBool(once), 0 <= e))
                   : any_of(SymBool(once), d > 0, e > 0));
  const bool coalesced(!once && bool(optimized::coalesces(inner, outer)));
  const Sym q = fill ? exactly([&] { return e / d; }) : m;
  if (coalesced)
    proof.learn("all steps", exactly([&] { return fill ? m + (p - 1) * q : m * p; }), {0, end},
                {coalesced_count(m, d, p, e, q)});
  const Loop<operands> single = {1, {}};
  const auto nest = code.nest_of(optimized::Loops<Sym, operands>{inner, outer, single, single});
  const ExactArithmetic exact;
  if (!coalesced) {
    const bool kept = nest.depth == 2;
    proof.conclude(
        "a loop that runs once is dropped, another is kept around the nest",
        all_of(SymBool(once ? nest.depth == 1 : kept), are_one<operands>(nest.loops[0], inner),
               kept
                   ? all_of(are_one<operands>(nest.loops[1], outer), any_of(SymBool(!fill), 1 <= e))
                   : p == 1));
    return;
  }
  conclude_coalesced(proof, inner, outer, nest.loops[0], q, reach, end);
  if (!fill)
    proof.conclude("and it has no more steps than both together", nest.loops[0].count == m * p);
}

void nests_keep_places(Proof& proof, const PlanCode& code) {
  switch (any_choice(proof, "kind", 3)) {
    case 0: return push_keeps_places<2>(proof, code);
    case 1: return push_keeps_places<3>(proof, code);
    default: return push_keeps_places<1>(proof, code);
  }
}

// ---- steps ----

// The product of a number from -b to b and one from 0 to n.
const Lemma<4> product_in_range = {
    "products stay in range",
    {"x", "k", "b", "n"},
    [](Sym x, Sym k, Sym b, Sym n) {
      return given(-b <= x, x <= b, 0 <= k, k <= n).follows(-(b * n) <= x * k, x * k <= b * n);
    },
    [](const Sym& x, const Sym& k, const Sym& b, const Sym& n) {
      return Instances{product_monotone(x, b, k), product_monotone(-b, x, k),
                       product_monotone(k, n, b)};
    }};

// Bounds of k and k + 1 steps of a block row, k = C div lanes.
Facts bounds_of_channels(const Tensor<Sym>& t, const Sym& lanes) {
  const Sym &C = t.shape.c, &s = t.stride.c;
  const Sym k = C / lanes;
  if (t.space == Space::local)
    return {division(C, lanes), product_in_range(s, k, memory_end, most_extent),
            product_in_range(s, k + 1, memory_end, most_extent + 1)};
  return {division(C, lanes),
          steps_up_to_the_last(1, C - 1, s),
          product_monotone(lanes * k, C, s),
          product_not_negative(lanes * k, s),
          product_in_range(s, lanes, memory_end, most_lanes),
          product_in_range(s, lanes * k, memory_end, 1)};
}

void steps_are_legal(Proof& proof, const PlanCode& code) {
  const AnyOperand any = any_operand(any_tensor(proof));
  const MachineShape<Sym>& m = any.m;
  const Tensor<Sym>& t = any.t;
  const Dim4<Sym>& shape = t.shape;
  const int64_t es = t.element_bytes;
  const auto [last, is_last] = proof.name("last", spec::last_byte(m, t));
  proof.given(last < memory_end);
  prove_last_steps(proof, any, is_last);

  const bool local = t.space == Space::local, alone = !local && any_bool(proof, "alone");
  const Sym lanes = local ? m.lanes : alone ? Sym(1) : proof.variable("lanes", 1, most_lanes);
  const auto [of_shape, channels, step_of_n, step_of_h, step_of_w] = code.layout_of(m, t, lanes);
  const ExactArithmetic exact;
  const auto near = [](const Sym& x, int64_t most) { return all_of(-most <= x, x <= most); };
  const auto fits = [&](const char* claim, const Sym& extent, const Sym& step, const Sym& each,
                        const Dim4<Sym>& second) {
    const Sym byte = spec::place_of(m, t, {0, 0, 0, 0}).byte;
    proof.conclude_if(claim, extent != 1,
                      all_of(step == es * each, 0 <= step, step <= longest_step,
                             any_of(byte == spec::place_of(m, t, second).byte, step > 0)),
                      {steps_up_to_the_last(1, extent - 1, each)});
  };
  const Sym k = shape.c / lanes;
  proof.conclude(
      "from channel to channel, and one on",
      all_of(near(channels.block, widest_step), near(channels.block * k, far),
             near(channels.block * (k + 1), far), any_of(shape.c == 1, channels.block >= 0)),
      bounds_of_channels(t, lanes));
  proof.conclude("from lane to lane",
                 all_of(near(channels.start, memory_end), near(channels.lane, longest_lane)));
  proof.conclude("no step is wider than a nest takes",
                 all_of(near(step_of_h, widest_step), near(step_of_n, widest_step)));
  fits("from row to row", shape.h, step_of_h, t.stride.h, {0, 0, 1, 0});
  fits("from batch to batch", shape.n, step_of_n, t.stride.n, {1, 0, 0, 0});
  fits("from element to element", shape.w, step_of_w, t.stride.w, {0, 0, 0, 1});
}

}  // namespace

std::vector<Theorem> nest_theorems() {
  return {
      theorem(
          "plan.nest",
          "A loop that is pushed around the nest of a copy, a fill or an operation on words is "
          "dropped, coalesced or kept; the nest visits each place of its loops in all operands and "
          "no other, and in a copy once.",
          {"okk_gdma_*", "okk_bdc_*", "bm_atomic_memcpy_[12]D", "bm_atomic_mem*_4D", "data_move"},
          nests_keep_places,
          {{Fault::rows_collapsed,
            "kind=0 inner.count=2..3 inner.step0=8 inner.step1=4 outer.count=2 outer.step0=32..48 "
            "outer.step1=4..16",
            // The inner loop are rows of one element, the outer one batches.
            "okk_gdma_32bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0xfffff400 "
            "shape={outer.count},1,{inner.count},1 dst_stride={outer.step0/4},0,{inner.step0/4},1 "
            "src_stride={outer.step1/4},0,{inner.step1/4},1"},
           {Fault::rows_collapsed,
            "kind=1 inner.count=2..3 inner.step0=8 inner.step1=4 inner.step2=4 outer.count=2 "
            "outer.step0=32..48 outer.step1=4..16 outer.step2=4..16",
            "okk_bdc_32bit_and toy dst_addr=0 src0_addr=128 src1_addr=192 "
            "shape={outer.count},1,{inner.count},1 dst_stride={outer.step0/4},0,{inner.step0/4},1 "
            "src0_stride={outer.step1/4},0,{inner.step1/4},1 "
            "src1_stride={outer.step2/4},0,{inner.step2/4},1"},
           {Fault::byte_fill_as_16_bit,
            "kind=2 inner.count=2..3 inner.step0=1 outer.count=2 outer.step0=8..16",
            "okk_gdma_8bit_set_C_system toy dst_addr=0xfffff000 C=255 "
            "shape=1,1,{outer.count},{inner.count} dst_stride=0,0,{outer.step0},1"}}),
      theorem("plan.steps",
              "The steps from element to element of a legal operand are what nests and runs "
              "take for granted: none is negative, no loop of them overflows, and where two "
              "elements lie apart theirs is not 0.",
              {"okk_*", "bm_atomic_m*_4D", "bm_atomic_memcpy_[12]D", "data_move"}, steps_are_legal,
              {{Fault::broadcast_as_default,
                "memory=1 es=1 N=1 C=1 H=2 W=1 last_width=1 sn=0 sc=0 sh=0 sw=1 A=0..100",
                "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape={N},{C},{H},{W} "
                "dst_stride={sn},{sc},{sh},1"}})};
}

}  // namespace strideproof::solver

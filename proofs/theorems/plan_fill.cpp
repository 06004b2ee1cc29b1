// Nests of fills: a loop whose steps stay on the grid of the loop inside it, without a gap, is
// coalesced with it. Bytes may then be written more or less often, but the set of bytes is the
// same.

#include "proofs/theorems/plan_nests.h"

namespace strideproof::solver::plans {
namespace {

// e = q*g and x = i + j*q: x steps of g are i steps of g and j steps of e.
std::optional<Lemma<6>> covered_steps(Prover& prover) {
  return Lemma<6>::prove(prover, "steps of a loop that covers another",
                         {"x", "i", "j", "q", "g", "e"},
                         [](Sym x, Sym i, Sym j, Sym q, Sym g, Sym e) {
                           return given(e == q * g, x == i + j * q).follows(x * g == i * g + j * e);
                         });
}

// e = q*g <= m*g: a loop of m + (p-1)*q steps of g ends no later than p steps of e after m steps of
// g.
std::optional<Lemma<5>> covered_count(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  const auto positive = lemmas::product_not_negative(prover);
  if (!monotone || !positive) return {};
  return Lemma<5>::prove(
      prover, "count of a loop that covers another", {"m", "g", "p", "e", "q"},
      [](Sym m, Sym g, Sym p, Sym e, Sym q) {
        const Sym more = (p - 1) * q, count = m + more;
        return given(e == q * g, e <= g * m, q >= 0, g >= 1, m >= 0, p >= 0)
            .follows(q <= m, 0 <= count, count <= g * count, -m <= more,
                     g * count == g * m + e * p - e);
      },
      [&](const Sym& m, const Sym& g, const Sym& p, const Sym&, const Sym& q) {
        return Instances{monotone->instance(m + 1, q, g), positive->instance(p, q),
                         monotone->instance(1, g, m + (p - 1) * q)};
      });
}

// The step j of the outer loop (of p) from which step x of the coalesced loop is a step of the
// inner loop (of m); q = 0 if the outer loop has step 0.
Sym outer_step(const Sym& x, const Sym& p, const Sym& q) {
  return select(q == 0, Sym(0), min_of(p - 1, x / q));
}
std::optional<Lemma<5>> covered_decode(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  const auto divide = lemmas::division(prover);
  if (!monotone || !divide) return {};
  return Lemma<5>::prove(
      prover, "a step of a loop that covers another", {"x", "m", "p", "q", "j"},
      [](Sym x, Sym m, Sym p, Sym q, Sym j) {
        return given(0 <= x, x < m + (p - 1) * q, 0 <= q, q <= m, p >= 1, j == outer_step(x, p, q))
            .follows(0 <= j, j < p, 0 <= x - j * q, x - j * q < m);
      },
      [&](const Sym& x, const Sym&, const Sym& p, const Sym& q, const Sym& j) {
        return Instances{divide->instance(x, q),          monotone->instance(p - 1, x / q, q),
                         monotone->instance(j, x / q, q), monotone->instance(x / q, j, q),
                         monotone->instance(j, p - 1, q), monotone->instance(p - 1, j, q)};
      });
}

// The steps of a legal fill may be 0. There may be no channel, or one more than exists if all columns
// have equally many; but not if the only channel has a negative step, as no column has that nest.
LaneColumn any_column(Proof& proof) {
  const int64_t es = element_bytes(proof);
  const auto extent = [&](const char* name) { return proof.variable(name, 1, extents); };
  const Dim4<Sym> shape = {extent("N"), Sym(1), extent("H"), extent("W")};
  const Sym channels = proof.variable("K", 0, extents + 1);
  const ColumnStrides<Sym> dst = {Sym(0),
                                  Sym(0),
                                  Sym(0),
                                  Sym(0),
                                  step_of(proof, "dst.block", channels, widest_step),
                                  step_of(proof, "dst.n", shape.n),
                                  step_of(proof, "dst.h", shape.h)};
  const Fact legal = proof.given(exactly([&] { return dst.block * channels <= far; }));
  return {
      es,
      shape,
      channels,
      {dst},
      {},
      {{shape.w * es, {Sym(1)}}, {shape.h, {dst.h}}, {channels, {dst.block}}, {shape.n, {dst.n}}},
      legal};
}

// The fate of a loop: dropped as it runs once, coalesced with the loop inside, or kept.
struct FillStep {
  bool once, covered;
  Loop<Sym> inner, outer;
  Fact why;
};

// Adds one loop after the other as the plan does, and proves that nothing overflows.
std::vector<FillStep> nesting(Proof& proof, const LaneColumn& column) {
  const auto divide = proof.use(lemmas::division);
  const auto positive = proof.use(lemmas::product_not_negative);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto count_covered = proof.use(covered_count);
  Nest<Sym> nest = optimized::run_of(column.loops[0].count, Sym(0));
  std::vector<FillStep> steps;
  // The last loop of the nest ends before `reach`, so it has at most `reach` steps.
  int64_t reach = far;
  const auto ends = [&](const Loop<Sym>& loop) {
    return exactly([&] {
      return all_of(0 <= loop.count, 1 <= loop.dst, loop.count <= loop.dst * loop.count,
                    loop.dst * loop.count <= reach);
    });
  };
  Fact last_ends = proof.prove("the run ends", ends(nest.loops[0]), {proof.bounds(column.shape.w)});
  for (size_t k = 1; k < column.loops.size(); ++k) {
    const Loop<Sym> outer = {column.loops[k].count, column.loops[k].step[0], Sym(0)},
                    inner = nest.loops[nest.depth - 1];
    FillStep step = {bool(outer.count == 1), false, inner, outer, column.legal};
    if (step.once) {
      step.why = proof.prove("it is done once", outer.count == 1);
    } else {
      const Sym &g = inner.dst, &m = inner.count, &e = outer.dst, &p = outer.count;
      const Sym end = exactly([&] { return e * p; }), q = exactly([&] { return e / g; });
      const Fact outer_ends = proof.prove(
          "the loop ends", exactly([&] { return all_of(0 <= p, 0 <= e, 0 <= end, end <= far); }),
          {column.legal, proof.bounds(p), proof.bounds(e), proof.bounds(e * p),
           positive.instance(e, p)});
      proof.learn("steps are not 0", g, {1, far}, {last_ends, proof.bounds(g)});
      proof.learn("the inner loop ends", exactly([&] { return g * m; }), {0, reach}, {last_ends});
      const SymBool covers = optimized::covers(inner, outer);
      step.covered = bool(covers);
      const Fact decided = proof.prove("decided", step.covered ? covers : !covers);
      const Fact division = divide.instance(e, g);
      reach += far;
      if (step.covered) {
        const ExactArithmetic exact;
        step.why = proof.prove(
            "e = q*g, q <= m", all_of(e == q * g, e <= g * m, 0 <= q, q <= m, 1 <= g, 0 <= m),
            {decided, division, last_ends, outer_ends, monotone.instance(m + 1, q, g)});
        const std::vector<Fact> why = {step.why, last_ends, outer_ends,
                                       count_covered.instance(m, g, p, e, q)};
        const Sym more = (p - 1) * q;
        proof.learn("more of them", more, {-reach, reach}, why);
        proof.learn("all of them", m + more, {0, reach}, why);
        last_ends = proof.prove("they end", ends({m + more, g, Sym(0)}), why);
      } else {
        step.why = decided;
        last_ends =
            proof.prove("it ends", ends(outer),
                        {decided, outer_ends, last_ends, division, monotone.instance(1, e, p)});
      }
    }
    optimized::push_fill_loop<Original>(nest, outer);
    steps.push_back(step);
  }
  return steps;
}

// The nest of the plan; `nesting` records its construction.
template <class Mutation>
Loops loops_of(const LaneColumn& column) {
  Loops loops;
  for (const Loop<Sym>& loop : optimized::fill_nest<Mutation>(column.element_bytes, column.shape,
                                                              column.channels, column.walks[0])
                                   .loops)
    loops.push_back({loop.count, {loop.dst}});
  return loops;
}

// Each byte of each element is written: step (i, j) is step i + j*q of the coalesced loop.
template <class Mutation>
void reached(Proof& proof) {
  const auto steps_of = proof.use(covered_steps);
  const auto positive = proof.use(lemmas::product_not_negative);
  const auto monotone = proof.use(lemmas::product_monotone);
  const LaneColumn column = any_column(proof);
  const std::vector<FillStep> steps = nesting(proof, column);
  const Loops nest = loops_of<Mutation>(column);

  const ExactArithmetic exact;
  const Indices at = any_indices(proof);
  Indices index = {at[0]};
  std::vector<Fact> known = {proof.given(within(column.loops, at))};
  for (size_t k = 0; k < steps.size(); ++k) {
    const auto& [once, covered, inner, outer, why] = steps[k];
    const Sym& j = at[k + 1];
    known.push_back(why);
    if (covered) {
      const Sym q = outer.dst / inner.dst, i = index.back(), x = i + j * q;
      std::vector<Fact> facts = known;
      facts.push_back(steps_of.instance(x, i, j, q, inner.dst, outer.dst));
      facts.push_back(positive.instance(j, q));
      facts.push_back(monotone.instance(j, outer.count - 1, q));
      known.push_back(proof.prove("the covering loop goes there",
                                  all_of(0 <= x, x < inner.count + (outer.count - 1) * q,
                                         x * inner.dst == i * inner.dst + j * outer.dst),
                                  facts));
      index.back() = x;
    } else if (!once) {
      index.push_back(j);
    }
  }
  index.resize(nest.size());
  proof.conclude("the nest goes where the loops go",
                 all_of(within(nest, index), visit_the_same(nest, index, column.loops, at)), known);
}

// No other byte is written: step x of the coalesced loop is j = min(x div q, p - 1) steps of the
// outer loop and x - j*q of the inner one.
template <class Mutation>
void nothing_else(Proof& proof) {
  const auto steps_of = proof.use(covered_steps);
  const auto decode = proof.use(covered_decode);
  const LaneColumn column = any_column(proof);
  const std::vector<FillStep> steps = nesting(proof, column);
  const Loops nest = loops_of<Mutation>(column);

  const ExactArithmetic exact;
  const Indices index = any_indices(proof);
  std::vector<Fact> known = {proof.given(all_of(within(nest, index), column.channels >= 1))};
  const Fact at_least_once = proof.prove(
      "no loop is empty", all_of(column.shape.n >= 1, column.channels >= 1, column.shape.h >= 1));
  Indices at(column.loops.size()), open = index;
  for (const FillStep& step : steps)
    if (step.once || step.covered) open.pop_back();
  for (size_t k = steps.size(); k-- > 0;) {
    const auto& [once, covered, inner, outer, why] = steps[k];
    known.push_back(why);
    if (covered) {
      const Sym x = open.back(), q = outer.dst / inner.dst;
      const Sym j = outer_step(x, outer.count, q), i = x - j * q;
      std::vector<Fact> facts = known;
      facts.push_back(decode.instance(x, inner.count, outer.count, q, j));
      facts.push_back(steps_of.instance(x, i, j, q, inner.dst, outer.dst));
      facts.push_back(at_least_once);
      known.push_back(proof.prove("a step of the covering loop is one of both",
                                  all_of(0 <= i, i < inner.count, 0 <= j, j < outer.count,
                                         x * inner.dst == i * inner.dst + j * outer.dst),
                                  facts));
      at[k + 1] = j;
      open.back() = i;
    } else if (!once) {
      at[k + 1] = open.back();
      open.pop_back();
    }
  }
  at[0] = open.back();
  proof.conclude("the loops go where the nest goes",
                 all_of(within(column.loops, at), visit_the_same(nest, index, column.loops, at)),
                 known);
}

}  // namespace

std::vector<Theorem> fills() {
  // Within system memory all channels are one column: K is C.
  const auto line = [](const Model& model) {
    return fill_line(1, {model["N"], model["K"], model["H"], model["W"]},
                     {Space::system, toy_window,
                      Dim4<int64_t>{model["dst.n"], model["dst.block"], model["dst.h"], 1}});
  };
  const auto one_channel = [](const Interval& rows, const Interval& width) {
    return toy({{"N", {1, 1}},
                {"K", {1, 1}},
                {"H", rows},
                {"W", width},
                {"dst.h", {0, 64}},
                {"dst.block", {0, 0}},
                {"dst.n", {0, 0}}});
  };
  return {
      {"plan.fill.reached",
       "The nest of a fill writes each byte of each element of a stack of channels.",
       with_others(operations_of(okk_gdma::is_fill), {"bm_atomic_memset_4D"}), reached<Original>,
       control(Fault::tail_lost, reached<With<Fault::tail_lost>>, one_channel({1, 1}, {33, 40}),
               line)},
      {"plan.fill.nothing_else",
       "The nest of a fill writes bytes of elements of a stack of channels and no others, though "
       "some perhaps twice.",
       with_others(operations_of(okk_gdma::is_fill), {"bm_atomic_memset_4D"}),
       nothing_else<Original>,
       control(Fault::byte_fill_as_16_bit, nothing_else<With<Fault::byte_fill_as_16_bit>>,
               one_channel({1, 1}, {1, 8}), line)}};
}

}  // namespace strideproof::solver::plans

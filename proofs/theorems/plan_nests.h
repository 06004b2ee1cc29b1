#pragma once
// Loop nests over any number of operands: a loop whose steps start, in all operands, where the loop
// inside it ends is coalesced with it, and the visited places stay the same.
//
// Code describes how a plan makes its nests:
//   operands                        how many, the destination first
//   keeps_run                       true if the innermost loop is kept although it runs once
//   Nest                            loops[], depth
//   any(loop)                       AnyLoop of a loop of the plan
//   continues(inner, outer)         the condition of the plan
//   enclose(nest, outer)            the step of the plan, the first time with the run
//   nest_of(column)                  the nest that the plan makes of a column

#include <optional>
#include <vector>

#include "proofs/theorems/domain.h"
#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {

using Indices = std::vector<Sym>;  // of loops, the innermost first

struct AnyLoop {
  Sym count;
  std::vector<Sym> step;  // by operand
};
using Loops = std::vector<AnyLoop>;  // the innermost first

// The loops of a legal case: runs, rows, channels, batches. There may be no channel: the loop is
// then empty, so its step is unused, but must still not overflow. There may be one channel more
// than exists if all columns have equally many. The step of an extent of 1 is unused; other steps
// of the destination are not 0.
struct LaneColumn {
  int64_t element_bytes;
  Dim4<Sym> shape;
  Sym channels;
  std::vector<ColumnStrides<Sym>> walks;  // by operand
  std::vector<Sym> w;
  Loops loops;
  Fact legal;
};

// e = d*m and x = i + j*m: x steps of d are i steps of d and j steps of e. Arguments x, i, j, m, d,
// e.
std::optional<Lemma<6>> joined_steps(Prover& prover);
// e = d*m: a loop of m*p steps of d > 0 has at most p*e steps. Arguments m, d, p, e.
std::optional<Lemma<4>> joined_count(Prover& prover);

// The fate of a loop: dropped as it runs once, coalesced with the loop inside, or kept.
struct Step {
  bool once, joins;
  AnyLoop inner, outer;
  Fact why;  // if coalesced: the condition of `continues`
};

SymBool within(const Loops& loops, const Indices& at);
// The place of the loops in an operand, `at` these steps.
Sym place_at(const Loops& loops, const Indices& at, size_t operand);
// Both visit the same places in all operands.
SymBool visit_the_same(const Loops& a, const Indices& at, const Loops& b, const Indices& to);
Indices any_indices(Proof& proof);

// A loop ends, in all operands, before its steps overflow.
SymBool ends(const AnyLoop& loop);
Fact loop_ends(Proof& proof, const LaneColumn& column, const AnyLoop& loop);
void learn_ends(Proof& proof, const AnyLoop& loop, const Fact& why);
// A coalesced loop ends before its steps overflow; `why` the loops are coalesced.
Fact joined_ends(Proof& proof, const AnyLoop& inner, const AnyLoop& outer, const Facts& why);

// Encloses one loop after the other as the plan does, and shows that nothing overflows.
template <class Code>
std::vector<Step> nesting(Proof& proof, const LaneColumn& column) {
  typename Code::Nest nest{};
  std::vector<Step> steps;
  std::optional<Fact> last_ends;
  for (const AnyLoop& outer : column.loops) {
    const bool is_run = steps.empty();
    Step step = {!(is_run && Code::keeps_run) && bool(outer.count == 1), false, outer, outer,
                 column.legal};
    if (step.once) {
      step.why = proof.prove("it is done once", outer.count == 1);
    } else {
      const Fact outer_ends = loop_ends(proof, column, outer);
      Fact now_ends = outer_ends;
      if (nest.depth > 0) {
        const auto& last = nest.loops[static_cast<size_t>(nest.depth - 1)];
        step.inner = Code::any(last);
        learn_ends(proof, step.inner, *last_ends);
        step.joins = bool(Code::is_contiguous(step.inner, outer));
        if (step.joins) {
          const ExactArithmetic exact;
          SymBool goes_on = any_of(step.inner.step[0] > 0, outer.step[0] > 0);
          for (size_t k = 0; k < Code::operands; ++k)
            goes_on = all_of(goes_on, outer.step[k] == step.inner.step[k] * step.inner.count);
          step.why = proof.prove("it goes on", goes_on);
          now_ends = joined_ends(proof, step.inner, outer, {step.why, *last_ends, outer_ends});
        }
      }
      last_ends = now_ends;
    }
    Code::push_loop(nest, outer);
    steps.push_back(step);
  }
  return steps;
}

template <class Code>
Loops nest_of(const LaneColumn& column) {
  Loops loops;
  for (const auto& loop : Code::nest_of(column).loops) loops.push_back(Code::any(loop));
  return loops;
}

// Step x of a coalesced loop is step i of the inner and step j of the outer loop.
inline Facts joined_step(Proof& proof, const Step& step, const Sym& x, const Sym& i, const Sym& j) {
  const auto join_steps = proof.use(joined_steps);
  Facts facts;
  for (size_t k = 0; k < step.inner.step.size(); ++k)
    facts.push_back(
        join_steps.instance(x, i, j, step.inner.count, step.inner.step[k], step.outer.step[k]));
  return facts;
}
inline SymBool leads_as_far(const Step& step, const Sym& x, const Sym& i, const Sym& j) {
  const ExactArithmetic exact;
  SymBool same = true;
  for (size_t k = 0; k < step.inner.step.size(); ++k)
    same = all_of(same, x * step.inner.step[k] == i * step.inner.step[k] + j * step.outer.step[k]);
  return same;
}

// The nest visits every place of the loops: (i, j) of a coalesced loop is i + j * inner.count.
template <class Code>
void nest_is_reached(Proof& proof, const LaneColumn& column) {
  const auto digits = proof.use(lemmas::digits_in_range);
  const std::vector<Step> steps = nesting<Code>(proof, column);
  const Loops nest = nest_of<Code>(column);

  const ExactArithmetic exact;
  const Indices at = any_indices(proof);
  Indices index;
  Facts known = {proof.given(within(column.loops, at))};
  for (size_t k = 0; k < steps.size(); ++k) {
    const Step& step = steps[k];
    const Sym& j = at[k];
    known.push_back(step.why);
    if (step.joins) {
      const Sym i = index.back(), x = i + j * step.inner.count;
      known.push_back(proof.prove(
          "the joined loop goes there",
          all_of(0 <= x, x < step.inner.count * step.outer.count, leads_as_far(step, x, i, j)),
          known + joined_step(proof, step, x, i, j) +
              Facts{digits.instance(j, i, step.outer.count, step.inner.count)}));
      index.back() = x;
    } else if (!step.once) {
      index.push_back(j);
    }
  }
  index.resize(nest.size());
  proof.conclude("the nest goes where the loops go",
                 all_of(within(nest, index), visit_the_same(nest, index, column.loops, at)), known);
}

// The nest visits no other place: x of a coalesced loop is (x mod inner.count, x div inner.count).
template <class Code>
void nest_has_nothing_else(Proof& proof, const LaneColumn& column) {
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const auto monotone = proof.use(lemmas::product_monotone);
  const std::vector<Step> steps = nesting<Code>(proof, column);
  const Loops nest = nest_of<Code>(column);

  const ExactArithmetic exact;
  const Indices index = any_indices(proof);
  Facts known = {proof.given(within(nest, index))};
  Indices at(column.loops.size()), open = index;
  for (const Step& step : steps)
    if (step.once || step.joins) open.pop_back();
  for (size_t k = steps.size(); k-- > 0;) {
    const Step& step = steps[k];
    known.push_back(step.why);
    if (step.joins) {
      const Sym &m = step.inner.count, x = open.back(), i = x % m, j = x / m;
      known.push_back(
          proof.prove("a step of the joined loop is one of both",
                      all_of(x == i + j * m, 0 <= i, i < m, 0 <= j, j < step.outer.count,
                             leads_as_far(step, x, i, j)),
                      known + joined_step(proof, step, x, i, j) +
                          Facts{divide.instance(x, m), below.instance(x, step.outer.count, m),
                                monotone.instance(m, 0, step.outer.count)}));
      known.push_back(
          proof.prove("which tell it", x == i + j * m, known + Facts{divide.instance(x, m)}));
      at[k] = j;
      open.back() = i;
    } else if (!step.once) {
      at[k] = open.back();
      open.pop_back();
    }
  }
  // So different steps of the nest are different steps of the loops.
  Indices again;
  for (size_t k = 0; k < steps.size(); ++k) {
    if (steps[k].joins)
      again.back() = again.back() + at[k] * steps[k].inner.count;
    else if (!steps[k].once)
      again.push_back(at[k]);
  }
  SymBool told_apart = true;
  for (size_t k = 0; k < again.size(); ++k) told_apart = all_of(told_apart, again[k] == index[k]);
  proof.conclude(
      "the loops go where the nest goes, each step another one",
      all_of(within(column.loops, at), visit_the_same(nest, index, column.loops, at), told_apart),
      known);
}

}  // namespace strideproof::solver::plans

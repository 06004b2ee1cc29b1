// The nests of copies and of words: a loop that is pushed around a nest is dropped, coalesced or
// kept, and the nest visits the same places as its loops.

#include <vector>

#include "model/optimized/okk_bdc_plan.h"
#include "proofs/theorems/plans.h"

namespace strideproof::solver::plans {
namespace {

struct Copy {
  static constexpr size_t operands = 2;
  static Loop<Sym> loop(const AnyLoop& any) { return {any.count, any.step[0], any.step[1]}; }

  static SymBool is_contiguous(const AnyLoop& inner, const AnyLoop& outer) {
    return optimized::is_contiguous(loop(inner), loop(outer));
  }
  static Loops push(const AnyLoop& inner, const AnyLoop& outer) {
    Nest<Sym> nest = optimized::nest_of_run(Loop<Sym>{Sym(1), Sym(1), Sym(1)});
    nest.loops[nest.depth++] = loop(inner);
    optimized::push_loop(nest, loop(outer));
    Loops loops;
    for (int i = 1; i < nest.depth; ++i)
      loops.push_back({nest.loops[i].count, {nest.loops[i].dst, nest.loops[i].src}});
    return loops;
  }
};

struct Words {
  static constexpr size_t operands = 3;
  static optimized::WordLoop<Sym> loop(const AnyLoop& any) {
    return {any.count, {any.step[0], any.step[1], any.step[2]}};
  }

  static SymBool is_contiguous(const AnyLoop& inner, const AnyLoop& outer) {
    return optimized::is_contiguous(loop(inner), loop(outer));
  }
  static Loops push(const AnyLoop& inner, const AnyLoop& outer) {
    optimized::WordNest<Sym> nest{};
    nest.loops[nest.depth++] = loop(inner);
    optimized::push_loop(nest, loop(outer));
    Loops loops;
    for (size_t i = 0; i < static_cast<size_t>(nest.depth); ++i)
      loops.push_back(
          {nest.loops[i].count, {nest.loops[i].step.begin(), nest.loops[i].step.end()}});
    return loops;
  }
};

// Loops that are contiguous in the sources are coalesced.
template <class Code>
struct SourcesAlone : Code {
  static SymBool is_contiguous(const AnyLoop& inner, const AnyLoop& outer) {
    SymBool all = true;
    for (size_t k = 1; k < Code::operands; ++k)
      all = all_of(all, outer.step[k] == inner.step[k] * inner.count);
    return all;
  }
  static Loops push(const AnyLoop& inner, const AnyLoop& outer) {
    if (outer.count == 1) return {inner};
    if (is_contiguous(inner, outer)) return {{inner.count * outer.count, inner.step}};
    return {inner, outer};
  }
};

// e = d*m and x = i + j*m: x steps of d are i steps of d and j steps of e. Arguments x, i, j, m, d,
// e.
Lemma<6> coalesced_steps(Prover& prover) {
  return Lemma<6>::prove(prover, "steps of coalesced loops", {"x", "i", "j", "m", "d", "e"},
                         [](Sym x, Sym i, Sym j, Sym m, Sym d, Sym e) {
                           return given(e == d * m, x == i + j * m).follows(x * d == i * d + j * e);
                         });
}

// e = d*m: a loop of m*p steps of d > 0 has at most p*e steps. Arguments m, d, p, e.
Lemma<4> coalesced_count(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  const auto positive = lemmas::product_not_negative(prover);
  return Lemma<4>::prove(
      prover, "count of coalesced loops", {"m", "d", "p", "e"},
      [](Sym m, Sym d, Sym p, Sym e) {
        return given(e == d * m, any_of(d > 0, e > 0), m >= 0, p >= 0)
            .follows(0 <= m * p, m * p <= e * p);
      },
      [&](const Sym& m, const Sym& d, const Sym& p, const Sym& e) {
        return Instances{monotone.instance(1, d, m), monotone.instance(d, 0, m),
                         monotone.instance(m, e, p), positive.instance(m, p)};
      });
}

// A loop ends, in all operands, before its steps overflow.
SymBool ends(const AnyLoop& loop) {
  const ExactArithmetic exact;
  SymBool result = all_of(0 <= loop.count, loop.count <= far);
  for (const Sym& step : loop.step)
    result = all_of(result, -far <= step * loop.count, step * loop.count <= far);
  return result;
}

// Any loop of a nest, and the one pushed around it. plan.operands.steps proves the premises about
// steps: a step of the destination is not 0 where two of its elements lie apart.
template <class Code>
void push_keeps_places(Proof& proof) {
  const auto steps = proof.use(coalesced_steps);
  const auto counts = proof.use(coalesced_count);
  const auto digits = proof.use(lemmas::digits_in_range);
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const AnyLoop inner = any_loop(proof, "inner", Code::operands, far),
                outer = any_loop(proof, "outer", Code::operands, most_extent + 1);
  const Sym &m = inner.count, &p = outer.count;
  const Fact inner_ends = proof.given(ends(inner)), outer_ends = proof.given(ends(outer));
  for (const Sym& d : inner.step)
    proof.learn("the inner loop ends", exactly([&] { return d * m; }), {-far, far}, {inner_ends});
  const Fact advances = proof.given(any_of(p == 1, inner.step[0] > 0, outer.step[0] > 0));
  const bool once(p == 1), contiguous(!once && bool(Code::is_contiguous(inner, outer)));
  Facts known = {inner_ends, outer_ends, advances};
  const Sym count = exactly([&] { return m * p; });
  if (contiguous) {
    SymBool equal = any_of(inner.step[0] > 0, outer.step[0] > 0);
    exactly([&] {
      for (size_t k = 0; k < Code::operands; ++k)
        equal = all_of(equal, outer.step[k] == inner.step[k] * m);
    });
    known.push_back(proof.prove("each outer step is a whole inner loop", equal));
    known.push_back(
        proof.learn("the coalesced loop ends", count, {0, far},
                    known + Facts{counts.instance(m, inner.step[0], p, outer.step[0])}));
  }
  const Loops loops = Code::push(inner, outer);
  const ExactArithmetic exact;
  if (!contiguous) {
    const bool kept = loops.size() == 2;
    proof.conclude("a loop that runs once is dropped, another is kept around the nest",
                   all_of(SymBool(once ? loops.size() == 1 : kept), are_one(loops.front(), inner),
                          kept ? are_one(loops.back(), outer) : p == 1));
    return;
  }
  const AnyLoop& both = loops.front();
  Facts sums = known;
  for (size_t k = 0; k < Code::operands; ++k)
    sums.push_back(steps.instance(count, 0, p, m, inner.step[k], outer.step[k]));
  proof.conclude("the coalesced loop ends before its steps overflow", ends(both), sums);

  const auto visits_the_same = [&](const Sym& x, const Sym& i, const Sym& j) {
    SymBool same = true;
    for (size_t k = 0; k < Code::operands; ++k)
      same = all_of(same, x * both.step[k] == i * inner.step[k] + j * outer.step[k]);
    return same;
  };
  const auto sums_of = [&](const Sym& x, const Sym& i, const Sym& j) {
    Facts facts = known;
    for (size_t k = 0; k < Code::operands; ++k)
      facts.push_back(steps.instance(x, i, j, m, inner.step[k], outer.step[k]));
    return facts;
  };
  const Sym i = proof.variable("i", 0, far), j = proof.variable("j", 0, far);
  const Fact step = proof.given(all_of(i < m, j < p));
  proof.conclude("it visits each place of both loops",
                 all_of(0 <= i + j * m, i + j * m < both.count, visits_the_same(i + j * m, i, j)),
                 sums_of(i + j * m, i, j) + Facts{step, digits.instance(j, i, p, m)});
  const Sym x = proof.variable("x", 0, far);
  const Fact inside = proof.given(x < both.count);
  const Facts split = {inside, proof.bounds(x), divide.instance(x, m), below.instance(x, p, m)};
  proof.conclude("and each of its steps is another one of both",
                 all_of(x == x % m + x / m * m, 0 <= x % m, x % m < m, 0 <= x / m, x / m < p,
                        visits_the_same(x, x % m, x / m)),
                 sums_of(x, x % m, x / m) + split);
}

template <template <class> class Code>
void push_keeps_places_of_any(Proof& proof) {
  if (any_choice(proof, "words", 2) == 1) return push_keeps_places<Code<Words>>(proof);
  push_keeps_places<Code<Copy>>(proof);
}
template <class Code>
using AsIs = Code;

// ---- the control: the inner loop are rows of one element, the outer one batches ----

std::string copy_of_rows(const Model& v) {
  const auto strides = [&](const std::string& k) {
    return Dim4<int64_t>{v["outer.step" + k] / 4, 0, v["inner.step" + k] / 4, 1};
  };
  return copy_line(4, {v["outer.count"], 1, v["inner.count"], 1},
                   {Space::system, toy_window, strides("0")},
                   {Space::system, toy_window + 1024, strides("1")});
}

}  // namespace

std::vector<Theorem> nests() {
  return {{"plan.nest",
           "A loop that is pushed around the nest of a copy, or of an operation on words, is "
           "dropped, coalesced or kept; the nest visits each place of its loops in all operands, "
           "once, and no other.",
           operations_matching({"okk_gdma_*cpy*", "okk_gdma_*matrix*", "okk_bdc_*",
                                "bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D"}),
           push_keeps_places_of_any<AsIs>,
           control(Fault::rows_collapsed, push_keeps_places_of_any<SourcesAlone>,
                   toy("words=0 inner.count=2..3 outer.count=2 inner.step0=8 inner.step1=4 "
                       "outer.step0=32..48 outer.step1=4..16"),
                   copy_of_rows)}};
}

}  // namespace strideproof::solver::plans

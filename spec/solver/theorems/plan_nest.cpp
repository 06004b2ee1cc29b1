// Nests of copies: a loop that goes on exactly where the one inside it ends becomes one with it, and
// still the same bytes come from and go to the same places.

#include "spec/solver/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {
namespace {

using Indices = std::vector<Sym>;  // of loops, the innermost first
using Loops = std::vector<Loop<Sym>>;

constexpr int64_t far = int64_t{1} << 60;

// e = d*m and x = i + j*m: x steps of d are i steps of d and j steps of e.
std::optional<Lemma<6>> joined_steps(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  if (!monotone) return {};
  return Lemma<6>::prove(prover, "steps of joined loops", {"x", "i", "j", "m", "d", "e"},
                         [](Sym x, Sym i, Sym j, Sym m, Sym d, Sym e) {
                           return given(e == d * m, x == i + j * m).follows(x * d == i * d + j * e);
                         });
}

// e = d*m: a loop of m*p steps of d > 0 has no more of them than p*e.
std::optional<Lemma<4>> joined_count(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  const auto positive = lemmas::product_not_negative(prover);
  if (!monotone || !positive) return {};
  return Lemma<4>::prove(
      prover, "count of joined loops", {"m", "d", "p", "e"},
      [](Sym m, Sym d, Sym p, Sym e) {
        return given(e == d * m, any_of(d > 0, e > 0), m >= 0, p >= 0)
            .follows(0 <= m * p, m * p <= e * p);
      },
      [&](const Sym& m, const Sym& d, const Sym& p, const Sym& e) {
        return Instances{monotone->instance(1, d, m), monotone->instance(d, 0, m),
                         monotone->instance(m, e, p), positive->instance(m, p)};
      });
}

// A stack: runs, rows, channels, batches.
struct Stack {
  int64_t element_bytes;
  Dim4<Sym> shape;
  Sym channels;
  Walk<Sym> dst, src;
  Loops loops;
  Fact legal;
};

// Of a legal copy. Its destination steps lead to other bytes. There may be no channel, and one more
// than there is where all stacks are equally high: what its step is then nobody asks, it only must
// not overflow. The step of an extent of 1 is never looked at.
Stack any_stack(Proof& proof) {
  const int64_t es = element_bytes(proof);
  const auto extent = [&](const char* name) { return proof.variable(name, 1, extents); };
  const Dim4<Sym> shape = {extent("N"), Sym(1), extent("H"), extent("W")};
  const Sym channels = proof.variable("K", 0, extents + 1);
  const auto walk = [&](const std::string& name) {
    const auto step = [&](const char* of, int64_t low, int64_t high) {
      return proof.variable(name + of, low, high);
    };
    return Walk<Sym>{Sym(0),
                     Sym(0),
                     Sym(0),
                     Sym(0),
                     step(".block", -4096 * 4 * memory_end, 4096 * 4 * memory_end),
                     step(".n", 0, 4 * memory_end),
                     step(".h", 0, 4 * memory_end)};
  };
  const Walk<Sym> dst = walk("dst"), src = walk("src");
  const ExactArithmetic exact;
  const auto near = [&](const Sym& x) { return all_of(-far <= x, x <= far); };
  return {es,
          shape,
          channels,
          dst,
          src,
          {{shape.w * es, Sym(1), Sym(1)},
           {shape.h, dst.h, src.h},
           {channels, dst.block, src.block},
           {shape.n, dst.n, src.n}},
          proof.given(all_of(any_of(shape.h == 1, dst.h > 0), any_of(shape.n == 1, dst.n > 0),
                             near(dst.block * channels), near(src.block * channels)))};
}

// What became of a loop: nothing as it is done once, one with the loop inside, or one of its own.
struct Step {
  bool once, joins;
  Loop<Sym> inner, outer;
  Fact why;  // of joins: what `continues` asks for
};

// Encloses one loop after the other as the plan does, and shows that nothing overflows.
template <class Plant>
std::vector<Step> nesting(Proof& proof, const Stack& stack) {
  const auto join_steps = proof.use(joined_steps);
  const auto join_count = proof.use(joined_count);
  Nest<Sym> nest = optimized::run_of(stack.loops[0].count, Sym(1));
  std::vector<Step> steps;
  const auto last = [&]() -> const Loop<Sym>& { return nest.loops[nest.depth - 1]; };
  const auto ends = [&](const Loop<Sym>& loop) {
    const ExactArithmetic exact;
    return all_of(0 <= loop.count, loop.count <= far, -far <= loop.dst * loop.count,
                  loop.dst * loop.count <= far, -far <= loop.src * loop.count,
                  loop.src * loop.count <= far);
  };
  Fact last_ends = proof.prove("the run ends", ends(last()), {proof.bounds(stack.shape.w)});
  for (size_t i = 1; i < stack.loops.size(); ++i) {
    const Loop<Sym>&outer = stack.loops[i], inner = last();
    Step step = {bool(outer.count == 1), false, inner, outer, stack.legal};
    if (step.once) step.why = proof.prove("it is done once", outer.count == 1);
    if (!step.once) {
      const auto product = [](const Sym& a, const Sym& b) {
        const ExactArithmetic exact;
        return a * b;
      };
      const Fact outer_ends =
          proof.prove("the loop ends", ends(outer),
                      {stack.legal, proof.bounds(outer.count), proof.bounds(outer.dst),
                       proof.bounds(outer.src), proof.bounds(product(outer.dst, outer.count))});
      proof.learn("the inner loop ends", product(inner.dst, inner.count), {-far, far}, {last_ends});
      proof.learn("the inner loop ends", product(inner.src, inner.count), {-far, far}, {last_ends});
      step.joins = bool(optimized::continues<Plant>(inner, outer));
      last_ends = outer_ends;
      if (step.joins) {
        const ExactArithmetic exact;
        step.why = proof.prove("it goes on", all_of(outer.dst == inner.dst * inner.count,
                                                    outer.src == inner.src * inner.count,
                                                    any_of(inner.dst > 0, outer.dst > 0)));
        const Fact fewer =
            proof.learn("joined, they end", product(inner.count, outer.count), {0, far},
                        {step.why, last_ends, outer_ends,
                         join_count.instance(inner.count, inner.dst, outer.count, outer.dst)});
        last_ends =
            proof.prove("joined, they end", ends({inner.count * outer.count, inner.dst, inner.src}),
                        {step.why, outer_ends, fewer,
                         join_steps.instance(inner.count * outer.count, 0, outer.count, inner.count,
                                             inner.dst, outer.dst),
                         join_steps.instance(inner.count * outer.count, 0, outer.count, inner.count,
                                             inner.src, outer.src)});
      }
    }
    optimized::enclose<Plant>(nest, outer);
    steps.push_back(step);
  }
  return steps;
}

struct Places {
  Sym dst, src;
};
Places visited(const Loops& loops, const Indices& at) {
  Places sum = {0, 0};
  for (size_t i = 0; i < at.size(); ++i)
    sum = {sum.dst + at[i] * loops[i].dst, sum.src + at[i] * loops[i].src};
  return sum;
}
SymBool within(const Loops& loops, const Indices& at) {
  SymBool result = true;
  for (size_t i = 0; i < at.size(); ++i)
    result = all_of(result, 0 <= at[i], at[i] < loops[i].count);
  return result;
}
SymBool same(const Places& a, const Places& b) { return all_of(a.dst == b.dst, a.src == b.src); }

Indices any_indices(Proof& proof) {
  Indices result;
  for (const char* name : {"i0", "i1", "i2", "i3"}) result.push_back(proof.variable(name, 0, far));
  return result;
}

// The nest that the plan has, of which `nesting` shows how it came about.
template <class Plant>
Loops nest_of(const Stack& stack) {
  const Nest<Sym> nest = optimized::copy_nest<Plant>(stack.element_bytes, stack.shape,
                                                     stack.channels, stack.dst, stack.src);
  return {nest.loops.begin(), nest.loops.end()};
}

// Each byte of each element is copied: (i, j) of a joined loop is i + j * inner.count.
template <class Plant>
void reached(Proof& proof) {
  const auto join_steps = proof.use(joined_steps);
  const auto digits = proof.use(lemmas::digits_in_range);
  const Stack stack = any_stack(proof);
  const std::vector<Step> steps = nesting<Plant>(proof, stack);
  const Loops nest = nest_of<Plant>(stack);

  const ExactArithmetic exact;
  const Indices at = any_indices(proof);
  Indices index = {at[0]};
  std::vector<Fact> known = {proof.given(within(stack.loops, at))};
  for (size_t k = 0; k < steps.size(); ++k) {
    const auto& [once, joins, inner, outer, why] = steps[k];
    const Sym& j = at[k + 1];
    known.push_back(why);
    if (joins) {
      const Sym i = index.back(), x = i + j * inner.count;
      std::vector<Fact> facts = known;
      facts.push_back(digits.instance(j, i, outer.count, inner.count));
      facts.push_back(join_steps.instance(x, i, j, inner.count, inner.dst, outer.dst));
      facts.push_back(join_steps.instance(x, i, j, inner.count, inner.src, outer.src));
      known.push_back(proof.prove("the joined loop goes there",
                                  all_of(0 <= x, x < inner.count * outer.count,
                                         x * inner.dst == i * inner.dst + j * outer.dst,
                                         x * inner.src == i * inner.src + j * outer.src),
                                  facts));
      index.back() = x;
    } else if (!once) {
      index.push_back(j);
    }
  }
  index.resize(nest.size());
  proof.conclude("the nest goes where the loops go",
                 all_of(within(nest, index), same(visited(nest, index), visited(stack.loops, at))),
                 known);
}

// And nothing else is: x of a joined loop is (x mod inner.count, x div inner.count).
template <class Plant>
void nothing_else(Proof& proof) {
  const auto join_steps = proof.use(joined_steps);
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const auto monotone = proof.use(lemmas::product_monotone);
  const Stack stack = any_stack(proof);
  const std::vector<Step> steps = nesting<Plant>(proof, stack);
  const Loops nest = nest_of<Plant>(stack);

  const ExactArithmetic exact;
  const Indices index = any_indices(proof);
  std::vector<Fact> known = {proof.given(within(nest, index))};
  Indices at(stack.loops.size()), open = index;
  for (const Step& step : steps)
    if (step.once || step.joins) open.pop_back();
  for (size_t k = steps.size(); k-- > 0;) {
    const auto& [once, joins, inner, outer, why] = steps[k];
    known.push_back(why);
    if (joins) {
      const Sym x = open.back(), i = x % inner.count, j = x / inner.count;
      std::vector<Fact> facts = known;
      facts.push_back(divide.instance(x, inner.count));
      facts.push_back(below.instance(x, outer.count, inner.count));
      facts.push_back(monotone.instance(inner.count, 0, outer.count));
      facts.push_back(join_steps.instance(x, i, j, inner.count, inner.dst, outer.dst));
      facts.push_back(join_steps.instance(x, i, j, inner.count, inner.src, outer.src));
      known.push_back(proof.prove("a step of the joined loop is one of both",
                                  all_of(0 <= i, i < inner.count, 0 <= j, j < outer.count,
                                         x * inner.dst == i * inner.dst + j * outer.dst,
                                         x * inner.src == i * inner.src + j * outer.src),
                                  facts));
      at[k + 1] = j;
      open.back() = i;
    } else if (!once) {
      at[k + 1] = open.back();
      open.pop_back();
    }
  }
  at[0] = open.back();
  proof.conclude(
      "the loops go where the nest goes",
      all_of(within(stack.loops, at), same(visited(nest, index), visited(stack.loops, at))), known);
}

}  // namespace

std::vector<Theorem> nests() {
  // Within system memory all channels are one stack: K is C.
  const auto line = [](const Model& model) {
    const auto strides = [&](const std::string& name) {
      return Dim4<int64_t>{model[name + ".n"], model[name + ".block"], model[name + ".h"], 1};
    };
    return copy_line(1, {model["N"], model["K"], model["H"], model["W"]},
                     {Space::system, toy_window, strides("dst")},
                     {Space::system, toy_window + 4096, strides("src")});
  };
  const auto one_channel = [](const Interval& rows, const Interval& width) {
    return toy({{"N", {1, 1}},
                {"K", {1, 1}},
                {"H", rows},
                {"W", width},
                {"dst.h", {60, 64}},
                {"src.h", {0, 64}},
                {"dst.block", {0, 0}},
                {"src.block", {0, 0}},
                {"dst.n", {0, 0}},
                {"src.n", {0, 0}}});
  };
  return {{"plan.nest.reached",
           "The nest of a copy visits each byte of a stack of channels, in both operands.",
           operations_of([](okk_gdma::Kind kind) { return !is_fill(kind); }), reached<Sound>,
           control(Fault::tail_lost, reached<With<Fault::tail_lost>>, one_channel({1, 1}, {33, 40}),
                   line)},
          {"plan.nest.nothing_else",
           "Whatever the nest of a copy visits is, in both operands, the same byte of the same "
           "element of a stack of channels.",
           operations_of([](okk_gdma::Kind kind) { return !is_fill(kind); }), nothing_else<Sound>,
           control(Fault::rows_collapsed, nothing_else<With<Fault::rows_collapsed>>,
                   one_channel({2, 3}, {1, 8}), line)}};
}

}  // namespace strideproof::solver::plans

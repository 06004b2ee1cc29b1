#include "model/optimized/okk_bdc.h"

#include <algorithm>

#include "spec/spec.h"

namespace strideproof::optimized {

namespace {

// A Compute for runs with any steps, one word after the other.
template <Function function>
void compute_words(const WordLoop<int64_t>& run, uint8_t* dst, const uint8_t* a, const uint8_t* b) {
  for (int64_t i = 0; i < run.count; ++i, dst += run.step[0], a += run.step[1], b += run.step[2])
    *reinterpret_cast<uint32_t*>(dst) = baseline::applied<function>(
        Word(), *reinterpret_cast<const uint32_t*>(a), *reinterpret_cast<const uint32_t*>(b));
}

void compute_column(Function function, const WordNest<int64_t>& nest, uint8_t* dst,
                    const uint8_t* a, const uint8_t* b, ChooseCompute choose) {
  const auto& [run, inner, middle, outer] = nest.loops;
  const Compute compute = choose(function, run);
  const auto at = [](const WordLoop<int64_t>& loop, int64_t i, size_t k) {
    return i * loop.step[k];
  };
  for (int64_t i = 0; i < outer.count; ++i)
    for (int64_t j = 0; j < middle.count; ++j)
      for (int64_t k = 0; k < inner.count; ++k)
        compute(run, dst + at(outer, i, 0) + at(middle, j, 0) + at(inner, k, 0),
                a + at(outer, i, 1) + at(middle, j, 1) + at(inner, k, 1),
                b + at(outer, i, 2) + at(middle, j, 2) + at(inner, k, 2));
}

}  // namespace

Compute compute_of(Function function, const WordLoop<int64_t>& run) {
  if (const Compute vectors = vector_compute(function, run)) return vectors;
  switch (function) {
    case Function::bit_and: return compute_words<Function::bit_and>;
    case Function::bit_or: return compute_words<Function::bit_or>;
    case Function::bit_xor: return compute_words<Function::bit_xor>;
    case Function::arithmetic_shift: return compute_words<Function::arithmetic_shift>;
    case Function::logical_shift: break;
  }
  return compute_words<Function::logical_shift>;
}

WordBases bases_of(Machine& machine, okk_bdc::Kind kind, const uint32_t& C) {
  uint8_t* const local = machine.base(Space::local);
  const auto* const constant = reinterpret_cast<const uint8_t*>(&C);
  WordBases bases = {local, local, okk_bdc::is_binary(kind) ? local : constant};
  if (okk_bdc::shifts_C(kind)) std::swap(bases.a, bases.b);
  return bases;
}

void compute(Function function, const WordPlan<int64_t>& plan, const WordBases& bases,
             ChooseCompute choose) {
  const auto& [dst, a, b] = plan.operands;
  for (int64_t column = 0; column < plan.columns; ++column)
    compute_column(function, column < plan.tall ? plan.tall_nest : plan.low_nest,
                   bases.dst + column_start(dst.walk, column),
                   bases.a + column_start(a.walk, column), bases.b + column_start(b.walk, column),
                   choose);
}

void execute_okk_bdc(Machine& machine, const Case& c) {
  const okk_bdc::Kind kind = okk_bdc::kind(*c.operation);
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const View<int64_t> v = spec::okk_bdc::view_of(*c.operation, c.arguments);
  const auto C = static_cast<uint32_t>(v.C);
  compute(okk_bdc::function(kind), plan_of(m, kind, v), bases_of(machine, kind, C));
}

// ---- counts ----

namespace {

// The words of a column as a set: loops with step 0, or whose words all occurred before, are
// dropped.
struct WordSet {
  std::array<Loop<int64_t>, 4> loops;
  int depth = 0;

  void push_loop(int64_t count, int64_t step) {
    if (count == 1 || step == 0) return;
    const Loop<int64_t> loop = {count, step, 0};
    if (depth > 0 && covers(loops[static_cast<size_t>(depth - 1)], loop)) {
      loops[static_cast<size_t>(depth - 1)] = covered(loops[static_cast<size_t>(depth - 1)], loop);
    } else {
      loops[static_cast<size_t>(depth++)] = loop;
    }
  }
  int64_t words() const {
    int64_t product = 1;
    for (int i = 0; i < depth; ++i) {
      product *= loops[static_cast<size_t>(i)].count;
      if (product > spec::footprint_budget) break;
    }
    return product;
  }
};

WordSet set_of(const Dim4<int64_t>& shape, int64_t channels, const WordWalk<int64_t>& operand) {
  const Loop<int64_t> once = {1, 0, 0};
  WordSet set{{once, once, once, once}};
  set.push_loop(shape.w, operand.w);
  set.push_loop(shape.h, operand.walk.h);
  set.push_loop(channels, operand.walk.block);
  set.push_loop(shape.n, operand.walk.n);
  return set;
}

Extremes coalesce(const Extremes& a, const Extremes& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

Extremes extremes_in(const Loop<int64_t>& run, const uint8_t* words) {
  if (run.count == 1 || run.dst == okk_bdc::element_bytes) return extremes_of(words, run.count);
  Extremes found = extremes_of(words, 1);
  for (int64_t i = 1; i < run.count; ++i)
    found = coalesce(found, extremes_of(words + i * run.dst, 1));
  return found;
}

Extremes extremes_in(const WordSet& set, const uint8_t* words) {
  const auto& [run, inner, middle, outer] = set.loops;
  Extremes found = extremes_of(words, 1);
  for (int64_t i = 0; i < outer.count; ++i)
    for (int64_t j = 0; j < middle.count; ++j)
      for (int64_t k = 0; k < inner.count; ++k)
        found = coalesce(found,
                         extremes_in(run, words + i * outer.dst + j * middle.dst + k * inner.dst));
  return found;
}

}  // namespace

std::optional<Extremes> counts_in(Machine& machine, const Case& c) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const View<int64_t> v = spec::okk_bdc::view_of(*c.operation, c.arguments);
  const Operands operand = okk_bdc::counts_of(okk_bdc::kind(*c.operation));
  const auto walk = word_walk_of(m, word_operand_of(m, v, operand));
  const int64_t columns = min_of(v.shape.c, m.lanes), channels = v.shape.c / m.lanes;
  const int64_t tall = v.shape.c % m.lanes;
  const WordSet tall_set = set_of(v.shape, channels + 1, walk);
  const WordSet low_set = set_of(v.shape, channels, walk);
  if (columns * tall_set.words() > spec::footprint_budget) return std::nullopt;
  const auto in_column = [&](int64_t column) {
    return extremes_in(column < tall ? tall_set : low_set,
                       machine.base(Space::local) + column_start(walk.walk, column));
  };
  Extremes found = in_column(0);
  for (int64_t column = 1; column < columns; ++column) found = coalesce(found, in_column(column));
  return found;
}

void evaluate_counts(Machine& machine, const Case& c, ConstraintResults& constraint_results) {
  constexpr auto min_bit = static_cast<uint8_t>(okk_bdc::ConstraintId::counts_min);
  constexpr auto max_bit = static_cast<uint8_t>(okk_bdc::ConstraintId::counts_max);
  if (okk_bdc::counts_of(okk_bdc::kind(*c.operation)) == 0) return;
  if ((constraint_results.violated & c.operation->needs[min_bit]) != 0)
    return;  // the same as those of counts_max
  const std::optional<Extremes> counts = counts_in(machine, c);
  if (!counts) {
    constraint_results.too_costly = true;
    return;
  }
  constraint_results.evaluated |= uint64_t{1} << min_bit | uint64_t{1} << max_bit;
  if (counts->least < -okk_bdc::largest_count)
    constraint_results.violated |= uint64_t{1} << min_bit;
  if (counts->most > okk_bdc::largest_count) constraint_results.violated |= uint64_t{1} << max_bit;
}

}  // namespace strideproof::optimized

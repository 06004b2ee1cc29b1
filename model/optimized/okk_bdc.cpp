#include "model/optimized/okk_bdc.h"

#include <algorithm>

#include "spec/spec.h"

namespace strideproof::optimized {

template void execute_okk_bdc<Original>(Machine&, const Case&);

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
  const auto walk = word_walk_of<Original>(m, word_operand_of<Original>(m, v, operand));
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

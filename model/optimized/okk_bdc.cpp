#include "model/optimized/okk_bdc.h"

#include <algorithm>

#include "spec/spec.h"

namespace strideproof::optimized {

template void execute_okk_bdc<Sound>(Machine&, const Case&);

namespace {

// The words of a stack as a set: loops that stay, or lead only to words met before, are none.
struct WordSet {
  std::array<Loop<int64_t>, 4> loops;
  int depth = 0;

  void enclose(int64_t count, int64_t step) {
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
  set.enclose(shape.w, operand.w);
  set.enclose(shape.h, operand.walk.h);
  set.enclose(channels, operand.walk.block);
  set.enclose(shape.n, operand.walk.n);
  return set;
}

Extremes joined(const Extremes& a, const Extremes& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

Extremes extremes_in(const Loop<int64_t>& run, const uint8_t* words) {
  if (run.count == 1 || run.dst == okk_bdc::element_bytes) return extremes_of(words, run.count);
  Extremes found = extremes_of(words, 1);
  for (int64_t i = 1; i < run.count; ++i)
    found = joined(found, extremes_of(words + i * run.dst, 1));
  return found;
}

Extremes extremes_in(const WordSet& set, const uint8_t* words) {
  const auto& [run, inner, middle, outer] = set.loops;
  Extremes found = extremes_of(words, 1);
  for (int64_t i = 0; i < outer.count; ++i)
    for (int64_t j = 0; j < middle.count; ++j)
      for (int64_t k = 0; k < inner.count; ++k)
        found =
            joined(found, extremes_in(run, words + i * outer.dst + j * middle.dst + k * inner.dst));
  return found;
}

}  // namespace

std::optional<Extremes> counts_in(Machine& machine, const Case& c) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const View<int64_t> v = spec::okk_bdc::view_of(*c.operation, c.arguments);
  const Operands operand = okk_bdc::counts_of(okk_bdc::kind(*c.operation));
  const auto walk = word_walk_of<Sound>(m, word_operand_of<Sound>(m, v, operand));
  const int64_t stacks = min_of(v.shape.c, m.lanes), channels = v.shape.c / m.lanes;
  const int64_t tall = v.shape.c % m.lanes;
  const WordSet tall_set = set_of(v.shape, channels + 1, walk);
  const WordSet low_set = set_of(v.shape, channels, walk);
  if (stacks * tall_set.words() > spec::footprint_budget) return std::nullopt;
  const auto in_stack = [&](int64_t stack) {
    return extremes_in(stack < tall ? tall_set : low_set,
                       machine.base(Space::local) + stack_start(walk.walk, stack));
  };
  Extremes found = in_stack(0);
  for (int64_t stack = 1; stack < stacks; ++stack) found = joined(found, in_stack(stack));
  return found;
}

void judge_counts(Machine& machine, const Case& c, Judgement& judgement) {
  constexpr auto min_bit = static_cast<uint8_t>(okk_bdc::Label::counts_min);
  constexpr auto max_bit = static_cast<uint8_t>(okk_bdc::Label::counts_max);
  if (okk_bdc::counts_of(okk_bdc::kind(*c.operation)) == 0) return;
  if ((judgement.violated & c.operation->needs[min_bit]) != 0) return;  // as those of counts_max
  const std::optional<Extremes> counts = counts_in(machine, c);
  if (!counts) {
    judgement.too_costly = true;
    return;
  }
  judgement.evaluated |= uint64_t{1} << min_bit | uint64_t{1} << max_bit;
  if (counts->least < -okk_bdc::largest_count) judgement.violated |= uint64_t{1} << min_bit;
  if (counts->most > okk_bdc::largest_count) judgement.violated |= uint64_t{1} << max_bit;
}

}  // namespace strideproof::optimized

#pragma once
// The plans of okk-bdc and its operations on a word with a planted fault: they run in the library
// of mutants, and proofs refute them.

#include <array>
#include <utility>

#include "model/optimized/okk_bdc.h"
#include "mutants/mutants.h"

namespace strideproof::mutants {

using spec::MachineShape;

// ---- operands ----

template <class I>
optimized::WordWalk<I> word_walk_of(Fault fault, const MachineShape<I>& m,
                                    const optimized::OperandView<I>& o) {
  optimized::WordWalk<I> words = optimized::word_walk_of(m, o);
  optimized::ColumnStrides<I>& walk = words.walk;
  if (fault == Fault::bdc_start_lane_ignored) {
    walk.start = spec::start_of(m, o.address).offset;
    walk.wrap_at = m.lanes;
  }
  if (fault == Fault::bdc_lane_wrap_early) {
    walk.wrap_at = walk.wrap_at - I(1);
    walk.wrap = walk.wrap + m.lane_bytes;
  }
  return words;
}

template <class I>
optimized::OperandView<I> word_operand_of(Fault fault, MachineShape<I> m,
                                          const spec::okk_bdc::View<I>& v, Operands which) {
  const spec::okk_bdc::Given<I>& given = spec::okk_bdc::given_of(v, which);
  if (fault == Fault::bdc_channels_unaligned) m.unit_bytes = I(okk_bdc::element_bytes);
  optimized::OperandView<I> o = optimized::word_operand_of(m, v, which);
  if (fault == Fault::bdc_n_stride_ignores_start_lane && given.stride.null)
    o.stride = spec::aligned_strides(m, okk_bdc::element_bytes, I(0), v.shape);
  if (given.stride.null) return o;
  if (fault == Fault::bdc_broadcast_as_default) {
    const I start_lane = spec::start_of(m, given.address).lane;
    const Dim4<I> other = spec::aligned_strides(m, okk_bdc::element_bytes, start_lane, v.shape);
    const auto or_default = [](const I& x, const I& y) { return select(x == I(0), y, x); };
    o.stride = {or_default(o.stride.n, other.n), or_default(o.stride.c, other.c),
                or_default(o.stride.h, other.h), or_default(o.stride.w, other.w)};
  }
  if (fault == (which == on_dst   ? Fault::dst_w_stride_ignored
                : which == on_src ? Fault::src_w_stride_ignored
                                  : Fault::src1_w_stride_ignored))
    o.stride.w = I(1);
  return o;
}

// ---- plans ----

template <class I>
void mistake_nest(Fault fault, optimized::WordNest<I>& nest) {
  auto& run = nest.loops[0];
  auto& inner = nest.loops[1];
  auto& middle = nest.loops[2];
  auto& outer = nest.loops[3];
  const auto contiguous = [&](size_t k) { return inner.step[k] == run.step[k] * run.count; };
  if (fault == Fault::bdc_rows_collapsed && nest.depth > 1 && contiguous(1) && contiguous(2)) {
    run.count = run.count * inner.count;
    inner = middle;
    middle = outer;
    outer = {I(1), {I(0), I(0), I(0)}};
    --nest.depth;
  }
  const I vector(8);
  if (fault == Fault::bdc_tail_lost)
    run.count = select(run.count < vector, run.count, run.count / vector * vector);
  if (fault == Fault::bdc_counter_16_bit) run.count = run.count % I(65536);
}

template <class I>
optimized::WordPlan<I> word_plan(Fault fault, const MachineShape<I>& m, const Dim4<I>& shape,
                                 const std::array<optimized::WordWalk<I>, 3>& operands) {
  optimized::WordPlan<I> plan = optimized::word_plan(m, shape, operands);
  if (fault == Fault::bdc_lone_channel_lost)
    plan.tall = select(all_of(plan.tall == I(1), shape.c >= m.lanes), I(0), plan.tall);
  for (optimized::WordNest<I>* nest : {&plan.tall_nest, &plan.low_nest}) mistake_nest(fault, *nest);
  return plan;
}

template <class I>
optimized::WordPlan<I> plan_of(Fault fault, const MachineShape<I>& m, okk_bdc::Kind kind,
                               const spec::okk_bdc::View<I>& v) {
  const auto walk = [&](Operands which) {
    return word_walk_of(fault, m, word_operand_of(fault, m, v, which));
  };
  optimized::WordWalk<I> a = walk(on_src);
  optimized::WordWalk<I> b = okk_bdc::is_binary(kind) ? walk(on_src1) : optimized::constant_walk(m);
  if (okk_bdc::shifts_C(kind) != (fault == Fault::sources_swapped)) std::swap(a, b);
  return word_plan<I>(fault, m, v.shape, {walk(on_dst), a, b});
}

// ---- words ----

using optimized::Function;

// The count that a fault takes in place of `count`.
template <class Words, class V>
V mistaken_count(Fault fault, const Words& words, Function function, const V& count) {
  const auto word = [&](int x) { return words.word(static_cast<uint32_t>(x)); };
  const auto equals = [&](int x) { return words.equal(count, static_cast<uint32_t>(x)); };
  const auto left = words.positive(count);
  switch (fault) {
    case Fault::count_sign_reversed: return words.negated(count);
    case Fault::count_sign_ignored: return words.select(left, count, words.negated(count));
    case Fault::zero_count_as_1: return words.select(equals(0), word(1), count);
    case Fault::left_32_as_31: return words.select(equals(32), word(31), count);
    case Fault::logical_right_32_as_31:
      if (function == Function::arithmetic_shift) return count;
      return words.select(equals(-32), word(-31), count);
    case Fault::count_masked:
      return words.select(left, words.both(count, word(31)),
                          words.negated(words.both(words.negated(count), word(31))));
    default: return count;
  }
}

// The word that a fault makes of `result`, `a` shifted by `count`.
template <Function function, class Words, class V>
V mistaken_shift(Fault fault, const Words& words, const V& a, const V& count, const V& result) {
  constexpr bool arithmetic = function == Function::arithmetic_shift;
  const auto word = [&](int x) { return words.word(static_cast<uint32_t>(x)); };
  const auto equals = [&](int x) { return words.equal(count, static_cast<uint32_t>(x)); };
  const auto left = words.positive(count);
  const V top = words.word(0x80000000), zero = word(0);
  if (fault == Fault::left_31_lost) return words.select(equals(31), zero, result);
  if (fault == Fault::right_31_lost) return words.select(equals(-31), zero, result);
  if (fault == Fault::arithmetic_right_32_as_0 && arithmetic)
    return words.select(equals(-32), zero, result);
  if (fault == Fault::left_keeps_sign && arithmetic)
    return words.select(
        left, words.either(words.both(result, words.word(0x7fffffff)), words.both(a, top)), result);
  if (fault == Fault::left_rotates) {
    const V back = optimized::baseline::applied<Function::logical_shift>(
        words, a, words.minus(count, word(32)));
    return words.select(left, words.either(result, back), result);
  }
  if (fault == Fault::right_rounds) {
    const V before = optimized::baseline::applied<function>(words, a, words.minus(count, word(-1)));
    const V rounded = words.minus(result, words.negated(words.both(before, word(1))));
    return words.select(left, result, words.select(equals(0), result, rounded));
  }
  return result;
}

template <Function function, class Words, class V>
V applied(Fault fault, const Words& words, const V& a, const V& b) {
  using enum Function;
  namespace code = optimized::baseline;
  if constexpr (function == bit_and) {
    const V top = words.both(a, words.word(0x80000000)), both = code::applied<bit_and>(words, a, b);
    return fault == Fault::and_top_bit_kept ? words.either(both, top) : both;
  } else if constexpr (function == bit_or) {
    return fault == Fault::or_as_xor ? code::applied<bit_xor>(words, a, b)
                                     : code::applied<bit_or>(words, a, b);
  } else if constexpr (function == bit_xor) {
    return fault == Fault::xor_as_or ? code::applied<bit_or>(words, a, b)
                                     : code::applied<bit_xor>(words, a, b);
  } else {
    const V count = mistaken_count(fault, words, function, b);
    if (fault == Fault::arithmetic_as_logical) return code::applied<logical_shift>(words, a, count);
    if (fault == Fault::logical_as_arithmetic)
      return code::applied<arithmetic_shift>(words, a, count);
    return mistaken_shift<function>(fault, words, a, count,
                                    code::applied<function>(words, a, count));
  }
}

template <class Run>
void in_direction(Fault fault, int count, Run run) {
  const optimized::Word words;
  const uint32_t seen =
      mistaken_count(fault, words, Function::logical_shift, static_cast<uint32_t>(count));
  optimized::baseline::in_direction(static_cast<int>(seen), run);
}

}  // namespace strideproof::mutants

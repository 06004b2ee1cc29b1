#pragma once
// The plans of okk-bdc and its operations on a word with a planted fault: they run in the library
// of mutants, and proofs refute them.

#include <utility>

#include "model/optimized/okk_bdc.h"
#include "mutants/okk_gdma.h"

namespace strideproof::mutants {

template <class I>
Plan<I, 3> plan_of(Fault fault, const MachineShape<I>& machine, okk_bdc::Kind kind,
                   const okk::View<I>& v) {
  const MachineShape<I> m = machine_of(fault, machine, okk_bdc::element_bytes);
  const auto operand = [&](Operands which, Fault w_stride_ignored) {
    Tensor<I> t = operand_of(fault, machine, v, which);
    if (fault == w_stride_ignored) t.stride.w = I(1);
    return t;
  };
  const auto walk = [&](const Tensor<I>& t) { return walk_of(fault, m, m.lanes, t); };
  const Tensor<I> dst = operand(on_dst, Fault::dst_w_stride_ignored);
  ColumnStrides<I> a = walk(operand(on_src, Fault::src_w_stride_ignored));
  ColumnStrides<I> b = okk_bdc::is_binary(kind)
                           ? walk(operand(on_src1, Fault::src1_w_stride_ignored))
                           : optimized::constant_walk(m.lanes);
  if (okk_bdc::shifts_C(kind) != (fault == Fault::sources_swapped)) std::swap(a, b);
  return mistaken<optimized::Contiguous>(
      fault, m, dst, optimized::plan_of_walks<I, 3>(m.lanes, v.shape, {walk(dst), a, b}), 8);
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

}  // namespace strideproof::mutants

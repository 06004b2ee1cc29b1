#pragma once
// The plans of okk-bdc and its operations on a word with a planted fault: they run in the library
// of mutants, and proofs refute those of shifts.

#include <utility>

#include "model/optimized/baseline.h"
#include "model/optimized/okk_bdc.h"
#include "mutants/plan.h"

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
  const Tensor<I> dst = operand(on_dst, Fault::dst_w_stride_ignored);
  Tensor<I> a = operand(on_src, Fault::src_w_stride_ignored);
  Tensor<I> b = okk_bdc::is_binary(kind) ? operand(on_src1, Fault::src1_w_stride_ignored)
                                         : optimized::constant(v.shape);
  if (okk_bdc::shifts_C(kind) != (fault == Fault::sources_swapped)) std::swap(a, b);
  const auto layout = [&](const Tensor<I>& t, const I& lanes) {
    return layout_of(t.space == Space::local ? fault : Fault::none, m, t, lanes);
  };
  return plan_of(fault, m.lanes, optimized::layouts_by(m, std::array{dst, a, b}, layout), 8);
}

// ---- words ----

using optimized::Function;

// The count that a fault takes in place of `count`.
template <class Tags, class V>
V mistaken_count(Fault fault, const Tags& tags, Function function, const V& count) {
  const auto word = [&](int32_t x) { return Set(tags.ints, x); };
  const auto equals = [&](int32_t x) { return Eq(count, word(x)); };
  const auto left = Gt(count, word(0));
  switch (fault) {
    case Fault::count_sign_reversed: return Neg(count);
    case Fault::count_sign_ignored: return IfThenElse(left, count, Neg(count));
    case Fault::zero_count_as_1: return IfThenElse(equals(0), word(1), count);
    case Fault::left_32_as_31: return IfThenElse(equals(32), word(31), count);
    case Fault::logical_right_32_as_31:
      if (function == Function::arithmetic_shift) return count;
      return IfThenElse(equals(-32), word(-31), count);
    case Fault::count_masked:
      return IfThenElse(left, And(count, word(31)), Neg(And(Neg(count), word(31))));
    default: return count;
  }
}

// The word that a fault makes of `result`, `a` shifted by `count`.
template <Function function, class Tags, class V>
V mistaken_shift(Fault fault, const Tags& tags, const V& a, const V& count, const V& result) {
  constexpr bool arithmetic = function == Function::arithmetic_shift;
  const auto word = [&](int32_t x) { return Set(tags.ints, x); };
  const auto equals = [&](int32_t x) { return Eq(count, word(x)); };
  const V top = word(INT32_MIN), zero = word(0);
  const auto left = Gt(count, zero);
  if (fault == Fault::left_31_lost) return IfThenElse(equals(31), zero, result);
  if (fault == Fault::right_31_lost) return IfThenElse(equals(-31), zero, result);
  if (fault == Fault::arithmetic_right_32_as_0 && arithmetic)
    return IfThenElse(equals(-32), zero, result);
  if (fault == Fault::left_keeps_sign && arithmetic)
    return IfThenElse(left, Or(And(result, word(INT32_MAX)), And(a, top)), result);
  if (fault == Fault::left_rotates) {
    const V back =
        optimized::baseline::applied<Function::logical_shift>(tags, a, Sub(count, word(32)));
    return IfThenElse(left, Or(result, back), result);
  }
  if (fault == Fault::right_rounds) {
    const V before = optimized::baseline::applied<function>(tags, a, Sub(count, word(-1)));
    const V rounded = Add(result, And(before, word(1)));
    return IfThenElse(left, result, IfThenElse(equals(0), result, rounded));
  }
  return result;
}

template <Function function, class Tags, class V>
V applied(Fault fault, const Tags& tags, const V& a, const V& b) {
  using enum Function;
  namespace code = optimized::baseline;
  if constexpr (function == bit_and) {
    const V top = And(a, Set(tags.ints, INT32_MIN)), both = code::applied<bit_and>(tags, a, b);
    return fault == Fault::and_top_bit_kept ? Or(both, top) : both;
  } else if constexpr (function == bit_or) {
    return fault == Fault::or_as_xor ? code::applied<bit_xor>(tags, a, b)
                                     : code::applied<bit_or>(tags, a, b);
  } else if constexpr (function == bit_xor) {
    return fault == Fault::xor_as_or ? code::applied<bit_or>(tags, a, b)
                                     : code::applied<bit_xor>(tags, a, b);
  } else {
    const V count = mistaken_count(fault, tags, function, b);
    if (fault == Fault::arithmetic_as_logical) return code::applied<logical_shift>(tags, a, count);
    if (fault == Fault::logical_as_arithmetic)
      return code::applied<arithmetic_shift>(tags, a, count);
    return mistaken_shift<function>(fault, tags, a, count, code::applied<function>(tags, a, count));
  }
}

}  // namespace strideproof::mutants

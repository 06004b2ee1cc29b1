// The operations of okk-bdc and of masks on 32-bit words. They use the operations of Highway on
// vectors V of int32_t, which are those of a processor, or terms of a solver
// (proofs/engine/words.h). `tags` are the Tags of vectors.cpp or of the solver. Included inside a
// namespace and so without a guard: by baseline.h, and by vectors.cpp once for each instruction
// set.
//
// No word is ever shifted by 32 at once: a count n is split into n div 2 and the rest, each at most
// 16.

// 0 <= amount <= 32.
template <class V>
HWY_INLINE V left_by(const V& value, const V& amount) {
  const V first = ShiftRight<1>(amount);
  return Shl(Shl(value, first), Sub(amount, first));
}

// Logical if V is unsigned, else the sign bit is shifted in.
template <class V>
HWY_INLINE V right_by(const V& value, const V& amount) {
  const V first = ShiftRight<1>(amount);
  return Shr(Shr(value, first), Sub(amount, first));
}

// Left by a positive count, else right by the negated count.
template <class Tags, class V>
HWY_INLINE V shifted(const Tags& tags, bool arithmetic, const V& value, const V& count) {
  const auto left = Gt(count, Zero(tags.ints));
  const V amount = IfThenElse(left, count, Neg(count));
  const V right =
      arithmetic
          ? right_by(value, amount)
          : BitCast(tags.ints, right_by(BitCast(tags.words, value), BitCast(tags.words, amount)));
  return IfThenElse(left, left_by(value, amount), right);
}

// src_0 AND src_1, and so on. A shift shifts `a` by `b`.
template <okk_bdc::Function function, class Tags, class V>
HWY_INLINE V applied(const Tags& tags, const V& a, const V& b) {
  using enum okk_bdc::Function;
  if constexpr (function == bit_and) return And(a, b);
  if constexpr (function == bit_or) return Or(a, b);
  if constexpr (function == bit_xor) return Xor(a, b);
  if constexpr (function == arithmetic_shift) return shifted(tags, true, a, b);
  if constexpr (function == logical_shift) return shifted(tags, false, a, b);
}

// True if a mask of mask_memcpy_4D keeps its word.
template <class Tags, class V>
HWY_INLINE auto is_kept(const Tags& tags, const V& mask) {
  return Ne(mask, Zero(tags.ints));
}

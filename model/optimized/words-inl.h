// The operations of okk-bdc on 32-bit words; see words.h. Included inside a namespace and so
// without a guard: by words.h, and by word_runs.cpp once for each instruction set that it is
// compiled for.

// 0 <= amount <= 32.
template <class Words, class V, class N>
V left_by(const Words& words, const V& value, const N& amount) {
  const N first = words.half(amount);
  return words.left(words.left(value, first), words.minus(amount, first));
}

// If `arithmetic`, the sign bit is shifted in, else 0.
template <class Words, class V, class N>
V right_by(const Words& words, bool arithmetic, const V& value, const N& amount) {
  const N first = words.half(amount), rest = words.minus(amount, first);
  return arithmetic ? words.arithmetic_right(words.arithmetic_right(value, first), rest)
                    : words.right(words.right(value, first), rest);
}

// Left by a positive count, else right by the negated count.
template <class Words, class V>
V shifted(const Words& words, bool arithmetic, const V& value, const V& count) {
  const auto left = words.positive(count);
  const V amount = words.select(left, count, words.negated(count));
  return words.select(left, left_by(words, value, amount),
                      right_by(words, arithmetic, value, amount));
}

// src_0 AND src_1, and so on. A shift shifts `a` by `b`.
template <Function function, class Words, class V>
V applied(const Words& words, const V& a, const V& b) {
  if constexpr (function == Function::bit_and) return words.both(a, b);
  if constexpr (function == Function::bit_or) return words.either(a, b);
  if constexpr (function == Function::bit_xor) return words.differing(a, b);
  if constexpr (function == Function::arithmetic_shift) return shifted(words, true, a, b);
  if constexpr (function == Function::logical_shift) return shifted(words, false, a, b);
}

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

// True if the sign bit is shifted in, with the faults of Mutation.
template <class Mutation>
bool keeps_sign(bool arithmetic) {
  if (Mutation::has(Fault::arithmetic_as_logical)) return false;
  return arithmetic || Mutation::has(Fault::logical_as_arithmetic);
}

// `shifted`, the result of a left shift by `amount`, with the faults of Mutation.
template <class Mutation, class Words, class V>
V seen_left(const Words& words, bool arithmetic, const V& value, const V& amount,
            const V& shifted) {
  const V top = words.word(0x80000000);
  if (Mutation::has(Fault::left_31_lost))
    return words.select(words.equal(amount, 31), words.word(0), shifted);
  if (Mutation::has(Fault::left_32_as_31))
    return words.select(words.equal(amount, 32), left_by(words, value, words.word(31)), shifted);
  if (Mutation::has(Fault::left_rotates)) {
    const V back = right_by(words, false, value, words.minus(words.word(32), amount));
    return words.either(shifted, back);
  }
  if (Mutation::has(Fault::left_keeps_sign) && arithmetic)
    return words.either(words.both(shifted, words.word(0x7fffffff)), words.both(value, top));
  return shifted;
}

// `shifted`, the result of a right shift by `amount`, with the faults of Mutation.
template <class Mutation, class Words, class V>
V seen_right(const Words& words, bool arithmetic, const V& value, const V& amount,
             const V& shifted) {
  if (Mutation::has(Fault::right_31_lost))
    return words.select(words.equal(amount, 31), words.word(0), shifted);
  if (Mutation::has(Fault::logical_right_32_as_31) && !arithmetic)
    return words.select(words.equal(amount, 32), right_by(words, false, value, words.word(31)),
                        shifted);
  if (Mutation::has(Fault::arithmetic_right_32_as_0) && arithmetic)
    return words.select(words.equal(amount, 32), words.word(0), shifted);
  if (Mutation::has(Fault::right_rounds)) {
    const V before = right_by(words, keeps_sign<Mutation>(arithmetic), value,
                              words.minus(amount, words.word(1)));
    const V bit = words.both(before, words.word(1));
    return words.select(words.equal(amount, 0), shifted, words.minus(shifted, words.negated(bit)));
  }
  return shifted;
}

template <class Mutation, class Words, class V>
V shifted(const Words& words, bool arithmetic, const V& value, const V& given) {
  V count = given;
  if (Mutation::has(Fault::count_sign_reversed)) count = words.negated(given);
  if (Mutation::has(Fault::zero_count_as_1))
    count = words.select(words.equal(given, 0), words.word(1), given);
  const auto left = words.positive(count);
  V amount = words.select(left, count, words.negated(count));
  if (Mutation::has(Fault::count_masked)) amount = words.both(amount, words.word(31));
  const V to_left =
      seen_left<Mutation>(words, arithmetic, value, amount, left_by(words, value, amount));
  if (Mutation::has(Fault::count_sign_ignored)) return to_left;
  const V right = right_by(words, keeps_sign<Mutation>(arithmetic), value, amount);
  return words.select(left, to_left, seen_right<Mutation>(words, arithmetic, value, amount, right));
}

// src_0 AND src_1, and so on. A shift shifts `a` by `b`.
template <class Mutation, Function function, class Words, class V>
V applied(const Words& words, const V& a, const V& b) {
  if constexpr (function == Function::bit_and) {
    if (Mutation::has(Fault::and_top_bit_kept))
      return words.either(words.both(a, b), words.both(a, words.word(0x80000000)));
    return words.both(a, b);
  } else if constexpr (function == Function::bit_or) {
    return Mutation::has(Fault::or_as_xor) ? words.differing(a, b) : words.either(a, b);
  } else if constexpr (function == Function::bit_xor) {
    return Mutation::has(Fault::xor_as_or) ? words.either(a, b) : words.differing(a, b);
  } else {
    return shifted<Mutation>(words, function == Function::arithmetic_shift, a, b);
  }
}

// ---- one count for a whole run ----

// Shifts by `amount`, in a direction that is known before the run starts. 0 <= amount <= 32.
template <bool left, class Mutation = Original, class Words, class V>
V by_amount(const Words& words, bool arithmetic, const V& value, int amount) {
  const V each = words.word(static_cast<uint32_t>(amount));
  if constexpr (left)
    return seen_left<Mutation>(words, arithmetic, value, each, left_by(words, value, amount));
  const V right = right_by(words, keeps_sign<Mutation>(arithmetic), value, amount);
  return seen_right<Mutation>(words, arithmetic, value, each, right);
}

// Calls run(left, amount) once for the run; `left` is a constant.
template <class Mutation, class Run>
void in_direction(int given, Run run) {
  int count = given;
  // Modulo 2^32, as a planted fault accepts any count.
  const auto negated = [](int n) { return static_cast<int>(0 - static_cast<uint32_t>(n)); };
  if (Mutation::has(Fault::count_sign_reversed)) count = negated(given);
  if (Mutation::has(Fault::zero_count_as_1)) count = given == 0 ? 1 : given;
  int amount = count > 0 ? count : negated(count);
  if (Mutation::has(Fault::count_masked)) amount = amount % 32;
  if (count > 0 || Mutation::has(Fault::count_sign_ignored)) return run(std::true_type(), amount);
  run(std::false_type(), amount);
}

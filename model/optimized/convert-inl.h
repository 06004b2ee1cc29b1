// Conversions from float16 to float32, and from float32 to float16 and to integers. They use the
// operations of Highway on vectors I of int32_t and F of float, which are those of a processor, or
// terms of a solver (proofs/theorems/words.cpp). `tags` are the Tags of bm_atomic_convert.cpp
// or of the solver. Included inside a namespace and so without a guard: by baseline.h, and by
// bm_atomic_convert.cpp once for each instruction set.

// A float16 is sign(1) exponent(5) fraction(10): the fields of a float32, 13 bits lower and with an
// exponent that is 112 less.
constexpr int dropped_bits = 13;
constexpr int32_t exponent_112 = 112 << 23;

// 0 <= code < 2^16.
template <class Tags, class I>
HWY_INLINE auto from_half(const Tags& tags, const I& code) {
  const auto word = [&](int32_t x) HWY_ATTR { return Set(tags.ints, x); };
  const I sign = ShiftLeft<16>(And(code, word(0x8000)));
  const I size = And(code, word(0x7fff));
  const I normal = Add(ShiftLeft<dropped_bits>(size), word(exponent_112));
  // The largest exponent stands for infinity and NaN; a NaN becomes quiet.
  const I infinite = Add(normal, word(exponent_112));
  const I quiet = Or(infinite, word(0x400000));
  // The smallest exponent stands for multiples of 2^-24.
  const I tiny = BitCast(tags.ints, Mul(ConvertTo(tags.floats, size), Set(tags.floats, 0x1p-24F)));
  I bits = IfThenElse(Lt(size, word(0x400)), tiny, normal);
  bits = IfThenElse(Lt(word(0x7bff), size), infinite, bits);
  bits = IfThenElse(Lt(word(0x7c00), size), quiet, bits);
  return BitCast(tags.floats, Or(bits, sign));
}

// The code.
template <class Tags, class F>
HWY_INLINE auto to_half(const Tags& tags, const F& value) {
  const auto word = [&](int32_t x) HWY_ATTR { return Set(tags.ints, x); };
  const auto bits = BitCast(tags.ints, value);
  const auto size = And(bits, word(0x7fffffff));
  // Values from 2^16 on become infinity; values that round up to 2^16 become infinity by the carry.
  const auto limit = word(0x47800000);
  const auto finite = IfThenElse(Lt(size, limit), size, limit);
  const auto odd = And(ShiftRight<dropped_bits>(finite), word(1));
  const auto rounded = Add(Add(finite, odd), word(0xfff - exponent_112));
  const auto normal = ShiftRight<dropped_bits>(rounded);
  // Values below 2^-14: the addition rounds to multiples of 2^-24, which are the lowest bits of 0.5
  // + x.
  const auto half = Set(tags.floats, 0.5F);
  const auto tiny =
      Sub(BitCast(tags.ints, Add(BitCast(tags.floats, size), half)), BitCast(tags.ints, half));
  const auto nan = Or(And(ShiftRight<dropped_bits>(size), word(0x3ff)), word(0x7e00));
  auto code = IfThenElse(Lt(size, word(0x38800000)), tiny, normal);
  code = IfThenElse(Lt(word(0x7f800000), size), nan, code);
  return Or(code, And(ShiftRight<16>(bits), word(0x8000)));
}

// NaN becomes `most`. -2^22 <= least, most <= 2^22.
template <class Tags, class F>
HWY_INLINE auto to_integer(const Tags& tags, const F& value, float least, float most) {
  const F low = Set(tags.floats, least), high = Set(tags.floats, most);
  // A NaN compares below nothing, so it becomes `high`.
  F within = IfThenElse(Lt(value, high), value, high);
  within = IfThenElse(Lt(low, within), within, low);
  // The addition rounds to an integer, which the lowest bits of 1.5 * 2^23 + x hold.
  const F origin = Set(tags.floats, 0x1.8p23F);
  return Sub(BitCast(tags.ints, Add(within, origin)), BitCast(tags.ints, origin));
}

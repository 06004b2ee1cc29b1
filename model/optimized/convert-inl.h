// Conversions of elements; see convert.h. Included inside a namespace and so without a guard: by
// convert.h, and by bm_atomic_convert.cpp once for each instruction set that it is compiled for.

template <class Lanes>
inline __attribute__((always_inline)) typename Lanes::F from_half(const Lanes& lanes,
                                                                  const typename Lanes::W& code) {
  const auto sign = lanes.template left<16>(lanes.both(code, lanes.word(0x8000)));
  const auto size = lanes.both(code, lanes.word(0x7fff));
  const auto normal = lanes.plus(lanes.template left<dropped_bits>(size), lanes.word(exponent_112));
  // The largest exponent stands for infinity and NaN; a NaN becomes quiet.
  const auto infinite = lanes.plus(normal, lanes.word(exponent_112));
  const auto quiet = lanes.either(infinite, lanes.word(0x400000));
  // The smallest exponent stands for multiples of 2^-24.
  const auto tiny = lanes.bits(lanes.times(lanes.from_integer(size), lanes.number(0x1p-24F)));
  auto bits = lanes.select(lanes.less(size, lanes.word(0x400)), tiny, normal);
  bits = lanes.select(lanes.less(lanes.word(0x7bff), size), infinite, bits);
  bits = lanes.select(lanes.less(lanes.word(0x7c00), size), quiet, bits);
  return lanes.as_number(lanes.either(bits, sign));
}

template <class Lanes>
inline __attribute__((always_inline)) typename Lanes::W to_half(const Lanes& lanes,
                                                                const typename Lanes::F& value) {
  const auto bits = lanes.bits(value);
  const auto sign = lanes.both(bits, lanes.word(0x80000000));
  const auto size = lanes.differing(bits, sign);
  // Values from 2^16 on become infinity; values that round up to 2^16 become infinity by the carry.
  const auto limit = lanes.word(0x47800000);
  const auto finite = lanes.select(lanes.less(size, limit), size, limit);
  const auto odd = lanes.both(lanes.template right<dropped_bits>(finite), lanes.word(1));
  const auto rounded = lanes.plus(lanes.plus(finite, odd), lanes.word(0xfff - exponent_112));
  const auto normal = lanes.template right<dropped_bits>(rounded);
  // Values below 2^-14: the addition rounds to multiples of 2^-24, which are the lowest bits of 0.5
  // + x.
  const auto half = lanes.number(0.5F);
  const auto tiny =
      lanes.minus(lanes.bits(lanes.sum(lanes.as_number(size), half)), lanes.bits(half));
  const auto nan = lanes.either(
      lanes.both(lanes.template right<dropped_bits>(size), lanes.word(0x3ff)), lanes.word(0x7e00));
  auto code = lanes.select(lanes.less(size, lanes.word(0x38800000)), tiny, normal);
  code = lanes.select(lanes.less(lanes.word(0x7f800000), size), nan, code);
  return lanes.either(code, lanes.template right<16>(sign));
}

template <class Lanes>
inline __attribute__((always_inline)) typename Lanes::W to_integer(const Lanes& lanes,
                                                                   const typename Lanes::F& value,
                                                                   float least, float most) {
  const auto low = lanes.number(least), high = lanes.number(most);
  // A NaN compares below nothing, so it becomes `high`.
  const auto within = lanes.select(lanes.below(value, high), value, high);
  return lanes.nearest(lanes.select(lanes.below(low, within), within, low));
}

// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/bm_atomic_convert.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <cstring>

#include "model/optimized/bm_atomic_convert.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using bm_atomic::Format;

// A vector of elements, as float32, has these lanes whatever the format.
constexpr size_t most_lanes = 16;
using Floats = hn::CappedTag<float, most_lanes>;
using Signed = hn::RebindToSigned<Floats>;
using Unsigned = hn::RebindToUnsigned<Floats>;
using Vector = hn::Vec<Floats>;
constexpr Floats floats{};
constexpr Signed ints{};
constexpr Unsigned words{};

// ---- float16, whose code is in the lower half of a word ----

// A float16 is  sign(1) exponent(5) fraction(10): the fields of a float32, 13 bits lower and with an
// exponent that is 112 less.
constexpr int fraction_bits = 13;
constexpr int32_t exponent_112 = 112 << 23;

HWY_INLINE Vector from_half(hn::Vec<Unsigned> code) {
  const auto sign = hn::ShiftLeft<16>(hn::And(code, hn::Set(words, 0x8000)));
  const auto size = hn::BitCast(ints, hn::And(code, hn::Set(words, 0x7fff)));
  const auto normal = hn::Add(hn::ShiftLeft<fraction_bits>(size), hn::Set(ints, exponent_112));
  // The largest exponent stands for infinity and NaN; a NaN becomes quiet.
  const auto infinite = hn::Add(normal, hn::Set(ints, exponent_112));
  const auto quiet = hn::Or(infinite, hn::Set(ints, 0x400000));
  // The smallest for multiples of 2^-24.
  const auto tiny =
      hn::BitCast(ints, hn::Mul(hn::ConvertTo(floats, size), hn::Set(floats, 0x1p-24F)));
  auto bits = hn::IfThenElse(hn::Lt(size, hn::Set(ints, 0x400)), tiny, normal);
  bits = hn::IfThenElse(hn::Gt(size, hn::Set(ints, 0x7bff)), infinite, bits);
  bits = hn::IfThenElse(hn::Gt(size, hn::Set(ints, 0x7c00)), quiet, bits);
  return hn::BitCast(floats, hn::Or(hn::BitCast(words, bits), sign));
}

HWY_INLINE hn::Vec<Signed> to_half(Vector value) {
  const auto bits = hn::BitCast(words, value);
  const auto sign = hn::And(bits, hn::Set(words, 0x80000000));
  const auto size = hn::BitCast(ints, hn::Xor(bits, sign));
  // From 2^16 on all is infinite; what rounds up to 2^16 becomes so by the carry.
  const auto finite = hn::Min(size, hn::Set(ints, 0x47800000));
  const auto odd = hn::And(hn::ShiftRight<fraction_bits>(finite), hn::Set(ints, 1));
  const auto rounded = hn::Add(hn::Add(finite, odd), hn::Set(ints, 0xfff - exponent_112));
  const auto normal = hn::ShiftRight<fraction_bits>(rounded);
  // Below 2^-14: the addition rounds to multiples of 2^-24, which are the lowest bits of 0.5 + x.
  const auto half = hn::Set(floats, 0.5F);
  const auto tiny =
      hn::Sub(hn::BitCast(ints, hn::Add(hn::BitCast(floats, size), half)), hn::BitCast(ints, half));
  const auto nan = hn::Or(hn::And(hn::ShiftRight<fraction_bits>(size), hn::Set(ints, 0x3ff)),
                          hn::Set(ints, 0x7e00));
  auto code = hn::IfThenElse(hn::Lt(size, hn::Set(ints, 0x38800000)), tiny, normal);
  code = hn::IfThenElse(hn::Gt(size, hn::Set(ints, 0x7f800000)), nan, code);
  return hn::Or(code, hn::BitCast(ints, hn::ShiftRight<16>(sign)));
}

// ---- a vector of elements ----

// NaN, which compares with nothing, becomes `most`.
HWY_INLINE hn::Vec<Signed> to_integer(Vector value, float least, float most) {
  const auto low = hn::Set(floats, least), high = hn::Set(floats, most);
  value = hn::IfThenElse(hn::Lt(value, high), value, high);
  return hn::NearestInt(hn::IfThenElse(hn::Gt(value, low), value, low));
}

template <class T>
using Elements = hn::Rebind<T, Floats>;

template <Format from>
HWY_INLINE Vector load(const uint8_t* src) {
  const auto elements = [&](auto tag) {
    return hn::LoadU(tag, reinterpret_cast<const hn::TFromD<decltype(tag)>*>(src));
  };
  if constexpr (from == Format::float32)
    return elements(floats);
  else if constexpr (from == Format::float16)
    return from_half(hn::PromoteTo(words, elements(Elements<uint16_t>())));
  else if constexpr (from == Format::uint8)
    return hn::ConvertTo(floats, hn::PromoteTo(ints, elements(Elements<uint8_t>())));
  else
    return hn::ConvertTo(floats, hn::PromoteTo(ints, elements(Elements<int8_t>())));
}

template <Format to>
HWY_INLINE void store(Vector value, uint8_t* dst) {
  const auto elements = [&](auto vector, auto tag) {
    hn::StoreU(vector, tag, reinterpret_cast<hn::TFromD<decltype(tag)>*>(dst));
  };
  if constexpr (to == Format::float32) {
    elements(value, floats);
  } else if constexpr (to == Format::float16) {
    const Elements<uint16_t> tag;
    elements(hn::DemoteTo(tag, to_half(value)), tag);
  } else if constexpr (to == Format::uint8) {
    const Elements<uint8_t> tag;
    elements(hn::DemoteTo(tag, to_integer(value, 0, 255)), tag);
  } else {
    const Elements<int8_t> tag;
    elements(hn::DemoteTo(tag, to_integer(value, -128, 127)), tag);
  }
}

constexpr size_t size_of(Format format) {
  return format == Format::float32 ? 4 : format == Format::float16 ? 2 : 1;
}

template <Format from, Format to>
void convert(uint8_t* dst, const uint8_t* src, int64_t count) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(floats));
  for (; count >= lanes; count -= lanes) {
    store<to>(load<from>(src), dst);
    src += static_cast<size_t>(lanes) * size_of(from);
    dst += static_cast<size_t>(lanes) * size_of(to);
  }
  if (count <= 0) return;
  // The rest as a whole vector, in a place of its own.
  uint8_t before[4 * most_lanes] = {}, after[4 * most_lanes];
  std::memcpy(before, src, static_cast<size_t>(count) * size_of(from));
  store<to>(load<from>(before), after);
  std::memcpy(dst, after, static_cast<size_t>(count) * size_of(to));
}

// One table instead of one dispatch a pair.
Convert best_converter(int from, int to) {
  using enum Format;
  constexpr Convert none = nullptr;
  // from, to: float32, int16, uint8, int8, float16
  static constexpr Convert table[bm_atomic::format_count][bm_atomic::format_count] = {
      {none, none, convert<float32, uint8>, convert<float32, int8>, convert<float32, float16>},
      {none, none, none, none, none},
      {convert<uint8, float32>, none, none, none, convert<uint8, float16>},
      {convert<int8, float32>, none, none, none, convert<int8, float16>},
      {convert<float16, float32>, none, convert<float16, uint8>, convert<float16, int8>, none},
  };
  return table[from][to];
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_converter);

Convert converter(bm_atomic::Format from, bm_atomic::Format to) {
  return HWY_DYNAMIC_DISPATCH(best_converter)(static_cast<int>(from), static_cast<int>(to));
}

}  // namespace strideproof::optimized
#endif

// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/bm_atomic_convert.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <cstring>

#include "model/optimized/convert.h"
#include "model/optimized/vectors.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using bm_atomic::Format;

// A vector of elements, as float32, has these lanes for every format.
constexpr size_t most_lanes = 16;
using Floats = hn::CappedTag<float, most_lanes>;
using Signed = hn::RebindToSigned<Floats>;
using Unsigned = hn::RebindToUnsigned<Floats>;
using Vector = hn::Vec<Floats>;
constexpr Floats floats{};
constexpr Signed ints{};
constexpr Unsigned words{};

#include "model/optimized/convert-inl.h"

// The operations that convert.h requires.
struct Lanes {
  using W = hn::Vec<Unsigned>;
  using F = Vector;

  HWY_INLINE W word(uint32_t x) const { return hn::Set(words, x); }
  HWY_INLINE F number(float x) const { return hn::Set(floats, x); }
  HWY_INLINE W both(W a, W b) const { return hn::And(a, b); }
  HWY_INLINE W either(W a, W b) const { return hn::Or(a, b); }
  HWY_INLINE W differing(W a, W b) const { return hn::Xor(a, b); }
  HWY_INLINE W plus(W a, W b) const { return hn::Add(a, b); }
  HWY_INLINE W minus(W a, W b) const { return hn::Sub(a, b); }
  template <int n>
  HWY_INLINE W left(W a) const {
    return hn::ShiftLeft<n>(a);
  }
  template <int n>
  HWY_INLINE W right(W a) const {
    return hn::ShiftRight<n>(a);
  }
  HWY_INLINE auto less(W a, W b) const {
    return hn::RebindMask(words, hn::Lt(hn::BitCast(ints, a), hn::BitCast(ints, b)));
  }
  HWY_INLINE W bits(F f) const { return hn::BitCast(words, f); }
  HWY_INLINE F as_number(W a) const { return hn::BitCast(floats, a); }
  HWY_INLINE auto below(F a, F b) const { return hn::Lt(a, b); }
  HWY_INLINE F times(F a, F b) const { return hn::Mul(a, b); }
  HWY_INLINE F sum(F a, F b) const { return hn::Add(a, b); }
  HWY_INLINE F from_integer(W a) const { return hn::ConvertTo(floats, hn::BitCast(ints, a)); }
  HWY_INLINE W nearest(F f) const { return hn::BitCast(words, hn::NearestInt(f)); }
  template <class Truth>
  HWY_INLINE W select(Truth truth, W yes, W no) const {
    return hn::IfThenElse(truth, yes, no);
  }
  template <class Truth>
  HWY_INLINE F select(Truth truth, F yes, F no) const {
    return hn::IfThenElse(truth, yes, no);
  }
};

// ---- a vector of elements ----

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
    return from_half(Lanes(), hn::PromoteTo(words, elements(Elements<uint16_t>())));
  else if constexpr (from == Format::uint8)
    return hn::ConvertTo(floats, hn::PromoteTo(ints, elements(Elements<uint8_t>())));
  else
    return hn::ConvertTo(floats, hn::PromoteTo(ints, elements(Elements<int8_t>())));
}

HWY_INLINE hn::Vec<Signed> as_ints(hn::Vec<Unsigned> v) { return hn::BitCast(ints, v); }

template <Format to>
HWY_INLINE void store(Vector value, uint8_t* dst) {
  const auto elements = [&](auto vector, auto tag) {
    hn::StoreU(vector, tag, reinterpret_cast<hn::TFromD<decltype(tag)>*>(dst));
  };
  if constexpr (to == Format::float32) {
    elements(value, floats);
  } else if constexpr (to == Format::float16) {
    const Elements<uint16_t> tag;
    elements(hn::DemoteTo(tag, as_ints(to_half(Lanes(), value))), tag);
  } else if constexpr (to == Format::uint8) {
    const Elements<uint8_t> tag;
    elements(hn::DemoteTo(tag, as_ints(to_integer(Lanes(), value, 0, 255))), tag);
  } else {
    const Elements<int8_t> tag;
    elements(hn::DemoteTo(tag, as_ints(to_integer(Lanes(), value, -128, 127))), tag);
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
  // Converts the rest as a whole vector, in a buffer.
  uint8_t before[4 * most_lanes] = {}, after[4 * most_lanes];
  std::memcpy(before, src, static_cast<size_t>(count) * size_of(from));
  store<to>(load<from>(before), after);
  std::memcpy(dst, after, static_cast<size_t>(count) * size_of(to));
}

// One table instead of one dispatch for each pair.
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

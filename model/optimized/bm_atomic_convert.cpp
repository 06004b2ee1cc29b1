// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/bm_atomic_convert.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include <cstring>
#include <limits>
#include <type_traits>

#include "model/optimized/vectors.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using namespace hn;  // NOLINT: for convert-inl.h

#include "model/optimized/convert-inl.h"

// A vector of elements, as float32, has these lanes for every format.
constexpr size_t most_lanes = 16;
struct ConvertTags {
  hn::CappedTag<float, most_lanes> floats;
  hn::RebindToSigned<decltype(floats)> ints;
};
constexpr ConvertTags tags{};

// The code of a float16.
enum class Half : uint16_t {};

template <class T>
HWY_INLINE auto load(const uint8_t* src) {
  using Stored = std::conditional_t<std::is_same_v<T, Half>, uint16_t, T>;
  const auto elements =
      hn::LoadU(hn::Rebind<Stored, decltype(tags.floats)>(), reinterpret_cast<const Stored*>(src));
  if constexpr (std::is_same_v<T, float>)
    return elements;
  else if constexpr (std::is_same_v<T, Half>)
    return from_half(tags, hn::PromoteTo(tags.ints, elements));
  else
    return hn::ConvertTo(tags.floats, hn::PromoteTo(tags.ints, elements));
}

template <class T>
HWY_INLINE void store(hn::Vec<decltype(tags.floats)> value, uint8_t* dst) {
  using Stored = std::conditional_t<std::is_same_v<T, Half>, uint16_t, T>;
  const hn::Rebind<Stored, decltype(tags.floats)> tag;
  auto* const to = reinterpret_cast<Stored*>(dst);
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, float>)
    hn::StoreU(value, tag, to);
  else if constexpr (std::is_same_v<T, Half>)
    hn::StoreU(hn::DemoteTo(tag, to_half(tags, value)), tag, to);
  else
    hn::StoreU(hn::DemoteTo(tag, to_integer(tags, value, Limits::min(), Limits::max())), tag, to);
}

template <class From, class To>
void convert(uint8_t* dst, const uint8_t* src, int64_t count) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(tags.floats));
  for (; count >= lanes; count -= lanes) {
    store<To>(load<From>(src), dst);
    src += static_cast<size_t>(lanes) * sizeof(From);
    dst += static_cast<size_t>(lanes) * sizeof(To);
  }
  if (count <= 0) return;
  // Converts the rest as a whole vector, in a buffer.
  uint8_t before[4 * most_lanes] = {}, after[4 * most_lanes];
  std::memcpy(before, src, static_cast<size_t>(count) * sizeof(From));
  store<To>(load<From>(before), after);
  std::memcpy(dst, after, static_cast<size_t>(count) * sizeof(To));
}

// One table instead of one dispatch for each pair.
Convert best_converter(int from, int to) {
  constexpr Convert none = nullptr;
  // from, to: float32, int16, uint8, int8, float16
  static constexpr Convert table[bm_atomic::format_count][bm_atomic::format_count] = {
      {none, none, convert<float, uint8_t>, convert<float, int8_t>, convert<float, Half>},
      {none, none, none, none, none},
      {convert<uint8_t, float>, none, none, none, convert<uint8_t, Half>},
      {convert<int8_t, float>, none, none, none, convert<int8_t, Half>},
      {convert<Half, float>, none, convert<Half, uint8_t>, convert<Half, int8_t>, none},
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

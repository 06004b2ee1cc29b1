#include <cmath>
#include <cstring>

#include "model/optimized/planted_bm_atomic.h"

namespace strideproof::planted {
namespace {

using bm_atomic::Format;
using optimized::Convert;
using optimized::Fault;
using optimized::Planted;

bool has(Fault fault) { return Planted::has(fault); }

float as_float(Format from, const uint8_t* src) {
  float value = 0;
  if (from == Format::float32)
    std::memcpy(&value, src, sizeof value);
  else
    optimized::converter(from, Format::float32)(reinterpret_cast<uint8_t*>(&value), src, 1);
  return value;
}

// The number that the sound conversion is then given.
float mistaken(float value, Format from, Format to) {
  const bool half = from == Format::float16 || to == Format::float16;
  const bool integer = to == Format::uint8 || to == Format::int8;
  if (has(Fault::bm_half_flushed) && half && std::fabs(value) < 0x1p-14F) return 0;
  if (std::isnan(value))
    return has(Fault::bm_nan_to_zero) && (to == Format::uint8 || to == Format::float16) ? 0 : value;
  if (has(Fault::bm_half_stays_finite) && to == Format::float16 && std::isfinite(value))
    return std::fmin(std::fmax(value, -65504.0F), 65504.0F);
  if (has(Fault::bm_uint8_truncated) && to == Format::uint8) return std::trunc(value);
  if (has(Fault::bm_uint8_at_127) && to == Format::uint8) return std::fmin(value, 127.0F);
  // In float64 the sum is exact.
  if (has(Fault::bm_rounds_half_up) && integer && std::fabs(value) < 1000)
    return static_cast<float>(std::floor(double{value} + 0.5));
  if (has(Fault::bm_saturation_missing) && integer && std::fabs(value) < 0x1p31F) {
    const auto low = static_cast<uint8_t>(std::llrint(value));
    return static_cast<float>(to == Format::uint8 ? int{low} : int{static_cast<int8_t>(low)});
  }
  return value;
}

template <Format from, Format to>
void convert(uint8_t* dst, const uint8_t* src, int64_t count) {
  for (; count > 0; --count) {
    const float value = mistaken(as_float(from, src), from, to);
    if (to == Format::float32)
      std::memcpy(dst, &value, sizeof value);
    else
      optimized::converter(Format::float32, to)(dst, reinterpret_cast<const uint8_t*>(&value), 1);
    src += bm_atomic::element_bytes(from);
    dst += bm_atomic::element_bytes(to);
  }
}

template <Format from>
Convert choose_from(Format to) {
  switch (to) {
    case Format::float32: return convert<from, Format::float32>;
    case Format::uint8: return convert<from, Format::uint8>;
    case Format::int8: return convert<from, Format::int8>;
    default: return convert<from, Format::float16>;
  }
}

Convert choose(Format from, Format to) {
  switch (from) {
    case Format::float32: return choose_from<Format::float32>(to);
    case Format::uint8: return choose_from<Format::uint8>(to);
    case Format::int8: return choose_from<Format::int8>(to);
    default: return choose_from<Format::float16>(to);
  }
}

int64_t pack(uint8_t* dst, const uint8_t* words, const uint8_t* mask, int64_t count) {
  int64_t at = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint32_t word = 0, keep = 0;
    std::memcpy(&word, words + 4 * i, 4);
    std::memcpy(&keep, mask + 4 * i, 4);
    const bool kept = optimized::is_kept<Planted>(optimized::Word(), keep);
    if (kept || has(Fault::bm_mask_overshoots)) std::memcpy(dst + 4 * at, &word, 4);
    at = optimized::place_behind<Planted>(at, kept);
  }
  return at;
}

}  // namespace

optimized::ElementWork faulty_work() { return {choose, pack}; }

}  // namespace strideproof::planted

#include "model/fill.h"

#include <bit>
#include <cstring>

namespace strideproof {
namespace {

constexpr uint64_t golden = 0x9e3779b97f4a7c15;

uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

uint64_t key(uint64_t seed, Space space, int64_t lane) {
  return mix(seed + golden * (1 + static_cast<uint64_t>(space)) +
             (static_cast<uint64_t>(lane) << 40));
}

uint64_t word(uint64_t key, int64_t index) {
  return mix(key + golden * static_cast<uint64_t>(index));
}

}  // namespace

uint8_t fill_byte(uint64_t seed, Space space, int64_t lane, int64_t offset) {
  return static_cast<uint8_t>(word(key(seed, space, lane), offset / 8) >> (offset % 8 * 8));
}

void fill(uint8_t* to, int64_t size, uint64_t seed, Space space, int64_t lane, int64_t offset,
          DataClass data) {
  static_assert(std::endian::native == std::endian::little);
  const uint64_t k = key(seed, space, lane);
  const uint64_t top = 0x8080808080808080;
  const uint64_t set = data == DataClass::high ? top : 0;
  const uint64_t keep = data == DataClass::low ? ~top : ~uint64_t{0};
  const auto value = [&](int64_t index) { return (word(k, index) & keep) | set; };
  const int64_t end = offset + size;
  while (offset < end) {
    const int64_t skip = offset % 8;
    if (skip == 0)  // whole words, nearly always all of it
      for (; offset + 8 <= end; offset += 8, to += 8) {
        const uint64_t bytes = value(offset / 8);
        std::memcpy(to, &bytes, 8);
      }
    const int64_t part = 8 - skip < end - offset ? 8 - skip : end - offset;
    const uint64_t bytes = value(offset / 8) >> (8 * skip);
    std::memcpy(to, &bytes, static_cast<size_t>(part));
    offset += part;
    to += part;
  }
}

}  // namespace strideproof

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

uint64_t word(uint64_t key, int64_t index) { return mix(key + golden * static_cast<uint64_t>(index)); }

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
  for (int64_t done = 0; done < size;) {
    const int64_t skip = (offset + done) % 8;
    const int64_t take = 8 - skip < size - done ? 8 - skip : size - done;
    const uint64_t bytes = ((word(k, (offset + done) / 8) & keep) | set) >> (8 * skip);
    if (take == 8)
      std::memcpy(to + done, &bytes, 8);
    else
      std::memcpy(to + done, &bytes, static_cast<size_t>(take));
    done += take;
  }
}

}  // namespace strideproof

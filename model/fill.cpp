#include "model/fill.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace strideproof {
namespace {

constexpr uint64_t golden = 0x9e3779b97f4a7c15;
constexpr uint64_t factor_1 = 0xbf58476d1ce4e5b9, factor_2 = 0x94d049bb133111eb;

// A bijection: the finalizer of splitmix64.
uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * factor_1;
  x = (x ^ (x >> 27)) * factor_2;
  return x ^ (x >> 31);
}

uint64_t word_at(uint64_t key, int64_t index) {
  return mix(key + golden * static_cast<uint64_t>(index));
}

// Writes words [first, first + count), little-endian; `to` need not be aligned.
void fill_words(uint8_t* to, uint64_t key, int64_t first, int64_t count) {
  uint64_t next = key + golden * static_cast<uint64_t>(first);  // mix of it is the next word
  for (int64_t i = 0; i < count; ++i, next += golden) {
    const uint64_t word = mix(next);
    std::memcpy(to + 8 * i, &word, 8);
  }
}

uint64_t key(uint64_t seed, Space space, int64_t lane) {
  return mix(seed + golden * (1 + static_cast<uint64_t>(space)) +
             (static_cast<uint64_t>(lane) << 40));
}

uint32_t bits(int32_t value) { return static_cast<uint32_t>(value); }

// A legal count; every fourth one is an edge.
uint32_t count(uint32_t random) {
  constexpr int32_t edges[] = {-32, 0, 31, 32};
  if (random >> 30 == 0) return bits(edges[random >> 28]);
  return bits(static_cast<int32_t>(random % 65) - 32);
}

// An illegal count, of this sign, that becomes legal if its upper bits or its sign are lost.
uint32_t far_count(uint32_t random, int32_t sign) {
  constexpr int32_t largest = 0x7fffffff;
  const int32_t legal = static_cast<int32_t>((random >> 8) % 65) - 32;
  switch (random >> 6 & 3) {
    case 0: return bits(sign * 0x100 + legal);
    case 1: return bits(sign * 0x10000 + legal);
    case 2: return bits(sign * 0x1000000 + legal);
    default: return bits(sign > 0 ? largest : -largest - 1);
  }
}

// A word of a mask: 0 drops an element, any other value keeps it.
uint32_t mask(uint32_t random) {
  constexpr uint32_t edges[] = {1, 2, 0x100, 0x10000, 0x80000000, 0xffffffff};
  if (random >> 31 == 0) return 0;
  return random % 8 < std::size(edges) ? edges[random % 8] : random;
}

uint32_t float32(uint32_t random) {
  constexpr uint32_t special[] = {
      // clang-format off
      0x00000000, 0x80000000,                          // 0, -0
      0x00000001, 0x007fffff, 0x807fffff, 0x00800000,  // subnormal; the smallest normal number
      0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,  // the largest numbers; infinity
      0x7fc00000, 0x7f800001, 0xffc00001,              // NaN, quiet and signalling
      0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000,  // 0.5, -0.5, 1.5, 2.5
      0x42fd0000, 0x42ff0000, 0xc3008000, 0xc3010000,  // 126.5, 127.5, -128.5, -129
      0x437e8000, 0x437f8000, 0x43800000,              // 254.5, 255.5, 256
      // The largest float16; a number just below 65520; 65520 and -65520, which round to infinity;
      // 65536.
      0x477fe000, 0x477fefff, 0x477ff000, 0xc77ff000, 0x47800000,
      // The smallest normal float16, and two values just below it.
      0x38800000, 0x387fffff, 0x387fc000,
      0x33800000, 0x33000000, 0x33000001, 0x33c00000,  // 2^-24; half; a little more; 1.5 of it
      0x3f801000, 0x3f803000, 0x3f801001,              // halfway between two float16; a little more
      0x4b800001,                                      // 2^24 + 2
      // clang-format on
  };
  switch (random >> 30) {
    case 0: return special[random % std::size(special)];
    case 1:
    case 2: return std::bit_cast<uint32_t>(static_cast<float>(int(random % 2401) - 1200) / 4);
    default: return random;
  }
}

// The word of a data class that is made from a random word: two elements of 32 bits, or bytes.
uint64_t as_class(uint64_t word, DataClass data) {
  constexpr uint64_t top = 0x8080808080808080;
  const auto each = [word](auto element) {
    return element(static_cast<uint32_t>(word)) |
           static_cast<uint64_t>(element(static_cast<uint32_t>(word >> 32))) << 32;
  };
  const auto or_outside = [](int32_t outside) {
    return [outside](uint32_t random) { return random % 8 == 0 ? bits(outside) : count(random); };
  };
  const auto or_far = [](int32_t sign) {
    return [sign](uint32_t random) {
      return random % 8 == 0 ? far_count(random, sign) : count(random);
    };
  };
  switch (data) {
    case DataClass::unique: break;
    case DataClass::low: return word & ~top;
    case DataClass::high: return word | top;
    case DataClass::counts: return each(count);
    case DataClass::counts_over: return each(or_outside(33));
    case DataClass::counts_under: return each(or_outside(-33));
    case DataClass::mask: return each(mask);
    case DataClass::floats: return each(float32);
    case DataClass::counts_far_over: return each(or_far(1));
    case DataClass::counts_far_under: return each(or_far(-1));
  }
  return word;
}

// Writes the bytes [offset, offset + size), at most to the end of the word in which offset lies.
// Returns their number.
int64_t fill_part(uint8_t* to, int64_t size, uint64_t key, int64_t offset, DataClass data) {
  const int64_t skip = offset % 8, part = std::min(8 - skip, size);
  const uint64_t bytes = as_class(word_at(key, offset / 8), data) >> (8 * skip);
  std::memcpy(to, &bytes, static_cast<size_t>(part));
  return part;
}

}  // namespace

void fill(uint8_t* to, int64_t size, uint64_t seed, Space space, int64_t lane, int64_t offset,
          DataClass data) {
  static_assert(std::endian::native == std::endian::little);
  const uint64_t k = key(seed, space, lane);
  const int64_t head = offset % 8 == 0 ? 0 : fill_part(to, size, k, offset, data);
  const int64_t words = (size - head) / 8, tail = head + 8 * words;
  const int64_t first = (offset + head) / 8;
  if (data == DataClass::unique) {  // the bulk
    fill_words(to + head, k, first, words);
  } else {
    for (int64_t i = 0; i < words; ++i) fill_part(to + head + 8 * i, 8, k, 8 * (first + i), data);
  }
  if (tail < size) fill_part(to + tail, size - tail, k, offset + tail, data);
}

}  // namespace strideproof

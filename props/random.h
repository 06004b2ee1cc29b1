#pragma once
// The random numbers of every generator here: small, fast, and the same on every platform for ever
// (std distributions are not). One word of seed gives one sequence; so an expression draws at most
// once, for C++ leaves open which operand of a sum draws first.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace strideproof::props {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  // splitmix64: every word once in 2^64.
  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t x = state_;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  // In [0, bound); bound in [1, 2^31]. The multiply keeps the bias below 2^-32.
  int64_t below(int64_t bound) {
    return static_cast<int64_t>(((next() >> 32) * static_cast<uint64_t>(bound)) >> 32);
  }
  // In [low, high], both included; high - low < 2^31.
  int64_t between(int64_t low, int64_t high) { return low + below(high - low + 1); }
  // One below, exactly, or one above.
  int64_t around(int64_t value) { return value + between(-1, 1); }

  // 2^k or up to 3 more, with k >= 8: too large for a field of k bits. At most `most`, which is 2^8
  // or more. Half of the values have the largest k.
  int64_t past_power_of_two(int64_t most) {
    const auto bits = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(most))) - 1;
    const int64_t power = int64_t{1} << (chance(1, 2) ? bits : between(8, bits));
    return std::min(most, power + below(4));
  }

  // True `part` times in `of`.
  bool chance(int64_t part, int64_t of) { return below(of) < part; }

  template <class T>
  T pick(std::initializer_list<T> values) {
    return values.begin()[below(static_cast<int64_t>(values.size()))];
  }
  template <class Container>
  const auto& pick(const Container& values) {
    return values[static_cast<size_t>(below(static_cast<int64_t>(values.size())))];
  }

 private:
  uint64_t state_;
};

}  // namespace strideproof::props

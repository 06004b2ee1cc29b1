#pragma once
// An integer that stops at +-(2^62 - 1) instead of overflowing: the templates of the spec run with
// it on illegal cases, whose values are arbitrary.

#include <algorithm>
#include <compare>
#include <cstdint>

namespace strideproof::spec {

class Saturating {
 public:
  static constexpr int64_t limit = (int64_t{1} << 62) - 1;

  constexpr Saturating() = default;
  explicit constexpr Saturating(int64_t value) : value_(std::clamp(value, -limit, limit)) {}
  constexpr int64_t value() const { return value_; }

  friend Saturating operator+(Saturating a, Saturating b) {
    return Saturating(a.value_ + b.value_);
  }
  friend Saturating operator-(Saturating a, Saturating b) {
    return Saturating(a.value_ - b.value_);
  }
  friend Saturating operator*(Saturating a, Saturating b) {
    int64_t product = 0;
    if (!__builtin_mul_overflow(a.value_, b.value_, &product)) return Saturating(product);
    return Saturating((a.value_ < 0) == (b.value_ < 0) ? limit : -limit);
  }
  friend Saturating operator/(Saturating a, Saturating b) {
    return Saturating(a.value_ / b.value_);
  }
  friend Saturating operator%(Saturating a, Saturating b) {
    return Saturating(a.value_ % b.value_);
  }
  friend auto operator<=>(Saturating, Saturating) = default;

  friend Saturating select(bool condition, Saturating yes, Saturating no) {
    return condition ? yes : no;
  }

 private:
  int64_t value_ = 0;
};

}  // namespace strideproof::spec

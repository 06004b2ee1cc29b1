#pragma once
// Conversions with a planted fault, over the elements of model/optimized/convert.h: proofs refute
// them.

#include "model/optimized/convert.h"

namespace strideproof::mutants {

// The code that ships. A mutant replaces one function.
struct Conversions {
  template <class Lanes>
  static typename Lanes::F from_half(const Lanes& lanes, const typename Lanes::W& code) {
    return optimized::baseline::from_half(lanes, code);
  }
  template <class Lanes>
  static typename Lanes::W to_half(const Lanes& lanes, const typename Lanes::F& value) {
    return optimized::baseline::to_half(lanes, value);
  }
  template <class Lanes>
  static typename Lanes::W to_integer(const Lanes& lanes, const typename Lanes::F& value,
                                      float least, float most) {
    return optimized::baseline::to_integer(lanes, value, least, most);
  }
};

// The smallest exponent of a float16 is treated as an ordinary one.
struct SubnormalAsNormal : Conversions {
  template <class Lanes>
  static typename Lanes::F from_half(const Lanes& lanes, const typename Lanes::W& code) {
    const auto size = lanes.both(code, lanes.word(0x7fff)),
               sign = lanes.both(code, lanes.word(0x8000));
    const auto normal = lanes.plus(lanes.template left<optimized::dropped_bits>(size),
                                   lanes.word(optimized::exponent_112));
    return lanes.select(lanes.less(size, lanes.word(0x400)),
                        lanes.as_number(lanes.either(normal, lanes.template left<16>(sign))),
                        Conversions::from_half(lanes, code));
  }
};

// Halfway between two float16 the larger one is taken.
struct TiesUpwards : Conversions {
  template <class Lanes>
  static typename Lanes::W to_half(const Lanes& lanes, const typename Lanes::F& value) {
    const auto bits = lanes.bits(value), size = lanes.both(bits, lanes.word(0x7fffffff));
    const auto code = Conversions::to_half(lanes, value);
    // The rest of a tie is half of the last bit that stays, which is 0.
    const auto rest = lanes.differing(lanes.both(bits, lanes.word(0x3fff)), lanes.word(0x1000));
    const auto larger =
        lanes.select(lanes.less(rest, lanes.word(1)), lanes.plus(code, lanes.word(1)), code);
    const auto normal = lanes.select(lanes.less(size, lanes.word(0x38800000)), code, larger);
    return lanes.select(lanes.less(size, lanes.word(0x477ff000)), normal, code);
  }
};

// NaN becomes the smallest integer.
struct NanLeast : Conversions {
  template <class Lanes>
  static typename Lanes::W to_integer(const Lanes& lanes, const typename Lanes::F& value,
                                      float least, float most) {
    const auto size = lanes.both(lanes.bits(value), lanes.word(0x7fffffff));
    const auto is_nan = lanes.less(lanes.word(0x7f800000), size);
    return Conversions::to_integer(lanes, lanes.select(is_nan, lanes.number(least), value), least,
                                   most);
  }
};

}  // namespace strideproof::mutants

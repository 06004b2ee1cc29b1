// The laws of bm-atomic. The number of words that a mask copy keeps is no equation of programs: see
// `returns` in model/tests/tables/bm_atomic.txt.

#include "props/tests/laws.h"
#include "spec/footprint.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;

// Numbers whose bytes have no top bit are no NaN, and the sum with -0 is the number, also of 0.
Case of_low_bytes(Case c) {
  c.data = {DataClass::low, DataClass::low};
  return c;
}
// Fills the matrix that is read, or the one that is written, with -0.
Case minus_zeros(const Case& c, bool source) {
  const bool system = is(c["direction"], Direction::S2L) == source;
  return fill_of(c, spec::tensor_of(c, system ? on_src : on_dst), 0x80000000);
}

Equation zero_added(Random&, const Case& c) {
  if (c["result_add"] == 0) return {};
  const Case numbers = of_low_bytes(c), zeros = minus_zeros(numbers, true);
  return {{zeros, numbers}, {zeros}};
}

Equation added_to_zero(Random&, const Case& c) {
  if (c["result_add"] == 0) return {};
  const Case numbers = of_low_bytes(c), zeros = minus_zeros(numbers, false);
  return {{zeros, numbers}, {zeros, with(numbers, {{"result_add", 0}})}};
}

Equation as_bytes(Random&, const Case& c) {
  return {{c},
          {with(c, {{"length", c["length"] * spec::dtype_bytes(c, on_src)},
                    {"format", static_cast<int>(Format::uint8)}})}};
}

Equation mask_of_ones(Random& random, const Case& c) {
  const int64_t any = random.pick<int64_t>({1, 0x80000000, 0x00ff0000, 0xffffffff});
  const Case ones = fill_of(c, spec::tensor_of(c, on_src1), any);
  return {{ones, c}, {ones, copy_of(c, spec::tensor_of(c, on_dst), spec::tensor_of(c, on_src))}};
}

Equation mask_of_zeros(Random&, const Case& c) {
  const Case zeros = fill_of(c, spec::tensor_of(c, on_src1), 0);
  return {{zeros, c}, {zeros}};
}

// The wider format holds every number of the narrower one. Float16 gets one number, as the bits of
// a NaN may change.
Equation converted_twice(Random& random, const Case& c) {
  if (spec::dtype_bytes(c, on_src) >= spec::dtype_bytes(c, on_dst)) return {};
  if (!is(c["src_format"], Format::float16)) return {{c, back(c)}, {c}};
  const auto number = static_cast<int64_t>(random.next() & 0xfbff);  // neither infinite nor NaN
  const Case first = fill_of(c, spec::tensor_of(c, on_src), number);
  return {{first, c, back(c)}, {first, c}};
}

Equation as_okk_copy(Random&, const Case& c) {
  const Tensor dst = spec::tensor_of(c, on_dst), src = spec::tensor_of(c, on_src);
  if (dst.shape != src.shape || c["transpose"] != 0 || c["src_format"] != c["dst_format"])
    return {};
  return {{c}, {copy_of(c, dst, src)}};
}

Equation as_okk_fill(Random&, const Case& c) {
  return {{c}, {fill_of(c, spec::tensor_of(c, on_dst), c["const_val"])}};
}

}  // namespace

std::vector<Law> laws() {
  return {
#define LAW(name, operations, equation) {name, operations, equation},
#include "props/bm_atomic.def"
  };
}

}  // namespace strideproof::props::bm_atomic

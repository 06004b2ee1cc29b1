// Conversions of every float16 and every integer, and of float32 near every place where one is
// rounded another way; with the vectors of every instruction set of this processor.

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

#include "model/optimized/vectors.h"
#include "model/tests/bm_atomic_half.h"
#include "model/tests/every_target.h"

namespace strideproof {
namespace {

using bm_atomic::Format;
using optimized::converter;

template <class To, class From, class Expected>
void expect_converted(Format from, Format to, const std::vector<From>& values, Expected expected) {
  std::vector<To> found(values.size());
  converter(from, to)(reinterpret_cast<uint8_t*>(found.data()),
                      reinterpret_cast<const uint8_t*>(values.data()),
                      static_cast<int64_t>(values.size()));
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(found[i], expected(values[i]))
        << "to format " << static_cast<int>(to) << " of " << +values[i];
  }
}

// Every float16, the midpoint of each two, the float32 numbers next to these, and edges of the
// integers.
std::vector<float> floats_near_roundings() {
  std::vector<float> values;
  const auto around = [&](double value) {
    const auto middle = static_cast<float>(value);
    for (const float near :
         {middle, std::nextafter(middle, INFINITY), std::nextafter(middle, -INFINITY)})
      values.insert(values.end(), {near, -near});
  };
  for (uint16_t code = 0; code < 0x7c00; ++code) {
    around(oracle::half_value(code));
    const double next =
        code == 0x7bff ? 65536 : oracle::half_value(static_cast<uint16_t>(code + 1));
    around((oracle::half_value(code) + next) / 2);
  }
  for (int quarters = 0; quarters <= 1300; ++quarters) around(quarters / 4.0);
  for (int exponent = -149; exponent < 128; ++exponent) around(std::ldexp(1.0, exponent));
  for (const uint32_t bits :
       {0x7f800000U, 0x7f800001U, 0x7fc00000U, 0x7fffffffU, 0x7f7fffffU, 0x7fa12345U})
    for (const uint32_t sign : {0U, 0x80000000U})
      values.push_back(std::bit_cast<float>(bits | sign));
  return values;
}

void expect_halves() {
  std::vector<uint16_t> codes(65536);
  std::iota(codes.begin(), codes.end(), uint16_t{0});
  expect_converted<uint32_t>(Format::float16, Format::float32, codes, [](uint16_t code) {
    return std::bit_cast<uint32_t>(static_cast<float>(oracle::half_value(code)));
  });
  expect_converted<uint8_t>(Format::float16, Format::uint8, codes, [](uint16_t code) {
    return oracle::integer_of(oracle::half_value(code), 0, 255);
  });
  expect_converted<int8_t>(Format::float16, Format::int8, codes, [](uint16_t code) {
    return oracle::integer_of(oracle::half_value(code), -128, 127);
  });
}

TEST(Elements, EveryHalfIsConverted) { with_every_target(expect_halves); }

void expect_floats() {
  const std::vector<float> values = floats_near_roundings();
  expect_converted<uint16_t>(Format::float32, Format::float16, values, oracle::half_of);
  expect_converted<uint8_t>(Format::float32, Format::uint8, values,
                            [](float value) { return oracle::integer_of(value, 0, 255); });
  expect_converted<int8_t>(Format::float32, Format::int8, values,
                           [](float value) { return oracle::integer_of(value, -128, 127); });
}

TEST(Elements, FloatsAreRounded) { with_every_target(expect_floats); }

template <class Integer>
void expect_exact(Format from) {
  std::vector<Integer> values(256);
  std::iota(values.begin(), values.end(), std::numeric_limits<Integer>::min());
  const auto exact = [](Integer value) { return static_cast<float>(value); };
  expect_converted<float>(from, Format::float32, values, exact);
  expect_converted<uint16_t>(from, Format::float16, values,
                             [&](Integer value) { return oracle::half_of(exact(value)); });
}

TEST(Elements, EveryIntegerIsExact) {
  with_every_target([] {
    expect_exact<uint8_t>(Format::uint8);
    expect_exact<int8_t>(Format::int8);
  });
}

}  // namespace
}  // namespace strideproof

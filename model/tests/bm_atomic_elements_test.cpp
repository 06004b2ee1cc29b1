// Operations on elements: conversions for every float16 and every integer, near every place where
// a float32 is rounded another way, packing, adding, transposing; with the vectors of every
// instruction set of this processor.

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "model/fill.h"
#include "model/optimized/bm_atomic_transpose.h"
#include "model/optimized/vectors.h"
#include "model/tests/bm_atomic_half.h"

namespace strideproof {
namespace {

using bm_atomic::Format;
using optimized::converter;

class Elements : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

INSTANTIATE_TEST_SUITE_P(Optimized, Elements, testing::ValuesIn([] {
                           std::vector<int64_t> targets;
                           for (uint32_t target : hwy::SupportedAndGeneratedTargets())
                             targets.push_back(target);
                           return targets;
                         }()),
                         [](const testing::TestParamInfo<int64_t>& target) {
                           return std::string(hwy::TargetName(static_cast<uint32_t>(target.param)));
                         });

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

// Each float16, each place halfway between two, and the float32 next to those; edges of the integers.
std::vector<float> telling_floats() {
  std::vector<float> values;
  const auto around = [&](double value) {
    const auto middle = static_cast<float>(value);
    for (const float beside :
         {middle, std::nextafter(middle, INFINITY), std::nextafter(middle, -INFINITY)})
      values.insert(values.end(), {beside, -beside});
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

TEST_P(Elements, EveryHalfIsConverted) {
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

TEST_P(Elements, FloatsAreRounded) {
  const std::vector<float> values = telling_floats();
  expect_converted<uint16_t>(Format::float32, Format::float16, values, oracle::half_of);
  expect_converted<uint8_t>(Format::float32, Format::uint8, values,
                            [](float value) { return oracle::integer_of(value, 0, 255); });
  expect_converted<int8_t>(Format::float32, Format::int8, values,
                           [](float value) { return oracle::integer_of(value, -128, 127); });
}

template <class Integer>
void expect_exact(Format from) {
  std::vector<Integer> values(256);
  std::iota(values.begin(), values.end(), std::numeric_limits<Integer>::min());
  const auto exact = [](Integer value) { return static_cast<float>(value); };
  expect_converted<float>(from, Format::float32, values, exact);
  expect_converted<uint16_t>(from, Format::float16, values,
                             [&](Integer value) { return oracle::half_of(exact(value)); });
}

TEST_P(Elements, EveryIntegerIsExact) {
  expect_exact<uint8_t>(Format::uint8);
  expect_exact<int8_t>(Format::int8);
}

// A buffer with guards, for every length.
class Guarded {
 public:
  explicit Guarded(int64_t bytes)
      : bytes_(static_cast<size_t>(bytes)), all_(bytes_ + 2 * guard, 0xa5) {}
  uint8_t* data() { return all_.data() + guard; }
  bool intact() const {
    for (size_t i = 0; i < guard; ++i)
      if (all_[i] != 0xa5 || all_[guard + bytes_ + i] != 0xa5) return false;
    return true;
  }

 private:
  static constexpr size_t guard = 128;
  size_t bytes_;
  std::vector<uint8_t> all_;
};

constexpr Format formats[] = {Format::float32, Format::uint8, Format::int8, Format::float16};

TEST_P(Elements, RunsOfEveryLengthConvertAndNothingElse) {
  for (const Format from : formats)
    for (const Format to : formats) {
      if (from == to || !bm_atomic::is_convertible(from, to)) continue;
      const int64_t in = bm_atomic::element_bytes(from), out = bm_atomic::element_bytes(to);
      std::vector<uint8_t> src(static_cast<size_t>(100 * in)),
          single(static_cast<size_t>(100 * out));
      fill(src.data(), 100 * in, 1, Space::ub, 0, 0);
      for (int64_t i = 0; i < 100; ++i)
        converter(from, to)(single.data() + i * out, src.data() + i * in, 1);
      for (int64_t count = 1; count <= 100; ++count) {
        Guarded dst(count * out);
        converter(from, to)(dst.data(), src.data(), count);
        ASSERT_TRUE(dst.intact()) << count;
        ASSERT_EQ(std::memcmp(dst.data(), single.data(), static_cast<size_t>(count * out)), 0)
            << count;
      }
    }
}

TEST_P(Elements, PackingKeepsWordsInOrderAndWritesNoOther) {
  for (int64_t count = 1; count <= 2100; count += count < 140 ? 1 : 97)
    for (const DataClass masks : {DataClass::mask, DataClass::unique}) {
      std::vector<uint32_t> words(static_cast<size_t>(count)), mask(words), expected;
      fill(reinterpret_cast<uint8_t*>(words.data()), 4 * count, 3, Space::ub, 0, 0);
      fill(reinterpret_cast<uint8_t*>(mask.data()), 4 * count, 5, Space::ub, 0, 0, masks);
      for (size_t i = 0; i < words.size(); ++i)
        if (mask[i] != 0) expected.push_back(words[i]);
      const auto kept = static_cast<int64_t>(expected.size());
      Guarded dst(4 * kept);
      ASSERT_EQ(optimized::pack_words(dst.data(), reinterpret_cast<uint8_t*>(words.data()),
                                      reinterpret_cast<uint8_t*>(mask.data()), count),
                kept);
      ASSERT_TRUE(dst.intact()) << count;
      ASSERT_EQ(std::memcmp(dst.data(), expected.data(), static_cast<size_t>(4 * kept)), 0)
          << count;
    }
}

TEST_P(Elements, AddingIsThatOfSingleFloats) {
  const float values[] = {0.0F,      -0.0F,      0x1p-149F, -0x1p-149F, 0x1.8p-127F,     -0x1p-126F,
                          0x1p-126F, 1.0F,       0x1p-24F,  0x1p-25F,   0x1.fffffep127F, INFINITY,
                          -1.0F,     0x1.2p-130F};
  std::vector<float> a, b;
  for (const float x : values)
    for (const float y : values) a.push_back(x), b.push_back(y);
  for (size_t count = 1; count <= a.size(); ++count) {
    Guarded dst(static_cast<int64_t>(4 * count));
    std::memcpy(dst.data(), a.data(), 4 * count);
    optimized::add_floats(static_cast<int64_t>(4 * count), {1, {}}, dst.data(),
                          reinterpret_cast<uint8_t*>(b.data()));
    ASSERT_TRUE(dst.intact());
    for (size_t i = 0; i < count; ++i) {
      uint32_t sum = 0;
      std::memcpy(&sum, dst.data() + 4 * i, 4);
      // In float64 the sum of two float32 is exact, or rounds to the same float32.
      ASSERT_EQ(sum, std::bit_cast<uint32_t>(static_cast<float>(double{a[i]} + double{b[i]})))
          << a[i] << " + " << b[i];
    }
  }
}

TEST_P(Elements, AddingGoesFromRunToRun) {
  std::vector<float> dst(12, 1), src = {1, 2, 3, 4, 5, 6};
  optimized::add_floats(8, {3, {16, 4}}, reinterpret_cast<uint8_t*>(dst.data()),
                        reinterpret_cast<uint8_t*>(src.data()));
  EXPECT_EQ(dst, (std::vector<float>{2, 3, 1, 1, 3, 4, 1, 1, 4, 5, 1, 1}));
}

// ---- transposes ----

template <class T>
void expect_transposed(int64_t rows, int64_t columns, optimized::Store store) {
  const int64_t bytes = sizeof(T), src_step = (columns + 3) * bytes, dst_step = (rows + 5) * bytes;
  std::vector<uint8_t> src(static_cast<size_t>(rows * src_step)),
      before(static_cast<size_t>(columns * dst_step));
  for (std::vector<uint8_t>* part : {&src, &before})
    for (size_t i = 0; i + 4 <= part->size(); i += 4) {
      const auto value = static_cast<float>(i * 7919 % 65536 + (part == &src ? 1 : 65536));
      std::memcpy(part->data() + i, &value, 4);
    }
  std::vector<uint8_t> expected = before;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j) {
      uint8_t* const to = expected.data() + j * dst_step + i * bytes;
      const uint8_t* const from = src.data() + i * src_step + j * bytes;
      if (store == optimized::Store::move) {
        std::memcpy(to, from, sizeof(T));
      } else {
        float sum = 0, term = 0;
        std::memcpy(&sum, to, 4), std::memcpy(&term, from, 4);
        sum += term;
        std::memcpy(to, &sum, 4);
      }
    }
  optimized::transpose(bytes, rows, columns, before.data(), optimized::evenly(int64_t{0}, dst_step),
                       src.data(), optimized::evenly(int64_t{0}, src_step), store);
  ASSERT_EQ(before, expected) << rows << " x " << columns << " of " << bytes << " bytes";
}

TEST(Transpose, EverySizeAroundTilesAndBlocks) {
  for (int64_t rows = 1; rows <= 70; ++rows)
    for (int64_t columns = 1; columns <= 70; ++columns) {
      expect_transposed<uint8_t>(rows, columns, optimized::Store::move);
      expect_transposed<uint16_t>(rows, columns, optimized::Store::move);
      expect_transposed<uint32_t>(rows, columns, optimized::Store::move);
      expect_transposed<uint32_t>(rows, columns, optimized::Store::add_float32);
    }
  expect_transposed<uint8_t>(200, 131, optimized::Store::move);
  expect_transposed<uint16_t>(131, 200, optimized::Store::move);
}

}  // namespace
}  // namespace strideproof

// Every float32, all 2^32, to float16, uint8 and int8: a few minutes of two cores. Not part of the
// default run; with its label: ctest -L exhaustive.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "model/optimized/vectors.h"
#include "model/tests/bm_atomic_half.h"

namespace strideproof {
namespace {

using bm_atomic::Format;

constexpr uint64_t part = uint64_t{1} << 16, parts = uint64_t{1} << 16;

// Calls check(values) with each part of the float32 in the order of their bits, on all cores. check
// returns how many are wrong.
template <class Check>
uint64_t count_wrong(Check check) {
  std::atomic<uint64_t> next = 0, wrong = 0;
  const auto work = [&] {
    std::vector<float> values(part);
    for (uint64_t p = next++; p < parts; p = next++) {
      for (uint64_t i = 0; i < part; ++i)
        values[i] = std::bit_cast<float>(static_cast<uint32_t>(p * part + i));
      wrong += check(values);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return wrong;
}

// How many differ from what `expected` says of each.
template <class To, class Expected>
uint64_t compare(Format to, const std::vector<float>& values, Expected expected) {
  std::vector<To> found(values.size());
  optimized::converter(Format::float32, to)(reinterpret_cast<uint8_t*>(found.data()),
                                            reinterpret_cast<const uint8_t*>(values.data()),
                                            static_cast<int64_t>(values.size()));
  uint64_t wrong = 0;
  for (size_t i = 0; i < values.size(); ++i) wrong += found[i] != expected(values[i]) ? 1 : 0;
  return wrong;
}

TEST(Exhaustive, EveryFloatBecomesTheNearestHalf) {
  EXPECT_EQ(count_wrong([](const std::vector<float>& values) {
              return compare<uint16_t>(Format::float16, values, oracle::half_of);
            }),
            0U);
}

TEST(Exhaustive, EveryFloatBecomesTheNearestIntegers) {
  EXPECT_EQ(count_wrong([](const std::vector<float>& values) {
              return compare<uint8_t>(Format::uint8, values,
                                      [](float x) { return oracle::integer_of(x, 0, 255); }) +
                     compare<int8_t>(Format::int8, values,
                                     [](float x) { return oracle::integer_of(x, -128, 127); });
            }),
            0U);
}

}  // namespace
}  // namespace strideproof

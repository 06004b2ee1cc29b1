// The worked numbers of asc_copy_l12l0b_trans: what comes from where, told by the contents alone.
// Each byte of L1 holds its own offset, the low half in one run and the high half in another.

#include <gtest/gtest.h>

#include "model/tests/small_world.h"

namespace strideproof {
namespace {

// For each byte of L0B the offset in L1 from which it came; -1: it was not written.
std::vector<int64_t> origins(const Implementation& implementation, std::string_view line) {
  const Case c = parse_case(line);
  Machine machine(*c.profile);
  const int64_t l1 = c.profile->buffer_bytes[static_cast<size_t>(Space::l1)];
  const int64_t l0b = c.profile->buffer_bytes[static_cast<size_t>(Space::l0b)];
  std::vector<int64_t> found(static_cast<size_t>(l0b), 0);
  constexpr uint8_t untouched = 0xff;  // the high half of no offset
  for (const int shift : {8, 0}) {
    for (int64_t i = 0; i < l1; ++i)
      *machine.at(Space::l1, 0, i) = static_cast<uint8_t>(i >> shift);
    for (int64_t i = 0; i < l0b; ++i) *machine.at(Space::l0b, 0, i) = untouched;
    EXPECT_TRUE(implementation.run(machine, c).constraint_results.legal()) << line;
    for (int64_t i = 0; i < l0b; ++i)
      found[static_cast<size_t>(i)] += int64_t{*machine.at(Space::l0b, 0, i)} << shift;
  }
  for (int64_t& from : found)
    if (from == 0xffff) from = -1;
  return found;
}

// Three iterations; src_stride 1, index 0.
std::string line(int dtype, int dst_gap, int dst_frac_gap) {
  return fmt::format(
      "asc_copy_l12l0b_trans toy dst=0 src=0 index_id=0 repeat=3 src_stride=1 dst_stride={} "
      "addrmode=0 dst_frac_stride={} dtype={}",
      dst_gap, dst_frac_gap, dtype);
}

struct WorkedNumbers {
  std::string_view name;
  std::string line;
  int64_t element_bytes;
  std::vector<int64_t> firsts;  // elements of src that come first in the fractals of dst
};

const WorkedNumbers worked[] = {
    {"u8_gaps_1_0", line(0, 1, 0), 1, {0, 16, 1024, 1040, 2048, 2064}},
    {"u8_gaps_0_2", line(0, 0, 2), 1, {0, 1024, 2048, 16, 1040, 2064}},
    {"s8_gaps_1_0", line(1, 1, 0), 1, {0, 16, 1024, 1040, 2048, 2064}},
    {"s8_gaps_0_2", line(1, 0, 2), 1, {0, 1024, 2048, 16, 1040, 2064}},
    {"f16_gap_0", line(2, 0, 0), 2, {0, 256, 512}},
    {"bf16_gap_0", line(3, 0, 0), 2, {0, 256, 512}},
    {"u32_gaps_1_0", line(4, 1, 0), 4, {0, 64, 256, 320, 512, 576}},
    {"u32_gaps_0_2", line(4, 0, 2), 4, {0, 256, 512, 64, 320, 576}},
    {"s32_gaps_1_0", line(5, 1, 0), 4, {0, 64, 256, 320, 512, 576}},
    {"s32_gaps_0_2", line(5, 0, 2), 4, {0, 256, 512, 64, 320, 576}},
    {"f32_gaps_1_0", line(6, 1, 0), 4, {0, 64, 256, 320, 512, 576}},
    {"f32_gaps_0_2", line(6, 0, 2), 4, {0, 256, 512, 64, 320, 576}},
};

class Worked : public testing::TestWithParam<std::tuple<Implementation, WorkedNumbers>> {};

TEST_P(Worked, FirstElementsOfTheFractals) {
  const auto& [implementation, numbers] = GetParam();
  const std::vector<int64_t> from = origins(implementation, numbers.line);
  std::vector<int64_t> firsts;
  for (size_t fractal = 0; fractal < from.size() / 512; ++fractal)
    if (from[512 * fractal] >= 0) firsts.push_back(from[512 * fractal] / numbers.element_bytes);
  EXPECT_EQ(firsts, numbers.firsts);
}

INSTANTIATE_TEST_SUITE_P(
    Asc, Worked, testing::Combine(testing::ValuesIn(implementations), testing::ValuesIn(worked)),
    [](const testing::TestParamInfo<Worked::ParamType>& test) {
      return fmt::format("{}_{}", std::get<0>(test.param).name, std::get<1>(test.param).name);
    });

TEST(Worked, BytesOfASquare) {
  struct Map {
    int64_t dst, src;
  };
  struct Square {
    int dtype;
    std::vector<Map> bytes;
  };
  const Square squares[] = {
      {0, {{0, 0}, {1, 32}, {32, 1}, {511, 1007}, {512, 16}, {1023, 1023}}},
      {6, {{0, 0}, {4, 32}, {32, 4}, {256, 512}, {512, 256}, {1023, 1023}}},
  };
  for (const Implementation& implementation : implementations)
    for (const Square& square : squares) {
      const std::vector<int64_t> from = origins(implementation, line(square.dtype, 1, 0));
      for (const Map& map : square.bytes)
        EXPECT_EQ(from[static_cast<size_t>(map.dst)], map.src)
            << implementation.name << ", dtype " << square.dtype << ", byte " << map.dst;
    }
}

}  // namespace
}  // namespace strideproof

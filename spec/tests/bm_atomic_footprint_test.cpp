#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include "spec/spec.h"
#include "spec/tests/bm_atomic_naive.h"
#include "spec/tests/naive.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

using bm_atomic::Kind;
using bm_atomic_naive::Byte;
using bm_atomic_naive::elements;
using naive::pick;

constexpr Operands operands[] = {on_dst, on_src, on_src1};

std::set<Byte> bytes(const Case& c, Operands operand) {
  if (bm_atomic::kind(*c.operation) == Kind::memset_4D && operand != on_dst) return {};
  if (bm_atomic::kind(*c.operation) != Kind::mask_memcpy_4D && operand == on_src1) return {};
  return bm_atomic_naive::bytes(elements(c, operand));
}

std::set<Byte> bytes(const std::vector<OperandRange>& runs, Operands operand) {
  std::set<Byte> all;
  for (const OperandRange& run : runs)
    for (int64_t i = 0; run.operand == operand && i < run.size; ++i)
      all.insert({run.space, run.lane, run.first + i});
  return all;
}

// The first and the last byte in each lane, and in system memory.
std::set<Byte> ends(const std::set<Byte>& all) {
  const auto same_lane = [](const Byte& a, const Byte& b) {
    return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b);
  };
  std::set<Byte> found;
  for (auto at = all.begin(); at != all.end(); ++at) {
    const bool first = at == all.begin() || !same_lane(*std::prev(at), *at);
    const bool last = std::next(at) == all.end() || !same_lane(*at, *std::next(at));
    if (first || last) found.insert(*at);
  }
  return found;
}

TEST(BmAtomic, FootprintAndBoundingRangesAgreeWithEnumeration) {
  std::mt19937_64 random(11);
  for (const Operation* operation : matching("bm_*")) {
    int tried = 0;
    for (int i = 0; i < 4'000; ++i) {
      const Case c = bm_atomic_naive::random_case(random, *operation, *find_profile("toy"));
      if (!evaluate(c).legal()) continue;
      ++tried;
      const auto exact = footprint(c), enclosing = bounding_ranges(c);
      size_t touched = 0;
      for (const Operands operand : operands) {
        const std::set<Byte> wanted = bytes(c, operand);
        ASSERT_EQ(bytes(exact, operand), wanted) << print(c);
        ASSERT_EQ(ends(bytes(enclosing, operand)), ends(wanted)) << print(c);
        touched += wanted.size();
      }
      ASSERT_EQ(touched == 0, operation->parameters.empty()) << print(c);
      ASSERT_EQ(cost(c), touched == 0 ? 0 : static_cast<int64_t>(elements(c, on_dst).size()));
    }
    EXPECT_GT(tried, 200) << operation->name;
  }
}

TEST(BmAtomic, LocateNamesTheElement) {
  struct {
    std::string_view line;
    Space space;
    int64_t lane, offset;
    Operands operand;
    std::array<int64_t, 4> element;
    int64_t byte;
  } const wanted[] = {
      {"bm_atomic_memcpy_1D toy src_addr=0xfffff000 dst_addr=0x80000fc length=3 format=0 "
       "direction=0",
       Space::local,
       1,
       5,
       on_dst,
       {0, 0, 0, 2},
       1},
      // Row 1, column 5 of the system matrix is column 5 of local row 1: channel 1, w = 1.
      {"bm_atomic_memcpy_2D toy global_mem_addr=0xfffff000 local_mem_addr=0 local_mem_idx=3 row=2 "
       "col=6 row_stride=7 sec_size=4 format=1 direction=1 transpose=0 result_add=0",
       Space::local,
       0,
       18 + 32,
       on_src,
       {1, 1, 0, 1},
       0},
      {"bm_atomic_memcpy_2D toy global_mem_addr=0xfffff000 local_mem_addr=0 local_mem_idx=3 row=2 "
       "col=6 row_stride=7 sec_size=4 format=1 direction=1 transpose=0 result_add=0",
       Space::system,
       0,
       0xfffff019,
       on_dst,
       {1, 0, 0, 5},
       1},
      {"bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=16 local_mem_idx=0 "
       "dst_global_mem_addr=0xfffff000 shape=1,2,1,4",
       Space::local,
       1,
       24,
       on_src1,
       {0, 1, 0, 2},
       0},
  };
  for (const auto& w : wanted) {
    const Case c = parse_case(w.line);
    ASSERT_TRUE(evaluate(c).legal()) << w.line;
    const Located located = locate(c, w.space, w.lane, w.offset);
    EXPECT_EQ(located.operand, w.operand) << w.line;
    EXPECT_EQ(located.element, w.element) << w.line;
    EXPECT_EQ(located.byte_of_element, w.byte) << w.line;
    EXPECT_EQ(locate(c, Space::local, 2, 255).operand, 0) << w.line;
  }
}

TEST(BmAtomic, BoundingRangesOfIllegalCasesAreWhatExists) {
  // A lane that does not exist, and an offset behind the lane: nothing of dst.
  for (std::string_view where : {"dst_addr=0 dst_local_idx=4", "dst_addr=256 dst_local_idx=0"}) {
    const Case c = parse_case(
        fmt::format("bm_atomic_cwtrans toy src_addr=250 src_local_idx=0 {} src_c=1 src_w=9 "
                    "format=2 src_c_stride=0 dst_c_stride=1",
                    where));
    const auto runs = bounding_ranges(c);
    ASSERT_EQ(runs.size(), 1U) << where;
    EXPECT_EQ(runs[0].operand, on_src);
    EXPECT_EQ(runs[0].size, 6);  // up to the end of the lane
  }
  // A run that leaves local memory, and one that begins before it.
  const Case c = parse_case(
      "bm_atomic_memcpy_1D toy src_addr=0x7fffffe dst_addr=0x80003fc length=8 format=2 "
      "direction=3");
  const auto runs = bounding_ranges(c);
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].first, 252);
  EXPECT_EQ(runs[0].size, 4);
  EXPECT_EQ(runs[1].first, 0);
  EXPECT_EQ(runs[1].size, 6);
}

// ---- copies onto themselves in another shape ----

// Four factors of a number, at random.
std::array<int64_t, 4> factors(std::mt19937_64& random, int64_t count) {
  std::array<int64_t, 4> shape{1, 1, 1, 1};
  for (int64_t prime : {2, 3})
    for (; count % prime == 0; count /= prime)
      shape[static_cast<size_t>(pick(random, 0, 3))] *= prime;
  return shape;
}

// Dense strides, or nearly so.
std::array<int64_t, 4> strides(std::mt19937_64& random, const std::array<int64_t, 4>& shape,
                               bool local, int64_t lane) {
  const int64_t gap = pick(random, 0, 3) == 0 ? 1 : 0, h = shape[3] + gap, c = shape[2] * h;
  const int64_t channels = local ? (pick(random, 0, 1) * lane + shape[1] + 3) / 4 : shape[1];
  return {channels * c, c, h, 1};
}

std::string text(const std::array<int64_t, 4>& four) {
  return fmt::format("{}", fmt::join(four, ","));
}

TEST(BmAtomic, InPlaceInOneShape) {
  std::mt19937_64 random(5);
  int same[2] = {0, 0}, reshaped[2] = {0, 0}, transposed[2] = {0, 0}, others[2] = {0, 0};
  for (int i = 0; i < 60'000; ++i) {
    const bool local = pick(random, 0, 1) == 0, transpose = pick(random, 0, 3) == 0;
    constexpr int64_t counts[] = {2, 4, 8, 12, 16, 32};
    const int64_t lane = local ? pick(random, 0, 2) : 0;
    const auto src = factors(random, counts[pick(random, 0, 5)]);
    auto dst = factors(random, src[0] * src[1] * src[2] * src[3]);
    if (transpose) dst = {src[1], src[0], src[2], src[3]};
    auto dst_stride = strides(random, dst, local, lane);
    const auto src_stride = strides(random, src, local, lane);
    if (transpose && pick(random, 0, 1) == 0)
      dst_stride = {src_stride[1], src_stride[0], src_stride[2], 1};
    const int64_t address = local ? 0 : 0x100000000;
    const Case c = parse_case(fmt::format(
        "bm_atomic_memcpy_4D toy src_addr={0} src_local_idx={1} src_shape={2} src_stride={3} "
        "src_format=2 dst_addr={0} dst_local_idx={1} dst_shape={4} dst_stride={5} dst_format=2 "
        "direction={6} transpose={7}",
        address, lane, text(src), text(src_stride), text(dst), text(dst_stride), local ? 3 : 2,
        transpose ? 1 : 0));
    const Constraint& overlap = *c.operation->constraint("overlap");
    const ConstraintResults constraint_results = evaluate(c);
    if ((constraint_results.evaluated >> overlap.bit & 1) == 0) continue;
    // Each byte would stay, whatever the shapes.
    const bool stay = elements(c, on_dst) == elements(c, on_src);
    const bool exchanged = transpose && (src[0] > 1 || src[1] > 1);
    const bool in_place = stay && src == dst && !exchanged;
    ASSERT_EQ((constraint_results.violated >> overlap.bit & 1) == 0, in_place) << print(c);
    ++(in_place ? same : !stay ? others : exchanged ? transposed : reshaped)[local ? 1 : 0];
  }
  for (int where = 0; where < 2; ++where) {
    EXPECT_GT(same[where], 500);
    EXPECT_GT(reshaped[where], 500);
    EXPECT_GT(others[where], 500);
  }
  EXPECT_GT(transposed[0], 100);
  EXPECT_EQ(transposed[1], 0);  // N and C in lanes: another lane
}

}  // namespace
}  // namespace strideproof::spec

// Family okk-bdc: every label against enumeration, both sides of every edge, counts in memory.

#include "spec/vocabulary/okk_bdc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "spec/spec.h"
#include "spec/tests/okk_bdc_naive.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

using naive::Byte;
using namespace naive::okk_bdc;

bool violated(const ConstraintResults& constraint_results, const Constraint& constraint) {
  return (constraint_results.violated >> constraint.bit & 1) != 0;
}
bool evaluated(const ConstraintResults& constraint_results, const Constraint& constraint) {
  return (constraint_results.evaluated >> constraint.bit & 1) != 0;
}

// Contents: each element of a tensor is a small count, by its place; one in many is outside.
int64_t count_at(int64_t lane, int64_t offset) {
  const int64_t hash = (lane * 7919 + offset * 104729) / 4 % 997;
  return hash == 0 ? 33 : hash == 1 ? -33 : hash % 65 - 32;
}
uint8_t content(Space space, int64_t lane, int64_t offset) {
  EXPECT_EQ(space, Space::local);
  const auto word = static_cast<uint32_t>(static_cast<int32_t>(count_at(lane, offset / 4 * 4)));
  return static_cast<uint8_t>(word >> 8 * (offset % 4));
}

// ---- every label ----

// The operand a label speaks of: that of its longest prefix.
Operands operand_in(std::string_view label) {
  if (label.starts_with("dst")) return on_dst;
  return label.starts_with("src1") ? on_src1 : on_src;
}

bool ends_inside(const Case& c, Operands operand) {
  const std::set<Byte> all = bytes(c, operand);
  return std::all_of(all.begin(), all.end(), [&](const Byte& byte) {
    return byte.offset >= 0 && byte.offset < c.profile->lane_bytes;
  });
}

bool value_holds(const Case& c, std::string_view label) {
  const size_t dot = label.rfind('.');
  const std::string what(label.substr(0, dot));
  const bool min = label.substr(dot) == ".min";
  if (what == "C") return min ? c["C"] >= -32 : c["C"] <= 32;
  const size_t dimension = std::string_view("nchw").find(what.back());
  const std::string name = what.substr(0, what.size() - 2);
  const std::vector<int64_t> value = dim4(c, name);
  if (name == "shape")
    return min ? value[dimension] >= 1 : value[dimension] <= (dimension == 1 ? 4095 : 65535);
  return value.empty() || dim4(c, "shape")[dimension] == 1 || value[dimension] >= 0;
}

bool counts_hold(const Case& c, Operands operand, bool min) {
  const std::vector<Byte> all = elements(c, operand);
  return std::all_of(all.begin(), all.end(), [&](const Byte& at) {
    const int64_t count = count_at(at.lane, at.offset);
    return min ? count >= -32 : count <= 32;
  });
}

bool holds_by_enumeration(const Case& c, const Constraint& constraint) {
  const std::string_view label = constraint.label;
  const Operands operand = operand_in(label);
  const std::string address = name_of(c, operand) + "_addr";
  const int64_t lane_bytes = c.profile->lane_bytes;
  if (constraint.stage == Stage::values) return value_holds(c, label);
  if (constraint.stage == Stage::data) return counts_hold(c, operand, label.ends_with(".min"));
  if (label.ends_with(".aligned")) return c[address] % 4 == 0;
  if (label.ends_with(".lane")) return c[address] / lane_bytes < c.profile->lanes;
  if (label.ends_with(".same_lane")) return c[address] / lane_bytes == c["dst_addr"] / lane_bytes;
  if (label.ends_with(".end")) return ends_inside(c, operand);
  const auto dst = elements(c, on_dst);
  if (label == "dst.alias") return std::set<Byte>(dst.begin(), dst.end()).size() == dst.size();
  const Operands source = label == "overlap" ? on_src : operand;
  if (dst == elements(c, source)) return true;
  const auto written = bytes(c, on_dst), read = bytes(c, source);
  return std::none_of(read.begin(), read.end(),
                      [&](const Byte& b) { return written.count(b) > 0; });
}

TEST(OkkBdc, ResultsAgreeWithEnumerationAndSlack) {
  std::mt19937_64 random(7);
  std::map<std::string, int> broken, held;
  for (const Operation* operation : matching("okk_bdc_*"))
    for (const Profile* profile : operation->profiles)
      for (int i = 0; i < 1'000; ++i) {
        const Case c = random_case(random, *operation, *profile);
        const ConstraintResults constraint_results = evaluate(c, content);
        ASSERT_FALSE(constraint_results.too_costly) << print(c);
        for (const Constraint& constraint : operation->constraints) {
          const bool wanted = (constraint_results.violated & operation->needs[constraint.bit]) == 0;
          ASSERT_EQ(evaluated(constraint_results, constraint), wanted)
              << print(c) << constraint.label;
          if (!wanted) {
            ASSERT_FALSE(violated(constraint_results, constraint))
                << print(c) << ' ' << constraint.label;
            continue;
          }
          const bool holds = holds_by_enumeration(c, constraint);
          ASSERT_EQ(!violated(constraint_results, constraint), holds)
              << print(c) << ' ' << constraint.label;
          if (constraint.stage == Stage::data) {
            ASSERT_FALSE(evaluated(evaluate(c), constraint)) << print(c);
          } else {
            ASSERT_EQ(slack(c, constraint) >= 0, holds) << print(c) << ' ' << constraint.label;
          }
          ++(holds ? held : broken)[std::string(constraint.label)];
        }
      }
  for (const auto& [label, count] : held)
    if (!label.starts_with("shape.") || label.ends_with(".min")) {
      EXPECT_GT(broken[label], 10) << label;
      EXPECT_GT(count, 100) << label;
    }
}

// ---- both sides of every edge ----

struct Edge {
  std::string_view line;  // legal but for what is tried
  std::string_view label;
  size_t slot;  // takes these values:
  int64_t inside, outside;
  int64_t slack_outside = -1;
};

constexpr std::string_view of_two =
    "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=2,1,2,2 "
    "dst_stride=4,8,2,1 src0_stride=4,8,2,1 src1_stride=4,8,2,1";
constexpr std::string_view of_one =
    "okk_bdc_32bit_arithmetic_shift_C toy dst_addr=0 src_addr=64 C=1 shape=2,1,2,2 "
    "dst_stride=4,8,2,1 src_stride=4,8,2,1";
constexpr std::string_view wrapped =
    "okk_bdc_32bit_xor_C toy dst_addr=256 src_addr=384 C=0x80000000 shape=1,5,1,3 "
    "dst_stride=null src_stride=0,6,0,2";

constexpr Edge edges[] = {
    {of_two, "shape.n.min", 3, 1, 0},
    {of_two, "shape.n.max", 3, 65535, 65536},
    {of_two, "shape.c.min", 4, 1, 0},
    {of_two, "shape.c.max", 4, 4095, 4096},
    {of_two, "shape.h.min", 5, 1, 0},
    {of_two, "shape.h.max", 5, 65535, 65536},
    {of_two, "shape.w.min", 6, 1, 0},
    {of_two, "shape.w.max", 6, 65535, 65536},
    {of_one, "C.min", 2, -32, -33},
    {of_one, "C.max", 2, 32, 33},
    {of_two, "dst_stride.n.min", 7, 0, -1},
    {wrapped, "src_stride.c.min", 12, 0, -1},
    {of_two, "dst_stride.h.min", 9, 0, -1},
    {of_two, "dst_stride.w.min", 10, 0, -1},
    {of_two, "src0_stride.n.min", 11, 0, -1},
    {of_two, "src0_stride.h.min", 13, 0, -1},
    {of_two, "src0_stride.w.min", 14, 0, -1},
    {of_two, "src1_stride.n.min", 15, 0, -1},
    {of_two, "src1_stride.h.min", 17, 0, -1},
    {of_two, "src1_stride.w.min", 18, 0, -1},
    {of_one, "src_stride.n.min", 11, 0, -1},
    {of_one, "src_stride.h.min", 13, 0, -1},
    {of_one, "src_stride.w.min", 14, 0, -1},
    {of_two, "dst_addr.aligned", 0, 4, 5},
    {of_two, "src0_addr.aligned", 1, 68, 71, -3},
    {of_two, "src1_addr.aligned", 2, 132, 134, -2},
    {of_one, "src_addr.aligned", 1, 68, 69},
    {of_two, "dst_addr.lane", 0, 1020, 1024},
    {of_two, "src0_addr.lane", 1, 1020, 1024},
    {of_two, "src1_addr.lane", 2, 1020, 1024},
    {of_one, "src_addr.lane", 1, 1020, 1024},
    {of_two, "src0_addr.same_lane", 1, 252, 256},
    {of_two, "src1_addr.same_lane", 2, 252, 1020, -3},
    {of_one, "src_addr.same_lane", 1, 252, 256},
    {wrapped, "src_addr.same_lane", 1, 256, 252},
    // Eight elements follow each other.
    {of_two, "dst.end", 0, 224, 228, -4},
    {of_two, "src0.end", 1, 224, 228, -4},
    {of_two, "src1.end", 2, 224, 228, -4},
    {of_one, "src.end", 1, 224, 228, -4},
    // Channel 4 lies 16 bytes behind channel 0, three words there; of the source 24 bytes, and the
    // last word 16 bytes further.
    {wrapped, "dst.end", 0, 484, 488, -4},
    {wrapped, "src.end", 1, 468, 472, -4},
    {of_two, "dst.alias", 9, 2, 1},
    {of_two, "src0.overlap", 1, 32, 28},
    {of_two, "src1.overlap", 2, 32, 28},
    {of_one, "overlap", 1, 32, 28},
};

TEST(OkkBdc, EveryEdge) {
  std::set<std::string_view> tried = {"dst_stride.c.min", "src0_stride.c.min",
                                      "src1_stride.c.min"};  // below
  for (const Edge& edge : edges) {
    Case c = parse_case(edge.line);
    EXPECT_TRUE(evaluate(c).legal()) << edge.line;
    const Constraint* constraint = c.operation->constraint(edge.label);
    ASSERT_NE(constraint, nullptr) << edge.label;
    tried.insert(edge.label);
    const bool start = constraint->stage == Stage::start;

    c.arguments.value[edge.slot] = edge.inside;
    EXPECT_TRUE(evaluated(evaluate(c), *constraint)) << print(c);
    EXPECT_FALSE(violated(evaluate(c), *constraint)) << print(c);
    EXPECT_EQ(slack(c, *constraint), start ? step(c, *constraint) - 1 : 0)
        << edge.label << ": " << print(c);

    c.arguments.value[edge.slot] = edge.outside;
    EXPECT_TRUE(violated(evaluate(c), *constraint)) << edge.label << ": " << print(c);
    EXPECT_EQ(slack(c, *constraint), edge.slack_outside) << edge.label << ": " << print(c);
  }
  for (const Operation* operation : matching("okk_bdc_*"))
    for (const Constraint& constraint : operation->constraints)
      if (constraint.stage != Stage::data) {
        EXPECT_EQ(tried.count(constraint.label), 1U) << constraint.label;
      }
}

TEST(OkkBdc, ChannelStridesOfSeveralChannels) {
  for (const char* name : {"dst_stride", "src0_stride", "src1_stride"}) {
    Case c = parse_case(
        "okk_bdc_32bit_or toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,5,1,1 "
        "dst_stride=0,1,0,0 src0_stride=0,1,0,0 src1_stride=0,1,0,0");
    EXPECT_TRUE(evaluate(c).legal());
    const Constraint* constraint = c.operation->constraint(std::string(name) + ".c.min");
    int64_t* value =
        &c.arguments.value[static_cast<size_t>(c.operation->parameter(name)->slot) + 1];
    *value = 0;
    EXPECT_EQ(slack(c, *constraint), 0);
    *value = -1;
    EXPECT_EQ(slack(c, *constraint), -1);
    EXPECT_TRUE(violated(evaluate(c), *constraint));
  }
}

// ---- what is legal ----

TEST(OkkBdc, LegalThoughUnusual) {
  for (std::string_view line :
       {// strides of an extent of 1
        "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,1 "
        "dst_stride=-9,-9,-9,-9 src_stride=-1,-1,-1,-1",
        // any w stride
        "okk_bdc_32bit_or toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,3 "
        "dst_stride=0,0,0,2 src0_stride=0,0,0,7 src1_stride=0,0,0,1",
        // broadcasts, of w too
        "okk_bdc_32bit_xor toy dst_addr=0 src0_addr=128 src1_addr=132 shape=2,5,2,2 "
        "dst_stride=null src0_stride=0,0,0,0 src1_stride=0,0,0,0",
        // in place: the same map, NULL or explicit
        "okk_bdc_32bit_and toy dst_addr=512 src0_addr=512 src1_addr=512 shape=2,5,3,3 "
        "dst_stride=null src0_stride=24,12,3,1 src1_stride=null",
        // the sources may overlap freely
        "okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=64 src1_addr=68 shape=1,1,1,4 "
        "dst_stride=null src0_stride=null src1_stride=null",
        // transposed in lanes: elements of dst and src interleave
        "okk_bdc_32bit_xor_C toy dst_addr=0 src_addr=4 C=1 shape=1,1,3,3 dst_stride=0,0,2,6 "
        "src_stride=0,0,6,2",
        // padding behind the end of the lane
        "okk_bdc_32bit_or_C toy dst_addr=252 src_addr=248 C=1 shape=1,1,1,1 dst_stride=null "
        "src_stride=null",
        // in place but for the w stride of one column
        "okk_bdc_32bit_or_C toy dst_addr=0 src_addr=0 C=1 shape=1,1,3,1 dst_stride=9,9,2,5 "
        "src_stride=8,8,2,6"})
    EXPECT_TRUE(evaluate(parse_case(line)).legal()) << line;
  // The same place, another w stride.
  const Case c = parse_case(
      "okk_bdc_32bit_or_C toy dst_addr=0 src_addr=0 C=1 shape=1,1,1,2 dst_stride=0,0,0,1 "
      "src_stride=0,0,0,2");
  EXPECT_EQ(evaluate(c).violated, uint64_t{1} << c.operation->constraint("overlap")->bit);
}

TEST(OkkBdc, AnIllegalSourceLeavesTheOtherJudged) {
  const Case c = parse_case(
      "okk_bdc_32bit_and toy dst_addr=0 src0_addr=66 src1_addr=16 shape=1,1,1,8 dst_stride=null "
      "src0_stride=null src1_stride=null");
  const ConstraintResults constraint_results = evaluate(c);
  const auto bit = [&](std::string_view label) {
    return uint64_t{1} << c.operation->constraint(label)->bit;
  };
  EXPECT_EQ(constraint_results.violated, bit("src0_addr.aligned") | bit("src1.overlap"));
  EXPECT_EQ(constraint_results.evaluated & (bit("src0_addr.lane") | bit("src0_addr.same_lane") |
                                            bit("src0.end") | bit("src0.overlap")),
            0U);
}

// ---- counts ----

// All words are 0, but for one.
Contents words_but(int64_t at, int64_t count) {
  return [at, count](Space, int64_t lane, int64_t offset) {
    const auto word =
        static_cast<uint32_t>(static_cast<int32_t>(lane * 256 + offset / 4 * 4 == at ? count : 0));
    return static_cast<uint8_t>(word >> 8 * (offset % 4));
  };
}
ConstraintResults evaluate_with(const Case& c, int64_t at, int64_t count) {
  return evaluate(c, words_but(at, count));
}

TEST(OkkBdc, EdgesOfCounts) {
  struct Row {
    std::string line, operand;
    std::vector<int64_t> elements, others;  // addresses of counts, and of words that are none
  };
  const Row rows[] = {
      {"okk_bdc_32bit_arithmetic_shift toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,5,1,3 "
       "dst_stride=null src0_stride=null src1_stride=0,4,0,2",
       "src1",
       {128, 136, 256 + 128, 512 + 144, 144, 152, 160},
       {64, 0, 132, 140, 156, 256 + 132, 164, 256 + 160}},
      {"okk_bdc_32bit_C_logical_shift toy dst_addr=256 src_addr=384 C=7 shape=2,1,2,2 "
       "dst_stride=null src_stride=null",
       "src",
       {384, 396, 400, 412},
       {256, 380, 416}},
      // Broadcasts are read once, and channels of one lane too.
      {"okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=128 src1_addr=252 shape=2,5,2,2 "
       "dst_stride=null src0_stride=null src1_stride=0,0,0,0",
       "src1",
       {252, 508, 764, 1020},
       {248, 128}},
  };
  for (const Row& row : rows) {
    const Case c = parse_case(row.line);
    const Constraint& at_least = *c.operation->constraint(row.operand + ".counts.min");
    const Constraint& at_most = *c.operation->constraint(row.operand + ".counts.max");
    const uint64_t min = uint64_t{1} << at_least.bit, max = uint64_t{1} << at_most.bit;
    EXPECT_EQ(evaluate(c).evaluated & (min | max), 0U);
    EXPECT_TRUE(evaluate(c).legal());
    for (int64_t at : row.elements) {
      EXPECT_EQ(evaluate_with(c, at, 32).violated, 0U) << at;
      EXPECT_EQ(evaluate_with(c, at, -32).violated, 0U) << at;
      EXPECT_EQ(evaluate_with(c, at, 33).violated, max) << at;
      EXPECT_EQ(evaluate_with(c, at, -33).violated, min) << at;
      EXPECT_EQ(evaluate_with(c, at, std::numeric_limits<int32_t>::max()).violated, max) << at;
      EXPECT_EQ(evaluate_with(c, at, std::numeric_limits<int32_t>::min()).violated, min) << at;
      EXPECT_EQ(evaluate_with(c, at, 33).evaluated, evaluate(c).evaluated | min | max);
      EXPECT_EQ(slack(c, at_most, words_but(at, 30)), 2) << at;
      EXPECT_EQ(slack(c, at_most, words_but(at, 33)), -1) << at;
      EXPECT_EQ(slack(c, at_least, words_but(at, -32)), 0) << at;
      EXPECT_EQ(slack(c, at_least, words_but(at, -40)), -8) << at;
    }
    for (int64_t at : row.others) EXPECT_EQ(evaluate_with(c, at, 33).violated, 0U) << at;
  }
}

TEST(OkkBdc, TooManyCountsAreNotRead) {
  // Strides of 1 in three dimensions: 120,000 words, named 2^45 times.
  const Case c = parse_case(
      "okk_bdc_32bit_logical_shift bm1684 dst_addr=500000 src0_addr=500000 src1_addr=0 "
      "shape=40000,1,40000,40000 dst_stride=0,0,0,0 src0_stride=0,0,0,0 src1_stride=1,1,1,1");
  bool read = false;
  const ConstraintResults constraint_results = evaluate(c, [&](Space, int64_t, int64_t) {
    read = true;
    return uint8_t{0};
  });
  EXPECT_FALSE(read);
  EXPECT_TRUE(constraint_results.too_costly);
  EXPECT_FALSE(evaluated(constraint_results, *c.operation->constraint("src1.counts.min")));
}

}  // namespace
}  // namespace strideproof::spec

#include "spec/vocabulary/okk_gdma.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "spec/spec.h"
#include "spec/tests/naive.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

using naive::Byte;

bool violated(const ConstraintResults& constraint_results, const Constraint& constraint) {
  return (constraint_results.violated >> constraint.bit & 1) != 0;
}
bool evaluated(const ConstraintResults& constraint_results, const Constraint& constraint) {
  return (constraint_results.evaluated >> constraint.bit & 1) != 0;
}

// ---- every label against enumeration ----

int window_of(const Profile& p, int64_t address) {
  for (size_t i = 0; i < p.windows.size(); ++i)
    if (address >= p.windows[i].first && address < p.windows[i].end()) return static_cast<int>(i);
  return -1;
}

bool inside(const Case& c, Operands operand) {
  const Profile& p = *c.profile;
  const auto k = okk_gdma::kind(*c.operation);
  const Space space = operand == on_dst ? okk_gdma::dst_space(k) : okk_gdma::src_space(k);
  const int64_t address = c[operand == on_dst ? "dst_addr" : "src_addr"];
  for (const Byte& byte : naive::bytes(c, operand)) {
    const bool exists = space == Space::local ? byte.offset >= 0 && byte.offset < p.lane_bytes
                                              : window_of(p, byte.offset) == window_of(p, address);
    if (!exists) return false;
  }
  return true;
}

bool holds_by_enumeration(const Case& c, std::string_view label) {
  const size_t dot = label.rfind('.');
  const std::string_view what = label.substr(0, dot), how = label.substr(dot + 1);
  // "shape.n", "dst_stride.h", "rows": the value, its extent, and whether it is NULL.
  const std::string_view name = what.substr(0, what.find('.'));
  const auto dim =
      what == name ? 0U : static_cast<unsigned>(std::string_view("nchw").find(what.back()));
  const Parameter* parameter = c.operation->parameter(name);
  if (how == "min" || how == "max" || how == "one" || how == "cols") {
    const auto& value = c.arguments.value;
    const auto slot = static_cast<size_t>(parameter->slot);
    const int64_t x = value[slot + dim];
    if (parameter->role == Role::stride) {
      if (c.arguments.is_null(static_cast<int>(parameter - c.operation->parameters.data())))
        return true;
      if (how == "one") return x == 1;
      const auto extent = static_cast<size_t>(
          c.operation->parameter(name == "row_stride" ? "rows" : "shape")->slot);
      return value[extent + dim] == 1 || x >= (how == "cols" ? c["cols"] : 0);
    }
    return how == "min" ? x >= 1 : x <= 65535;
  }
  const Operands operand = label.starts_with("src") ? on_src : on_dst;
  const int64_t es =
      okk_gdma::is_matrix(okk_gdma::kind(*c.operation)) ? 4 : c.operation->element_bytes;
  if (how == "aligned") return c[name] % es == 0;
  if (how == "lane") return c[name] / c.profile->lane_bytes < c.profile->lanes;
  if (how == "window") return window_of(*c.profile, c[name]) >= 0;
  if (how == "end") return inside(c, operand);
  const auto dst = naive::elements(c, on_dst);
  if (label == "dst.alias") return std::set<Byte>(dst.begin(), dst.end()).size() == dst.size();
  EXPECT_EQ(label, "overlap");
  const auto src = naive::elements(c, on_src);
  if (dst == src) return true;
  const auto written = naive::bytes(c, on_dst), read = naive::bytes(c, on_src);
  return std::none_of(read.begin(), read.end(),
                      [&](const Byte& b) { return written.count(b) > 0; });
}

TEST(OkkGdma, ResultsAgreeWithEnumerationAndSlack) {
  std::mt19937_64 random(7);
  std::map<std::string, int> broken, held;
  for (const Operation* operation : matching("okk_gdma_*"))
    for (const Profile* profile : operation->profiles)
      for (int i = 0; i < 1'000; ++i) {
        const Case c = naive::random_case(random, *operation, *profile);
        const ConstraintResults constraint_results = evaluate(c);
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
          const bool holds = holds_by_enumeration(c, constraint.label);
          ASSERT_EQ(!violated(constraint_results, constraint), holds)
              << print(c) << ' ' << constraint.label;
          ASSERT_EQ(slack(c, constraint) >= 0, holds) << print(c) << ' ' << constraint.label;
          ++(holds ? held : broken)[std::string(constraint.label)];
        }
      }
  for (const auto& [label, count] : held)
    if (!label.ends_with(".max")) {
      EXPECT_GT(broken[label], 20) << label;
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

constexpr std::string_view copy =
    "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=128 shape=2,2,2,2 dst_stride=8,8,2,1 "
    "src_stride=8,8,2,1";
constexpr std::string_view words =
    "okk_gdma_32bit_cpy_L2L toy dst_addr=0 src_addr=128 shape=1,1,1,1 dst_stride=null "
    "src_stride=null";
constexpr std::string_view from_system =
    "okk_gdma_8bit_cpy_S2S toy dst_addr=0x100000000 src_addr=0xfffff000 shape=1,1,1,16 "
    "dst_stride=null src_stride=null";
constexpr std::string_view to_lanes =
    "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=2 cols=6 "
    "cols_per_channel=4 row_stride=6";
constexpr std::string_view from_lanes =
    "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=2 cols=6 "
    "cols_per_channel=4 row_stride=6";

constexpr Edge edges[] = {
    {copy, "shape.n.min", 2, 1, 0},
    {copy, "shape.n.max", 2, 65535, 65536},
    {copy, "shape.c.min", 3, 1, 0},
    {copy, "shape.c.max", 3, 65535, 65536},
    {copy, "shape.h.min", 4, 1, 0},
    {copy, "shape.h.max", 4, 65535, 65536},
    {copy, "shape.w.min", 5, 1, 0},
    {copy, "shape.w.max", 5, 65535, 65536},
    {copy, "dst_stride.n.min", 6, 0, -1},
    {copy, "dst_stride.c.min", 7, 0, -1},
    {copy, "dst_stride.h.min", 8, 0, -1},
    {copy, "dst_stride.w.one", 9, 1, 2},
    {copy, "dst_stride.w.one", 9, 1, 0},
    {copy, "src_stride.n.min", 10, 0, -1},
    {copy, "src_stride.c.min", 11, 0, -1},
    {copy, "src_stride.h.min", 12, 0, -1},
    {copy, "src_stride.w.one", 13, 1, 2},
    {words, "dst_addr.aligned", 0, 4, 5},
    {words, "src_addr.aligned", 1, 4, 7, -3},
    {copy, "dst_addr.lane", 0, 1023, 1024},
    {copy, "src_addr.lane", 1, 1023, 1024},
    // The last of 2*2*2 elements lies 8 + 2 + 1 bytes behind the first, in lane 0 or 1.
    {copy, "dst.end", 0, 244, 245},
    {copy, "src.end", 1, 244, 245},
    {copy, "dst.end", 0, 256 + 244, 256 + 245},
    {copy, "dst.alias", 8, 2, 1},
    {copy, "overlap", 1, 12, 11},
    {from_system, "dst_addr.window", 0, 0xfffff000, 0xffffefff},
    {from_system, "src_addr.window", 1, 0x100000fff, 0x100001000},
    {from_system, "dst.end", 0, 0x100000ff0, 0x100000ff1},
    {from_system, "src.end", 1, 0x100000ff0, 0x100000ff1},
    {from_system, "overlap", 1, 0xfffffff0, 0xfffffff1},
    {to_lanes, "rows.min", 2, 1, 0},
    {to_lanes, "rows.max", 2, 65535, 65536},
    {to_lanes, "cols.min", 3, 1, 0},
    {to_lanes, "cols.max", 3, 65535, 65536},
    {to_lanes, "cols_per_channel.min", 4, 1, 0},
    {to_lanes, "cols_per_channel.max", 4, 65535, 65536},
    {to_lanes, "row_stride.min", 5, 0, -1},
    {from_lanes, "row_stride.cols", 5, 6, 5},
    // Two rows 16 bytes apart; in lane 0 four words end each of them, in lane 1 two.
    {to_lanes, "dst.end", 0, 224, 228, -4},
};

TEST(OkkGdma, EveryEdge) {
  std::set<std::string_view> tried;
  for (const Edge& edge : edges) {
    Case c = parse_case(edge.line);
    EXPECT_TRUE(evaluate(c).legal()) << edge.line;
    const Constraint* constraint = c.operation->constraint(edge.label);
    ASSERT_NE(constraint, nullptr) << edge.label;
    tried.insert(edge.label);

    c.arguments.value[edge.slot] = edge.inside;
    EXPECT_TRUE(evaluated(evaluate(c), *constraint)) << print(c);
    EXPECT_FALSE(violated(evaluate(c), *constraint)) << print(c);
    EXPECT_EQ(slack(c, *constraint), 0) << edge.label << ": " << print(c);

    c.arguments.value[edge.slot] = edge.outside;
    EXPECT_TRUE(violated(evaluate(c), *constraint)) << edge.label << ": " << print(c);
    EXPECT_EQ(slack(c, *constraint), edge.slack_outside) << edge.label << ": " << print(c);
  }
  for (const Operation* operation : matching("okk_gdma_*"))
    for (const Constraint& constraint : operation->constraints)
      EXPECT_EQ(tried.count(constraint.label), 1U) << constraint.label;
}

TEST(OkkGdma, UnusedParametersAreUnconstrained) {
  for (std::string_view line :
       {// strides of an extent of 1
        "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,5 dst_stride=-9,-9,-9,1",
        // the row stride of one row
        "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=1 cols=6 "
        "cols_per_channel=4 row_stride=-7",
        // padding behind the end of the lane
        "okk_gdma_8bit_set_C_local toy dst_addr=255 C=1 shape=1,1,1,1 dst_stride=null",
        // fills may write a byte twice
        "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=3,9,3,3 dst_stride=0,0,0,1",
        // sources may be read twice
        "okk_gdma_8bit_cpy_L2S toy dst_addr=0x100000000 src_addr=0 shape=3,9,3,3 dst_stride=null "
        "src_stride=0,0,0,1"})
    EXPECT_TRUE(evaluate(parse_case(line)).legal()) << line;
}

// The last, partly filled channel counts with what it holds: it may end where a full one would not
// fit. Channel 4 is back in lane 0, alone in block row 1.
TEST(OkkGdma, PartlyFilledLastChannel) {
  const std::string line =
      "okk_gdma_32bit_matrix_S2L toy src_addr=0x100000000 rows=1 cols=18 cols_per_channel=4 "
      "row_stride=18 dst_addr=";
  EXPECT_TRUE(evaluate(parse_case(line + "232")).legal());  // 16 + 2*4 bytes
  EXPECT_FALSE(evaluate(parse_case(line + "236")).legal());
  // From lane 3 channel 4 shares block row 1 with three full ones.
  EXPECT_TRUE(evaluate(parse_case(line + "0x3e0")).legal());  // 768 + 224: 16 + 16 bytes
  EXPECT_FALSE(evaluate(parse_case(line + "0x3e4")).legal());
}

TEST(OkkGdma, TooCostlyIsNoVerdict) {
  // Six strides without a pattern: too many sums to search for one that both operands have.
  const Case c = parse_case(
      "okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x100000211 src_addr=0x100000064 "
      "shape=50767,79,42583,12 dst_stride=535385,962400,361063,1 "
      "src_stride=669108,661983,183765,1");
  const ConstraintResults constraint_results = evaluate(c);
  EXPECT_TRUE(constraint_results.too_costly);
  EXPECT_FALSE(constraint_results.legal());
  // What could be decided is.
  EXPECT_TRUE(violated(constraint_results, *c.operation->constraint("dst.alias")));
  EXPECT_FALSE(evaluated(constraint_results, *c.operation->constraint("overlap")));
}

}  // namespace
}  // namespace strideproof::spec

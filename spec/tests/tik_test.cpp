#include "spec/operations/tik.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>

#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

bool violated(const ConstraintResults& constraint_results, const Constraint& constraint) {
  return (constraint_results.violated >> constraint.bit & 1) != 0;
}

int64_t pick(std::mt19937_64& random, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(random);
}

// ---- the document, byte by byte ----

struct Side {
  Space space;
  int64_t start, gap;
};
Side side(const Case& c, Operands operand) {
  return operand == on_dst ? Side{static_cast<Space>(c["dst_space"]), c["dst"], c["dst_stride"]}
                           : Side{static_cast<Space>(c["src_space"]), c["src"], c["src_stride"]};
}

// In the order in which they are moved.
std::vector<int64_t> bytes(const Case& c, Operands operand) {
  const Side s = side(c, operand);
  std::vector<int64_t> all;
  int64_t at = s.start;
  for (int64_t n = 0; n < c["nburst"]; ++n) {
    for (int64_t t = 0; t < 32 * c["burst"]; ++t) all.push_back(at++);
    at += 32 * s.gap;
  }
  return all;
}

bool exists(const Profile& p, Space space, int64_t start, int64_t offset) {
  if (space != Space::system)
    return offset >= 0 && offset < p.buffer_bytes[static_cast<size_t>(space)];
  for (const Window& w : p.windows)
    if (start >= w.first && start < w.end()) return offset >= w.first && offset < w.end();
  return false;
}

bool holds_by_enumeration(const Case& c, std::string_view label) {
  const size_t dot = label.rfind('.');
  const std::string_view what = label.substr(0, dot);
  const std::string_view how = dot == std::string_view::npos ? label : label.substr(dot + 1);
  if (how == "path") {
    const int64_t from = c["src_space"], to = c["dst_space"];
    return (from == 0 && (to == 2 || to == 3)) || (from == 2 && (to == 0 || to == 2));
  }
  if (how == "min") return c[what] >= (what == "nburst" || what == "burst" ? 1 : 0);
  if (how == "max") {
    static const std::map<std::string_view, int64_t> most = {
        {"dtype", 9},     {"sid", 15},           {"nburst", 4095},
        {"burst", 65535}, {"src_stride", 65535}, {"dst_stride", 65535}};
    return c[what] <= most.at(what);
  }
  if (how != "overlap") {
    const Operands operand = what == "dst" ? on_dst : on_src;
    const Side s = side(c, operand);
    if (how == "aligned") return s.space == Space::system || s.start % 32 == 0;
    if (how == "start") return exists(*c.profile, s.space, s.start, s.start);
    EXPECT_EQ(how, "end");
    return exists(*c.profile, s.space, s.start, bytes(c, operand).back());
  }
  const std::vector<int64_t> dst = bytes(c, on_dst), src = bytes(c, on_src);
  if (c["dst_space"] != c["src_space"] || dst == src) return true;
  const std::set<int64_t> written(dst.begin(), dst.end());
  return std::none_of(src.begin(), src.end(), [&](int64_t b) { return written.count(b) > 0; });
}

// Mostly a documented path; offsets near each other or near an end.
Case random_case(std::mt19937_64& random, const Profile& profile) {
  constexpr int64_t paths[][2] = {{0, 2}, {0, 3}, {2, 0}, {2, 2}, {2, 2}, {2, 2}};
  Case c;
  c.operation = find_operation("data_move");
  c.profile = &profile;
  const auto& path = paths[random() % std::size(paths)];
  c["src_space"] = random() % 30 == 0 ? pick(random, -1, 5) : path[0];
  c["dst_space"] = random() % 30 == 0 ? pick(random, -1, 5) : path[1];
  c["dtype"] = random() % 30 == 0 ? pick(random, -1, 10) : pick(random, 0, 9);
  c["sid"] = random() % 30 == 0 ? pick(random, -1, 16) : 0;
  c["nburst"] = pick(random, random() % 20 == 0 ? 0 : 1, 5);
  c["burst"] = pick(random, random() % 20 == 0 ? 0 : 1, 4);
  for (const char* stride : {"src_stride", "dst_stride"})
    c[stride] = pick(random, random() % 20 == 0 ? -1 : 0, 8);
  for (const auto& [space, offset] : {std::pair{"src_space", "src"}, {"dst_space", "dst"}}) {
    const bool gm = c[space] == 0;
    const int64_t first = gm ? profile.windows[0].first : 0;
    const int64_t end =
        gm ? profile.windows[0].end() : profile.buffer_bytes[static_cast<size_t>(Space::ub)];
    const int64_t blocks = random() % 4 == 0 ? (end - first) / 32 + pick(random, -12, 2) : 0;
    c[offset] = first + 32 * (blocks + pick(random, 0, 30)) + (random() % 10 == 0 ? 1 : 0);
    if (first > 0 && random() % 20 == 0) c[offset] = first - pick(random, 1, 40);
  }
  return c;
}

TEST(Tik, ResultsAgreeWithEnumerationAndSlack) {
  std::mt19937_64 random(7);
  std::map<std::string, int> broken;
  const Operation& operation = *find_operation("data_move");
  for (const Profile* profile : operation.profiles)
    for (int i = 0; i < 10'000; ++i) {
      const Case c = random_case(random, *profile);
      const ConstraintResults constraint_results = evaluate(c);
      ASSERT_FALSE(constraint_results.too_costly) << print(c);
      for (const Constraint& constraint : operation.constraints) {
        const bool wanted = (constraint_results.violated & operation.needs[constraint.bit]) == 0;
        ASSERT_EQ((constraint_results.evaluated >> constraint.bit & 1) != 0, wanted)
            << print(c) << ' ' << constraint.label;
        if (!wanted) continue;
        const bool holds = holds_by_enumeration(c, constraint.label);
        ASSERT_EQ(!violated(constraint_results, constraint), holds)
            << print(c) << ' ' << constraint.label;
        ASSERT_EQ(slack(c, constraint) >= 0, holds) << print(c) << ' ' << constraint.label;
        broken[std::string(constraint.label)] += !holds;
      }
    }
  for (const auto& [label, count] : broken)
    if (!label.ends_with(".max") || label.starts_with("d") || label.starts_with("sid")) {
      if (!label.ends_with("stride.max")) {
        EXPECT_GT(count, 20) << label;
      }
    }
}

// ---- both sides of every edge ----

Case with(std::string_view line, std::string_view parameter, int64_t value) {
  Case c = parse_case(line);
  c[parameter] = value;
  return c;
}

struct Edge {
  std::string_view line, label, parameter;
  int64_t inside, outside;
};

constexpr std::string_view gm_ub =
    "data_move ascend310 dst_space=2 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=1 burst=1 "
    "src_stride=0 dst_stride=0";
constexpr std::string_view gm_l1 =
    "data_move ascend310 dst_space=3 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=1 burst=1 "
    "src_stride=0 dst_stride=0";
constexpr std::string_view ub_gm =
    "data_move ascend310 dst_space=0 dst=0 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=1 "
    "src_stride=0 dst_stride=0";
constexpr std::string_view thin =  // 4095 bursts of a block, 4094 gaps of 65535 blocks in GM
    "data_move ascend310 dst_space=2 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=4095 burst=1 "
    "src_stride=65535 dst_stride=0";
constexpr std::string_view ub_ub =
    "data_move ascend310 dst_space=2 dst=640 src_space=2 src=0 dtype=0 sid=0 nburst=3 burst=2 "
    "src_stride=3 dst_stride=3";
constexpr std::string_view ub_ub_apart =
    "data_move ascend310 dst_space=2 dst=640 src_space=2 src=0 dtype=0 sid=0 nburst=3 burst=2 "
    "src_stride=3 dst_stride=4";

constexpr int64_t last_of_gm = (int64_t{1} << 40) - 1;
constexpr Edge edges[] = {
    {gm_ub, "path", "dst_space", 3, 0},
    {gm_ub, "path", "dst_space", 2, 4},
    {gm_ub, "path", "dst_space", 2, 1},
    {gm_ub, "path", "dst_space", 2, -1},
    {ub_gm, "path", "dst_space", 2, 3},
    {ub_gm, "path", "src_space", 2, 3},
    {gm_ub, "path", "src_space", 0, 1},
    {gm_ub, "dtype.min", "dtype", 0, -1},
    {gm_ub, "dtype.max", "dtype", 9, 10},
    {gm_ub, "sid.min", "sid", 0, -1},
    {gm_ub, "sid.max", "sid", 15, 16},
    {gm_ub, "nburst.min", "nburst", 1, 0},
    {gm_ub, "nburst.max", "nburst", 4095, 4096},
    {gm_ub, "burst.min", "burst", 1, 0},
    {gm_ub, "src_stride.min", "src_stride", 0, -1},
    {gm_ub, "src_stride.max", "src_stride", 65535, 65536},
    {gm_ub, "dst_stride.min", "dst_stride", 0, -1},
    {gm_ub, "dst_stride.max", "dst_stride", 65535, 65536},
    {gm_ub, "dst.aligned", "dst", 32, 33},
    {gm_l1, "dst.aligned", "dst", 32, 63},
    {ub_gm, "src.aligned", "src", 32, 33},
    {ub_gm, "src.start", "src", 253'952 - 32, 253'952},
    {gm_l1, "dst.start", "dst", 1'048'576 - 32, 1'048'576},
    {ub_gm, "dst.start", "dst", last_of_gm - 31, last_of_gm + 1},
    {gm_ub, "src.start", "src", last_of_gm - 31, last_of_gm + 1},
    {ub_gm, "dst.end", "dst", last_of_gm - 31, last_of_gm - 30},
    {gm_ub, "src.end", "src", last_of_gm - 31, last_of_gm - 30},
    {gm_ub, "dst.end", "burst", 253'952 / 32, 253'952 / 32 + 1},
    {gm_l1, "dst.end", "burst", 1'048'576 / 32, 1'048'576 / 32 + 1},
    {thin, "src.end", "src", last_of_gm + 1 - 32 * (4095 + 4094 * int64_t{65535}),
     last_of_gm + 2 - 32 * (4095 + 4094 * int64_t{65535})},
    {thin, "dst.end", "dst", 253'952 - 32 * 4095, 253'952 - 32 * 4094},
    // dst starts in the gap behind a burst of src, two blocks in three.
    {ub_ub, "overlap", "dst", 32 * 12, 32 * 11},
    {ub_ub, "overlap", "dst", 32 * 2, 32 * 1},
    {ub_ub, "overlap", "dst", 32 * 3, 32 * 4},
    {ub_ub, "overlap", "dst", 0, 32},
    {ub_ub_apart, "overlap", "dst", 32 * 12, 32 * 11},
    {ub_ub_apart, "overlap", "src_stride", 4, 14},
};

TEST(Tik, EveryEdgeHasTwoSides) {
  std::set<std::string_view> seen;
  for (const Edge& edge : edges) {
    const Case in = with(edge.line, edge.parameter, edge.inside);
    const Case out = with(edge.line, edge.parameter, edge.outside);
    const Constraint& constraint = *in.operation->constraint(edge.label);
    EXPECT_TRUE(evaluate(in).legal()) << print(in);
    EXPECT_EQ(evaluate(out).violated, uint64_t{1} << constraint.bit) << print(out);
    EXPECT_GE(slack(in, constraint), 0);
    EXPECT_LT(slack(out, constraint), 0);
    seen.insert(edge.label);
  }
  // Longer than any buffer: burst.max is only met from outside.
  const Case longest = with(gm_l1, "burst", 65536);
  EXPECT_TRUE(violated(evaluate(longest), *longest.operation->constraint("burst.max")));
  EXPECT_FALSE(
      violated(evaluate(with(gm_l1, "burst", 65535)), *longest.operation->constraint("burst.max")));
  seen.insert("burst.max");
  for (const Constraint& constraint : find_operation("data_move")->constraints)
    EXPECT_EQ(seen.count(constraint.label), 1U) << constraint.label;
}

TEST(Tik, TheEdgeHasNoSlack) {
  for (const Edge& edge : edges) {
    const Case in = with(edge.line, edge.parameter, edge.inside);
    const Constraint& constraint = *in.operation->constraint(edge.label);
    if (edge.label == "overlap" || edge.label.ends_with(".start")) continue;
    EXPECT_EQ(slack(in, constraint), 0) << print(in) << ' ' << edge.label;
  }
  // Bytes to the nearest burst, on either side.
  const Constraint& overlap = *find_operation("data_move")->constraint("overlap");
  for (const auto& [blocks, wanted] : {std::pair{1, -32}, {2, 0}, {3, 0}, {4, -32}, {13, 32}})
    EXPECT_EQ(slack(with(ub_ub, "dst", 32 * blocks), overlap), wanted) << blocks;
  const Constraint& start = *find_operation("data_move")->constraint("src.start");
  EXPECT_EQ(slack(with(ub_gm, "src", 253'952 - 32), start), 0);
  EXPECT_EQ(slack(with(gm_ub, "src", last_of_gm), start), 0);
}

TEST(Tik, AbsurdValuesDoNotOverflow) {
  std::mt19937_64 random(9);
  const Operation& operation = *find_operation("data_move");
  for (int i = 0; i < 20'000; ++i) {
    Case c = random_case(random, *operation.profiles[static_cast<size_t>(i) % 3]);
    for (const Parameter& p : operation.parameters) {
      const int64_t low = lowest(p.type), high = highest(p.type);
      const int64_t values[] = {low, high, low + 1, high - 1, pick(random, low, high)};
      if (random() % 3 == 0) c.arguments.value[static_cast<size_t>(p.slot)] = values[random() % 5];
    }
    evaluate(c);
    cost(c);
    for (const spec::OperandRange& run : bounding_ranges(c))
      EXPECT_TRUE(run.size > 0 && exists(*c.profile, run.space, run.first, run.first) &&
                  exists(*c.profile, run.space, run.first, run.first + run.size - 1))
          << print(c);
  }
}

// ---- overlap of every pair of small burst sets ----

// Bit b: block b is in the set.
uint64_t blocks(int first, int count, int length, int gap) {
  uint64_t set = 0;
  for (int n = 0; n < count; ++n)
    for (int t = 0; t < length; ++t) set |= uint64_t{1} << (first + n * (length + gap) + t);
  return set;
}

TEST(Tik, OverlapIsExact) {
  Case c = parse_case(ub_ub);
  const Constraint& overlap = *c.operation->constraint("overlap");
  int interleaved = 0;
  for (int n = 1; n <= 4; ++n)
    for (int length = 1; length <= 3; ++length)
      for (int src_gap = 0; src_gap <= 5; ++src_gap)
        for (int dst_gap = 0; dst_gap <= 5; ++dst_gap)
          for (int src = 0; src <= 28; src += 28)
            for (int dst = 0; dst <= 28; ++dst) {
              c["nburst"] = n, c["burst"] = length;
              c["src_stride"] = src_gap, c["dst_stride"] = dst_gap;
              c["src"] = 32 * src, c["dst"] = 32 * dst;
              const uint64_t from = blocks(src, n, length, src_gap);
              const uint64_t to = blocks(dst, n, length, dst_gap);
              const bool same = src == dst && (n == 1 || src_gap == dst_gap);
              const bool legal = same || (from & to) == 0;
              ASSERT_EQ(!violated(evaluate(c), overlap), legal) << print(c);
              ASSERT_EQ(slack(c, overlap) >= 0, legal) << print(c);
              if (!legal || same ||
                  (landmarks(c) >> static_cast<int>(tik::LandmarkId::operands_interleaved) & 1) ==
                      0)
                continue;
              ++interleaved;
            }
  EXPECT_GT(interleaved, 1000);
}

// As many bursts as UB holds: no search is too costly.
TEST(Tik, OverlapOfManyBurstsIsDecided) {
  std::mt19937_64 random(11);
  const Operation& operation = *find_operation("data_move");
  int legal = 0;
  for (int i = 0; i < 300; ++i) {
    Case c = parse_case(ub_ub);
    c["burst"] = 1;
    c["src_stride"] = pick(random, 0, 12), c["dst_stride"] = pick(random, 0, 12);
    const int64_t widest = 1 + std::max(c["src_stride"], c["dst_stride"]);
    c["nburst"] = 7936 / widest - 32;
    c["src"] = 32 * pick(random, 0, 30), c["dst"] = 32 * pick(random, 0, 30);
    const ConstraintResults constraint_results = evaluate(c);
    ASSERT_FALSE(constraint_results.too_costly) << print(c);
    if (c["nburst"] > 4095) continue;
    const Constraint& overlap = *operation.constraint("overlap");
    ASSERT_EQ(!violated(constraint_results, overlap), holds_by_enumeration(c, "overlap"))
        << print(c);
    legal += constraint_results.legal();
  }
  EXPECT_GT(legal, 10);
}

// ---- what a case touches ----

TEST(Tik, FootprintAndBoundingRangesAgree) {
  std::mt19937_64 random(13);
  const Operation& operation = *find_operation("data_move");
  int checked = 0;
  while (checked < 2'000) {
    const Case c = random_case(random, *operation.profiles[random() % 3]);
    if (!evaluate(c).legal()) continue;
    ++checked;
    EXPECT_EQ(cost(c) * tik::element_bytes(static_cast<tik::DType>(c["dtype"])),
              32 * c["nburst"] * c["burst"]);
    for (const Operands operand : {on_dst, on_src}) {
      const std::vector<int64_t> wanted = bytes(c, operand);
      std::vector<int64_t> found;
      const spec::OperandRange* before = nullptr;
      const std::vector<spec::OperandRange> runs = footprint(c);
      for (const spec::OperandRange& run : runs) {
        if (run.operand != operand) continue;
        EXPECT_EQ(run.space, side(c, operand).space);
        EXPECT_EQ(run.lane, 0);
        for (int64_t b = 0; b < run.size; ++b) found.push_back(run.first + b);
        if (before != nullptr) {
          EXPECT_NE(before->first + before->size, run.first) << print(c);
        }
        before = &run;
      }
      ASSERT_EQ(found, wanted) << print(c);
      const std::vector<spec::OperandRange> enclosing = bounding_ranges(c);
      ASSERT_EQ(enclosing.size(), 2U) << print(c);
      const spec::OperandRange& hull = enclosing[operand == on_dst ? 0 : 1];
      ASSERT_EQ(hull.operand, operand);
      ASSERT_EQ(hull.first, wanted.front()) << print(c);
      ASSERT_EQ(hull.first + hull.size - 1, wanted.back()) << print(c);
    }
  }
}

TEST(Tik, BoundingRangesShowWhereAnIllegalCaseWouldBegin) {
  const auto hull = [](std::string_view parameter, int64_t value) {
    return bounding_ranges(with(gm_ub, parameter, value));
  };
  for (const char* count : {"nburst", "burst"})
    for (const spec::OperandRange& run : hull(count, 0)) EXPECT_EQ(run.size, 32);
  EXPECT_EQ(hull("dst_space", 0)[0].space, Space::system);
  EXPECT_EQ(hull("dst_space", 1).size(), 1U);
  EXPECT_EQ(hull("dst_space", 7).size(), 1U);
  EXPECT_EQ(hull("dst", 253'952 - 16)[0].size, 16);
  EXPECT_EQ(hull("dst", 253'952).size(), 1U);
  // A negative stride leads back.
  Case c = with(gm_ub, "src_stride", -3);
  c["nburst"] = 3, c["src"] = 128;
  EXPECT_EQ(bounding_ranges(c)[1].first, 0);
  EXPECT_EQ(bounding_ranges(c)[1].size, 160);
}

TEST(Tik, LocateNamesBurstAndElement) {
  const Case c = parse_case(
      "data_move toy dst_space=2 dst=64 src_space=2 src=1024 dtype=5 sid=0 nburst=3 burst=2 "
      "src_stride=1 dst_stride=3");
  for (const Operands operand : {on_dst, on_src}) {
    const std::vector<int64_t> all = bytes(c, operand);
    for (int64_t offset = 0; offset < 2048; ++offset) {
      const auto at = std::find(all.begin(), all.end(), offset);
      const Located located = locate(c, Space::ub, 0, offset);
      if (at == all.end()) {
        EXPECT_NE(located.operand, operand) << offset;
        continue;
      }
      const int64_t moved = at - all.begin();
      EXPECT_EQ(located.operand, operand) << offset;
      EXPECT_EQ(located.element, (std::array<int64_t, 4>{moved / 64, 0, 0, moved % 64 / 4}));
      EXPECT_EQ(located.byte_of_element, moved % 4);
    }
  }
  EXPECT_EQ(locate(c, Space::l1, 0, 64).operand, 0);
}

}  // namespace
}  // namespace strideproof::spec

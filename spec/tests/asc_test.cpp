#include "spec/vocabulary/asc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>

#include "spec/operations/asc.h"
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

// ---- the document ----

bool b16(const Case& c) { return c["dtype"] == 2 || c["dtype"] == 3; }
int64_t fractals(const Case& c) { return b16(c) ? 1 : 2; }

// Where the fractals lie, in the order (iteration, fractal).
std::vector<int64_t> written(const Case& c) {
  std::vector<int64_t> all;
  int64_t first = c["dst"];
  for (int64_t i = 0; i < c["repeat"]; ++i) {
    all.push_back(first);
    if (fractals(c) == 2) all.push_back(first + 512 + 512 * c["dst_frac_stride"]);
    first += 512 + 512 * c["dst_stride"];
  }
  return all;
}
std::vector<int64_t> read(const Case& c) {
  std::vector<int64_t> all;
  for (int64_t i = 0; i < c["repeat"]; ++i)
    for (int64_t f = 0; f < fractals(c); ++f)
      all.push_back(c["src"] + 512 * (fractals(c) * (c["index_id"] + i * c["src_stride"]) + f));
  return all;
}

bool fits(const std::vector<int64_t>& starts, int64_t bytes) {
  return std::all_of(starts.begin(), starts.end(), [&](int64_t s) { return s + 512 <= bytes; });
}

bool holds_by_enumeration(const Case& c, std::string_view label) {
  const auto bytes = [&](Space space) {
    return c.profile->buffer_bytes[static_cast<size_t>(space)];
  };
  if (label == "dtype.known") return c["dtype"] < 7;
  if (label == "addrmode.false") return c["addrmode"] == 0;
  if (label == "dst_frac_stride.max") return b16(c) || c["dst_frac_stride"] <= 65535;
  if (label == "dst.aligned") return c["dst"] % 512 == 0;
  if (label == "src.aligned") return c["src"] % 32 == 0;
  if (label == "dst.end") return fits(written(c), bytes(Space::l0b));
  if (label == "src.end") return fits(read(c), bytes(Space::l1));
  EXPECT_EQ(label, "dst.overlap");
  const std::vector<int64_t> all = written(c);
  return std::set<int64_t>(all.begin(), all.end()).size() == all.size();
}

Case random_case(std::mt19937_64& random, const Operation& operation, const Profile& profile) {
  Case c;
  c.operation = &operation;
  c.profile = &profile;
  const auto seldom = [&] { return random() % 20 == 0; };
  c["dtype"] = pick(random, 0, seldom() ? 9 : 6);
  c["addrmode"] = seldom();
  c["repeat"] = pick(random, 0, 6);
  c["index_id"] = pick(random, 0, 2);
  c["src_stride"] = pick(random, 0, 2);
  c["dst_stride"] = pick(random, 0, 3);
  c["dst_frac_stride"] = seldom() ? pick(random, 65530, 65540) : pick(random, 0, 8);
  c["dst"] = 512 * pick(random, 0, 4) + (seldom() ? pick(random, 1, 511) : 0);
  c["src"] = 32 * pick(random, 0, 40) + (seldom() ? pick(random, 1, 31) : 0);
  return c;
}

TEST(Asc, ResultsAgreeWithEnumerationAndSlack) {
  std::mt19937_64 random(7);
  std::map<std::string, int> broken;
  for (const Operation* operation : matching("asc_*"))
    for (const Profile* profile : operation->profiles)
      for (int i = 0; i < 10'000; ++i) {
        const Case c = random_case(random, *operation, *profile);
        const ConstraintResults constraint_results = evaluate(c);
        for (const Constraint& constraint : operation->constraints) {
          const bool wanted = (constraint_results.violated & operation->needs[constraint.bit]) == 0;
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
  for (const auto& [label, count] : broken) EXPECT_GT(count, 20) << label;
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

constexpr std::string_view none =
    "asc_copy_l12l0b_trans ascend910b dst=0 src=0 index_id=0 repeat=0 src_stride=0 dst_stride=0 "
    "addrmode=0 dst_frac_stride=0 dtype=0";
constexpr std::string_view b8 =
    "asc_copy_l12l0b_trans ascend910b dst=0 src=0 index_id=0 repeat=3 src_stride=1 dst_stride=1 "
    "addrmode=0 dst_frac_stride=0 dtype=1";
constexpr std::string_view half =
    "asc_copy_l12l0b_trans ascend910b dst=0 src=0 index_id=0 repeat=3 src_stride=1 dst_stride=0 "
    "addrmode=0 dst_frac_stride=0 dtype=2";
constexpr std::string_view b32 =
    "asc_copy_l12l0b_trans_sync ascend910b dst=0 src=0 index_id=0 repeat=3 src_stride=1 "
    "dst_stride=0 addrmode=0 dst_frac_stride=2 dtype=6";

constexpr int64_t l0b = 65'536, l1 = 524'288;
constexpr Edge edges[] = {
    {none, "dtype.known", "dtype", 6, 7},
    {b8, "addrmode.false", "addrmode", 0, 1},
    {none, "dst_frac_stride.max", "dst_frac_stride", 65535, 65536},
    {b8, "dst.aligned", "dst", 512, 513},
    {b8, "dst.aligned", "dst", 512, 1023},
    {none, "dst.aligned", "dst", 512, 768},
    {b8, "src.aligned", "src", 32, 33},
    {none, "src.aligned", "src", 32, 48},
    {b8, "dst.end", "dst", l0b - 6 * 512, l0b - 5 * 512},
    {half, "dst.end", "dst", l0b - 3 * 512, l0b - 2 * 512},
    {b32, "dst.end", "dst_frac_stride", 128 - 4, 128 - 3},
    {b32, "dst.end", "dst_stride", 61, 62},
    {b8, "src.end", "src", l1 - 3 * 1024, l1 - 3 * 1024 + 32},
    {half, "src.end", "src", l1 - 3 * 512, l1 - 3 * 512 + 32},
    {b32, "src.end", "index_id", 512 - 3, 512 - 2},
    {half, "src.end", "index_id", 1024 - 3, 1024 - 2},
    {half, "src.end", "src_stride", 511, 512},
    {b8, "dst.overlap", "dst_stride", 1, 0},
    {b32, "dst.overlap", "repeat", 3, 4},
    {b32, "dst.overlap", "dst_frac_stride", 2, 1},
};

TEST(Asc, EveryEdgeHasTwoSides) {
  std::set<std::string_view> seen;
  for (const Edge& edge : edges) {
    const Case in = with(edge.line, edge.parameter, edge.inside);
    const Case out = with(edge.line, edge.parameter, edge.outside);
    const Constraint& constraint = *in.operation->constraint(edge.label);
    EXPECT_TRUE(evaluate(in).legal()) << print(in);
    EXPECT_EQ(evaluate(out).violated, uint64_t{1} << constraint.bit) << print(out);
    EXPECT_LT(slack(out, constraint), 0) << print(out);
    EXPECT_GE(slack(in, constraint), 0) << print(in);
    if (edge.parameter != "dst_stride" && edge.parameter != "src_stride") {
      EXPECT_EQ(slack(in, constraint), 0) << print(in) << ' ' << edge.label;
    }
    seen.insert(edge.label);
  }
  for (const Constraint& constraint : find_operation("asc_copy_l12l0b_trans")->constraints)
    EXPECT_EQ(seen.count(constraint.label), 1U) << constraint.label;
}

TEST(Asc, NothingIsOutOfBoundsWhereNothingIsDone) {
  Case c = parse_case(none);
  c["dst"] = int64_t{1} << 62, c["src"] = int64_t{1} << 62;
  c["index_id"] = c["src_stride"] = c["dst_stride"] = c["dst_frac_stride"] = 65535;
  EXPECT_TRUE(evaluate(c).legal());
  EXPECT_EQ(landmarks(c), uint64_t{1} << static_cast<int>(asc::LandmarkId::repeat_zero));
  EXPECT_TRUE(footprint(c).empty());
  EXPECT_TRUE(bounding_ranges(c).empty());
  EXPECT_EQ(cost(c), 0);
  c["dst"] = highest(CType::u64) - 511, c["repeat"] = 255;
  EXPECT_TRUE(violated(evaluate(c), *c.operation->constraint("dst.end")));
  EXPECT_TRUE(violated(evaluate(c), *c.operation->constraint("src.end")));
}

TEST(Asc, SixteenBitElementsIgnoreTheFractalStride) {
  Case c = parse_case(half);
  const std::vector<int64_t> before = written(c);
  for (const int64_t stride : {int64_t{1}, int64_t{65536}, highest(CType::u64)}) {
    c["dst_frac_stride"] = stride;
    EXPECT_TRUE(evaluate(c).legal()) << print(c);
    EXPECT_EQ(footprint(c).front().size, 3 * 512);
  }
}

// ---- fractals that overlap, every repeat, stride and gap up to 16 ----

TEST(Asc, OverlapIsExact) {
  Case c = parse_case(b8);
  c["src_stride"] = 0;
  const Constraint& overlap = *c.operation->constraint("dst.overlap");
  int interleaved = 0, broken = 0;
  for (int64_t dtype : {0, 3, 6})
    for (int64_t repeat = 0; repeat <= 16; ++repeat)
      for (int64_t stride = 0; stride <= 16; ++stride)
        for (int64_t gap = 0; gap <= 16; ++gap) {
          c["dtype"] = dtype, c["repeat"] = repeat;
          c["dst_stride"] = stride, c["dst_frac_stride"] = gap;
          const bool holds = holds_by_enumeration(c, "dst.overlap");
          ASSERT_EQ(slack(c, overlap) >= 0, holds) << print(c);
          const ConstraintResults constraint_results = evaluate(c);
          if (holds_by_enumeration(c, "dst.end")) {
            ASSERT_EQ(!violated(constraint_results, overlap), holds) << print(c);
          }
          broken += !holds;
          if (constraint_results.legal())
            interleaved +=
                (landmarks(c) >> static_cast<int>(asc::LandmarkId::dst_interleaved) & 1) != 0;
        }
  EXPECT_GT(broken, 500);
  EXPECT_GT(interleaved, 500);
}

// One step of repeat or of a stride from overlap: no slack.
TEST(Asc, SlackOfOverlapIsTheDistanceInOneParameter) {
  const Constraint& overlap = *find_operation("asc_copy_l12l0b_trans")->constraint("dst.overlap");
  Case c = parse_case(b8);
  c["dst_stride"] = 3;  // 4 fractals
  const auto at = [&](int64_t repeat, int64_t gap) {
    c["repeat"] = repeat, c["dst_frac_stride"] = gap;
    return slack(c, overlap);
  };
  EXPECT_EQ(at(4, 15), 0);  // iteration 4 would meet it
  EXPECT_EQ(at(1, 15), 3);
  EXPECT_EQ(at(5, 15), -1);
  EXPECT_EQ(at(9, 15), -5);
  EXPECT_EQ(at(5, 14), 0);  // one gap more
  EXPECT_EQ(at(5, 13), 1);
  EXPECT_EQ(at(5, 16), 0);  // one gap less
}

// ---- the transposition ----

TEST(Asc, WorkedNumbersOfTheDocument) {
  // First elements of the destination fractals in memory order, repeat 3, src_stride 1.
  const auto first_elements = [](int64_t dtype, int64_t stride, int64_t gap) {
    Case c = parse_case(b8);
    c["dtype"] = dtype, c["dst_stride"] = stride, c["dst_frac_stride"] = gap;
    const int64_t elements = cost(c) / 3;
    std::map<int64_t, int64_t> by_place;
    const std::vector<int64_t> places = written(c);
    for (size_t k = 0; k < places.size(); ++k) {
      const auto q = static_cast<size_t>(fractals(c));
      by_place[places[k]] = static_cast<int64_t>(k / q) * elements +
                            asc::source_element<int64_t>(dtype, static_cast<int64_t>(k % q), 0, 0);
    }
    std::vector<int64_t> found;
    for (const auto& [place, element] : by_place) found.push_back(element);
    return found;
  };
  using Elements = std::vector<int64_t>;
  EXPECT_EQ(first_elements(0, 1, 0), (Elements{0, 16, 1024, 1040, 2048, 2064}));
  EXPECT_EQ(first_elements(1, 0, 2), (Elements{0, 1024, 2048, 16, 1040, 2064}));
  EXPECT_EQ(first_elements(2, 0, 0), (Elements{0, 256, 512}));
  EXPECT_EQ(first_elements(4, 1, 0), (Elements{0, 64, 256, 320, 512, 576}));
  EXPECT_EQ(first_elements(6, 0, 2), (Elements{0, 256, 512, 64, 320, 576}));
}

// The square as rows and columns of the matrix that the fractals make up: one below the other for
// 8 bits, side by side for 32 bits, and so too at the destination after a transposition.
TEST(Asc, ElementsAreThoseOfTheTransposedSquare) {
  for (const int64_t dtype : {0, 3, 5}) {
    const int64_t q = dtype == 3 ? 1 : 2, columns = dtype == 0 ? 32 : dtype == 3 ? 16 : 8;
    const bool side_by_side = dtype == 5;
    const int64_t width = side_by_side ? 16 : columns;
    const auto element = [&](int64_t row, int64_t column) {  // of a square, in memory order
      const int64_t f = side_by_side ? column / columns : row / 16;
      return f * 16 * columns + row % 16 * columns + column % columns;
    };
    std::set<int64_t> seen;
    for (int64_t row = 0; row < width; ++row)
      for (int64_t column = 0; column < width; ++column) {
        const int64_t to = element(row, column);
        const int64_t f = to / (16 * columns), r = to / columns % 16, c = to % columns;
        EXPECT_EQ(asc::source_element<int64_t>(dtype, f, r, c), element(column, row))
            << dtype << ' ' << row << ' ' << column;
        seen.insert(to);
      }
    EXPECT_EQ(seen.size(), static_cast<size_t>(q * 16 * columns));
  }
}

// ---- what a case touches ----

TEST(Asc, FootprintBoundingRangesAndLocateAgree) {
  std::mt19937_64 random(13);
  int checked = 0;
  while (checked < 1'000) {
    const auto operations = matching("asc_*");
    const Operation& operation = *operations[random() % 2];
    const Case c = random_case(random, operation, *operation.profiles[random() % 2]);
    if (!evaluate(c).legal() || c["repeat"] == 0) continue;
    ++checked;
    for (const Operands operand : {on_dst, on_src}) {
      const Space space = operand == on_dst ? Space::l0b : Space::l1;
      const std::vector<int64_t> starts = operand == on_dst ? written(c) : read(c);
      std::vector<int64_t> found;
      const std::vector<spec::OperandRange> runs = footprint(c);
      for (const spec::OperandRange& run : runs)
        if (run.operand == operand) {
          EXPECT_EQ(run.space, space);
          for (int64_t at = 0; at < run.size; at += 512) found.push_back(run.first + at);
        }
      ASSERT_EQ(found, starts) << print(c);
      const auto [low, high] = std::minmax_element(starts.begin(), starts.end());
      const std::vector<spec::OperandRange> enclosing = bounding_ranges(c);
      ASSERT_EQ(enclosing.size(), 2U);
      const spec::OperandRange& hull = enclosing[operand == on_dst ? 0 : 1];
      ASSERT_EQ(hull.operand, operand);
      ASSERT_EQ(hull.first, *low) << print(c);
      ASSERT_EQ(hull.first + hull.size, *high + 512) << print(c);

      const int64_t es = asc::element_bytes(static_cast<asc::DType>(c["dtype"]));
      const int64_t columns = 32 / es;
      const size_t k = random() % starts.size();
      const int64_t at = pick(random, 0, 511), q = fractals(c);
      const Located located = locate(c, space, 0, starts[k] + at);
      EXPECT_EQ(located.operand, operand);
      EXPECT_EQ(located.byte_of_element, at % es);
      EXPECT_EQ(located.element[2], at / es / columns);
      EXPECT_EQ(located.element[3], at / es % columns);
      const auto first = std::find(starts.begin(), starts.end(), starts[k]) - starts.begin();
      EXPECT_EQ(located.element[1], first % q);
      EXPECT_EQ(located.element[0], first / q);
    }
  }
  EXPECT_EQ(locate(parse_case(b8), Space::l0b, 0, 6 * 512).operand, 0);
  EXPECT_EQ(locate(parse_case(b8), Space::ub, 0, 0).operand, 0);
}

TEST(Asc, CostCountsElements) {
  EXPECT_EQ(cost(parse_case(b8)), 3 * 1024);
  EXPECT_EQ(cost(parse_case(half)), 3 * 256);
  EXPECT_EQ(cost(parse_case(b32)), 3 * 256);
}

TEST(Asc, BoundingRangesOfIllegalCasesAreClipped) {
  const auto size = [](std::string_view parameter, int64_t value) {
    return bounding_ranges(with(b8, parameter, value));
  };
  EXPECT_EQ(size("dst", l0b - 512)[0].size, 512);
  EXPECT_EQ(size("dst", highest(CType::u64)).size(), 1U);
  EXPECT_EQ(size("src", l1)[0].operand, on_dst);
  EXPECT_EQ(size("dst_frac_stride", highest(CType::u64))[0].size, l0b);
}

// ---- landmarks ----

struct Met {
  std::string_view label, line, parameter;
  int64_t met, not_met;
};

constexpr Met met[] = {
    {"b8", b8, "dtype", 0, 4},
    {"b16", b8, "dtype", 3, 1},
    {"b32", b32, "dtype", 4, 1},
    {"repeat.zero", half, "repeat", 0, 1},
    {"repeat.one", half, "repeat", 1, 2},
    {"repeat.many", half, "repeat", 2, 1},
    {"index", half, "index_id", 1, 0},
    {"src.repeated", half, "src_stride", 0, 1},
    {"src.adjacent", half, "src_stride", 1, 0},
    {"src.apart", half, "src_stride", 2, 1},
    {"src.off.square", b8, "src", 32, 512},
    {"dst.contiguous", b8, "dst_stride", 1, 2},
    {"dst.contiguous", half, "dst_stride", 0, 1},
    {"dst.gaps", half, "dst_stride", 1, 0},
    {"dst.gaps", b32, "dst_frac_stride", 3, 2},
    {"dst.interleaved", b8, "dst_frac_stride", 2, 0},
    // 3 and 5 fractals behind; iterations begin at 2 and 4.
    {"dst.interleaved", b8, "dst_frac_stride", 2, 4},
    {"dst.reordered", b8, "dst_frac_stride", 6, 2},
    {"dst.reordered", b32, "dst_frac_stride", 2, 4095},
    {"dst.reordered", b32, "repeat", 2, 1},
    {"dst.meets.next", b32, "repeat", 3, 2},
    {"frac_stride.ignored", half, "dst_frac_stride", 1, 0},
    {"frac_stride.over.16.bits", half, "dst_frac_stride", 65536, 65535},
    {"src.last.byte", half, "src", l1 - 3 * 512, l1 - 3 * 512 - 32},
    {"dst.last.byte", half, "dst", l0b - 3 * 512, l0b - 4 * 512},
};

TEST(Asc, LandmarksAreMetWhereTheirMeaningIs) {
  std::set<std::string_view> seen;
  const Operation& operation = *find_operation("asc_copy_l12l0b_trans");
  for (const Met& m : met) {
    const auto landmark = std::find_if(operation.landmarks.begin(), operation.landmarks.end(),
                                       [&](const Landmark& l) { return l.label == m.label; });
    ASSERT_NE(landmark, operation.landmarks.end()) << m.label;
    const auto meets = [&](const Case& c) {
      EXPECT_TRUE(evaluate(c).legal()) << print(c);
      return (landmarks(c) >> landmark->bit & 1) != 0;
    };
    EXPECT_TRUE(meets(with(m.line, m.parameter, m.met))) << m.label;
    const Case other = m.not_met == 4095 ? parse_case(b8) : with(m.line, m.parameter, m.not_met);
    EXPECT_FALSE(meets(other)) << m.label;
    seen.insert(m.label);
  }
  for (const Landmark& landmark : operation.landmarks)
    EXPECT_EQ(seen.count(landmark.label), 1U) << landmark.label;
}

}  // namespace
}  // namespace strideproof::spec

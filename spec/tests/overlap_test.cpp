#include "spec/overlap.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <bitset>
#include <numeric>
#include <random>
#include <vector>

namespace strideproof::spec {
namespace {

using Set = std::bitset<256>;  // of units, or of values
using Box3 = Box<int64_t>;     // of three dimensions and one of extent 1

constexpr int64_t without_limit = int64_t{1} << 40;

// The units of a box and whether each belongs to one run only.
struct Marked {
  Set units;
  bool injective = true;
};

Marked mark(const Box3& box) {
  Marked marked;
  for (int64_t i = 0; i < box.extent[0]; ++i)
    for (int64_t j = 0; j < box.extent[1]; ++j)
      for (int64_t k = 0; k < box.extent[2]; ++k)
        for (int64_t r = 0; r < box.run; ++r) {
          const auto unit = static_cast<size_t>(box.first + i * box.stride[0] + j * box.stride[1] +
                                                k * box.stride[2] + r);
          if (marked.units[unit]) marked.injective = false;
          marked.units[unit] = true;
        }
  return marked;
}

// Every box with extents, strides and runs up to these, extents and strides of dimension 2 less.
std::vector<Box3> boxes(int64_t extent, int64_t stride, int64_t run, int64_t stride_2) {
  std::vector<Box3> all;
  for (int64_t e0 = 1; e0 <= extent; ++e0)
    for (int64_t e1 = 1; e1 <= extent; ++e1)
      for (int64_t e2 = 1; e2 <= (stride_2 > 0 ? extent : 1); ++e2)
        for (int64_t s0 = 0; s0 <= stride; ++s0)
          for (int64_t s1 = 0; s1 <= stride; ++s1)
            for (int64_t s2 = 0; s2 <= stride_2; ++s2)
              for (int64_t r = 1; r <= run; ++r)
                all.push_back({0, r, {e0, e1, e2, 1}, {s0, s1, s2}});
  return all;
}

std::string text(const Box3& b) {
  return fmt::format("{} run {} extents {} strides {}", b.first, b.run, fmt::join(b.extent, ","),
                     fmt::join(b.stride, ","));
}

TEST(Overlap, NestedSlackIsSoundAndInjectivityExact) {
  for (const Box3& box : boxes(4, 10, 3, 10)) {
    const bool injective = mark(box).injective;
    const int64_t slack = nested_slack(box);
    if (slack >= 0) {
      ASSERT_TRUE(injective) << text(box);
    }
    if (slack < 0 && slack >= -box.run) {
      ASSERT_FALSE(injective) << text(box);
    }
    ASSERT_EQ(is_injective(box), injective ? OverlapAnswer::yes : OverlapAnswer::no) << text(box);
  }
}

TEST(Overlap, RangeSlackIsSoundAndDisjointnessExact) {
  const auto compare = [](const std::vector<Box3>& all, std::vector<int64_t> offsets) {
    std::vector<Set> units;
    for (const Box3& box : all) units.push_back(mark(box).units);
    for (size_t i = 0; i < all.size(); ++i)
      for (size_t j = 0; j < all.size(); ++j)
        for (int64_t offset : offsets) {
          Box3 b = all[j];
          b.first += offset;
          const bool disjoint = (units[i] & units[j] << static_cast<size_t>(offset)).none();
          const int64_t gap = range_slack(all[i], b);
          if (gap >= 0) {
            ASSERT_TRUE(disjoint) << text(all[i]) << " and " << text(b);
          }
          if (gap == -1) {
            ASSERT_FALSE(disjoint) << text(all[i]) << " and " << text(b);
          }
          ASSERT_EQ(are_disjoint(all[i], b), disjoint ? OverlapAnswer::yes : OverlapAnswer::no)
              << text(all[i]) << " and " << text(b);
        }
  };
  compare(boxes(3, 5, 2, 0), {0, 1, 2, 3, 7});
  compare(boxes(2, 4, 1, 4), {0, 1, 3});
}

// All sums of the terms, by addition.
Set sums(const std::vector<Term>& terms) {
  Set all;
  all[0] = true;
  for (const Term& term : terms) {
    Set more = all;
    for (int64_t x = 1; x <= term.most; ++x) more |= all << static_cast<size_t>(x * term.stride);
    all = more;
  }
  return all;
}

// Coprime factors with products near 2^60, and strides in which the closed form decides.
TEST(Overlap, TwoTermsOfLargeStrides) {
  std::mt19937_64 random(5);
  const auto below = [&](int64_t bound) { return static_cast<int64_t>(random() % bound); };
  for (int round = 0; round < 20'000; ++round) {
    const int64_t s = below((int64_t{1} << 31) - 1) + 1, t = below(int64_t{1} << 40) + 1;
    const int64_t x = below(1 << 20), y = below(1 << 20), i = below(x + 1), j = below(y + 1);
    const std::vector<Term> terms = {{s, x}, {t, y}};
    ASSERT_EQ(terms_reach(terms, i * s + j * t, 1), OverlapAnswer::yes) << s << ' ' << t;
    if (const int64_t g = std::gcd(s, t); g > 1) {
      ASSERT_EQ(terms_reach(terms, i * s + j * t + 1, 1), OverlapAnswer::no) << s << ' ' << t;
    }
  }
}

// Up to eight terms, and the budget: whatever it is, an answer is exact or too_costly.
TEST(Overlap, TermsReachIsExactAndCostlyOnlyPastTheBudget) {
  std::mt19937_64 random(2);
  int costly = 0, decided = 0;
  for (int i = 0; i < 60'000; ++i) {
    std::vector<Term> terms(random() % 8 + 1);
    for (auto& term : terms)
      term = {static_cast<int64_t>(random() % 12), static_cast<int64_t>(random() % 3)};
    const Set values = sums(terms);
    for (size_t target : {random() % 60, random() % 200}) {
      const OverlapAnswer exact = values[target] ? OverlapAnswer::yes : OverlapAnswer::no;
      const auto t = static_cast<int64_t>(target);
      ASSERT_EQ(terms_reach(terms, t, without_limit), exact) << target;
      const OverlapAnswer cheap = terms_reach(terms, t, static_cast<int64_t>(random() % 4));
      if (cheap != OverlapAnswer::too_costly) {
        ASSERT_EQ(cheap, exact) << target;
      }
      ++(cheap == OverlapAnswer::too_costly ? costly : decided);
    }
  }
  EXPECT_GT(costly, 1'000);
  EXPECT_GT(decided, 1'000);
  EXPECT_EQ(terms_reach({}, 0, without_limit), OverlapAnswer::yes);
  EXPECT_EQ(terms_reach({}, 1, without_limit), OverlapAnswer::no);
}

// Strides as wide as memory: moduli that the closed form leaves to the search.
TEST(Overlap, WideStrides) {
  const int64_t s = (int64_t{1} << 39) + 1, t = (int64_t{1} << 38) + 3;
  const std::vector<Term> terms = {{s, 3}, {t, 5}, {7, 2}};
  for (int64_t x = 0; x <= 3; ++x)
    for (int64_t y = 0; y <= 5; ++y) {
      EXPECT_EQ(terms_reach(terms, x * s + y * t + 14, overlap_budget), OverlapAnswer::yes);
      EXPECT_EQ(terms_reach(terms, x * s + y * t + 15, overlap_budget), OverlapAnswer::no);
    }
}

// No multiple of the largest stride leaves what the others reach: nothing is searched.
TEST(Overlap, DecidesAtOnceWhereNoMultipleOfTheLargestStrideFits) {
  const int64_t s = int64_t{1} << 30;
  EXPECT_EQ(terms_reach(std::vector<Term>{{262'142, 1}, {393'213, 1}, {s, 1}}, s - 5'000, 4),
            OverlapAnswer::no);
}

}  // namespace
}  // namespace strideproof::spec

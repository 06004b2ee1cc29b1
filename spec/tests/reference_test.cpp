// Random cases of every operation: the spec and the reference agree.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "oracle/memory_range.h"
#include "props/edge.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "spec/tests/agreement.h"
#include "spec/vocabulary/case.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

using props::Random;

// Toy with a single lane, as a profile of a user may have.
const Profile& one_lane() {
  static const Profile profile = [] {
    Profile changed = *find_profile("toy");
    changed.name = "one_lane";
    changed.lanes = 1;
    return changed;
  }();
  return profile;
}

class SpecAndReference : public testing::TestWithParam<const Operation*> {
 protected:
  const Operation& operation_ = *GetParam();
  Random random_{7};

  // Small legal cases on toy.
  template <class Check>
  void each_legal(int cases, Check check) {
    if (operation_.parameters.empty()) return;
    int tried = 0;
    for (int i = 0; i < cases; ++i) {
      const Case c = props::generate_case(random_, operation_, *find_profile("toy"), 0);
      if (HasFailure()) return;
      if (cost(c) > 512 || !expect_agreement(c).legal()) continue;
      ++tried;
      check(c);
    }
    EXPECT_GT(tried, cases / 20);
  }
};

TEST_P(SpecAndReference, AgreeOnLabelsAndSlacks) {
  std::map<std::string_view, int> violated, held;
  for (const Profile* profile : operation_.profiles)
    for (int i = 0; i < 1'000 && !HasFailure(); ++i) {
      const bool violates = i % 2 == 0 && !operation_.constraints.empty();
      Case c = props::generate_case(random_, operation_, *profile, violates ? 0 : 2);
      if (violates) {
        const Constraint& constraint = random_.pick(operation_.constraints);
        c = props::move_to_edge(c, constraint, props::Edge::outside, random_).value_or(c);
      }
      const ConstraintResults results = expect_agreement(c);
      for (const Constraint& constraint : operation_.constraints)
        if (has_bit(results.evaluated, constraint.bit))
          ++(has_bit(results.violated, constraint.bit) ? violated : held)[constraint.label];
    }
  for (const Constraint& constraint : operation_.constraints) {
    EXPECT_GT(violated[constraint.label], 3) << constraint.label;
    EXPECT_GT(held[constraint.label], 20) << constraint.label;
  }
}

TEST_P(SpecAndReference, AgreeOnFootprints) { each_legal(80, expect_exact_footprint); }

// Any values at all: nothing overflows (under UBSan), and bounding ranges stay inside the memories.
TEST_P(SpecAndReference, AgreeOnAbsurdValues) {
  for (int i = 0; i < 500 && !HasFailure(); ++i) {
    const Profile& profile = *random_.pick(operation_.profiles);
    Case c = props::generate_case(random_, operation_, profile, 2);
    for (const auto& [p, place, slot] : props::slots_of(operation_)) {
      const int64_t low = lowest(p.type), high = highest(p.type);
      if (random_.chance(1, 3))
        c.arguments.value[slot] =
            random_.pick({low, low + 1, high - 1, high, std::min(int64_t{65535}, high)});
    }
    expect_agreement(c);
    EXPECT_GE(cost(c), 0) << print(c);
    EXPECT_LE(cost(c), int64_t{1} << 62) << print(c);
    for (const OperandRange& range : bounding_ranges(c)) {
      EXPECT_GT(range.size, 0) << print(c);
      const Window memory = limits_around(profile, range.space, range.lane, range.first);
      EXPECT_TRUE(memory.first <= range.first && range.first + range.size <= memory.end())
          << print(c);
    }
  }
}

TEST_P(SpecAndReference, AgreeOnOneLane) {
  for (int i = 0; i < 500 && !HasFailure(); ++i)
    expect_agreement(props::generate_case(random_, operation_, one_lane(), 2));
}

INSTANTIATE_TEST_SUITE_P(Each, SpecAndReference, testing::ValuesIn(matching("*")),
                         [](const auto& test) { return std::string(test.param->name); });

// ---- the search for overlaps ----

// As many bursts as UB holds: no search is too costly.
TEST(SpecAndReferenceOfMoves, AgreeOnManyBursts) {
  Random random(11);
  int legal = 0;
  for (int i = 0; i < 300; ++i) {
    Case c = parse_case(
        "data_move ascend310 dst_space=2 dst=640 src_space=2 src=0 dtype=0 sid=0 nburst=3 burst=1 "
        "src_stride=3 dst_stride=3");
    c["src_stride"] = random.between(0, 12), c["dst_stride"] = random.between(0, 12);
    c["nburst"] = 7936 / (1 + std::max(c["src_stride"], c["dst_stride"])) - 32;
    c["src"] = 32 * random.between(0, 30), c["dst"] = 32 * random.between(0, 30);
    const ConstraintResults results = expect_agreement(c);
    ASSERT_FALSE(results.too_costly) << print(c);
    legal += results.legal();
  }
  EXPECT_GT(legal, 10);
}

// ---- copies onto themselves in another shape ----

// On one lane, a transpose of one row may map every element onto itself.
TEST(SpecAndReferenceOfCwtrans, AgreeOnOneLane) {
  Case c = parse_case(
      "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=0 dst_local_idx=0 src_c=1 src_w=1 "
      "format=0 src_c_stride=1 dst_c_stride=1");
  c.profile = &one_lane();
  int legal = 0;
  for (c["dst_addr"] = 0; c["dst_addr"] < 12; c["dst_addr"] += 4)
    for (c["src_c"] = 1; c["src_c"] < 4; ++c["src_c"])
      for (c["src_w"] = 1; c["src_w"] < 4; ++c["src_w"])
        for (c["src_c_stride"] = 1; c["src_c_stride"] < 4; ++c["src_c_stride"])
          for (c["dst_c_stride"] = 1; c["dst_c_stride"] < 4; ++c["dst_c_stride"])
            legal += expect_agreement(c).legal();
  EXPECT_GT(legal, 20);
}

// Four factors of a number, at random.
Dim4<int64_t> factors(Random& random, int64_t count) {
  std::array<int64_t, 4> shape{1, 1, 1, 1};
  for (const int64_t prime : {2, 3})
    for (; count % prime == 0; count /= prime)
      shape[static_cast<size_t>(random.between(0, 3))] *= prime;
  return {shape[0], shape[1], shape[2], shape[3]};
}

// Dense strides, or nearly so.
Dim4<int64_t> strides(Random& random, const Dim4<int64_t>& shape, bool local, int64_t lane) {
  const int64_t h = shape.w + random.chance(1, 4), c = shape.h * h;
  const int64_t channels = local ? (random.between(0, 1) * lane + shape.c + 3) / 4 : shape.c;
  return {channels * c, c, h, 1};
}

TEST(SpecAndReferenceOfMemcpy4D, AgreeOnCopiesInPlaceOfAnotherShape) {
  Random random(5);
  int legal = 0, others = 0;
  for (int i = 0; i < 10'000 && !HasFailure(); ++i) {
    const bool local = random.chance(1, 2), transpose = random.chance(1, 4);
    const int64_t lane = local ? random.between(0, 2) : 0;
    const Dim4<int64_t> src = factors(random, random.pick({2, 4, 8, 12, 16, 32}));
    Dim4<int64_t> dst = factors(random, src.n * src.c * src.h * src.w);
    if (transpose) dst = {src.c, src.n, src.h, src.w};
    const Dim4<int64_t> src_stride = strides(random, src, local, lane);
    Dim4<int64_t> dst_stride = strides(random, dst, local, lane);
    if (transpose && random.chance(1, 2))
      dst_stride = {src_stride.c, src_stride.n, src_stride.h, 1};
    Case c = parse_case(
        "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=0 src_shape=1,1,1,1 src_stride=0,0,0,1 "
        "src_format=2 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,1 dst_stride=0,0,0,1 "
        "dst_format=2 direction=3 transpose=0");
    c["direction"] = local ? 3 : 2, c["transpose"] = transpose;
    c["src_addr"] = c["dst_addr"] = local ? 0 : 0x100000000;
    c["src_local_idx"] = c["dst_local_idx"] = lane;
    props::put(c, "src_shape", src), props::put(c, "dst_shape", dst);
    props::put(c, "src_stride", src_stride), props::put(c, "dst_stride", dst_stride);
    ++(expect_agreement(c).legal() ? legal : others);
  }
  EXPECT_GT(legal, 150);
  EXPECT_GT(others, 150);
}

}  // namespace
}  // namespace strideproof::spec

// What refutations take for granted of runs that share nothing, against trying every box.

#include "spec/solver/runs.h"

#include <gtest/gtest.h>

#include <set>

namespace strideproof::solver {
namespace {

constexpr int64_t most_runs = 4, longest_stride = 7, longest_run = 3;

bool share_nothing(const Runs<int64_t>& runs) {
  std::set<int64_t> units;
  const auto& [a, b, c] = std::tie(runs.dimensions[0], runs.dimensions[1], runs.dimensions[2]);
  for (int64_t i = 0; i < a.extent; ++i)
    for (int64_t j = 0; j < b.extent; ++j)
      for (int64_t k = 0; k < c.extent; ++k)
        for (int64_t unit = 0; unit < runs.length; ++unit)
          if (!units.insert(i * a.stride + j * b.stride + k * c.stride + unit).second) return false;
  return true;
}

template <class Visit>
void each_box(const Visit& visit) {
  for (int64_t length = 1; length <= longest_run; ++length)
    for (int64_t a = 1; a <= most_runs; ++a)
      for (int64_t b = 1; b <= most_runs; ++b)
        for (int64_t c = 1; c <= 2; ++c)
          for (int64_t x = 0; x <= longest_stride; ++x)
            for (int64_t y = 0; y <= longest_stride; ++y)
              for (int64_t z = 0; z <= longest_stride; ++z)
                visit(Runs<int64_t>{length, {{a, x}, {b, y}, {c, z}}});
}

TEST(Runs, HaveRoomAndNeverCollideWhereTheyShareNothing) {
  int apart = 0, interleaved = 0, crowded = 0, in_gaps = 0;
  each_box([&](const Runs<int64_t>& runs) {
    const bool nothing_shared = share_nothing(runs);
    spec::Box<int64_t, 3> box{0, runs.length, {}, {}};
    for (size_t k = 0; k < 3; ++k) {
      box.extent[k] = runs.dimensions[k].extent;
      box.stride[k] = runs.dimensions[k].stride;
    }
    const std::vector<int64_t> steps = collision(runs);
    if (nothing_shared) {
      ASSERT_TRUE(have_room(runs));
      if (spec::nested_margin(box) < 0) {
        ASSERT_TRUE(leave_gaps(box));
        in_gaps += runs.length > 1;
      }
      ASSERT_TRUE(steps.empty());
      ++apart;
      interleaved += runs.dimensions[0].stride < runs.dimensions[1].stride &&
                     runs.dimensions[1].stride < 3 * runs.dimensions[0].stride;
    } else if (steps.empty()) {
      ++crowded;  // in three dimensions at once
    } else {
      ASSERT_TRUE(collide(runs, steps));
    }
  });
  EXPECT_GT(apart, 1000);
  EXPECT_GT(interleaved, 100);
  EXPECT_LT(crowded, apart / 10);
  EXPECT_GT(in_gaps, 100);
}

}  // namespace
}  // namespace strideproof::solver

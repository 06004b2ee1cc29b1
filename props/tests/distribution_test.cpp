// Where random cases get: every landmark, and either edge of every constraint, of every operation.
// An edge that cannot be reached stands in a list with its reason; one that is reached fails
// too.

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "props/generate.h"
#include "props/parameters.h"
#include "props/tests/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

// Cases of an operation are drawn until everything that can be met was met.
constexpr int64_t fewest_cases = 2'000, most_cases = 100'000;

struct Unreachable {
  std::string_view profile;  // empty: each
  const char* reason;
  std::vector<const char*> labels;  // globs of labels as in Met::counts
};
const Unreachable unreachable[] = {
    {"",
     "a destination stride of 0 over several elements: destination-alias",
     {"*_cpy_*.dst_stride.[nh].min inside", "okk_bdc_*.dst_stride.[nhw].min inside",
      "*_cpy_?2S.dst_stride.c.min inside"}},
    {"",
     "in local memory a row or an image takes a unit: 65,535 have no room in a lane",
     {"*_matrix_*.rows.max inside", "bm_atomic_mask_memcpy_4D.shape.n.max inside"}},
    {"", "65,535 blocks have no room in UB or L1", {"data_move.burst.max inside"}},
    {"toy",
     "4,095 or more elements of a destination have no room in 8,192 bytes",
     {"*_cpy_*.shape.?.max inside", "*_matrix_*.cols.max inside", "*_set_C_*.shape.w.max inside",
      "okk_bdc_*.shape.?.max inside", "bm_atomic_memcpy_4D.*_shape.?.max inside",
      "bm_atomic_mask_memcpy_4D.shape.?.max inside", "bm_atomic_memset_4D.shape.w.max inside",
      "bm_atomic_memcpy_2D.[rc]o*.max inside", "bm_atomic_cwtrans.src_?.max inside",
      "data_move.nburst.max inside"}},
    {"toy",
     "65,536 elements of a destination have no room in 8,192 bytes",
     {"*_cpy_*.run.over.64Ki", "*_matrix_*.run.over.64Ki", "okk_bdc_*.run.over.64Ki",
      "bm_atomic_m*cpy_?D.run.over.64Ki", "bm_atomic_cwtrans.run.over.64Ki",
      "data_move.burst.over.64Ki"}},
    {"toy", "GM has 8,192 bytes", {"data_move.*.extent.4GiB"}},
};

// nullptr: it can be met.
const Unreachable* why_unreachable(const Profile& profile, const std::string& label) {
  for (const Unreachable& entry : unreachable)
    if (entry.profile.empty() || entry.profile == profile.name)
      for (const char* glob : entry.labels)
        if (fnmatch(glob, label.c_str(), 0) == 0) return &entry;
  return nullptr;
}

// How often cases of an operation met each edge of each constraint, and each landmark:
//
//   inside    the case is legal and the constraint holds with nothing to spare
//   outside   the constraint is the only one violated, by the smallest step that there is
//
// Contents have no steps: inside their constraints is every legal case.
struct Met {
  explicit Met(const Operation& of)
      : operation(&of),
        inside(of.constraints.size()),
        outside(of.constraints.size()),
        landmarks(of.landmarks.size()) {}

  void add(const Case& c, const ConstraintResults& results) {
    ++cases;
    if (results.too_costly) return;
    for (size_t i = 0; i < inside.size(); ++i) {
      const Constraint& constraint = operation->constraints[i];
      const bool alone = results.violated == uint64_t{1} << constraint.bit;
      if (results.violated != 0 && !alone) continue;
      const bool data = constraint.stage == Stage::data;
      const int64_t slack = data ? 0 : spec::slack(c, constraint),
                    step = data ? 1 : spec::step(c, constraint);
      if (alone)
        outside[i] += slack >= -step;
      else
        inside[i] += slack >= 0 && slack < step;
    }
    if (results.violated != 0) return;
    ++legal;
    const uint64_t here = spec::landmarks(c);
    for (size_t i = 0; i < landmarks.size(); ++i)
      landmarks[i] += here >> operation->landmarks[i].bit & 1;
  }

  // "okk_gdma_32bit_cpy_S2L.dst.end outside", "okk_gdma_32bit_cpy_S2L.dst.wrap"
  std::map<std::string, int64_t> counts() const {
    std::map<std::string, int64_t> all;
    for (size_t i = 0; i < inside.size(); ++i) {
      const std::string label = operation->label(operation->constraints[i]);
      all[label + " inside"] = inside[i];
      all[label + " outside"] = outside[i];
    }
    for (size_t i = 0; i < landmarks.size(); ++i)
      all[fmt::format("{}.{}", operation->name, operation->landmarks[i].label)] =
          static_cast<int64_t>(landmarks[i]);
    return all;
  }

  const Operation* operation;
  int64_t cases = 0, legal = 0;
  std::vector<int64_t> inside, outside;
  std::vector<uint64_t> landmarks;
};

class Distribution : public testing::TestWithParam<const Profile*> {};

TEST_P(Distribution, EveryReachableEdgeAndLandmarkIsMet) {
  const Profile& profile = *GetParam();
  Random random(seed());
  std::vector<Met> all;
  for (const Operation* operation : operations_on(profile)) all.emplace_back(*operation);
  const auto is_complete = [&](const Met& met) {
    const auto counts = met.counts();
    return std::all_of(counts.begin(), counts.end(), [&](const auto& count) {
      return count.second > 0 || why_unreachable(profile, count.first) != nullptr;
    });
  };
  double legal = 0;
  for (Met& met : all) {
    while (met.cases < fewest_cases || (met.cases < most_cases && !is_complete(met)))
      for (int64_t i = 0; i < fewest_cases; ++i) {
        const Case c = generate_case(random, *met.operation, profile);
        met.add(c, evaluate_fresh(c));
      }
    legal += static_cast<double>(met.legal) / static_cast<double>(met.cases * std::ssize(all));
    for (const auto& [label, times] : met.counts()) {
      const Unreachable* reason = why_unreachable(profile, label);
      if (reason == nullptr) {
        EXPECT_GT(times, 0) << label << " is never met";
      } else {
        EXPECT_EQ(times, 0) << label << " is met, although " << reason->reason;
      }
    }
  }
  EXPECT_GT(legal, 0.70);
  EXPECT_LT(legal, 0.85);
}

// Counted for each operation: one of many must not hide among the others.
TEST_P(Distribution, CasesMeantLegalAreLegal) {
  constexpr int cases = 1'000;
  Random random(seed());
  for (const Operation* operation : operations_on(*GetParam())) {
    int legal = 0;
    for (int i = 0; i < cases; ++i) {
      const Case c = generate_case(random, *operation, *GetParam(), 0);
      legal += evaluate_fresh(c).legal() ? 1 : 0;
    }
    EXPECT_GT(legal, 0.98 * cases) << operation->name;
  }
}

// True if the channels of system memory are next to each other, rows of them, and images of these.
bool is_channels_last(const Case& c, std::string_view shape_name, std::string_view stride_name) {
  if (is_null(c, *c.operation->parameter(stride_name))) return false;
  const int64_t *shape = values(c, *c.operation->parameter(shape_name)),
                *stride = values(c, *c.operation->parameter(stride_name));
  return shape[1] > 1 && shape[2] > 1 && stride[1] == shape[3] && stride[2] == shape[1] * shape[3];
}

TEST(Generator, CopiesMayBeChannelsLastOnBothSides) {
  constexpr int cases = 20'000;
  const Profile& profile = *find_profile("bm1684");
  Random random(seed());
  int copies = 0, transposes = 0;
  for (int i = 0; i < cases; ++i) {
    const Case copy = generate_case(random, *find_operation("okk_gdma_32bit_cpy_S2S"), profile, 0);
    copies += is_channels_last(copy, "shape", "dst_stride") &&
                      is_channels_last(copy, "shape", "src_stride")
                  ? 1
                  : 0;
    const Case other = generate_case(random, *find_operation("bm_atomic_memcpy_4D"), profile, 0);
    transposes += other["transpose"] == 1 && other["direction"] == 2 &&
                          is_channels_last(other, "dst_shape", "dst_stride") &&
                          is_channels_last(other, "src_shape", "src_stride")
                      ? 1
                      : 0;
  }
  EXPECT_GT(copies, 100);
  EXPECT_GT(transposes, 10);
}

INSTANTIATE_TEST_SUITE_P(Generator, Distribution, testing::ValuesIn(all_profiles()), by_name);

// Nothing depends on the compiler (the order in which operands of an expression draw). The number
// changes with the generator; it must then be the same with g++ and clang.
TEST(Generator, CasesAreTheSameWithEveryCompiler) {
  Random random(1);
  uint64_t hash = 0xcbf29ce484222325;
  for (int i = 0; i < 20'000; ++i) {
    const Operation& operation = random.pick(catalogue());
    const Profile* profile = random.pick(operation.profiles);
    for (const char ch : print(generate_case(random, operation, *profile)))
      hash = (hash ^ static_cast<uint8_t>(ch)) * 0x100000001b3;
  }
  EXPECT_EQ(hash, 10869099497644119081U);
}

}  // namespace
}  // namespace strideproof::props

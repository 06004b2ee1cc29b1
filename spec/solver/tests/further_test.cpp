// What formulas without products take for granted of a constraint that holds, or is broken, and of a
// landmark that is met, against cases of which this is known: the formulas of their values.

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <string>

#include "props/generate.h"
#include "spec/operations/bm_atomic_in_place.h"
#include "spec/solver/lift.h"
#include "spec/solver/pairs.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

// Is the case in place? Nothing: not one of memcpy_4D, whose formulas have an unknown for that.
std::optional<bool> in_place(const Case& c) {
  if (c.operation->name != "bm_atomic_memcpy_4D") return std::nullopt;
  return spec::bm_atomic::is_in_place(spec::machine_shape<int64_t>(*c.profile),
                                      bm_atomic::tensor_of(c.arguments));
}

// False: excluded.
bool possible(Context& context, const Case& c, const SymBool& term) {
  if (term.literal()) return *term.literal();
  z3::solver solver(context.z3());
  solver.add(term.term());
  if (const auto known = in_place(c))
    solver.add(context.z3().bool_const("in place") == context.z3().bool_val(*known));
  return solver.check() != z3::unsat;
}

struct Tried {
  int constraints = 0, broken = 0, landmarks = 0;  // where something is taken for granted
  int in_place_once = 0;                           // copies in place that write no byte twice
};

void try_case(Context& context, const Case& c, Tried& tried) {
  const Judgement judgement = spec::judge(c);
  if (judgement.too_costly || std::popcount(judgement.violated) > 1) return;
  const Operation& operation = *c.operation;
  Given given;
  for (size_t slot = 0; slot < given.size(); ++slot) given[slot] = c.arguments.value[slot];
  const Arguments<Sym> arguments = unknown_arguments(operation, c.arguments.null_mask, given);
  const auto is_broken = [&](const Constraint& some) {
    return (judgement.violated >> some.bit & 1) != 0;
  };
  bool once = false;     // no byte of dst is written twice
  bool in_range = true;  // extents; what is broken is so by a step
  for (const Constraint& some : operation.constraints) {
    once = once || (some.label == "dst.alias" && !is_broken(some) &&
                    (judgement.evaluated >> some.bit & 1) != 0);
    const bool just = !is_broken(some) || spec::slack(c, some) >= -spec::step(c, some);
    in_range = in_range && just && !(some.stage == Stage::values && is_broken(some));
  }
  for (const Constraint& some : operation.constraints) {
    if ((judgement.evaluated >> some.bit & 1) == 0) continue;
    const LiftedConstraint lifted = lift(*c.profile, operation, arguments, some);
    if (is_broken(some)) {
      tried.broken += lifted.broken.literal() != true;
      EXPECT_TRUE(possible(context, c, lifted.broken)) << some.label << " of " << print(c);
      continue;
    }
    tried.constraints += some.stage >= Stage::end;
    EXPECT_TRUE(possible(context, c, all_of(lifted.may_hold, lifted.further)))
        << some.label << " of " << print(c);
    EXPECT_TRUE(!once || possible(context, c, lifted.room)) << some.label << " of " << print(c);
  }
  if (!in_range) return;
  const uint64_t marks = spec::landmarks(c);
  for (const Landmark& some : operation.landmarks) {
    if ((marks >> some.bit & 1) == 0) continue;
    const LiftedLandmark lifted = lift(*c.profile, operation, arguments, some);
    ++tried.landmarks;
    tried.in_place_once += once && some.label == "in.place";
    EXPECT_TRUE(possible(context, c, all_of(lifted.may_be_met, lifted.further)))
        << some.label << " of " << print(c);
    EXPECT_TRUE(!once || possible(context, c, lifted.unshared)) << some.label << " of " << print(c);
  }
}

class Further : public testing::TestWithParam<const char*> {};

TEST_P(Further, IsTrueOfEveryCase) {
  const Operation& operation = *find_operation(GetParam());
  Context context;
  Tried tried;
  std::ifstream in("corpus/boundary/" + std::string(operation.name) + ".pairs");
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') try_case(context, parse_case(line), tried);
  props::Random random(1);
  for (const Profile* profile : operation.profiles)
    for (int i = 0; i < 300; ++i)
      try_case(context, props::generate_case(random, operation, *profile), tried);
  EXPECT_GT(tried.constraints, 100);
  EXPECT_GT(tried.landmarks, 100);
}

// Copies that start where they end, of small shapes that are reshaped, transposed, or too large by one.
TEST(FurtherInPlace, IsTrueOfSmallCopies) {
  const Operation& operation = *find_operation("bm_atomic_memcpy_4D");
  Case c;
  c.operation = &operation;
  c.profile = find_profile("toy");
  Context context;
  Tried tried;
  props::Random random(1);
  const auto any_of_these = [&](std::initializer_list<int64_t> all) {
    return all.begin()[random.below(static_cast<int64_t>(all.size()))];
  };
  int in_place_cases = 0, of_other_counts = 0;
  for (int i = 0; i < 40'000; ++i) {
    const bool local = random.below(2) == 0;
    const auto shape = [&]() -> Dim4<int64_t> {
      return {any_of_these({1, 2, 3}), any_of_these({1, 2, 4, 8}), any_of_these({1, 2}),
              any_of_these({1, 2, 4})};
    };
    const auto stride = [&]() -> Dim4<int64_t> {
      return {any_of_these({0, 2, 4, 8, 16}), any_of_these({0, 1, 2, 4, 8}),
              any_of_these({0, 1, 2, 4}), 1};
    };
    const Dim4<int64_t> a = shape(), s = stride(), b = random.below(2) == 0 ? a : shape(),
                        t = random.below(2) == 0 ? s : stride();
    const int64_t address = local ? 0 : int64_t{1} << 32, lane = any_of_these({0, 0, 1, 3});
    const auto direction = local ? bm_atomic::Direction::L2L : bm_atomic::Direction::S2S;
    const int64_t values[] = {address,
                              lane,
                              a.n,
                              a.c,
                              a.h,
                              a.w,
                              s.n,
                              s.c,
                              s.h,
                              s.w,
                              0,
                              address,
                              lane,
                              b.n,
                              b.c,
                              b.h,
                              b.w,
                              t.n,
                              t.c,
                              t.h,
                              t.w,
                              0,
                              static_cast<int64_t>(direction),
                              any_of_these({0, 1})};
    std::copy(std::begin(values), std::end(values), c.arguments.value.begin());
    const int64_t src = a.n * a.c * a.h * a.w, dst = b.n * b.c * b.h * b.w;
    if (!*in_place(c) && std::abs(src - dst) != 1 && random.below(16) != 0) continue;
    in_place_cases += *in_place(c);
    of_other_counts += std::abs(src - dst) == 1;
    try_case(context, c, tried);
  }
  EXPECT_GT(tried.in_place_once, 100);
  EXPECT_GT(in_place_cases, 300);
  EXPECT_GT(of_other_counts, 50);
  EXPECT_GT(tried.landmarks, 1000);
}

INSTANTIATE_TEST_SUITE_P(OneOfEachKind, Further,
                         testing::Values("okk_gdma_32bit_cpy_L2L", "okk_gdma_8bit_cpy_S2S",
                                         "okk_bdc_32bit_and", "okk_bdc_32bit_arithmetic_shift_C",
                                         "bm_atomic_memcpy_1D", "bm_atomic_memcpy_4D",
                                         "bm_atomic_cwtrans", "bm_atomic_mask_memcpy_4D",
                                         "data_move"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace strideproof::solver

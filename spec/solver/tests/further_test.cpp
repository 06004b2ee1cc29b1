// What formulas without products take for granted of a constraint that holds, or is broken, and of a
// landmark that is met, against cases of which this is known: the formulas of their values.

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <string>

#include "props/generate.h"
#include "spec/solver/lift.h"
#include "spec/solver/pairs.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

// False: excluded. An unknown that is left may be either.
bool possible(Context& context, const SymBool& term) {
  if (term.literal()) return *term.literal();
  z3::solver solver(context.z3());
  solver.add(term.term());
  return solver.check() != z3::unsat;
}

struct Tried {
  int constraints = 0, broken = 0, landmarks = 0;  // where something is taken for granted
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
  bool shares = false, in_range = true;  // in range: extents, and where operands start
  for (const Constraint& some : operation.constraints) {
    shares = shares || (some.label == "dst.alias" && is_broken(some));
    in_range = in_range && !(some.stage < Stage::end && is_broken(some));
  }
  for (const Constraint& some : operation.constraints) {
    if ((judgement.evaluated >> some.bit & 1) == 0) continue;
    const LiftedConstraint lifted = lift(*c.profile, operation, arguments, some);
    if (is_broken(some)) {
      tried.broken += lifted.broken.literal() != true;
      EXPECT_TRUE(possible(context, lifted.broken)) << some.label << " of " << print(c);
      continue;
    }
    tried.constraints += some.stage >= Stage::end;
    EXPECT_TRUE(possible(context, all_of(lifted.may_hold, lifted.further)))
        << some.label << " of " << print(c);
    EXPECT_TRUE(shares || possible(context, lifted.room)) << some.label << " of " << print(c);
  }
  if (!in_range) return;
  const uint64_t marks = spec::landmarks(c);
  for (const Landmark& some : operation.landmarks) {
    if ((marks >> some.bit & 1) == 0) continue;
    const LiftedLandmark lifted = lift(*c.profile, operation, arguments, some);
    ++tried.landmarks;
    EXPECT_TRUE(possible(context, all_of(lifted.may_be_met, lifted.further)))
        << some.label << " of " << print(c);
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

INSTANTIATE_TEST_SUITE_P(OneOfEachKind, Further,
                         testing::Values("okk_gdma_32bit_cpy_L2L", "okk_gdma_8bit_cpy_S2S",
                                         "okk_bdc_32bit_and", "okk_bdc_32bit_arithmetic_shift_C",
                                         "bm_atomic_memcpy_1D", "bm_atomic_memcpy_4D",
                                         "bm_atomic_cwtrans", "bm_atomic_mask_memcpy_4D",
                                         "data_move"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace strideproof::solver

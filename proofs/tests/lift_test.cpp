// The assumptions of refutations about a constraint that holds, a landmark that is met, and any
// parameters, checked on the values of known cases.

#include "proofs/boundary/lift.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "corpus/corpus.h"
#include "proofs/boundary/goal.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

// False: excluded.
bool possible(Context& context, const SymBool& term) {
  if (term.literal()) return *term.literal();
  z3::solver solver(context.z3());
  solver.add(term.term());
  return solver.check() != z3::unsat;
}

struct Tried {
  int holding = 0, violated = 0, landmarks = 0, legal = 0;
};

void try_case(Context& context, const Case& c, Tried& tried) {
  const ConstraintResults constraint_results = spec::evaluate(c);
  if (constraint_results.too_costly || std::popcount(constraint_results.violated) > 1) return;
  const Operation& operation = *c.operation;
  Arguments<Sym> arguments;
  arguments.null_mask = c.arguments.null_mask;
  std::copy(c.arguments.value.begin(), c.arguments.value.end(), arguments.value.begin());
  for (const Constraint& some : operation.constraints) {
    if (!has_bit(constraint_results.evaluated, some.bit)) continue;
    const LiftedConstraint lifted = lift(*c.profile, operation, arguments, some);
    EXPECT_TRUE(possible(context, lifted.facts)) << some.label << " of " << print(c);
    if (has_bit(constraint_results.violated, some.bit)) {
      ++tried.violated;
      EXPECT_TRUE(possible(context, !lifted.sufficient)) << some.label << " of " << print(c);
      continue;
    }
    ++tried.holding;
    EXPECT_TRUE(possible(context, lifted.necessary)) << some.label << " of " << print(c);
    EXPECT_TRUE(!constraint_results.legal() || possible(context, lifted.if_legal))
        << some.label << " of " << print(c);
  }
  if (!constraint_results.legal()) return;
  ++tried.legal;
  const uint64_t landmarks = spec::landmarks(c);
  for (const Landmark& some : operation.landmarks) {
    if (!has_bit(landmarks, some.bit)) continue;
    ++tried.landmarks;
    EXPECT_TRUE(possible(context, lift(*c.profile, operation, arguments, some)))
        << some.label << " of " << print(c);
  }
}

class Lift : public testing::TestWithParam<const char*> {};

TEST_P(Lift, ExcludesNoCase) {
  const Operation& operation = *find_operation(GetParam());
  Context context;
  Tried tried;
  for (const corpus::Entry& entry :
       corpus::read("corpus/boundary/" + std::string(operation.name) + ".txt"))
    try_case(context, entry.program.steps[0], tried);
  props::Random random(1);
  for (const Profile* profile : operation.profiles)
    for (int i = 0; i < 300; ++i)
      try_case(context, props::generate_case(random, operation, *profile), tried);
  EXPECT_GT(tried.holding, 1000);
  EXPECT_GT(tried.violated, 50);
  EXPECT_GT(tried.landmarks, 100);
  EXPECT_GT(tried.legal, 100);
}

INSTANTIATE_TEST_SUITE_P(OneOfEachKind, Lift,
                         testing::Values("okk_gdma_32bit_cpy_L2L", "okk_gdma_8bit_cpy_S2S",
                                         "okk_gdma_32bit_matrix_S2L", "okk_bdc_32bit_and",
                                         "okk_bdc_32bit_arithmetic_shift_C", "bm_atomic_memcpy_1D",
                                         "bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D",
                                         "bm_atomic_cwtrans", "bm_atomic_mask_memcpy_4D",
                                         "data_move"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace strideproof::solver

#include "proofs/boundary/lift.h"

#include <string>

#include "proofs/boundary/condition.h"
#include "proofs/boundary/family_lift.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::solver {
namespace {

std::string slot_name(const Parameter& parameter, int i) {
  constexpr const char* dimension[] = {".n", ".c", ".h", ".w"};
  return std::string(parameter.name) + (slots(parameter.type) == 4 ? dimension[i] : "");
}

const FamilyLift& lift_of(const Operation& operation) {
  static constexpr const FamilyLift* of[] = {
#define FAMILY(family, ...) &family##_lift,
#include "spec/vocabulary/operations.def"
  };
  return *of[static_cast<int>(operation.family)];
}

}  // namespace

Arguments<Sym> unknown_arguments(const Operation& operation, uint32_t null_mask,
                                 const GivenValues& given) {
  Arguments<Sym> arguments;
  arguments.null_mask = null_mask;
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    if (arguments.is_null(static_cast<int>(p))) continue;
    for (int i = 0; i < slots(parameter.type); ++i) {
      const int slot = parameter.slot + i;
      arguments.value[slot] =
          given[slot] ? Sym(*given[slot])
                      : Context::current().variable(slot_name(parameter, i), lowest(parameter.type),
                                                    highest(parameter.type));
    }
  }
  return arguments;
}

// A statement about the code: theorems prove its range goals.

LiftedConstraint lift(const Profile& profile, const Operation& operation,
                      const Arguments<Sym>& arguments, const Constraint& constraint) {
  const ExactArithmetic exact;
  return lift_of(operation).constraint(profile, operation, arguments, constraint);
}

LiftedLandmark lift(const Profile& profile, const Operation& operation,
                    const Arguments<Sym>& arguments, const Landmark& landmark) {
  const ExactArithmetic exact;
  return lift_of(operation).landmark(profile, operation, arguments, landmark);
}

LiftedLandmark lift(const Profile& profile, const Operation& operation,
                    const Arguments<Sym>& arguments, const Condition& condition) {
  const ExactArithmetic exact;
  const SymBool met = condition.lifted(profile, operation, arguments);
  return {met, met};
}

int64_t selector_values(const Operation& operation, const Parameter& parameter) {
  if (parameter.role != Role::selector) return 0;
  if (parameter.type == CType::boolean) return 2;
  if (parameter.name.ends_with("format")) return bm_atomic::format_count;
  if (parameter.name == "direction") return bm_atomic::direction_count;
  if (parameter.name.ends_with("_space")) return space_count;
  if (operation.family == Family::asc && parameter.name == "dtype") return asc::dtype_count;
  return 0;
}

}  // namespace strideproof::solver

#include "spec/solver/lift.h"

#include <string>

#include "spec/operations/okk_gdma.h"

namespace strideproof::solver {
namespace {

std::string slot_name(const Parameter& parameter, int i) {
  constexpr const char* dimension[] = {".n", ".c", ".h", ".w"};
  return std::string(parameter.name) + (slots(parameter.type) == 4 ? dimension[i] : "");
}

// Where no two runs share a unit, no step of a dimension is shorter than a run.
SymBool steps_clear_runs(const spec::Box<Sym, 3>& box) {
  SymBool clear = true;
  for (int k = 0; k < 3; ++k)
    clear = all_of(clear, any_of(box.extent[k] == Sym(1), box.stride[k] >= box.run));
  return clear;
}

// The margins of sharing decide only near their edge; see spec/sharing.h.
LiftedConstraint lift_okk_gdma(const Profile& profile, const Operation& operation,
                               const Arguments<Sym>& arguments, okk_gdma::Label label) {
  const auto m = spec::machine_shape<Sym>(profile);
  const Sym slack = spec::okk_gdma::slack(m, operation, arguments, label);
  const SymBool clear = slack >= Sym(0);
  if (label == okk_gdma::Label::dst_alias) {
    const auto dst = spec::okk_gdma::dst_of(m, okk_gdma::copy_of(operation, arguments));
    return {slack, clear, steps_clear_runs(spec::fullest_rows(m, dst))};
  }
  if (label == okk_gdma::Label::overlap) {
    const auto copy = okk_gdma::copy_of(operation, arguments);
    const SymBool in_place =
        spec::same_map(m, spec::okk_gdma::dst_of(m, copy), spec::okk_gdma::src_of(m, copy));
    return {slack, any_of(clear, in_place), any_of(in_place, slack != Sym(-1))};
  }
  return {slack, clear, clear};
}

}  // namespace

Arguments<Sym> unknown_arguments(const Operation& operation, uint32_t null_mask,
                                 const std::array<std::optional<int64_t>, max_slots>& given) {
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

LiftedConstraint lift(const Profile& profile, const Operation& operation,
                      const Arguments<Sym>& arguments, const Constraint& constraint) {
  const ExactArithmetic exact;  // a statement about the code: its range goals are theorems' matter
  switch (operation.family) {
    case Family::okk_gdma:
      return lift_okk_gdma(profile, operation, arguments,
                           static_cast<okk_gdma::Label>(constraint.bit));
    default: throw std::logic_error("family without lifted constraints");
  }
}

}  // namespace strideproof::solver

#include "spec/vocabulary/operation.h"

namespace strideproof {

std::string_view name(Stage stage) {
  constexpr std::string_view names[] = {"values", "alignment", "start", "end", "overlap", "data"};
  return names[static_cast<int>(stage)];
}

std::string_view name(Grade grade) {
  constexpr std::string_view names[] = {"stated", "physical", "assumed"};
  return names[static_cast<int>(grade)];
}

namespace {

struct FamilyNames {
  std::string_view name, stem, document;
};
constexpr FamilyNames families[] = {
#define FAMILY(family, name, document, ...) {name, #family, document},
#include "spec/vocabulary/operations.def"
};

}  // namespace

std::string_view name(Family family) { return families[static_cast<int>(family)].name; }
std::string_view stem(Family family) { return families[static_cast<int>(family)].stem; }
std::string_view document(Family family) { return families[static_cast<int>(family)].document; }

std::string slot_name(const Parameter& parameter, int value) {
  std::string name(parameter.name);
  if (slots(parameter.type) == 4) name += std::string(".") + "nchw"[value];
  return name;
}

const Parameter* Operation::parameter(std::string_view parameter_name) const {
  for (const Parameter& p : parameters)
    if (p.name == parameter_name) return &p;
  return nullptr;
}

const Constraint* Operation::constraint(std::string_view constraint_label) const {
  for (const Constraint& c : constraints)
    if (c.label == constraint_label) return &c;
  return nullptr;
}

std::string Operation::label(const Constraint& constraint) const {
  return std::string(name) + "." + std::string(constraint.label);
}

std::vector<const Constraint*> violated_constraints(const Operation& operation,
                                                    const ConstraintResults& results) {
  std::vector<const Constraint*> violated;
  for (const Constraint& constraint : operation.constraints)
    if (has_bit(results.violated, constraint.bit)) violated.push_back(&constraint);
  return violated;
}

bool violates_only_assumed(const Operation& operation, const ConstraintResults& results) {
  return !any_constraint(operation, results.violated, [](const Constraint& constraint) {
    return constraint.grade != Grade::assumed;
  });
}

}  // namespace strideproof

#include "spec/vocabulary/catalogue.h"

#include <fnmatch.h>

#include <algorithm>
#include <string>

#include "spec/vocabulary/family_tables.h"

namespace strideproof {
namespace {

// In the order of Family; only families that have every layer.
const FamilyTables* const families[] = {&okk_gdma::family_tables, &okk_bdc::family_tables,
                                        &bm_atomic::family_tables, &tik::family_tables,
                                        &asc::family_tables};

void number_slots(Operation& operation) {
  for (Parameter& parameter : operation.parameters) {
    parameter.slot = operation.slots;
    operation.slots += slots(parameter.type);
  }
}

void order_constraints(Operation& operation) {
  std::stable_sort(operation.constraints.begin(), operation.constraints.end(),
                   [](const Constraint& a, const Constraint& b) { return a.stage < b.stage; });
  for (const Constraint& later : operation.constraints) {
    operation.labels |= uint64_t{1} << later.bit;
    for (const Constraint& earlier : operation.constraints)
      if (earlier.stage < later.stage && (earlier.operands & later.operands) != 0)
        operation.needs[later.bit] |= uint64_t{1} << earlier.bit;
  }
}

std::vector<Operation> build() {
  std::vector<Operation> all;
  for (const FamilyTables* family : families)
    for (Operation& operation : family->operations()) {
      operation.parameters = family->parameters(operation);
      operation.constraints = family->constraints(operation);
      operation.landmarks = family->landmarks(operation);
      operation.ambiguities = family->ambiguities(operation);
      for (std::string_view profile : family->profiles)
        operation.profiles.push_back(find_profile(profile));
      operation.index = static_cast<int>(all.size());
      number_slots(operation);
      order_constraints(operation);
      all.push_back(std::move(operation));
    }
  return all;
}

}  // namespace

std::span<const Operation> catalogue() {
  static const std::vector<Operation> all = build();
  return all;
}

const Operation* find_operation(std::string_view name) {
  for (const Operation& operation : catalogue())
    if (operation.name == name) return &operation;
  return nullptr;
}

std::vector<const Operation*> matching(std::string_view glob) {
  std::vector<const Operation*> found;
  const std::string pattern(glob);
  for (const Operation& operation : catalogue())
    if (fnmatch(pattern.c_str(), std::string(operation.name).c_str(), 0) == 0)
      found.push_back(&operation);
  return found;
}

}  // namespace strideproof

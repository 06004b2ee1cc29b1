#include "spec/vocabulary/catalogue.h"

#include <algorithm>

#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/constraint_rows.h"
#include "spec/vocabulary/names.h"
#include "spec/vocabulary/okk_bdc.h"
#include "spec/vocabulary/okk_gdma.h"
#include "spec/vocabulary/parameters.h"
#include "spec/vocabulary/tik.h"

namespace strideproof {
namespace {

// The operations, with the data of their rows in the table alone.
std::vector<Operation> rows() {
  constexpr Operands none = 0;
  constexpr bool nullable = true;
#define PARAMETER(type, name, role, operands, ...) \
  { #name, c_type(#type), #type, Role::role, operands __VA_OPT__(, ) __VA_ARGS__ }
#define OPERATION(stem, symbol, kind, bytes, ...) \
  {.name = #symbol,                               \
   .family = Family::stem,                        \
   .variant = static_cast<int>(stem::Kind::kind), \
   .element_bytes = bytes,                        \
   .parameters = {FOR_EACH(PARAMETER, __VA_ARGS__)}},
  return {
#include "spec/vocabulary/operations.def"
  };
#undef PARAMETER
}

void add_up_parameters(Operation& operation) {
  for (Parameter& parameter : operation.parameters) {
    parameter.index = static_cast<int>(&parameter - operation.parameters.data());
    parameter.slot = operation.slots;
    operation.slots += slots(parameter.type);
    if (parameter.role == Role::address) operation.operands |= parameter.operands;
  }
}

void order_constraints(Operation& operation) {
  std::ranges::stable_sort(operation.constraints, {}, &Constraint::stage);
  for (const Constraint& later : operation.constraints) {
    operation.labels |= uint64_t{1} << later.bit;
    if (later.stage == Stage::data) {
      operation.count_labels |= uint64_t{1} << later.bit;
      operation.counts = later.operands;
    }
    for (const Constraint& earlier : operation.constraints)
      if (earlier.stage < later.stage && (earlier.operands & later.operands) != 0)
        operation.needs[later.bit] |= uint64_t{1} << earlier.bit;
  }
}

bool has(const Profile& profile, Space space) {
  if (space == Space::system) return !profile.windows.empty();
  if (space == Space::local) return profile.lanes > 0;
  return profile.buffer_bytes[static_cast<size_t>(space)] > 0;
}
bool fits(const Profile& profile, const FamilyTables& family) {
  return std::ranges::all_of(family.memories, [&](Space space) { return has(profile, space); });
}

std::vector<Operation> build() {
  struct FamilyRow {
    const FamilyTables* tables;
    std::vector<std::string_view> profiles;
  };
  const FamilyRow families[] = {
  // in the order of Family
#define FAMILY(family, name, document, ...) {&family::family_tables, {__VA_ARGS__}},
#include "spec/vocabulary/operations.def"
  };
  std::vector<Operation> all = rows();
  for (Operation& operation : all) {
    const FamilyRow& family = families[static_cast<size_t>(operation.family)];
    add_up_parameters(operation);
    operation.constraints = constraints_of(operation, family.tables->constraints);
    operation.landmarks = landmarks_of(operation, family.tables->landmarks, family.tables->source);
    operation.ambiguities = family.tables->ambiguities(operation);
    for (std::string_view profile : family.profiles)
      operation.profiles.push_back(find_profile(profile));
    if (const Profile* profile = user_profile(); profile && fits(*profile, *family.tables))
      operation.profiles.push_back(profile);
    operation.index = static_cast<int>(&operation - all.data());
    order_constraints(operation);
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
  for (const Operation& operation : catalogue())
    if (matches_glob(glob, operation.name)) found.push_back(&operation);
  return found;
}

}  // namespace strideproof

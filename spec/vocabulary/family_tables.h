#pragma once
// The tables of a family for the catalogue; defined in spec/vocabulary/<family>.cpp.

#include <string_view>
#include <vector>

#include "spec/vocabulary/operation.h"

namespace strideproof {

struct FamilyTables {
  std::vector<Constraint> (*constraints)(const Operation&);
  std::vector<Landmark> (*landmarks)(const Operation&);
  std::vector<std::string_view> (*ambiguities)(const Operation&);
};

#define FAMILY(family, ...)                \
  namespace family {                       \
  extern const FamilyTables family_tables; \
  }
#include "spec/vocabulary/operations.def"

}  // namespace strideproof

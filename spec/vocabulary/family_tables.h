#pragma once
// The tables of a family for the catalogue; defined in spec/vocabulary/<family>.cpp.

#include <string_view>
#include <vector>

#include "spec/vocabulary/operation.h"

namespace strideproof {

struct FamilyTables {
  std::vector<Operation> (*operations)();  // the rows: name, family, variant, element_bytes
  std::vector<Parameter> (*parameters)(const Operation&);
  std::vector<Constraint> (*constraints)(const Operation&);
  std::vector<Landmark> (*landmarks)(const Operation&);
  std::vector<std::string_view> (*ambiguities)(const Operation&);
  std::vector<std::string_view> profiles;
};

namespace okk_gdma {
extern const FamilyTables family_tables;
}
namespace okk_bdc {
extern const FamilyTables family_tables;
}
namespace bm_atomic {
extern const FamilyTables family_tables;
}
namespace tik {
extern const FamilyTables family_tables;
}
namespace asc {
extern const FamilyTables family_tables;
}

}  // namespace strideproof

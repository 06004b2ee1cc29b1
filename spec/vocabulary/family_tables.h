#pragma once
// What a family hands to the catalogue; defined in spec/vocabulary/<family>.cpp.

#include <string_view>
#include <vector>

#include "spec/vocabulary/operation.h"

namespace strideproof::okk_gdma {

std::vector<Operation> operations();  // the rows: name, family, variant, element_bytes
std::vector<Parameter> parameters(const Operation& operation);
std::vector<Constraint> constraints(const Operation& operation);
std::vector<Landmark> landmarks(const Operation& operation);
std::vector<std::string_view> ambiguities(const Operation& operation);

}  // namespace strideproof::okk_gdma

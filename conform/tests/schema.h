#pragma once
// JSON schema, the words that our schemas use.

#include <nlohmann/json.hpp>
#include <string>

namespace strideproof::tests {

// The first place of the value that breaks the rules, or "". schema: the whole, for its $defs.
std::string breaks(const nlohmann::json& schema, const nlohmann::json& rules,
                   const nlohmann::json& value, const std::string& at = "");

}  // namespace strideproof::tests

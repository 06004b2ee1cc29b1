#include "conform/tests/schema.h"

#include <algorithm>

namespace strideproof::tests {
namespace {

using nlohmann::json;

bool is(const std::string& type, const json& value) {
  return type == value.type_name() || (type == "integer" && value.is_number_integer());
}

}  // namespace

std::string breaks(const json& schema, const json& rules, const json& value,
                   const std::string& at) {
  if (rules.contains("$ref")) {
    const std::string name =
        rules["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
    return breaks(schema, schema["$defs"].at(name), value, at);
  }
  if (rules.contains("enum"))
    return std::count(rules["enum"].begin(), rules["enum"].end(), value) == 1 ? "" : at;
  const json types = rules["type"].is_array() ? rules["type"] : json::array({rules["type"]});
  if (std::none_of(types.begin(), types.end(), [&](const json& type) { return is(type, value); }))
    return at.empty() ? "/" : at;
  if (value.is_array() && rules.contains("items"))
    for (size_t i = 0; i < value.size(); ++i)
      if (std::string place =
              breaks(schema, rules["items"], value[i], at + "/" + std::to_string(i));
          !place.empty())
        return place;
  if (!value.is_object()) return "";
  for (const json& key : rules.value("required", json::array()))
    if (!value.contains(key.get<std::string>())) return at + " lacks " + key.dump();
  for (const auto& [key, part] : value.items()) {
    if (!rules.contains("properties")) continue;
    if (!rules["properties"].contains(key)) return at + "/" + key;
    if (std::string place = breaks(schema, rules["properties"][key], part, at + "/" + key);
        !place.empty())
      return place;
  }
  return "";
}

}  // namespace strideproof::tests

#pragma once
// Writes and reads the fields of a structure as JSON.

#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>

namespace strideproof {
using Json = nlohmann::ordered_json;

// As a report or the output of a command. Bytes that are not UTF-8 become U+FFFD.
inline std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}
}  // namespace strideproof

namespace strideproof::json {

bool is_empty(const auto& text_or_list) { return text_or_list.empty(); }
template <class T>
bool is_empty(const std::optional<T>& value) {
  return !value;
}

auto& content(auto& value) { return value; }
template <class T>
const T& content(const std::optional<T>& value) {
  return *value;
}
template <class T>
T& content(std::optional<T>& value) {
  return value ? *value : value.emplace();
}

Json or_null(const auto& value) { return is_empty(value) ? Json(nullptr) : Json(content(value)); }

struct Writer {
  Json& object;

  void field(const char* key, const auto& value) { object[key] = value; }
  void field_or_null(const char* key, const auto& value) { object[key] = or_null(value); }
  void field_if_any(const char* key, const auto& value) {
    if (!is_empty(value)) object[key] = content(value);
  }
  // Follows from the other fields; written for readers of the report.
  void derived(const char* key, const auto& value) { object[key] = value; }
  void made(const char* key, const std::string& text, const std::string&) {
    field_if_any(key, text);
  }
};

struct Reader {
  const Json& object;

  void field(const char* key, auto& value) { object.at(key).get_to(value); }
  void field_or_null(const char* key, auto& value) {
    if (!object.at(key).is_null()) object.at(key).get_to(content(value));
  }
  void field_if_any(const char* key, auto& value) {
    if (object.contains(key)) object.at(key).get_to(content(value));
  }
  void derived(const char*, const auto&) {}
  // Keeps the text of the report, as this process may make a different one.
  void made(const char* key, const std::string&, std::string& value) { field_if_any(key, value); }
};

// T or const T.
template <class Object, class T>
concept Is = std::same_as<std::remove_const_t<Object>, T>;

}  // namespace strideproof::json

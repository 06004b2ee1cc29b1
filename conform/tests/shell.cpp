#include "conform/tests/shell.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace strideproof::tests {
namespace {

using nlohmann::json;

bool is(const std::string& type, const json& value) {
  return type == value.type_name() || (type == "integer" && value.is_number_integer());
}

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

}  // namespace

std::string breaks(const json& schema, const json& value) {
  return breaks(schema, schema, value, "");
}

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

FolderTest::FolderTest() : folder_(fmt::format("{}strideproof.{}", testing::TempDir(), getpid())) {
  std::filesystem::create_directories(folder_);
}
FolderTest::~FolderTest() { std::filesystem::remove_all(folder_); }

nlohmann::json Answer::json() const { return nlohmann::json::parse(out, nullptr, false); }

Answer shell(const std::string& line) {
  // Under AddressSanitizer a crash must end the worker by its signal, as without it.
  setenv("ASAN_OPTIONS", "handle_segv=0", 1);
  const std::string stem = fmt::format("{}/strideproof_test.{}", P_tmpdir, getpid());
  const int how = std::system(fmt::format("({}) > {}.out 2> {}.err", line, stem, stem).c_str());
  Answer answer;
  answer.status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
  answer.out = contents(stem + ".out");
  answer.err = contents(stem + ".err");
  std::remove((stem + ".out").c_str());
  std::remove((stem + ".err").c_str());
  return answer;
}

Answer strideproof(const std::string& arguments) {
  return shell(fmt::format("{} {}", STRIDEPROOF, arguments));
}

std::string library(const std::string& name) {
  return fmt::format("{}/libstrideproof_{}.so", LIBRARIES, name);
}

}  // namespace strideproof::tests

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

std::string first_replay(const std::string& text) {
  const size_t at = text.find(" replay --");
  if (at == std::string::npos) return "false";
  const size_t from = text.rfind('\n', at) + 1;
  return text.substr(from, text.find('\n', at) - from);
}

FolderTest::FolderTest() : folder_(fmt::format("{}strideproof.{}", testing::TempDir(), getpid())) {
  std::filesystem::create_directories(folder_);
}
FolderTest::~FolderTest() { std::filesystem::remove_all(folder_); }

Setting::Setting(const char* name, const std::string& value) : name_(name) {
  setenv(name, value.c_str(), 1);
}
Setting::~Setting() { unsetenv(name_); }

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

void expect_unusable(const std::string& arguments, const std::string& words) {
  const Answer answer = strideproof(arguments);
  EXPECT_EQ(answer.status, 2) << arguments << '\n' << answer.err;
  EXPECT_EQ(std::count(answer.err.begin(), answer.err.end(), '\n'), 1) << answer.err;
  EXPECT_TRUE(contains(answer.err, words));
  EXPECT_EQ(answer.out, "");
}

std::string plugin(const std::string& name) { return fmt::format("{}/{}.so", PLUGINS, name); }

std::string exec_command_under_test(const std::string& ways) {
  return fmt::format("--exec '{} {}'", COMMAND_UNDER_TEST, ways);
}

std::string library(const std::string& name) {
  return fmt::format("{}/libstrideproof_{}.so", LIBRARIES, name);
}

const nlohmann::json* Checked::finding(const std::string& kind) const {
  for (const nlohmann::json& finding : report["findings"])
    if (finding["kind"] == kind) return &finding;
  return nullptr;
}

nlohmann::json Checked::operation(const std::string& name) const {
  for (const nlohmann::json& row : report["operations"])
    if (row["name"] == name) return row;
  return {};
}

Checked check(const std::string& library_path, const std::string& more) {
  const Answer answer =
      strideproof(fmt::format("check {} --profile toy --json - {}", library_path, more));
  Checked checked;
  checked.status = answer.status;
  checked.text = answer.out + answer.err;
  checked.report = answer.json();
  return checked;
}

}  // namespace strideproof::tests

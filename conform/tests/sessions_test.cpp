// Runs the sessions of conform/tests/sessions, which show the command line as a user sees it.
//
//   == NAME                a session, in a folder of its own; plugins, lib and source are links
//   ? COMMAND              skips the session where it fails
//   $ COMMAND              for sh; its output is also in the file out
//     exit N               its exit status (default 0); any: of a run that time may cut
//     says TEXT            a part of its output or error output
//     not TEXT             no part of them
//     refused TEXT         exit status 2, one line with the text, and no output
//     fits NAME            the output keeps the JSON schema docs/schema/NAME.json, or NAME itself
//     PATH IS VALUE        of the output as JSON; IS: = != < > has starts
//     #PATH IS VALUE       the number of values
//
// A path selects values: operations[name=data_move].status, findings[0].kind, [].case (of each).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Command {
  std::string words;
  bool decides_skip;
  std::vector<std::string> expected;
};
struct Script {
  std::string name;
  std::vector<Command> commands;

  friend std::ostream& operator<<(std::ostream& out, const Script& script) {
    return out << script.name;
  }
};

// The next line, with those that a backslash joins to it.
bool next_line(std::istream& in, std::string& line) {
  if (!std::getline(in, line)) return false;
  for (std::string more; line.ends_with('\\') && std::getline(in, more); line += more)
    line.pop_back();
  return true;
}

std::vector<Script> scripts() {
  std::vector<Script> all;
  for (const auto& file : fs::directory_iterator(SOURCE_FOLDER "/conform/tests/sessions")) {
    std::ifstream in(file.path());
    for (std::string line; next_line(in, line);) {
      if (line.empty() || line[0] == '#') continue;
      const std::string rest = line.substr(std::min<size_t>(line.size(), line[0] == '=' ? 3 : 2));
      if (line[0] == '=')
        all.push_back({rest, {}});
      else if (line[0] == ' ')
        all.back().commands.back().expected.push_back(rest);
      else
        all.back().commands.push_back({rest, line[0] == '?', {}});
    }
  }
  std::ranges::sort(all, {}, &Script::name);
  return all;
}

// The part of a path up to a '.' or '[', which is removed; for "[SELECTOR]" up to its end.
std::string take_part(std::string& path) {
  const bool selects = path[0] == '[';
  const size_t end = std::min(selects ? path.find(']') + 1 : path.find_first_of(".["), path.size());
  std::string part = path.substr(0, end);
  path.erase(0, end + (path[end] == '.' ? 1 : 0));
  return part;
}

// The values of `from` that one part of a path selects.
std::vector<json> select(const json& from, const std::string& part) {
  if (part[0] != '[') return from.contains(part) ? std::vector{from[part]} : std::vector<json>{};
  const std::string selector = part.substr(1, part.size() - 2);
  const size_t equals = selector.find('=');
  std::vector<json> found;
  for (size_t i = 0; from.is_array() && i < from.size(); ++i)
    if (selector.empty() || selector == std::to_string(i) ||
        (equals != std::string::npos &&
         from[i].value(selector.substr(0, equals), "") == selector.substr(equals + 1)))
      found.push_back(from[i]);
  return found;
}

std::vector<json> values_of(const json& output, std::string path) {
  std::vector<json> values = {output};
  while (!path.empty()) {
    const std::string part = take_part(path);
    std::vector<json> next;
    for (const json& value : values)
      for (json& selected : select(value, part)) next.push_back(std::move(selected));
    values = std::move(next);
  }
  return values;
}

bool is(const json& value, const std::string& relation, const std::string& words) {
  if (relation == "has") return value.get<std::string>().find(words) != std::string::npos;
  if (relation == "starts") return value.get<std::string>().starts_with(words);
  const json other = json::parse(words);
  return relation == "="    ? value == other
         : relation == "!=" ? value != other
         : relation == "<"  ? value < other
                            : value > other;
}

void expect_values(const json& output, const std::string& expected) {
  size_t end = expected.npos;
  std::string relation;
  for (const std::string one : {"=", "!=", "<", ">", "has", "starts"})
    if (const size_t at = expected.find(" " + one + " ", 1); at < end) {
      end = at;
      relation = one;
    }
  ASSERT_NE(end, expected.npos) << "no such expectation";
  const std::string path = expected.substr(0, end),
                    words = expected.substr(end + relation.size() + 2);
  ASSERT_FALSE(words.empty()) << "anything " << relation << " it";
  const bool counts = path[0] == '#';
  std::vector<json> values = values_of(output, path.substr(counts ? 1 : 0));
  if (counts) values = {values.size()};
  EXPECT_FALSE(values.empty()) << "nothing is at " << path;
  for (const json& value : values) ASSERT_TRUE(is(value, relation, words)) << value;
}

// Compares a file with a schema.
Answer compare(const std::string& output, const std::string& schema) {
  return shell(
      fmt::format("/usr/bin/python3 -c 'import json, jsonschema, sys; "
                  "jsonschema.validate(*(json.load(open(name)) for name in sys.argv[1:]))' {} {}",
                  output, schema));
}

// The output is in the file out.
void expect_schema(const std::string& name) {
  const Answer checked = compare(
      "out", name.ends_with(".json") ? name : fmt::format("source/docs/schema/{}.json", name));
  EXPECT_EQ(checked.status, 0) << checked.err;
}

void expect_answer(const Answer& answer, const std::vector<std::string>& expected) {
  int status = 0;
  for (const std::string& line : expected) {
    SCOPED_TRACE(line);
    const std::string verb = line.substr(0, line.find(' '));
    const std::string rest = line.substr(std::min(line.size(), verb.size() + 1));
    if (verb == "exit") {
      status = rest == "any" ? answer.status : std::stoi(rest);
    } else if (verb == "says") {
      EXPECT_TRUE(contains(answer.out + answer.err, rest));
    } else if (verb == "not") {
      EXPECT_FALSE(contains(answer.out + answer.err, rest));
    } else if (verb == "refused") {
      status = 2;
      EXPECT_EQ(std::ranges::count(answer.err, '\n'), 1);
      EXPECT_TRUE(contains(answer.err, rest));
      EXPECT_EQ(answer.out, "");
    } else if (verb == "fits") {
      expect_schema(rest);
    } else {
      expect_values(answer.json(), line);
    }
  }
  EXPECT_EQ(answer.status, status);
}

class Session : public FolderTest, public testing::WithParamInterface<Script> {
 protected:
  Session() {
    // Python as the system has it: the start of a wrapper takes longer than most commands.
    const std::string bin = fs::path(STRIDEPROOF).parent_path(), python = folder_ + "/.python";
    fs::create_directory(python);
    fs::create_symlink("/usr/bin/python3", python + "/python3");
    setenv("PATH", fmt::format("{}:{}:{}", bin, python, path_).c_str(), 1);
    setenv("COMMAND_UNDER_TEST", COMMAND_UNDER_TEST, 1);
    fs::create_symlink(PLUGINS, folder_ + "/plugins");
    fs::create_symlink(LIBRARIES, folder_ + "/lib");
    fs::create_symlink(SOURCE_FOLDER, folder_ + "/source");
    fs::current_path(folder_);
  }
  ~Session() override {
    fs::current_path(before_);
    setenv("PATH", path_.c_str(), 1);
  }

 private:
  const fs::path before_ = fs::current_path();
  const std::string path_ = std::getenv("PATH");
};

TEST_P(Session, IsAnsweredAsItsFileSays) {
  for (const Command& command : GetParam().commands) {
    const Answer answer = shell(command.words);
    if (command.decides_skip && answer.status != 0) GTEST_SKIP() << command.words;
    std::ofstream("out") << answer.out;
    SCOPED_TRACE(fmt::format("$ {}\n{}{}", command.words, answer.out, answer.err));
    expect_answer(answer, command.expected);
    if (HasFailure()) return;
  }
}

using Schema = FolderTest;

TEST_F(Schema, RefusesAnUnknownKey) {
  const std::string file = folder_ + "/replay.json";
  json answer = strideproof("replay --json 'bm_get_mask_memcpy_res_num toy'").json();
  answer[0]["unknown"] = 1;
  std::ofstream(file) << answer;
  EXPECT_TRUE(contains(compare(file, SOURCE_FOLDER "/docs/schema/replay.json").err,
                       "'unknown' was unexpected"));
}

INSTANTIATE_TEST_SUITE_P(, Session, testing::ValuesIn(scripts()),
                         [](const auto& session) { return session.param.name; });

}  // namespace
}  // namespace strideproof::tests

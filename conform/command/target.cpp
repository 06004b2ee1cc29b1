#include "conform/command/target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>

#include "conform/command/paths.h"

namespace strideproof::commands {
namespace {

Target library(const std::string& path) {
  if (!std::filesystem::is_regular_file(path))
    throw SetupError(fmt::format("{}: no such file", path));
  return {.kind = Target::Kind::library, .what = std::filesystem::absolute(path).string()};
}

Target adapter(const std::vector<std::string>& words) {
  const std::string path = adapter_path(words[0]);
  if (!path.ends_with(".so")) {
    std::string command = shell_quoted(path);
    for (size_t i = 1; i < words.size(); ++i) command += " " + shell_quoted(words[i]);
    return {.kind = Target::Kind::command, .what = command};
  }
  const std::string rest = fmt::format("{}", fmt::join(words.begin() + 1, words.end(), "\n"));
  setenv("STRIDEPROOF_ADAPTER_ARGS", rest.c_str(), 1);
  return library(path);
}

}  // namespace

std::optional<Target> target_of(const TargetArguments& arguments) {
  const int given = (arguments.library.empty() ? 0 : 1) + (arguments.command.empty() ? 0 : 1) +
                    (arguments.adapter.empty() ? 0 : 1);
  if (given == 0) return std::nullopt;
  if (given > 1)
    throw SetupError(
        "only one of LIB.so, --exec \"COMMAND\" and --adapter NAME ARGS can be checked");
  Target target;
  if (!arguments.adapter.empty())
    target = adapter(arguments.adapter);
  else if (!arguments.command.empty())
    target = {.kind = Target::Kind::command, .what = arguments.command};
  else
    target = library(arguments.library);
  target.sweeps = target.kind == Target::Kind::library || arguments.sweep;
  target.start_seconds = arguments.start_seconds;
  target.rejects_by_abort = arguments.abort == "rejects";
  return target;
}

std::string words_for_replay(const TargetArguments& arguments) {
  std::string words;
  if (!arguments.library.empty()) words = "--on " + shell_quoted(arguments.library);
  if (!arguments.command.empty()) words = "--exec " + shell_quoted(arguments.command);
  if (!arguments.adapter.empty()) {
    words = "--adapter";
    for (const std::string& word : arguments.adapter) words += " " + shell_quoted(word);
    words += " --";
  }
  return words + (arguments.sweep ? " --sweep" : "");
}

}  // namespace strideproof::commands

#pragma once
// The commands of strideproof, and the arguments and headers that most of them share. A command
// returns the exit status; it throws SetupError, LineError or corpus::Error, with one line.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "conform/base/paths.h"
#include "conform/check/process.h"
#include "conform/check/readings.h"
#include "conform/check/source.h"
#include "conform/report/json_fields.h"
#include "conform/report/write.h"
#include "spec/vocabulary/case.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/names.h"

namespace strideproof::commands {

// Each adds its command, with options and help.
using AddCommand = void(CLI::App& app);
AddCommand add_list, add_verify, add_check, add_prove, add_boundary, add_replay, add_explain,
    add_vectors, add_faults, add_merge, add_new_plugin;

// Adds a command that calls run() with its arguments. The caller adds their options.
template <class Arguments>
std::pair<CLI::App*, Arguments*> add_command(CLI::App& app, const std::string& name,
                                             const std::string& description,
                                             const std::string& examples) {
  CLI::App* command = app.add_subcommand(name, description);
  command->footer("Examples:\n" + examples);
  auto arguments = std::make_shared<Arguments>();
  command->callback([arguments] { throw CLI::RuntimeError(run(*arguments)); });
  return {command, arguments.get()};
}

// ---- Arguments ----

Operations operations_matching(const std::string& glob);  // at least one
// The operations that exist on the profile, at least one; nullptr: on any profile.
Operations operations_on(const std::string& glob, const Profile* profile);
// "": nullptr; FILE.json: the profile of the file.
const Profile* profile_named(const std::string& name);

// The words of --reading, "ID=NUMBER".
std::vector<HeldReading> readings_of(const std::vector<std::string>& words);

// Reads a file of case or program lines. A text that names no file, and has a blank, a tab or '=',
// is parsed as such a line.
std::vector<Program> programs_of(const std::string& line_or_file);

// The implementation under test.
struct TargetArguments {
  std::string library, command, abort;
  std::vector<std::string> adapter;
  bool sweep = false, legal = false;
  double start_seconds = 30;
};

// No value if none is named. Throws SetupError with one line if several are, or a file is missing.
std::optional<Target> target_of(const TargetArguments& arguments);

// The target as replay takes it: "--on ./libmine.so", paths as given.
std::string words_for_replay(const TargetArguments& arguments);

// ---- Options ----

void add_operations(CLI::App& command, std::string& op);
// The profile of a file exists as soon as the option is read, in child processes too.
void add_profile(CLI::App& command, std::string& profile, const std::string& otherwise);
void add_seed(CLI::App& command, uint64_t& seed);
void add_reports(CLI::App& command, std::vector<WantedReport>& reports);
void add_timeout(CLI::App& command, double& seconds);
void add_readings(CLI::App& command, std::vector<std::string>& readings, const std::string& help);
// `library` names the option of the library ("--on") or the positional argument ("LIB.so").
void add_target(CLI::App& command, TargetArguments& target, const std::string& library);

// Refuses an integer outside `least` to `most`: CLI11 takes 2^64 for 2^64 - 1, and -1 too.
CLI::Validator refuse_outside(uint64_t least, uint64_t most);

template <class Number, class Value>
CLI::Option* add_positive(CLI::App& command, const std::string& name, Value& value,
                          const std::string& help) {
  const auto set = [name, &value](Number given) {
    if (!(given > 0))
      throw CLI::ValidationError(name, fmt::format("'{}' is not a number above 0", given));
    value = given;
  };
  CLI::Option* option = command.add_option_function<Number>(name, set, help);
  if constexpr (std::is_integral_v<Number>)
    option->check(refuse_outside(1, std::numeric_limits<Number>::max()));
  return option;
}

}  // namespace strideproof::commands

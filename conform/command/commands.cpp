#include "conform/command/commands.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "corpus/corpus.h"
#include "props/generate.h"
#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::commands {
namespace {

bool is_profile_file(const std::string& name) { return name.ends_with(".json"); }

// The number of the processor (e_machine) in the header of an ELF file; 0: no ELF file.
int elf_machine(const std::string& path) {
  constexpr std::string_view magic =
      "\x7f"
      "ELF";
  char header[20] = {};
  std::ifstream(path, std::ios::binary).read(header, sizeof header);
  if (!std::string_view(header, sizeof header).starts_with(magic)) return 0;
  return static_cast<uint8_t>(header[18]) | static_cast<uint8_t>(header[19]) << 8;
}

Target library(const std::string& path) {
  if (!std::filesystem::is_regular_file(path))
    throw SetupError(fmt::format(
        "{}: {}", path, std::filesystem::exists(path) ? "not a regular file" : "no such file"));
  const int machine = elf_machine(path), here = elf_machine("/proc/self/exe");
  if (machine == 0)
    throw SetupError(
        fmt::format("{}: not a shared library; a program is checked with --exec 'COMMAND'", path));
  if (machine != here)
    throw SetupError(
        fmt::format("{}: for another processor (ELF machine {}, here {})", path, machine, here));
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

Operations operations_matching(const std::string& glob) {
  Operations found = matching(glob);
  if (found.empty())
    throw SetupError(fmt::format("no operation matches '{}'{}; see: strideproof list", glob,
                                 did_you_mean(glob, catalogue(), &Operation::name)));
  return found;
}

Operations operations_on(const std::string& glob, const Profile* profile) {
  const Operations found = operations_matching(glob);
  if (profile == nullptr) return found;
  const Operations there = props::keep_on(found, *profile);
  if (there.empty())
    throw SetupError(
        fmt::format("no operation that matches '{}' exists on {}", glob, profile->name));
  return there;
}

const Profile* profile_named(const std::string& name) {
  if (name.empty()) return nullptr;
  if (is_profile_file(name)) return user_profile();
  if (const Profile* found = find_profile(name)) return found;
  std::string known;
  for (const Profile& profile : profiles()) known += fmt::format(" {}", profile.name);
  throw SetupError(fmt::format("unknown profile '{}'; known:{}, or a file NAME.json{}", name, known,
                               did_you_mean(name, profiles(), &Profile::name)));
}

std::vector<HeldReading> readings_of(const std::vector<std::string>& words) {
  std::vector<HeldReading> all;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    const std::string number = equals == std::string::npos ? "" : word.substr(equals + 1);
    constexpr size_t most_digits = 9;
    if (number.empty() || number.size() > most_digits ||
        number.find_first_not_of("0123456789") != std::string::npos)
      throw SetupError(fmt::format("--reading takes ID=NUMBER, but here is '{}'", word));
    const std::string id = word.substr(0, equals);
    const int index = ledger_index(id);
    if (index < 0)
      throw SetupError(fmt::format("--reading {}: the ledger has no entry '{}'{}", word, id,
                                   did_you_mean(id, ledger(), &LedgerEntry::id)));
    const LedgerEntry& entry = ledger()[static_cast<size_t>(index)];
    const size_t count = entry.readings.size();
    const size_t reading = std::stoul(number);
    if (reading >= count)
      throw SetupError(fmt::format("--reading {}: {} has readings 0 to {}", word, id, count - 1));
    if (std::ranges::find(all, entry.id, &HeldReading::id) != all.end())
      throw SetupError(
          fmt::format("--reading {}: {} is held to another reading already", word, id));
    all.push_back({entry.id, reading});
  }
  return all;
}

std::vector<Program> programs_of(const std::string& line_or_file) {
  std::error_code none;
  const bool file = std::filesystem::exists(line_or_file, none);
  if (!file && line_or_file.find_first_of(" \t=") != std::string::npos)
    return {parse_program(line_or_file)};
  std::vector<Program> programs;
  for (corpus::Entry& entry : corpus::read(line_or_file))
    programs.push_back(std::move(entry.program));
  if (programs.empty()) throw SetupError(fmt::format("{} holds no case", line_or_file));
  return programs;
}

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
  target.only_legal = arguments.legal;
  return target;
}

std::string words_for_replay(const TargetArguments& arguments) {
  std::string words;
  if (arguments.sweep) words += "--sweep ";
  if (arguments.start_seconds != TargetArguments().start_seconds)
    words += fmt::format("--start-timeout {:g} ", arguments.start_seconds);
  if (!arguments.abort.empty()) words += "--abort " + arguments.abort + " ";
  if (!arguments.library.empty()) words += "--on " + shell_quoted(arguments.library);
  if (!arguments.command.empty()) words += "--exec " + shell_quoted(arguments.command);
  if (!arguments.adapter.empty()) {
    words += "--adapter";
    for (const std::string& word : arguments.adapter) words += " " + shell_quoted(word);
    words += " --";
  }
  return words;
}

void add_operations(CLI::App& command, std::string& op) {
  command.add_option("--op", op, "Operations, a glob (default all)")->type_name("GLOB");
}

void add_profile(CLI::App& command, std::string& profile, const std::string& otherwise) {
  command.add_option("--profile", profile, "One profile, or FILE.json (default " + otherwise + ")")
      ->each([](const std::string& name) {
        if (is_profile_file(name))
          setenv(profile_variable, std::filesystem::absolute(name).c_str(), 1);
      });
}

CLI::Validator refuse_outside(uint64_t least, uint64_t most) {
  const auto refuse = [least, most](const std::string& text) -> std::string {
    errno = 0;
    char* end = nullptr;
    const uint64_t value = std::strtoull(text.c_str(), &end, 0);
    if (end == text.c_str()) return {};  // no number: CLI11 says so
    const bool negative = std::find(text.c_str(), static_cast<const char*>(end), '-') != end;
    if (negative || value < least) return fmt::format("{} is less than {}", text, least);
    if (errno != 0 || value > most) return fmt::format("{} is more than {}", text, most);
    return {};
  };
  return {refuse, ""};
}

void add_seed(CLI::App& command, uint64_t& seed) {
  command.add_option("--seed", seed, "Seed of the random cases (default 1)")
      ->check(refuse_outside(0, std::numeric_limits<uint64_t>::max()));
}

void add_reports(CLI::App& command, std::vector<WantedReport>& reports) {
  const auto add = [&](const char* name, auto form, const char* help) {
    const auto want = [&reports, form](const std::string& path) {
      reports.push_back({path, form});
    };
    command.add_option_function<std::string>(name, want, help);
  };
  add("--junit", to_junit, "Write a JUnit report; - is standard output");
  add("--json", to_json, "Write a JSON report; - is standard output");
  add("--html", to_html, "Write an HTML page with pictures");
  add("--sarif", to_sarif, "Write a SARIF report; - is standard output");
}

void add_timeout(CLI::App& command, double& seconds) {
  add_positive<double>(command, "--timeout", seconds,
                       "Seconds for each operation and each hook (default 5)");
}

void add_readings(CLI::App& command, std::vector<std::string>& readings, const std::string& help) {
  command.add_option("--reading", readings, help)->type_name("ID=NUMBER")->allow_extra_args(false);
}

void add_target(CLI::App& command, TargetArguments& target, const std::string& library) {
  command.add_option(library, target.library, "A library with the hooks of strideproof.h");
  command.add_option("--exec", target.command,
                     "A command that speaks the protocol of docs/plug-ins.md");
  command
      .add_option("--adapter", target.adapter, "An adapter of this distribution, and its arguments")
      ->type_name("NAME ARGS")
      ->expected(1, 64);
  command.add_flag("--sweep", target.sweep,
                   "Compare all memory of a command at intervals, as is done for a library");
  add_positive<double>(command, "--start-timeout", target.start_seconds,
                       "Seconds for the start of the implementation (default 30)");
  command
      .add_option(
          "--abort", target.abort,
          "The implementation rejects a case by ending its process: illegal cases are given")
      ->type_name("rejects")
      ->check(CLI::IsMember({"rejects"}));
}

}  // namespace strideproof::commands

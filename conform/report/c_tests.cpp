#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "conform/report/report.h"
#include "conform/report/write.h"
#include "oracle/oracle.h"
#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

constexpr int64_t most_bytes = int64_t{1} << 20;  // of the windows of a program
constexpr int64_t bytes_of_line = 32;
constexpr std::string_view first_words = "/* A test exported by strideproof";

Readings readings_of(const Finding& finding, std::vector<HeldReading> held) {
  for (const std::string_view reading : finding.readings)  // "ID=N"
    if (const std::vector<std::string_view> parts = parts_of(reading, "="); parts.size() == 2)
      held.push_back({parts[0], std::stoul(std::string(parts[1]))});
  return strideproof::readings_of(held);
}

// A line of a comment, which must not end in it or begin another one.
std::string comment(std::string text) {
  if (text.empty()) return text;
  std::ranges::replace(text, '\n', ' ');
  text = fmt::format("{}", fmt::join(split(text, "*/"), "* /"));
  return fmt::format(" * {}\n", fmt::join(split(text, "/*"), "/ *"));
}

std::string array(const std::string& name, const uint8_t* bytes, int64_t size) {
  std::string text = fmt::format("static const uint8_t {}[] = {{", name);
  for (int64_t i = 0; i < size; ++i)
    text += fmt::format("{}{},", i % bytes_of_line == 0 ? "\n" : "", bytes[i]);
  return text + "};\n";
}

// Programs as C text.
struct CText {
  std::string arrays, rows, programs;
  size_t ranges = 0, steps = 0;  // in all programs
  int64_t largest_range = 1;
  bool has_illegal_step = false;
  bool of_command = false;
};

// "local memory, lane 3"
std::string memory_name(const MemoryRange& range) {
  const std::string memory = fmt::format("{} memory", name(range.space));
  return range.space == Space::local ? fmt::format("{}, lane {}", memory, range.lane) : memory;
}

// The windows of a program, with their bytes before and after it, and those that are unspecified.
void append_ranges(const std::vector<MemoryRange>& windows, Machine& before, Machine& after,
                   const NanBits& nan_bits, CText& text) {
  const uint8_t* unspecified = nan_bits.bytes.data();
  for (const MemoryRange& w : windows) {
    const size_t i = text.ranges++;
    const uint8_t* const from = before.at(w.space, w.lane, w.first);
    const uint8_t* const to = after.at(w.space, w.lane, w.first);
    const bool changes = !std::equal(from, from + w.size, to);
    const bool is_exact =
        std::all_of(unspecified, unspecified + w.size, [](uint8_t bits) { return bits == 0; });
    text.arrays += array(fmt::format("before{}", i), from, w.size);
    if (changes) text.arrays += array(fmt::format("after{}", i), to, w.size);
    if (!is_exact) text.arrays += array(fmt::format("unspecified{}", i), unspecified, w.size);
    text.rows += fmt::format("    {{\"{}\", {}, {}, {:#x}ull, {}, before{}, {}{}, {}}},\n",
                             memory_name(w), static_cast<int>(w.space), w.lane, w.first, w.size, i,
                             changes ? "after" : "before", i,
                             is_exact ? "NULL" : fmt::format("unspecified{}", i));
    text.largest_range = std::max(text.largest_range, w.size);
    unspecified += w.size;
  }
}

// The calls of the operations; of the last program with their expected answers. Returns false if a
// step calls no function.
bool append_steps(const Program& program, const std::vector<Result>& results,
                  const NanBits& nan_bits, bool last, CText& text) {
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const CCall call = c_call(program.steps[i], text.of_command);
    if (call.function.empty()) return false;
    const bool legal = results[i].constraint_results.legal();
    const bool is_known = !nan_bits.returned[i] && count_is_known(program, results, i);
    const std::string_view status = legal ? "SP_DONE" : "SP_REJECTED";
    text.has_illegal_step = text.has_illegal_step || !legal;
    text.programs +=
        fmt::format("  if (begin_step({}, \"{}\", {})) {{\n", text.steps++, call.function, status);
    if (last && call.returns && legal && is_known)
      text.programs += fmt::format(
          "    const unsigned returned = {};\n"
          "    if (check_status(SP_DONE) == SP_DONE) check_returned({}u, returned);\n  }}\n",
          call.text, results[i].returned);
    else
      text.programs += fmt::format("    {};\n    check_status({});\n  }}\n", call.text,
                                   last ? status : "any_status");
  }
  return true;
}

// Returns why the program cannot be exported, or "".
std::string append(const Program& program, const Readings& readings, bool last, Oracle& oracle,
                   CText& text) {
  const size_t steps = program.steps.size(), first = text.ranges;
  const Expectation& expectation = oracle.expect(program, StepReadings(steps, readings));
  const int64_t size = bytes(expectation.windows);
  if (size > most_bytes)
    return fmt::format("{} bytes of memory would be compared, more than {}", size, most_bytes);
  if (last && !expectation.bytes_are_compared()) return "no byte of it is compared";
  NanBits nan_bits{std::vector<uint8_t>(static_cast<size_t>(size)), std::vector<bool>(steps)};
  if (last && !oracle.shadow().nans.empty()) nan_bits = oracle.nan_bits(program);
  if (nan_bits.decide_legality) return "the bits of a NaN decide if a step of it is legal";
  Machine before(*program.profile);
  prepare(before, expectation.windows, program.fill);
  append_ranges(expectation.windows, before, last ? oracle.shadow() : before, nan_bits, text);
  text.programs += fmt::format("  if (prepare({}, {}) != 0) return 2;\n", first, text.ranges);
  if (!append_steps(program, expectation.results, nan_bits, last, text))
    return "no function takes its type of elements";
  if (!last) return "";
  // The step that changed the memory is not known if one of several is unsupported.
  if (steps > 1) text.programs += "  if (unsupported) return failed ? 1 : 2;\n";
  text.programs += fmt::format("  return compare({}, {});\n", first, text.ranges);
  return "";
}

constexpr std::string_view library_target = R"(#include "strideproof.h"
#include "strideproof_ops.h"

#pragma weak sp_status
#pragma weak sp_abort_rejects

static const char* const target = "library";

static int has_status(void) { return sp_status != NULL; }

static int last_status(void) { return sp_status ? sp_status() : SP_DONE; }

static int rejects_by_its_end(void) { return sp_abort_rejects && sp_abort_rejects() != 0; }
)";

constexpr std::string_view library_notes =
    R"( * A library that ends the process while it is loaded ends this test without a message. Threads that
 * it starts then do not exist in the forked process. In gdb: set follow-fork-mode child, and
 * set var seconds = 0.
)";

constexpr std::string_view command_notes =
    R"( * The command is run in the current directory. Set `seconds` to 0 to debug it.
)";

// The beginning of the function main. The library, or the command, may need the variables of the
// check that name the file of its profile and the arguments of its adapter. A library may read them
// while it is loaded, so the test starts itself again.
std::string main_of(bool of_command) {
  std::string text =
      fmt::format("int main(int argc, char** argv) {{\n  {};",
                  of_command ? "if (argc > 1) command = argv[1]" : "(void)argc, (void)argv");
  for (const char* variable : {profile_variable, "STRIDEPROOF_ADAPTER_ARGS"})
    if (const char* value = std::getenv(variable))
      text += fmt::format(
          "\n  if (getenv(\"{0}\") == NULL && setenv(\"{0}\", \"{1}\", 1) == 0)"
          "\n    execvp(argv[0], argv);",
          variable, c_string(value));
  return text;
}

std::string limit(double seconds) { return fmt::format("{:g}", std::clamp(seconds, 1e-3, 1e8)); }

std::string why_not_shown(const Finding& finding) {
  if (finding.line.empty()) return "it has no case";
  if (!finding.repeats) return "a fresh worker did not show it";
  if (finding.by_sweep) return "only a comparison of all memory shows it";
  if (!finding.with.empty() && finding.kind == VerdictKind::no_reading_explains)
    return "only several cases together contradict the documents";
  return "";
}

// Removes the tests of an earlier check.
void remove_c_tests(const std::string& directory) {
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (entry.path().extension() == ".c" && read_file(entry.path()).starts_with(first_words))
      std::filesystem::remove(entry.path());
}

}  // namespace

std::string c_test(const Finding& finding, const CTestOptions& options, std::string& why) {
  why = why_not_shown(finding);
  if (!why.empty()) return "";
  std::vector<std::string> lines = finding.with;
  lines.push_back(finding.line);
  const Profile& profile = *parse_program(finding.line).profile;
  const Readings readings = readings_of(finding, options.held);
  Oracle oracle(profile);
  CText text;
  const bool of_command = text.of_command = !options.command.empty();
  for (size_t i = 0; i < lines.size() && why.empty(); ++i)
    why = append(parse_program(lines[i]), readings, i + 1 == lines.size(), oracle, text);
  if (!why.empty()) return "";
  return from_template(
      "c_test.c",
      {{"kind", std::string(name(finding.kind))},
       {"operation", finding.operation},
       {"comment", comment(finding.detail) + comment(finding.explanation)},
       {"last",
        lines.size() > 1 ? " * The programs run in this order; the last is compared:\n" : ""},
       {"lines", fmt::format("{}", fmt::join(lines, "\n * "))},
       {"usage", of_command ? "cc -std=c99 THIS.c -o test && ./test ['COMMAND']"
                            : "cc -std=c99 -I INCLUDE THIS.c ./libyours.so -o test && ./test"},
       {"subject", of_command ? "command" : "library"},
       {"notes", std::string(of_command ? command_notes : library_notes)},
       {"seconds", limit(options.seconds)},
       {"start_seconds", limit(options.start_seconds)},
       {"end_rejects", options.abort_rejects ? "1" : "0"},
       {"target", of_command
                      ? from_template("c_test_command.c", {{"command", c_string(options.command)}})
                      : std::string(library_target)},
       {"arrays", text.arrays},
       {"ranges", text.rows},
       {"largest", std::to_string(text.largest_range)},
       {"profile", std::string(profile.name)},
       {"has_illegal_step", text.has_illegal_step ? "1" : "0"},
       {"count", std::to_string(text.steps)},
       {"programs", text.programs},
       {"main", main_of(of_command)}});
}

void write_c_tests(const std::string& directory, const CTestOptions& options, RunReport& report) {
  remove_c_tests(directory);
  std::string why;
  for (size_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    const std::string text = c_test(finding, options, why);
    if (text.empty())
      report.notes.push_back(
          fmt::format("no C test of finding {}, {}: {}", i + 1, headline(finding), why));
    else
      write_file(fmt::format("{}/{}_{}.c", directory, i + 1, finding.operation), text);
  }
}

}  // namespace strideproof

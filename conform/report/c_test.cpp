#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "conform/report/c_call.h"
#include "conform/report/report.h"
#include "conform/report/write.h"
#include "oracle/oracle.h"
#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

constexpr int64_t most_bytes = int64_t{1} << 20;  // of the windows of a test
constexpr int64_t bytes_of_line = 32;
constexpr std::string_view first_words = "/* A test exported by strideproof";

Readings readings_of(const Finding& finding, const std::vector<HeldReading>& held) {
  Readings readings = default_readings;
  const auto hold = [&](std::string_view id, int64_t number) {
    readings[static_cast<size_t>(ledger_index(id))] = static_cast<uint8_t>(number);
  };
  for (const HeldReading& reading : held) hold(reading.id, reading.number);
  for (const std::string& reading : finding.readings)  // "ID=N"
    if (const size_t equals = reading.find('='); equals != std::string::npos)
      hold(reading.substr(0, equals), std::stoi(reading.substr(equals + 1)));
  return readings;
}

// Empty if the bytes that the program leaves are all known; else the reason.
std::string why_unknown(const Expectation& expectation, const NanBits& open) {
  if (!expectation.bytes_are_compared()) return "no byte of it is compared";
  return open.decide_legality ? "the bits of a NaN decide if a step of it is legal" : "";
}

std::string comment(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text.empty() ? text : fmt::format(" * {}\n", fmt::join(split(text, "*/"), "* /"));
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
  int64_t bytes = 0, largest_range = 1;
  bool calls_lines = false;  // of a command
};

// The windows of a program, with their bytes before and after it, and those left open.
void append_ranges(const std::vector<MemoryRange>& windows, Machine& before, Machine& after,
                   const NanBits& nan_bits, CText& text) {
  const uint8_t* open = nan_bits.bytes.data();
  for (const MemoryRange& w : windows) {
    const size_t i = text.ranges++;
    const uint8_t* const from = before.at(w.space, w.lane, w.first);
    const uint8_t* const to = after.at(w.space, w.lane, w.first);
    const bool changes = !std::equal(from, from + w.size, to);
    const bool has_open = std::any_of(open, open + w.size, [](uint8_t mark) { return mark != 0; });
    text.arrays += array(fmt::format("before{}", i), from, w.size);
    if (changes) text.arrays += array(fmt::format("after{}", i), to, w.size);
    if (has_open) text.arrays += array(fmt::format("open{}", i), open, w.size);
    text.rows +=
        fmt::format("    {{{}, {}, {:#x}ull, {}, before{}, {}{}, {}}},\n",
                    static_cast<int>(w.space), w.lane, w.first, w.size, i,
                    changes ? "after" : "before", i, has_open ? fmt::format("open{}", i) : "NULL");
    text.bytes += w.size;
    text.largest_range = std::max(text.largest_range, w.size);
    open += w.size;
  }
}

// The calls of the operations; of the last program with their expected answers. Returns false if a
// step calls no function.
bool append_steps(const Program& program, const std::vector<Result>& results, const NanBits& open,
                  bool last, CText& text) {
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const CCall call = c_call(program.steps[i], text.calls_lines);
    if (call.function.empty()) return false;
    const bool legal = results[i].constraint_results.legal();
    const bool is_known = !open.returned[i] && count_is_known(program, results, i);
    const std::string_view status = legal ? "SP_DONE" : "SP_REJECTED";
    text.programs +=
        fmt::format("  if (begins({}, \"{}\", {})) {{\n", text.steps++, call.function, status);
    text.programs +=
        last && call.returns && legal && is_known
            ? fmt::format("    check_returned({}u, {});\n", results[i].returned, call.text)
            : fmt::format("    {};\n", call.text);
    text.programs += fmt::format("    check_status({});\n  }}\n", last ? status : "any_status");
  }
  return true;
}

// Returns why the program cannot be exported, or "".
std::string append(const Program& program, const Readings& readings, bool last, Oracle& oracle,
                   CText& text) {
  const size_t steps = program.steps.size(), first = text.ranges;
  const Expectation& expectation = oracle.expect(program, StepReadings(steps, readings));
  NanBits open{std::vector<uint8_t>(static_cast<size_t>(bytes(expectation.windows))),
               std::vector<bool>(steps)};
  if (last && expectation.bytes_are_compared() && !oracle.shadow().nans.empty())
    open = oracle.nan_bits(program);
  if (last)
    if (const std::string why = why_unknown(expectation, open); !why.empty()) return why;
  Machine before(*program.profile);
  prepare(before, expectation.windows, program.fill);
  append_ranges(expectation.windows, before, last ? oracle.shadow() : before, open, text);
  if (text.bytes > most_bytes) return fmt::format("more than {} bytes are written", most_bytes);
  text.programs += fmt::format("  if (prepare({}, {}) != 0) return 2;\n", first, text.ranges);
  if (!append_steps(program, expectation.results, open, last, text))
    return "no function takes its type of elements";
  if (!last) return "";
  // Which steps changed the memory is open if one of several is unsupported.
  if (steps > 1) text.programs += "  if (unsupported) return 2;\n";
  text.programs += fmt::format("  return compare({}, {});\n", first, text.ranges);
  return "";
}

constexpr std::string_view library_target = R"(#include "strideproof.h"
#include "strideproof_ops.h"

#pragma weak sp_status
#pragma weak sp_abort_rejects

static const char* const target = "library";

/* Without sp_status it is not known if an operation was rejected, unless its end would say so. */
static int status_or(int unknown) {
  return sp_status ? sp_status() : end_rejects ? SP_DONE : unknown;
}

static int rejects_by_its_end(void) { return sp_abort_rejects && sp_abort_rejects() != 0; }
)";

// Removes the tests of an earlier check.
void remove_c_tests(const std::string& directory) {
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (entry.path().extension() == ".c" && read_file(entry.path()).starts_with(first_words))
      std::filesystem::remove(entry.path());
}

}  // namespace

std::string c_test(const Finding& finding, const CTestOptions& options, std::string& why) {
  why.clear();
  if (finding.line.empty()) why = "it has no case";
  if (!finding.repeats) why = "a fresh worker did not show it";
  if (finding.by_sweep) why = "only a comparison of all memory shows it";
  if (!finding.with.empty() && finding.kind == VerdictKind::no_reading_explains)
    why = "only several cases together contradict the documents";
  if (!why.empty()) return "";
  std::vector<std::string> lines = finding.with;
  lines.push_back(finding.line);
  const Profile& profile = *parse_program(finding.line).profile;
  const Readings readings = readings_of(finding, options.held);
  Oracle oracle(profile);
  CText text;
  text.calls_lines = !options.command.empty();
  for (size_t i = 0; i < lines.size() && why.empty(); ++i)
    why = append(parse_program(lines[i]), readings, i + 1 == lines.size(), oracle, text);
  if (!why.empty()) return "";
  const bool of_command = text.calls_lines;
  return from_template(
      "c_test.c",
      {{"kind", std::string(name(finding.kind))},
       {"operation", finding.operation},
       {"comment", comment(finding.detail) + comment(finding.explanation)},
       {"lines", fmt::format("{}", fmt::join(lines, "\n * "))},
       {"usage", of_command ? "cc -std=c99 THIS.c -o test && ./test ['COMMAND']"
                            : "cc -std=c99 -I INCLUDE THIS.c ./libyours.so -o test && ./test"},
       {"end_rejects", options.abort_rejects ? "1" : "0"},
       {"target", of_command
                      ? from_template("c_test_command.c", {{"command", c_string(options.command)}})
                      : std::string(library_target)},
       {"arrays", text.arrays},
       {"ranges", text.rows},
       {"largest", std::to_string(text.largest_range)},
       {"profile", std::string(profile.name)},
       {"count", std::to_string(text.steps)},
       {"programs", text.programs},
       {"main", of_command ? "int main(int argc, char** argv) {\n  if (argc > 1) command = argv[1];"
                           : "int main(void) {"}});
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

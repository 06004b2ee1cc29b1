#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <type_traits>

#include "conform/plugin/call/call.h"
#include "conform/report/report.h"
#include "conform/report/write.h"
#include "oracle/oracle.h"
#include "props/parameters.h"
#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

constexpr int64_t most_bytes = int64_t{1} << 20;  // of the windows of a test
constexpr int64_t bytes_of_line = 32;
constexpr std::string_view first_words = "/* A test exported by strideproof";

StepReadings readings_of(const Program& program, const Finding& finding,
                         const std::vector<HeldReading>& held) {
  Readings readings = default_readings;
  const auto hold = [&](std::string_view id, int64_t number) {
    readings[static_cast<size_t>(ledger_index(id))] = static_cast<uint8_t>(number);
  };
  for (const HeldReading& reading : held) hold(reading.id, reading.number);
  for (const std::string& reading : finding.readings)  // "ID=N"
    if (const size_t equals = reading.find('='); equals != std::string::npos)
      hold(reading.substr(0, equals), std::stoi(reading.substr(equals + 1)));
  return StepReadings(program.steps.size(), readings);
}

// Empty if the bytes that the program leaves are all known, and not too many; else the reason.
std::string why_unknown(const Expectation& expectation, const NanBits& open) {
  if (!expectation.bytes_are_compared()) return "no byte of it is compared";
  if (open.decide_legality) return "the bits of a NaN decide if a step of it is legal";
  const int64_t compared = bytes(expectation.windows);
  return compared > most_bytes ? fmt::format("it compares {} bytes", compared) : "";
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

// The windows as C text, with their bytes before and after the program, and those left open.
struct Ranges {
  std::string arrays, rows;
  int64_t largest = 1;
};

Ranges ranges_of(const std::vector<MemoryRange>& windows, Machine& before, Machine& after,
                 const NanBits& nan_bits) {
  Ranges ranges;
  const uint8_t* open = nan_bits.bytes.data();
  for (size_t i = 0; i < windows.size(); ++i) {
    const MemoryRange& w = windows[i];
    const uint8_t* const from = before.at(w.space, w.lane, w.first);
    const uint8_t* const to = after.at(w.space, w.lane, w.first);
    const bool changes = !std::equal(from, from + w.size, to);
    const bool has_open = std::any_of(open, open + w.size, [](uint8_t mark) { return mark != 0; });
    ranges.arrays += array(fmt::format("before{}", i), from, w.size);
    if (changes) ranges.arrays += array(fmt::format("after{}", i), to, w.size);
    if (has_open) ranges.arrays += array(fmt::format("open{}", i), open, w.size);
    ranges.rows +=
        fmt::format("    {{{}, {}, {:#x}ull, {}, before{}, {}{}, {}}},\n",
                    static_cast<int>(w.space), w.lane, w.first, w.size, i,
                    changes ? "after" : "before", i, has_open ? fmt::format("open{}", i) : "NULL");
    ranges.largest = std::max(ranges.largest, w.size);
    open += w.size;
  }
  return ranges;
}

// A function of an operation. Its only parameter may be a struct whose fields are the parameters.
struct CFunction {
  std::string_view operation, parameter_struct;
  bool returns;
};

constexpr CFunction functions[] = {
#define FUNCTION(operation, symbol, returned, ...) {#operation, "", !std::is_void_v<returned>},
#define STRUCT_FUNCTION(operation, symbol, name, ...) {#operation, #name, false},
#define OVERLOAD(operation, ...) {#operation, "", false},
#include "spec/vocabulary/operations.def"
};

// The digits of INT64_MIN alone do not fit int64_t, so C has no literal for it.
std::string literal(int64_t value) {
  if (value == INT64_MIN) return "INT64_MIN";
  return value < 0 ? fmt::format("({}ll)", value) : fmt::format("{:#x}ull", value);
}

std::string argument(const Case& c, const Parameter& parameter, bool of_struct) {
  const int64_t* const values = props::values(c, parameter);
  const std::string first = literal(values[0]);
  switch (parameter.type) {
    case CType::dim4:
      if (props::is_null(c, parameter)) return "NULL";
      return fmt::format("&(const dim4){{{}, {}, {}, {}}}", values[0], values[1], values[2],
                         values[3]);
    case CType::u32x4:
      return fmt::format("{{{}, {}, {}, {}}}", first, literal(values[1]), literal(values[2]),
                         literal(values[3]));
    case CType::x32:  // of a struct: const void*
      return of_struct ? fmt::format("&(const uint32_t){{{}}}", first)
                       : fmt::format("(x32){{.u32 = {}}}", first);
    case CType::x16: return fmt::format("(x16){{.u16 = {}}}", first);
    case CType::x8: return fmt::format("(x8){{.u8 = {}}}", first);
    default: return first;
  }
}

// The arguments of a call as C text: "0x104ull, &(const dim4){1, 5, 2, 3}, NULL".
std::string arguments(const Case& c, const CFunction& function) {
  const bool of_struct = !function.parameter_struct.empty();
  const size_t selects = symbols(*c.operation).size() > 1 ? 1 : 0;  // the last one: the function
  std::string all;
  for (size_t i = 0; i + selects < c.operation->parameters.size(); ++i) {
    const Parameter& parameter = c.operation->parameters[i];
    all += fmt::format("{}{}{}", i == 0 ? "" : ", ",
                       of_struct ? fmt::format(".{} = ", parameter.name) : "",
                       argument(c, parameter, of_struct));
  }
  return of_struct ? fmt::format("&(const {}){{{}}}", function.parameter_struct, all) : all;
}

// The calls of the operations. Empty: a step calls no function.
std::string steps(const Program& program, const std::vector<Result>& results, const NanBits& open) {
  std::string text;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Case& step = program.steps[i];
    const int symbol = symbol_of(*step.operation, step.arguments);
    if (symbol < 0) return "";
    const CFunction& function =
        *std::ranges::find(functions, step.operation->name, &CFunction::operation);
    const bool legal = results[i].constraint_results.legal();
    const std::string_view status = legal ? "SP_DONE" : "SP_REJECTED";
    const std::string& name = symbols(*step.operation)[static_cast<size_t>(symbol)];
    const std::string call = fmt::format("{}({})", name, arguments(step, function));
    text += fmt::format("  if (begins({}, \"{}\", {})) {{\n", i, name, status);
    text += function.returns && legal && !open.returned[i]
                ? fmt::format("    check_returned({}u, {});\n", results[i].returned, call)
                : fmt::format("    {};\n", call);
    text += fmt::format("    check_status({});\n  }}\n", status);
  }
  return text;
}

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
  if (!finding.with.empty())
    why = finding.kind == VerdictKind::no_reading_explains
              ? "only several cases together contradict the documents"
              : "it fails only after the programs before it";
  if (!why.empty()) return "";
  const Program program = parse_program(finding.line);
  Oracle oracle(*program.profile);
  const Expectation& expectation =
      oracle.expect(program, readings_of(program, finding, options.held));
  NanBits open{std::vector<uint8_t>(static_cast<size_t>(bytes(expectation.windows))),
               std::vector<bool>(program.steps.size())};
  if (expectation.bytes_are_compared() && !oracle.shadow().nans.empty())
    open = oracle.nan_bits(program);
  why = why_unknown(expectation, open);
  const std::string calls = steps(program, expectation.results, open);
  if (why.empty() && calls.empty()) why = "no function takes its type of elements";
  if (!why.empty()) return "";
  Machine initial(*program.profile);
  prepare(initial, expectation.windows, program.fill);
  const Ranges ranges = ranges_of(expectation.windows, initial, oracle.shadow(), open);
  return from_template("c_test.c",
                       {{"kind", std::string(name(finding.kind))},
                        {"operation", finding.operation},
                        {"comment", comment(finding.detail) + comment(finding.explanation)},
                        {"line", finding.line},
                        {"arrays", ranges.arrays},
                        {"ranges", ranges.rows},
                        {"largest", std::to_string(ranges.largest)},
                        {"profile", std::string(program.profile->name)},
                        {"end_rejects", options.abort_rejects ? "1" : "0"},
                        {"count", std::to_string(program.steps.size())},
                        {"steps", calls}});
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

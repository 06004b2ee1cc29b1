// The last output of a process that ended.

#include <cxxabi.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <regex.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <sstream>
#include <vector>

#include "conform/base/text.h"
#include "conform/check/process.h"

namespace strideproof {
namespace {

constexpr size_t most_shown = 400;  // characters
constexpr std::ptrdiff_t last_lines = 4, lines_of_a_frame = 2;
constexpr std::string_view separator = " | ", summary = "SUMMARY: ", frame = "File \"";
constexpr std::string_view crash = "crashed by SIG";  // as the worker writes it

std::string trimmed(std::string line) {
  line.erase(0, line.find_first_not_of(' '));
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// The lines without the blanks around each, in one line.
std::string in_one_line(const std::vector<std::string>& lines) {
  std::vector<std::string> all;
  for (const std::string& line : lines) all.push_back(trimmed(line));
  return fmt::format("{}", fmt::join(all, separator));
}

// The lines that have text.
std::vector<std::string> lines_of(const std::string& log) {
  std::vector<std::string> lines;
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);)
    if (std::ranges::any_of(line, [](unsigned char c) { return std::isalnum(c); }))
      lines.push_back(printable(line));
  return lines;
}

// <regex.h>, because <regex> adds seconds to the build.
regex_t expression(const char* text, int flags) {
  regex_t compiled;
  regcomp(&compiled, text, REG_EXTENDED | flags);
  return compiled;
}

// Only numbers of lines are the same in every case: "a.c:7: main", "f.cpp: f: 7: x".
std::string without_numbers(const std::string& message) {
  static const regex_t number = expression(
      "(:[[:space:]]?[0-9]+):|(\\.[[:alnum:]_]+:[0-9]+|line [0-9]+)|0x[0-9a-fA-F]+|[0-9]+", 0);
  std::string kept;
  const char* rest = message.c_str();
  for (regmatch_t found[3]; regexec(&number, rest, 3, found, 0) == 0;) {
    const regmatch_t& line = found[1].rm_so >= 0 ? found[1] : found[2];
    kept.append(rest, static_cast<size_t>(found[0].rm_so));
    if (line.rm_so >= 0) kept.append(rest + line.rm_so, rest + line.rm_eo);
    rest += line.rm_so >= 0 ? line.rm_eo : found[0].rm_eo;
  }
  return kept + rest;
}

// The name of a C++ function in the place of a crash as in its source.
std::string demangled(const std::string& line) {
  const size_t first = line.find(" in _Z") + 4, end = line.find('+', first);
  if (first < 4 || end == std::string::npos) return line;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(line.substr(first, end - first).c_str(), nullptr, nullptr, nullptr),
      &std::free);
  return name ? line.substr(0, first) + name.get() + line.substr(end) : line;
}

// The last output of a log of these lines, which ends without a crash.
std::string message_or_last_lines(const std::vector<std::string>& lines) {
  const auto first_of = [](const std::vector<std::string>& shown) {
    const std::string all = in_one_line(shown);
    return all.size() <= most_shown ? all : all.substr(0, most_shown) + "...";
  };
  for (const std::string& line : lines)
    if (line.starts_with(summary)) return first_of({line});
  for (auto line = lines.end(); line != lines.begin();) {
    --line;
    // An exception of Python stands after its innermost frame, which is indented.
    const auto before = std::find_if(
        line - std::min(line - lines.begin(), lines_of_a_frame), line, [](const std::string& one) {
          return one.starts_with(' ') && trimmed(one).starts_with(frame);
        });
    const bool is_what = trimmed(*line).starts_with("what():");  // of C++
    if ((before != line && !line->starts_with(' ')) || (is_what && line != lines.begin())) {
      std::vector<std::string> shown(is_what ? line - 1 : before, line);
      shown.insert(shown.begin(), *line);
      return first_of(shown);
    }
    if (!is_assertion(*line)) continue;
    // The line after an assertion may look like an assertion.
    if (line != lines.begin() && is_assertion(*std::prev(line))) --line;
    return first_of({line, std::min(line + 2, lines.end())});
  }
  const std::string all =
      in_one_line({lines.end() - std::min(std::ssize(lines), last_lines), lines.end()});
  return all.size() <= most_shown ? all : "..." + all.substr(all.size() - most_shown);
}

}  // namespace

bool is_assertion(std::string_view last_output) {
  // In C "file.c:7: main: Assertion `x' failed.", in Rust "panicked at file.rs:7:5".
  static const regex_t at_a_line =
      expression("(assert.*|panicked.*):[[:space:]]?[0-9]|:[[:space:]]?[0-9].*assert", REG_ICASE);
  const std::string line(last_output.substr(0, last_output.find(separator)));
  return regexec(&at_a_line, line.c_str(), 0, nullptr, 0) == 0;
}

std::string message_of(const std::string& last_output) {
  const size_t first = last_output.find(separator);
  const std::string message = without_numbers(last_output.substr(0, first));
  if (message.starts_with(crash)) return message.substr(0, message.rfind(", address"));
  if (is_assertion(last_output) || last_output.starts_with("what():") ||
      last_output.starts_with(summary))
    return message;
  if (first == std::string::npos) return {};
  const std::string rest = last_output.substr(first);
  const bool has_frame = rest.compare(separator.size(), frame.size(), frame) == 0;
  return has_frame ? message + rest.substr(0, rest.find(separator, 1)) : "";
}

std::string last_output_of(const std::string& log) {
  const std::vector<std::string> lines = lines_of(log);
  if (lines.empty() || !lines.back().starts_with(crash)) return message_or_last_lines(lines);
  const std::vector<std::string> before(lines.end() - std::min(std::ssize(lines), last_lines),
                                        lines.end() - 1);
  const std::string place = demangled(lines.back()), rest = message_or_last_lines(before);
  if (rest.empty()) return place;
  return message_of(rest).empty() ? place + std::string(separator) + rest
                                  : rest + std::string(separator) + place;
}

std::string last_line_of(const std::string& last_output) {
  const size_t last = last_output.rfind(separator);
  return without_numbers(last == std::string::npos ? last_output
                                                   : last_output.substr(last + separator.size()));
}

}  // namespace strideproof

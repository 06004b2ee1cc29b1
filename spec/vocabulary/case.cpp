#include "spec/vocabulary/case.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <utility>

#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/names.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

constexpr std::string_view data_names[data_class_count] = {
    "unique",       "low",  "high",   "counts",          "counts_over",
    "counts_under", "mask", "floats", "counts_far_over", "counts_far_under"};
constexpr std::string_view operand_names[operand_count] = {"dst", "src", "src1"};

// A word of the line and the column of its first character, from 1.
struct Token {
  std::string_view text;
  int column;
};

template <class... Values>
[[noreturn]] void fail(const Token& at, fmt::format_string<Values...> message, Values&&... values) {
  throw LineError(at.column, fmt::format(message, std::forward<Values>(values)...));
}

std::vector<Token> words_of(std::string_view line) {
  std::vector<Token> words;
  for (size_t at = 0; (at = line.find_first_not_of(" \t\r\n", at)) != std::string_view::npos;) {
    const size_t end = std::min(line.find_first_of(" \t\r\n", at), line.size());
    words.push_back({line.substr(at, end - at), static_cast<int>(at) + 1});
    at = end;
  }
  return words;
}

// The part of a token after its first `skip` characters.
Token rest(const Token& token, size_t skip) {
  return {token.text.substr(skip), token.column + static_cast<int>(skip)};
}

uint64_t parse_u64(const Token& token) {
  uint64_t value = 0;
  const std::errc error = read_number(token.text, value);
  if (error == std::errc::result_out_of_range) fail(token, "'{}' does not fit 64 bits", token.text);
  if (error != std::errc()) fail(token, "'{}' is not a number", token.text);
  return value;
}

int64_t parse_value(const Token& token, const Parameter& parameter) {
  const bool negative = token.text.starts_with('-');
  const uint64_t magnitude = parse_u64(negative ? rest(token, 1) : token);
  const int64_t low = lowest(parameter.type), high = highest(parameter.type);
  const bool fits = negative ? magnitude <= -static_cast<uint64_t>(low)
                             : magnitude <= static_cast<uint64_t>(high);
  if (!fits)
    fail(token, "{} is outside the type of {}: [{}, {}]", token.text, parameter.name, low, high);
  return negative ? static_cast<int64_t>(-magnitude) : static_cast<int64_t>(magnitude);
}

void parse_parameter(const Token& token, const Parameter& parameter,
                     Arguments<int64_t>& arguments) {
  if (token.text == "null") {
    if (!parameter.nullable) fail(token, "{} cannot be null", parameter.name);
    arguments.null_mask |= uint32_t{1} << parameter.index;
    return;
  }
  const std::vector<std::string_view> values = parts_of(token.text, ",");
  const auto wanted = static_cast<size_t>(slots(parameter.type));
  if (values.size() != wanted || std::count(values.begin(), values.end(), "") > 0)
    fail(token, "{} takes {} value{}, separated by commas, but here is '{}'", parameter.name,
         wanted, wanted == 1 ? "" : "s", token.text);
  for (size_t i = 0; i < wanted; ++i) {
    const auto skipped = static_cast<size_t>(values[i].data() - token.text.data());
    const Token value = {values[i], rest(token, skipped).column};
    arguments.value[static_cast<size_t>(parameter.slot) + i] = parse_value(value, parameter);
  }
}

// The second word of a line.
const Profile& parse_profile(const std::vector<Token>& tokens, const Token& end_of_line) {
  if (tokens.size() < 2) fail(end_of_line, "the profile is missing");
  const Token& token = tokens[1];
  const Profile* profile = find_profile(token.text);
  if (profile == nullptr) {
    std::string known;
    for (const Profile& p : profiles()) known += fmt::format(" {}", p.name);
    fail(token, "unknown profile '{}'; known:{}{}", token.text, known,
         did_you_mean(token.text, profiles(), &Profile::name));
  }
  return *profile;
}

const Operation& parse_operation(const Token& token) {
  const Operation* operation = find_operation(token.text);
  if (operation == nullptr)
    fail(token, "unknown operation '{}'{}; see: strideproof list", token.text,
         did_you_mean(token.text, catalogue(), &Operation::name));
  return *operation;
}

void parse_data(const Token& name, const Token& value, Case& c) {
  const auto operand = std::find(std::begin(operand_names), std::end(operand_names), name.text);
  if (operand == std::end(operand_names))
    fail(name, "'{}' is not one of dst, src, src1", name.text);
  const auto data = std::find(std::begin(data_names), std::end(data_names), value.text);
  if (data == std::end(data_names))
    fail(value, "unknown data class '{}'; known: {}", value.text, fmt::join(data_names, " "));
  c.data[operand - std::begin(operand_names)] =
      static_cast<DataClass>(data - std::begin(data_names));
}

// The name=value words of one operation after the word that precedes them; `fill` is null if no
// fill is allowed.
void parse_words(std::span<const Token> words, Case& c, uint64_t* fill) {
  const Operation& operation = *c.operation;
  std::vector<std::string_view> given;
  const auto is_given = [&](std::string_view name) { return std::ranges::count(given, name) > 0; };
  for (const Token& word : words.subspan(1)) {
    const size_t equals = word.text.find('=');
    if (equals == std::string_view::npos) fail(word, "'{}' is not name=value", word.text);
    const Token name{word.text.substr(0, equals), word.column}, value = rest(word, equals + 1);
    if (is_given(name.text)) fail(name, "{} is given twice", name.text);
    given.push_back(name.text);
    if (const Parameter* parameter = operation.parameter(name.text))
      parse_parameter(value, *parameter, c.arguments);
    else if (name.text == "fill" && fill != nullptr)
      *fill = parse_u64(value);
    else if (name.text.starts_with("data."))
      parse_data(rest(name, 5), value, c);
    else
      fail(name, "{} has no parameter '{}'{}", operation.name, name.text,
           did_you_mean(name.text, operation.parameters, &Parameter::name));
  }
  for (const Parameter& parameter : operation.parameters)
    if (!is_given(parameter.name))
      fail(rest(words.back(), words.back().text.size()), "{} is missing", parameter.name);
}

void check_profile(const Case& c, const Token& at) {
  if (std::ranges::count(c.operation->profiles, c.profile) == 0)
    fail(at, "{} does not exist on profile {}", c.operation->name, c.profile->name);
}

void print_words(std::string& out, const Case& c) {
  for (const Parameter& parameter : c.operation->parameters) {
    out += fmt::format(" {}=", parameter.name);
    if (c.arguments.is_null(parameter)) {
      out += "null";
      continue;
    }
    for (int i = 0; i < slots(parameter.type); ++i) {
      const int64_t value = c.arguments.value[parameter.slot + i];
      const bool hex =
          (parameter.role == Role::address || parameter.role == Role::constant) && value > 9;
      out += fmt::format(fmt::runtime(hex ? "{}{:#x}" : "{}{}"), i == 0 ? "" : ",", value);
    }
  }
  for (int i = 0; i < operand_count; ++i)
    if (c.data[i] != DataClass::unique)
      out += fmt::format(" data.{}={}", operand_names[i], name(c.data[i]));
}

Token end_of(std::string_view line) { return rest({line, 1}, line.size()); }

}  // namespace

std::string_view name(DataClass data) { return data_names[static_cast<int>(data)]; }

LineError::LineError(int at_column, const std::string& message)
    : std::runtime_error(fmt::format("column {}: {}", at_column, message)), column(at_column) {}

int64_t& Case::operator[](std::string_view parameter) {
  const Parameter* found = operation->parameter(parameter);
  if (found == nullptr)
    throw std::out_of_range(fmt::format("{} has no parameter '{}'", operation->name, parameter));
  return arguments.value[found->slot];
}

int64_t Case::operator[](std::string_view parameter) const {
  return const_cast<Case&>(*this)[parameter];
}

std::string print(const Case& c) {
  std::string out = fmt::format("{} {}", c.operation->name, c.profile->name);
  print_words(out, c);
  return out + fmt::format(" fill={}", c.fill);
}

std::string print(const Program& program) {
  if (program.steps.size() == 1) return print(program.steps.front());
  std::string out = fmt::format("program {} fill={}", program.profile->name, program.fill);
  for (const Case& step : program.steps) {
    out += fmt::format(" ; {}", step.operation->name);
    print_words(out, step);
  }
  return out;
}

Case parse_case(std::string_view line) {
  const std::vector<Token> tokens = words_of(line);
  if (tokens.empty()) throw LineError(1, "the line is empty");
  Case c;
  c.operation = &parse_operation(tokens[0]);
  c.profile = &parse_profile(tokens, end_of(line));
  check_profile(c, tokens[1]);
  parse_words(std::span(tokens).subspan(1), c, &c.fill);
  return c;
}

Program parse_program(std::string_view line) {
  const std::vector<Token> tokens = words_of(line);
  if (tokens.empty() || tokens[0].text != "program") {
    const Case c = parse_case(line);
    return {c.profile, c.fill, {c}};
  }
  Program program;
  program.profile = &parse_profile(tokens, end_of(line));
  auto at = tokens.begin() + 2;
  if (at != tokens.end() && at->text.starts_with("fill=")) program.fill = parse_u64(rest(*at++, 5));
  while (at != tokens.end()) {
    if (at->text != ";") fail(*at, "expected ' ; ' before the next operation");
    if (++at == tokens.end()) break;
    const auto end = std::find_if(at, tokens.end(), [](const Token& t) { return t.text == ";"; });
    Case step;
    step.operation = &parse_operation(*at);
    step.profile = program.profile;
    step.fill = program.fill;
    check_profile(step, *at);
    parse_words({at, end}, step, nullptr);
    if (program.steps.size() == max_steps) fail(*at, "more than {} operations", max_steps);
    program.steps.push_back(step);
    at = end;
  }
  if (program.steps.empty()) fail(end_of(line), "the program has no operation");
  return program;
}

}  // namespace strideproof

#include "proofs/theorems/counterexample.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "model/implementation.h"
#include "oracle/harness.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

const Profile& toy_profile() { return *find_profile("toy"); }

// Lanes and windows of profile toy and one-byte elements, in addition to other limits.
Proof::Limits toy(Proof::Limits limits) {
  const Proof::Limits machine = "X=4 S=256 U=16 profile=1 es=1";
  limits.insert(machine.begin(), machine.end());
  return limits;
}

// "C*4+offset", from left to right.
int64_t value_of(const std::string& term, const Model& values) {
  int64_t result = 0;
  char op = '+';
  for (size_t at = 0; at < term.size();) {
    const size_t end = std::min(term.find_first_of("+-*/", at + 1), term.size());
    const std::string operand = term.substr(at, end - at);
    const bool number = operand.find_first_not_of("-0123456789") == operand.npos;
    const int64_t by = number ? std::stoll(operand) : values[operand];
    switch (op) {
      case '+': result += by; break;
      case '-': result -= by; break;
      case '*': result *= by; break;
      default: result /= by; break;
    }
    if (end < term.size()) op = term[end];
    at = end + 1;
  }
  return result;
}

}  // namespace

std::function<std::string(const Model&)> case_of(const std::string& text) {
  return [text](const Model& values) {
    std::string result;
    for (size_t at = 0; at < text.size();) {
      if (text[at] != '{') {
        result += text[at++];
        continue;
      }
      const size_t end = text.find('}', at);
      if (end == text.npos) throw std::invalid_argument("no '}' follows in: " + text.substr(at));
      result += std::to_string(value_of(text.substr(at + 1, end - at - 1), values));
      at = end + 1;
    }
    return result;
  };
}

std::set<Byte> written(const Case& c) {
  Machine machine(toy_profile());
  const Window& window = toy_profile().windows[0];
  if (!machine.open(Space::system, 0, window.first, window.size)) return {};
  const bool local = spec::space_of(c, on_dst) == Space::local;
  const int64_t lanes = toy_profile().lanes, lane_bytes = toy_profile().lane_bytes;
  uint8_t* const lane_memory = machine.base(Space::local);
  uint8_t* const system_memory = machine.at(Space::system, 0, window.first);
  std::memset(lane_memory, local ? 0 : 0xff, static_cast<size_t>(lanes * lane_bytes));
  std::memset(system_memory, local ? 0xff : 0, static_cast<size_t>(window.size));
  reference::run(machine, c);

  std::set<Byte> bytes;
  if (local) {
    for (int64_t i = 0; i < lanes * lane_bytes; ++i)
      if (lane_memory[i] != 0) bytes.insert({i / lane_bytes, i % lane_bytes});
  } else {
    for (int64_t i = 0; i < window.size; ++i)
      if (system_memory[i] != 0) bytes.insert({0, window.first + i});
  }
  return bytes;
}

bool is_wrong(const std::string& line, Mistake mistake) {
  const Case c = parse_case(line);
  const std::set<Byte> real = written(c);
  Runs runs;
  for (const spec::OperandRange& run : spec::footprint(c))
    if (run.operand == on_dst) runs.push_back({run.lane, run.first, run.size});
  const auto are_real = [&] {
    std::set<Byte> bytes;
    for (const auto& run : runs)
      for (int64_t i = 0; i < run.size; ++i) bytes.insert({run.lane, run.first + i});
    return bytes == real;
  };
  if (real.empty() || !are_real()) return false;
  mistake(runs);
  return !are_real();
}

bool violates(const std::string& line, ConstraintId id) {
  const Case c = parse_case(line);
  Machine machine(*c.profile);
  return has_bit(reference::evaluate(machine, c).violated, static_cast<int>(id));
}

bool is_missed(const std::string& line, ConstraintId id, int64_t slip) {
  const Case c = parse_case(line);
  const int64_t slack =
      spec::slack(c, *std::ranges::find(c.operation->constraints, id, &Constraint::id));
  return slack < 0 && slack + slip >= 0 && violates(line, id);
}

bool is_found(Fault fault, const std::string& line) {
  const Program p = parse_program(line);
  const auto verdict_with = [&](Fault active) {
    mutants::activate(active);
    const auto kind = Harness(*p.profile, mutants::run).check(p).kind;
    mutants::activate(Fault::none);
    return kind;
  };
  return verdict_with(Fault::none) == strideproof::VerdictKind::pass &&
         is_finding(verdict_with(fault));
}

TheoremControl::TheoremControl(const std::string& text, int64_t slip, const Proof::Limits& limits,
                               const std::string& line, const Confirm& confirm)
    : mutant{.slip = slip}, control{text, {}, toy(limits), case_of(line), confirm} {}

TheoremControl::TheoremControl(Fault fault, const Proof::Limits& limits, const std::string& line)
    : mutant{.fault = fault},
      control{std::string(mutants::row_of(fault).description),
              {},
              toy(limits),
              case_of(line),
              [=](const std::string& text) { return is_found(fault, text); }} {}

TheoremControl slack_control(ConstraintId id, int64_t step, const Proof::Limits& limits,
                             const std::string& line) {
  return {"The slack is one step too large.", step, limits, line,
          [=](const std::string& text) { return is_missed(text, id, step); }};
}

Theorem theorem(const std::string& name, const std::string& meaning,
                std::initializer_list<std::string_view> operations, const Claim& claim,
                const std::vector<TheoremControl>& controls) {
  const auto with = [claim](const Mutant& mutant) {
    return [=](Proof& proof) { claim(proof, mutant); };
  };
  Theorem result{name, meaning, {}, with({}), {}};
  for (const std::string_view glob : operations)
    for (const Operation* operation : matching(glob))
      result.operations.emplace_back(operation->name);
  for (const auto& [mutant, control] : controls) {
    result.controls.push_back(control);
    result.controls.back().claim = with(mutant);
  }
  return result;
}

}  // namespace strideproof::solver

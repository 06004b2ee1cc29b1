#include "conform/command/vector_maker.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "oracle/windows.h"
#include "props/parameters.h"
#include "spec/read_otherwise.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::commands {
namespace {

Json range_json(const MemoryRange& range, const uint8_t* bytes) {
  return {{"space", name(range.space)},
          {"lane", range.lane},
          {"offset", range.first},
          {"bytes", fmt::format("{:02x}", fmt::join(bytes, bytes + range.size, ""))}};
}

Json ranges_json(const std::vector<MemoryRange>& ranges, Machine& machine) {
  Json all = Json::array();
  for (const MemoryRange& r : ranges)
    all.push_back(range_json(r, machine.at(r.space, r.lane, r.first)));
  return all;
}

Json step_json(const Case& step) {
  Json parameters = Json::object(), data = Json::object();
  for (const Parameter& parameter : step.operation->parameters) {
    Json& value = parameters[std::string(parameter.name)];
    if (props::is_null(step, parameter)) continue;
    const int64_t* const first = props::values(step, parameter);
    const int count = slots(parameter.type);
    value = count == 1 ? Json(*first) : Json(std::vector<int64_t>(first, first + count));
  }
  for (size_t i = 0; i < step.data.size(); ++i)
    if (step.data[i] != DataClass::unique)
      data[std::string(operand_name(static_cast<Operands>(1 << i)))] = name(step.data[i]);
  return {{"operation", step.operation->name}, {"parameters", parameters}, {"data", data}};
}

// The ranges of these operands in every step whose operands all exist; its contents may be illegal. A
// rejected step has only its sources.
std::vector<MemoryRange> footprint_of(const Program& program, const Expectation& expectation,
                                      Operands operands) {
  std::vector<MemoryRange> ranges;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const ConstraintResults& results = expectation.results[i].constraint_results;
    const bool is_placed = !any_constraint(
        *program.steps[i].operation, results.violated,
        [](const Constraint& constraint) { return constraint.stage != Stage::data; });
    if (!is_placed) continue;
    const Operands touched = results.legal() ? on_all : on_src | on_src1;
    for (const spec::OperandRange& r : spec::footprint(program.steps[i]))
      if ((r.operand & operands & touched) != 0)
        ranges.push_back({r.space, r.lane, r.first, r.size});
  }
  merge(ranges);
  return ranges;
}

Json results_json(const Program& program, const Expectation& expectation) {
  Json results = Json::array();
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Operation& operation = *program.steps[i].operation;
    const ConstraintResults& constraints = expectation.results[i].constraint_results;
    Json violates = Json::array();
    for (const Constraint* constraint : violated_constraints(operation, constraints))
      violates.push_back(operation.label(*constraint));
    results.push_back({{"status", constraints.legal() ? "done" : "rejected"},
                       {"violates", violates},
                       {"returns", expectation.results[i].returned}});
  }
  return results;
}

// The first violated constraint, if it is one that a reading may accept.
const Constraint* assumption_violated(const Program& program, const Expectation& expectation) {
  for (size_t i = 0; i < expectation.results.size(); ++i) {
    const auto violated = violated_constraints(*program.steps[i].operation,
                                               expectation.results[i].constraint_results);
    if (violated.empty()) continue;
    return may_be_accepted(*violated.front()) ? violated.front() : nullptr;
  }
  return nullptr;
}

}  // namespace

std::optional<Json> VectorMaker::vector_of(const Program& program) {
  if (too_costly(program) || !hold_every_reading(program)) return std::nullopt;
  const Expectation& expected = oracle_.expect(program);
  if (!expected.bytes_are_compared()) return std::nullopt;
  if (!oracle_.shadow().nans.empty()) return std::nullopt;  // of any bits
  initial_.close_system();
  prepare(initial_, expected.windows, program.fill);
  Json steps = Json::array();
  for (const Case& step : program.steps) steps.push_back(step_json(step));
  Json vector = {{"case", print(program)},
                 {"profile", program.profile->name},
                 {"fill", program.fill},
                 {"steps", steps},
                 {"result", expected.legal() ? "valid" : "invalid"},
                 {"results", results_json(program, expected)},
                 {"before", ranges_json(footprint_of(program, expected, on_all), initial_)},
                 {"after", ranges_json(footprint_of(program, expected, on_dst), oracle_.shadow())}};
  const std::optional<Json> others = other_outcomes(program);
  if (!others) return std::nullopt;
  vector["others"] = *others;
  if (!others->empty()) vector["result"] = "acceptable";
  return vector;
}

// The outcomes that differ from that of the default readings: of the reference under each reading
// that is not the default, and under those that accept the assumptions that the program violates.
// No value: one of them has a NaN, whose bits are open.
std::optional<Json> VectorMaker::other_outcomes(const Program& program) {
  const std::span<const LedgerEntry> entries = ledger();
  std::set<std::string> seen = {outcome(program, expect(program, default_readings)).dump()};
  Json others = Json::array();
  bool any_bits = false;
  const auto add = [&](const Readings& readings) {
    const Expectation& expectation = expect(program, readings);
    if (!expectation.bytes_are_compared()) return;
    any_bits = any_bits || !oracle_.shadow().nans.empty();
    Json other = outcome(program, expectation);
    if (!seen.insert(other.dump()).second) return;
    other["readings"] = Json::object();
    for (size_t i = 0; i < entries.size(); ++i)
      if (readings[i] != 0)
        other["readings"][std::string(entries[i].id)] = entries[i].readings[readings[i]];
    others.push_back(std::move(other));
  };
  for (size_t entry = 0; entry < entries.size(); ++entry) {
    const bool is_open = std::ranges::any_of(program.steps, [&](const Case& step) {
      return leaves_open(*step.operation, entries[entry].id);
    });
    Readings readings = default_readings;
    while (is_open && ++readings[entry] < entries[entry].readings.size()) add(readings);
  }
  if (const std::optional<Readings> accepting = accepting_assumptions(program)) add(*accepting);
  return any_bits ? std::nullopt : std::optional(others);
}

// A case can violate several assumptions: accepts them in turn until the case is legal. No value
// if no reading accepts one of them.
std::optional<Readings> VectorMaker::accepting_assumptions(const Program& program) {
  Readings readings = default_readings;
  while (const Constraint* violated = assumption_violated(program, expect(program, readings))) {
    const auto entry = static_cast<size_t>(ledger_index(violated->citation));
    if (++readings[entry] == ledger()[entry].readings.size()) return std::nullopt;
  }
  return readings;
}

const Expectation& VectorMaker::expect(const Program& program, const Readings& readings) {
  return oracle_.expect(program, StepReadings(program.steps.size(), readings));
}

// An implementation gives no reason when it rejects, so "violates" is left out.
Json VectorMaker::outcome(const Program& program, const Expectation& expectation) {
  Json results = results_json(program, expectation);
  for (Json& result : results) result.erase("violates");
  return {{"results", results}, {"after", changes(expectation)}};
}

// The bytes of the windows that the program changed.
Json VectorMaker::changes(const Expectation& expectation) {
  Json all = Json::array();
  for (const MemoryRange& w : expectation.windows) {
    const uint8_t* before = initial_.at(w.space, w.lane, w.first);
    const uint8_t* after = oracle_.shadow().at(w.space, w.lane, w.first);
    for (int64_t from = 0; from < w.size;) {
      int64_t to = from;
      while (to < w.size && after[to] != before[to]) ++to;
      if (to > from)
        all.push_back(range_json({w.space, w.lane, w.first + from, to - from}, after + from));
      from = to + 1;
    }
  }
  return all;
}

}  // namespace strideproof::commands

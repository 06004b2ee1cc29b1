#include "conform/check/readings.h"

#include <fmt/format.h>

#include <algorithm>

#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// A passing case is tried under other readings where it is illegal by the entry itself; where it is
// small and among the first of its operation, or once in so many.
constexpr int64_t first_cases = 256;
constexpr int64_t once_in = 64;
constexpr int64_t small_case = 4096;  // elements
constexpr size_t most_assumptions = 64;

const LedgerEntry& entry_of(const Operation& operation, size_t place) {
  const int index = ledger_index(operation.ambiguities[place]);
  return ledger()[static_cast<size_t>(index)];
}

// Whether a violated constraint of the case is assumed by the entry.
bool cited(const Case& c, const Judgement& judgement, std::string_view id) {
  return std::any_of(c.operation->constraints.begin(), c.operation->constraints.end(),
                     [&](const Constraint& constraint) {
                       return (judgement.violated >> constraint.bit & 1) != 0 &&
                              constraint.grade == Grade::assumed && constraint.citation == id;
                     });
}

bool only_assumed(const Case& c, const Judgement& judgement) {
  return std::all_of(c.operation->constraints.begin(), c.operation->constraints.end(),
                     [&](const Constraint& constraint) {
                       return (judgement.violated >> constraint.bit & 1) == 0 ||
                              constraint.grade == Grade::assumed;
                     });
}

bool concerns_bytes(Kind kind) {
  switch (kind) {
    case Kind::wrong_byte:
    case Kind::write_outside:
    case Kind::source_changed:
    case Kind::accepted_invalid:
    case Kind::rejected_valid:
    case Kind::wrong_return_value: return true;
    default: return false;
  }
}

// The case that a program is about: of one step that; of a count behind mask copies the count, which
// tells nothing alone. nullptr: it is about several.
const Case* subject(const Program& program) {
  const Case& last = program.steps.back();
  if (program.steps.size() == 1) return &last;
  const bool all_count =
      std::all_of(program.steps.begin(), program.steps.end(), [](const Case& step) {
        return bm_atomic::is_kind(*step.operation, bm_atomic::Kind::mask_count) ||
               (bm_atomic::is_kind(*step.operation, bm_atomic::Kind::mask_memcpy_4D) &&
                spec::judge(step).legal());
      });
  return all_count && bm_atomic::is_kind(*last.operation, bm_atomic::Kind::mask_count) ? &last
                                                                                       : nullptr;
}

}  // namespace

ReadingTable::ReadingTable(const Profile& profile)
    : oracle_(profile, Beside::kept), seen_(catalogue().size()) {
  for (const Operation& operation : catalogue()) {
    std::vector<Row>& rows = rows_.emplace_back();
    for (size_t place = 0; place < operation.ambiguities.size(); ++place)
      rows.push_back({std::vector<bool>(entry_of(operation, place).readings.size(), true)});
  }
}

std::vector<ReadingTable::Row>& ReadingTable::rows(const Operation& operation) {
  return rows_[static_cast<size_t>(operation.index)];
}
const std::vector<ReadingTable::Row>& ReadingTable::rows(const Operation& operation) const {
  return rows_[static_cast<size_t>(operation.index)];
}

Readings ReadingTable::expected(const Program& program) const {
  Readings readings{};
  for (const Case& step : program.steps)
    for (size_t place = 0; place < rows(*step.operation).size(); ++place) {
      const std::vector<bool>& left = rows(*step.operation)[place].left;
      const auto first = std::find(left.begin(), left.end(), true);
      const int index = ledger_index(step.operation->ambiguities[place]);
      if (first != left.end())
        readings[static_cast<size_t>(index)] = static_cast<uint8_t>(first - left.begin());
    }
  return readings;
}

bool ReadingTable::explains(const Program& program, const Operation& operation,
                            const Assumptions& assumptions, const Outcome& outcome,
                            const Found& found) {
  Readings readings = expected(program);
  for (const Assumption& assumption : assumptions) {
    const std::string_view id = operation.ambiguities[assumption.entry];
    readings[static_cast<size_t>(ledger_index(id))] = assumption.reading;
  }
  oracle_.expect(program, readings);
  return !is_finding(oracle_.compare(program, outcome, found).kind);
}

// Each entry read otherwise alone, then every combination of those that the case breaks.
std::vector<ReadingTable::Assumptions> ReadingTable::alternatives(
    const Case& c, const Judgement& judgement) const {
  std::vector<Assumptions> all;
  std::vector<Assumptions> combined = {{}};
  const Readings base = expected({c.profile, c.fill, {c}});
  for (size_t place = 0; place < c.operation->ambiguities.size(); ++place) {
    const std::string_view id = c.operation->ambiguities[place];
    const uint8_t current = base[static_cast<size_t>(ledger_index(id))];
    const size_t count = entry_of(*c.operation, place).readings.size();
    const size_t before = combined.size();
    for (uint8_t reading = 0; reading < count; ++reading) {
      if (reading == current) continue;
      all.push_back({{place, reading}});
      if (!cited(c, judgement, id)) continue;
      for (size_t i = 0; i < before && combined.size() < most_assumptions; ++i) {
        combined.push_back(combined[i]);
        combined.back().push_back({place, reading});
      }
    }
  }
  for (const Assumptions& assumptions : combined)
    if (assumptions.size() > 1) all.push_back(assumptions);
  return all;
}

bool ReadingTable::is_open(const Operation& operation, const Assumptions& assumptions) const {
  return std::all_of(assumptions.begin(), assumptions.end(),
                     [&](const Assumption& a) { return rows(operation)[a.entry].left[a.reading]; });
}

bool ReadingTable::explained_by_step(const Program& program, const Case& step,
                                     const Outcome& outcome, const Found& found) {
  const std::vector<Assumptions> all = alternatives(step, spec::judge(step));
  return std::any_of(all.begin(), all.end(), [&](const Assumptions& assumptions) {
    return is_open(*step.operation, assumptions) &&
           explains(program, *step.operation, assumptions, outcome, found);
  });
}

Verdict ReadingTable::refine(const Program& program, const Verdict& verdict, const Outcome& outcome,
                             const Found& found) {
  if (!concerns_bytes(verdict.kind)) return verdict;
  if (subject(program) == nullptr) {
    // Which reading it takes is for the case alone to tell. Contents are never assumed.
    const Case& step = program.steps[static_cast<size_t>(verdict.step)];
    const Judgement judgement = spec::judge(step);
    const bool open = verdict.kind == Kind::accepted_invalid && judgement.violated != 0 &&
                      only_assumed(step, judgement);
    return open ? Verdict{} : verdict;
  }
  const Case& c = *subject(program);
  for (const Case& step : program.steps)
    if (&step != &c && explained_by_step(program, step, outcome, found)) return {};
  const Judgement judgement = judge_fresh(c);
  if (!only_assumed(c, judgement)) return verdict;
  const Assumptions* contradicted = nullptr;
  const std::vector<Assumptions> all = alternatives(c, judgement);
  for (const Assumptions& assumptions : all) {
    if (!explains(program, *c.operation, assumptions, outcome, found)) continue;
    if (is_open(*c.operation, assumptions)) return {};
    contradicted = &assumptions;
  }
  Verdict refined = verdict;
  if (contradicted != nullptr) {
    const Assumption& a = contradicted->front();
    const LedgerEntry& entry = entry_of(*c.operation, a.entry);
    refined.kind = Kind::no_reading_explains;
    refined.detail = fmt::format("{}: this case takes the reading '{}', an earlier one did not",
                                 entry.id, entry.readings[a.reading]);
  } else if (verdict.kind == Kind::accepted_invalid) {
    refined.kind = Kind::no_reading_explains;
    refined.detail += "; no reading of the entry explains every byte";
  }
  return refined;
}

Verdict ReadingTable::learn(const Program& program, const Verdict& verdict, const Outcome& outcome,
                            const Found& found) {
  if (subject(program) == nullptr) return refine(program, verdict, outcome, found);
  const Case& c = *subject(program);
  ++seen_[static_cast<size_t>(c.operation->index)];
  if (verdict.kind == Kind::pass || verdict.kind == Kind::rejected_as_documented) {
    cross_out(program, outcome, found);
    return verdict;
  }
  const Verdict refined = refine(program, verdict, outcome, found);
  if (is_finding(refined.kind) || !is_finding(verdict.kind)) return refined;
  // Another reading it is: of the entries in question only what explains this case is left.
  const Judgement judgement = judge_fresh(c);
  const std::vector<Assumptions> all = alternatives(c, judgement);
  std::vector<std::vector<bool>> explaining(c.operation->ambiguities.size());
  for (const Assumptions& assumptions : all)
    if (explains(program, *c.operation, assumptions, outcome, found))
      for (const Assumption& a : assumptions) {
        explaining[a.entry].resize(rows(*c.operation)[a.entry].left.size());
        explaining[a.entry][a.reading] = true;
      }
  // Where one reading of either of two entries explains it alone, neither is crossed out.
  const auto concerned = std::count_if(explaining.begin(), explaining.end(),
                                       [](const auto& readings) { return !readings.empty(); });
  for (size_t place = 0; place < explaining.size(); ++place) {
    if (explaining[place].empty()) continue;
    Row& row = rows(*c.operation)[place];
    if (concerned > 1 && !cited(c, judgement, c.operation->ambiguities[place])) continue;
    ++row.cases;
    for (size_t reading = 0; reading < row.left.size(); ++reading)
      row.left[reading] = row.left[reading] && explaining[place][reading];
  }
  return refined;
}

bool ReadingTable::worth_asking(const Case& c, size_t place, const Judgement& judgement) const {
  const std::vector<bool>& left = rows(*c.operation)[place].left;
  if (std::count(left.begin(), left.end(), true) < 2) return false;
  const int64_t seen = seen_[static_cast<size_t>(c.operation->index)];
  return cited(c, judgement, c.operation->ambiguities[place]) ||
         (judgement.legal() && (seen <= first_cases || seen % once_in == 0) &&
          spec::cost(c) <= small_case);
}

// What was expected came: readings under which something else would have come are out.
void ReadingTable::cross_out(const Program& program, const Outcome& outcome, const Found& found) {
  const Case& c = *subject(program);
  const Judgement judgement = judge_fresh(c);
  if (!only_assumed(c, judgement)) return;
  const Readings base = expected(program);
  for (size_t place = 0; place < c.operation->ambiguities.size(); ++place) {
    if (!worth_asking(c, place, judgement)) continue;
    Row& row = rows(*c.operation)[place];
    const uint8_t current =
        base[static_cast<size_t>(ledger_index(c.operation->ambiguities[place]))];
    bool told_apart = false;
    for (uint8_t reading = 0; reading < row.left.size(); ++reading) {
      if (reading == current || !row.left[reading]) continue;
      if (explains(program, *c.operation, {{place, reading}}, outcome, found)) continue;
      row.left[reading] = false;
      told_apart = true;
    }
    row.cases += told_apart ? 1 : 0;
  }
}

void ReadingTable::report(const Operation& operation, std::vector<ReadingReport>& reports) const {
  for (size_t place = 0; place < operation.ambiguities.size(); ++place) {
    const Row& row = rows(operation)[place];
    const LedgerEntry& entry = entry_of(operation, place);
    const auto same = [&](const ReadingReport& r) {
      return r.id == entry.id && r.operation == operation.name;
    };
    auto report = std::find_if(reports.begin(), reports.end(), same);
    if (report == reports.end()) {
      reports.push_back({std::string(entry.id), std::string(operation.name), {}, {}, 0});
      report = reports.end() - 1;
      report->left.assign(entry.readings.begin(), entry.readings.end());
    }
    for (size_t reading = 0; reading < row.left.size(); ++reading)
      if (!row.left[reading]) std::erase(report->left, entry.readings[reading]);
    report->cases += row.cases;
    report->taken.reset();
    if (report->left.size() == 1) report->taken = report->left[0];
  }
}

}  // namespace strideproof

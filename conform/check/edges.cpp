#include "conform/check/edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "conform/base/paths.h"
#include "oracle/windows.h"
#include "proofs/boundary/goal.h"
#include "proofs/boundary/suites.h"

namespace strideproof {
namespace {

// The sets of cases whose edges the table counts; each is a layer of the table.
constexpr std::string_view judged_cases = "judged", offered_cases = "offered",
                           unsupported_cases = "unsupported";

std::string text_of(std::string_view name) {
  std::ostringstream all;
  all << std::ifstream(fmt::format("{}/{}.txt", corpus_folder("boundary"), name)).rdbuf();
  return all.str();
}

bool is_met_by(std::string_view cases, const BoundaryTable::BoundaryRow& row) {
  return std::ranges::find(row.layers, cases) != row.layers.end();
}

}  // namespace

BoundaryTable::Unreachable unreachable_on(const Operation& operation, const Profile& profile) {
  if (&profile == operation.profiles.front())
    return solver::read_unreachable(operation, text_of(operation.name));
  return solver::read_unreachable(operation, text_of("other_profiles"), &profile);
}

bool has_solved_edges(const Profile& profile) { return &profile != user_profile(); }

Edges::Edges(const Operations& operations, const Profile& profile) {
  for (const Operation* operation : operations)
    table_.add_operation(*operation, unreachable_on(*operation, profile));
}

void Edges::add_judged(const Program& program, const std::vector<Result>& results) {
  table_.add(judged_cases, program, results);
}

void Edges::add_unsupported(const Program& program, const std::vector<Result>& results) {
  table_.add(unsupported_cases, program, results);
}

void Edges::expect(const Suite& suite) {
  for (const auto* programs : {&suite.legal, &suite.illegal})
    for (const Program& program : *programs)
      table_.add(offered_cases, program, {{evaluate_first(program)}});
}

template <class Where>
std::vector<solver::Goal> Edges::goals(const Operation& operation, Where where) const {
  std::vector<solver::Goal> goals;
  for (const BoundaryTable::BoundaryRow& row : table_.rows_of(operation))
    if (row.unreachable.empty() && !is_met_by(judged_cases, row) && where(row))
      goals.push_back(row.goal);
  return goals;
}

std::vector<solver::Goal> Edges::unanswered(const Operation& operation) const {
  return goals(operation, [](const BoundaryTable::BoundaryRow& row) {
    return is_met_by(offered_cases, row) && !is_met_by(unsupported_cases, row);
  });
}

std::vector<solver::Goal> Edges::not_judged(const Operation& operation) const {
  return goals(operation, [](const BoundaryTable::BoundaryRow&) { return true; });
}

std::vector<solver::Goal> Edges::not_offered(const Operation& operation) const {
  return goals(operation, [](const BoundaryTable::BoundaryRow& row) {
    return !is_met_by(offered_cases, row);
  });
}

EdgeCount Edges::count(const Operation& operation, bool illegal_given) const {
  EdgeCount count;
  for (const BoundaryTable::BoundaryRow& row : table_.rows_of(operation)) {
    if (!row.unreachable.empty() || (row.goal.is_outside() && !illegal_given)) continue;
    const bool judged = is_met_by(judged_cases, row);
    if (!judged && !is_met_by(offered_cases, row)) continue;
    ++count.reachable;
    if (judged)
      ++count.judged;
    else
      count.missed.push_back(solver::label(row.goal));
  }
  return count;
}

}  // namespace strideproof

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

constexpr std::string_view judged_layer = "judged", offered_layer = "offered",
                           unsupported_layer = "unsupported";

std::string text_of(std::string_view name) {
  std::ostringstream all;
  all << std::ifstream(fmt::format("{}/{}.txt", corpus_folder("boundary"), name)).rdbuf();
  return all.str();
}

bool has(const BoundaryTable::BoundaryRow& row, std::string_view layer) {
  return std::ranges::find(row.layers, layer) != row.layers.end();
}

}  // namespace

BoundaryTable::Unreachable unreachable_on(const Operation& operation, const Profile& profile) {
  if (&profile == operation.profiles.front())
    return solver::read_unreachable(operation, text_of(operation.name));
  return solver::read_unreachable(operation, text_of("other_profiles"), &profile);
}

bool has_solved_edges(const Profile& profile) { return &profile != profile_of_the_user(); }

Edges::Edges(const Operations& operations, const Profile& profile) {
  for (const Operation* operation : operations)
    table_.add_operation(*operation, unreachable_on(*operation, profile));
}

void Edges::judged(const Program& program, const std::vector<Result>& results) {
  table_.add(judged_layer, program, results);
}

void Edges::unsupported(const Program& program, const std::vector<Result>& results) {
  table_.add(unsupported_layer, program, results);
}

void Edges::expect(const Suite& suite) {
  for (const auto* programs : {&suite.legal, &suite.illegal})
    for (const Program& program : *programs)
      table_.add(offered_layer, program, {{evaluate_first(program)}});
}

template <class Where>
std::vector<solver::Goal> Edges::goals(const Operation& operation, Where where) const {
  std::vector<solver::Goal> goals;
  for (const BoundaryTable::BoundaryRow& row : table_.rows_of(operation))
    if (row.unreachable.empty() && !has(row, judged_layer) && where(row)) goals.push_back(row.goal);
  return goals;
}

std::vector<solver::Goal> Edges::unanswered(const Operation& operation) const {
  return goals(operation, [](const BoundaryTable::BoundaryRow& row) {
    return has(row, offered_layer) && !has(row, unsupported_layer);
  });
}

std::vector<solver::Goal> Edges::not_judged(const Operation& operation) const {
  return goals(operation, [](const BoundaryTable::BoundaryRow&) { return true; });
}

std::vector<solver::Goal> Edges::not_offered(const Operation& operation) const {
  return goals(operation,
               [](const BoundaryTable::BoundaryRow& row) { return !has(row, offered_layer); });
}

EdgeCount Edges::count(const Operation& operation, bool illegal_given) const {
  EdgeCount count;
  for (const BoundaryTable::BoundaryRow& row : table_.rows_of(operation)) {
    if (!row.unreachable.empty() || (row.goal.is_outside() && !illegal_given)) continue;
    const bool judged = has(row, judged_layer);
    if (!judged && !has(row, offered_layer)) continue;
    ++count.reachable;
    if (judged)
      ++count.judged;
    else
      count.missed.push_back(solver::label(row.goal));
  }
  return count;
}

}  // namespace strideproof

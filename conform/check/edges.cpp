#include "conform/check/edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "conform/command/paths.h"
#include "oracle/windows.h"
#include "proofs/boundary/boundary_corpus.h"
#include "proofs/boundary/pairs.h"

namespace strideproof {
namespace {

constexpr std::string_view judged_layer = "judged", refused_layer = "not given",
                           reachable_layer = "reachable";

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
  return solver::read_unreachable(operation, profile, text_of("unreachable"));
}

Edges::Edges(const Operations& operations, const Profile& profile)
    : proved_(&profile != profile_of_the_user()) {
  for (const Operation* operation : operations)
    table_.add_operation(*operation, unreachable_on(*operation, profile));
}

void Edges::judged(const Program& program, const std::vector<Result>& results) {
  table_.add(judged_layer, program, results);
}

void Edges::reachable(const Suite& suite) {
  for (const std::vector<Program>* programs : {&suite.legal, &suite.illegal})
    for (const Program& program : *programs)
      table_.add(reachable_layer, program, {{evaluate_first(program)}});
}

void Edges::not_given(const Case& c) {
  table_.add(refused_layer, {c.profile, c.fill, {c}}, {{evaluate_fresh(c)}});
}

EdgeCount Edges::count(const Operation& operation, bool illegal_given) const {
  EdgeCount count;
  for (const BoundaryTable::BoundaryRow& row : table_.rows_of(operation)) {
    if (!row.unreachable.empty() || (row.goal.is_outside() && !illegal_given)) continue;
    if (!has(row, judged_layer) &&
        (has(row, refused_layer) || (!proved_ && !has(row, reachable_layer))))
      continue;
    ++count.reachable;
    if (has(row, judged_layer))
      ++count.judged;
    else
      count.missed.push_back(solver::label(row.goal));
  }
  return count;
}

}  // namespace strideproof

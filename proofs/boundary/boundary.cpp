#include "proofs/boundary/boundary.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "proofs/boundary/pairs.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

constexpr size_t witnesses_an_edge = 3;
constexpr std::string_view verdict = ": unreachable, ";

// The reason why there is no case; empty: there is a case.
std::string reason(const SearchResult& result) {
  if (result.outcome == SearchOutcome::witness) return "";
  if (result.outcome == SearchOutcome::unknown) return ": not decided";
  if (result.outcome == SearchOutcome::unreachable_by_type) return std::string(verdict) + "type";
  std::string labels;
  for (const Constraint* constraint : result.lemma)
    labels += (labels.empty() ? "" : ", ") + std::string(constraint->label);
  return fmt::format("{}lemma{}", verdict, labels.empty() ? "" : " against " + labels);
}

// An operation without edges runs after another one.
bool runs_after(const Operation& operation) { return &edges_of(operation) != &operation; }

std::string edge(const Operation& operation, const Goal& goal, const Profile* elsewhere) {
  const std::string place =
      elsewhere == nullptr ? edges_of(operation).label(*goal.constraint)
                           : fmt::format("{} {} {}", operation.name, elsewhere->name, goal.label());
  const std::string after =
      runs_after(operation) ? fmt::format("{}, after ", operation.name) : std::string();
  return fmt::format("# {}{} {}", after, place, name(goal.side));
}

}  // namespace

const Operation& edges_of(const Operation& operation) {
  return operation.parameters.empty() ? *find_operation("bm_atomic_mask_memcpy_4D") : operation;
}

Program program_on_edge(const Operation& operation, const Case& c) {
  Program program{c.profile, c.fill, {c}};
  if (runs_after(operation)) program.steps.push_back({&operation, c.profile, {}, c.fill, {}});
  return program;
}

std::vector<Boundary> boundaries(const Operation& operation, const Profile& profile,
                                 const std::function<void(const Boundary&)>& each) {
  const bool only_cases = runs_after(operation);
  Search search(edges_of(operation), profile);
  std::vector<Boundary> all;
  for (const Constraint& constraint : edges_of(operation).constraints)
    for (const Side side : {Side::inside, Side::outside}) {
      if (only_cases && side == Side::outside) continue;
      const Goal goal{&constraint, side};
      const SearchResult result = search.find({goal}, witnesses_an_edge);
      if (only_cases && result.outcome != SearchOutcome::witness &&
          result.outcome != SearchOutcome::unknown)
        continue;
      all.push_back({goal, result});
      each(all.back());
    }
  return all;
}

std::string heading(const Operation& operation, const Boundary& boundary,
                    const Profile* elsewhere) {
  return edge(operation, boundary.goal, elsewhere) + reason(boundary.result);
}

std::string text_of(const Operation& operation, const std::vector<Boundary>& boundaries) {
  std::string text;
  for (const Boundary& boundary : boundaries) {
    text += heading(operation, boundary) + "\n";
    for (const Case& c : boundary.result.witnesses)
      text += print(program_on_edge(operation, c)) + "\n";
  }
  return text;
}

std::map<size_t, std::string> read_unreachable(const Operation& operation, const std::string& text,
                                               const Profile* elsewhere) {
  std::map<std::string, size_t> edges;
  const std::vector<Goal> goals = goals_of(operation);
  for (size_t i = 0; i < goals.size(); ++i)
    if (goals[i].constraint != nullptr) edges[edge(operation, goals[i], elsewhere)] = i;
  std::map<size_t, std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const size_t at = line.find(verdict);
    const auto found = at == std::string::npos ? edges.end() : edges.find(line.substr(0, at));
    if (found != edges.end()) all[found->second] = line.substr(at + verdict.size());
  }
  return all;
}

std::string unreachable_text(const Operation& operation, const Profile& profile,
                             const std::vector<Case>& cases) {
  const std::vector<Goal> goals = goals_of(operation);
  std::vector<bool> met(goals.size());
  for (const Case& c : cases) {
    const std::vector<size_t> all = met_by(c);
    const auto outside =
        std::find_if(all.begin(), all.end(), [&](size_t goal) { return goals[goal].is_outside(); });
    if (outside != all.end()) met[*outside] = true;  // not the goals inside next to it
    for (const size_t goal : all)
      if (outside == all.end()) met[goal] = true;
  }
  Search search(operation, profile);
  std::string text;
  for (size_t i = 0; i < goals.size(); ++i) {
    if (met[i] || goals[i].constraint == nullptr || goals[i].is_of_data()) continue;
    const SearchResult result = search.find({goals[i]});
    if (result.outcome != SearchOutcome::witness)
      text += heading(operation, {goals[i], result}, &profile) + "\n";
  }
  return text;
}

}  // namespace strideproof::solver

#include "proofs/boundary/suites.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

constexpr size_t witnesses_an_edge = 3;
constexpr std::string_view verdict = ": unreachable, ";

// The reason why there is no case; empty: there is a case.
std::string reason(const Boundary& boundary) {
  const SearchResult& result = boundary.result;
  if (result.outcome == SearchOutcome::witness) return "";
  if (result.outcome == SearchOutcome::unknown) return ": not decided";
  if (result.outcome == SearchOutcome::unreachable_by_type) return std::string(verdict) + "type";
  if (boundary.goal.landmark != nullptr) return std::string(verdict) + "proved";
  std::string labels;
  for (const Constraint* constraint : result.lemma)
    labels += (labels.empty() ? "" : ", ") + std::string(constraint->label);
  return fmt::format("{}lemma{}", verdict, labels.empty() ? "" : " against " + labels);
}

// An operation without edges runs after another one.
bool runs_after(const Operation& operation) { return &edges_of(operation) != &operation; }

std::string edge(const Operation& operation, const Goal& goal, const Profile* elsewhere) {
  if (elsewhere != nullptr)
    return fmt::format("# {} {} {}", operation.name, elsewhere->name, label(goal));
  const std::string after =
      runs_after(operation) ? fmt::format("{}, after ", operation.name) : std::string();
  return fmt::format("# {}{} {}", after, edges_of(operation).label(*goal.constraint),
                     name(goal.edge));
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
    for (const Edge edge : {Edge::inside, Edge::outside}) {
      if (only_cases && edge == Edge::outside) continue;
      const Goal goal{&constraint, edge};
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
  return edge(operation, boundary.goal, elsewhere) + reason(boundary);
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
    if (goals[i].constraint != nullptr || elsewhere != nullptr)
      edges[edge(operation, goals[i], elsewhere)] = i;
  std::map<size_t, std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const size_t at = line.find(verdict);
    const auto found = at == std::string::npos ? edges.end() : edges.find(line.substr(0, at));
    if (found != edges.end()) all[found->second] = line.substr(at + verdict.size());
  }
  return all;
}

SearchResult case_or_proof(const Goal& goal, Search& search) {
  if (goal.landmark != nullptr && search.is_impossible({goal}))
    return {SearchOutcome::unreachable_proved};
  return search.find({goal});
}

// The simplest known case that meets the goal, or the outcome of a search for one.
static SearchResult known_or_found(const Goal& goal, const std::vector<Case>& known,
                                   Search& search) {
  const auto complexity = [](const Case& c) { return std::pair(size_of(c), print(c).size()); };
  const Case* simplest = nullptr;
  for (const Case& c : known)
    if (meets_alone(c, {goal}) && (simplest == nullptr || complexity(c) < complexity(*simplest)))
      simplest = &c;
  return simplest != nullptr ? SearchResult{SearchOutcome::witness, {*simplest}}
                             : case_or_proof(goal, search);
}

std::string other_profile_text(const Operation& operation, const Profile& profile,
                               const std::vector<Case>& cases, const std::vector<Case>& more) {
  const std::vector<Goal> goals = goals_of(operation);
  std::vector<bool> met(goals.size());
  for (const Case& c : cases) {
    const std::vector<size_t> all = met_by(c);
    const bool legal =
        std::ranges::none_of(all, [&](size_t goal) { return goals[goal].is_outside(); });
    for (const size_t goal : all)
      if (legal || goals[goal].is_outside()) met[goal] = true;  // not the goals inside next to it
  }
  Search search(operation, profile);
  std::string text;
  for (size_t i = 0; i < goals.size(); ++i) {
    if (met[i]) continue;
    const Boundary boundary{goals[i], known_or_found(goals[i], more, search)};
    text += heading(operation, boundary, &profile) + "\n";
    for (const Case& c : boundary.result.witnesses) text += print(c) + "\n";
  }
  return text;
}

// ---- suites ----

namespace {

constexpr std::string_view edges_begin = "# edges and landmarks: ", pairs_begin = "# pairs: ",
                           undecided_begin = "# undecided: ";

std::string first_line(const Operation& operation, const std::vector<PairResult>& results) {
  return fmt::format("# {}: {}", operation.name, summary(results));
}

void add_cases(std::string& text, std::string_view begin, const std::vector<Case>& cases) {
  text += fmt::format("{}{} cases\n", begin, cases.size());
  for (const Case& c : cases) text += print(c) + "\n";
}

// "A & B, C, ..."
std::vector<Pair> pairs_listed(const Operation& operation, const std::string& list) {
  const std::vector<Goal> goals = goals_of(operation);
  const auto goal = [&](const std::string& text) {
    for (size_t i = 0; i < goals.size(); ++i)
      if (label(goals[i]) == text) return i;
    throw Stale(fmt::format("{}: {}: no edge and no landmark", operation.name, text));
  };
  const size_t end = list.find(" & ");
  if (end == std::string::npos) throw Stale(fmt::format("{}: {}: no pair", operation.name, list));
  const size_t first = goal(list.substr(0, end));
  std::vector<Pair> all;
  for (size_t from = end + 3, comma = 0; comma != std::string::npos; from = comma + 2) {
    comma = list.find(", ", from);
    all.push_back({first, goal(list.substr(from, comma - from))});
  }
  return all;
}

}  // namespace

Suites find_suites(const Operation& operation, const Profile& profile,
                   const std::vector<Case>& kept, const std::vector<Boundary>& boundaries,
                   std::vector<Case> more) {
  const std::vector<Goal> goals = goals_of(operation);
  std::vector<bool> unreachable(goals.size());
  for (const Boundary& boundary : boundaries) {
    for (const Case& c : boundary.result.witnesses) more.push_back(c);
    const auto at = std::find(goals.begin(), goals.end(), boundary.goal);
    unreachable[static_cast<size_t>(at - goals.begin())] =
        boundary.result.outcome != SearchOutcome::witness &&
        boundary.result.outcome != SearchOutcome::unknown;
  }
  Suites suites = cover(operation, kept, more);
  Search search(operation, profile);
  for (const PairResult& result : pair_results(operation, suites)) {
    if (result.outcome == SearchOutcome::witness) continue;
    const auto [first, second] = result.pair;
    // Cases outside an edge meet more than legal cases.
    if ((unreachable[first] && !goals[second].is_outside()) ||
        (unreachable[second] && !goals[first].is_outside()))
      continue;
    if (!search.is_impossible({goals[first], goals[second]}))
      suites.undecided.push_back(result.pair);
  }
  return suites;
}

std::vector<PairResult> pair_results(const Operation& operation, const Suites& suites) {
  std::map<Pair, const Case*> met;
  for (const std::vector<Case>* cases : {&suites.edges, &suites.pairs})
    for (const Case& c : *cases)
      for (const Pair& pair : pairs_met(operation, met_by(c))) met.emplace(pair, &c);
  std::vector<PairResult> all;
  for (const Pair& pair : pairs_of(operation)) {
    const auto found = met.find(pair);
    const bool open = std::ranges::count(suites.undecided, pair) > 0;
    if (found != met.end())
      all.push_back({pair, SearchOutcome::witness, found->second});
    else
      all.push_back({pair, open ? SearchOutcome::unknown : SearchOutcome::unreachable_proved});
  }
  return all;
}

std::string summary(const std::vector<PairResult>& results) {
  const auto count = [&](SearchOutcome outcome) {
    return std::ranges::count(results, outcome, &PairResult::outcome);
  };
  return fmt::format("{} pairs: {} met, {} impossible, {} undecided", results.size(),
                     count(SearchOutcome::witness), count(SearchOutcome::unreachable_proved),
                     count(SearchOutcome::unknown));
}

std::string suites_text(const Operation& operation, const Suites& suites,
                        const std::vector<Boundary>& boundaries) {
  const std::vector<Goal> goals = goals_of(operation);
  std::string text = first_line(operation, pair_results(operation, suites)) + "\n";
  add_cases(text, edges_begin, suites.edges);
  for (const Boundary& boundary : boundaries)
    if (boundary.result.outcome != SearchOutcome::witness)
      text += heading(operation, boundary) + "\n";
  add_cases(text, pairs_begin, suites.pairs);
  std::map<size_t, std::string> undecided;
  for (const auto& [first, second] : suites.undecided)
    undecided[first] += (undecided[first].empty() ? "" : ", ") + label(goals[second]);
  for (const auto& [first, others] : undecided)
    text += fmt::format("{}{} & {}\n", undecided_begin, label(goals[first]), others);
  return text;
}

Suites read_suites(const Operation& operation, const std::string& text) {
  Suites suites;
  std::vector<Case>* cases = nullptr;
  std::istringstream in(text);
  std::string first, line;
  std::getline(in, first);
  while (std::getline(in, line)) {
    if (line.starts_with(edges_begin))
      cases = &suites.edges;
    else if (line.starts_with(pairs_begin))
      cases = &suites.pairs;
    else if (line.starts_with(undecided_begin))
      for (const Pair& pair : pairs_listed(operation, line.substr(undecided_begin.size())))
        suites.undecided.push_back(pair);
    else if (!line.starts_with("#") && cases != nullptr)
      cases->push_back(parse_case(line));
  }
  const std::vector<PairResult> all = pair_results(operation, suites);
  const auto open = std::ranges::count(all, SearchOutcome::unknown, &PairResult::outcome);
  if (static_cast<size_t>(open) != suites.undecided.size())
    throw Stale(fmt::format(
        "{}: {} pairs are listed as undecided, but {} of these are met or no pair", operation.name,
        suites.undecided.size(), suites.undecided.size() - static_cast<size_t>(open)));
  if (const std::string expected = first_line(operation, all); first != expected)
    throw Stale(fmt::format("{}: the first line should be {}", operation.name, expected));
  return suites;
}

}  // namespace strideproof::solver

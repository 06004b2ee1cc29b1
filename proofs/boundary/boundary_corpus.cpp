#include "proofs/boundary/boundary_corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "proofs/boundary/pairs.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

constexpr std::string_view verdict = ": unreachable, ";

// The reason why there is no case: "unreachable, type", "unreachable, lemma against dst.alias"; "":
// there is a case.
std::string reason(const Boundary& boundary) {
  switch (boundary.found) {
    case Found::witness: return "";
    case Found::unreachable_by_type: return "unreachable, type";
    case Found::unreachable_proved: {
      std::string labels;
      for (const Constraint* constraint : boundary.lemma)
        labels += (labels.empty() ? " against " : ", ") + std::string(constraint->label);
      return "unreachable, lemma" + (labels.empty() ? " against an extent of 1" : labels);
    }
    case Found::unknown: return "not decided";
  }
  return "";
}

std::string edge_of(const Operation& operation, const Profile& profile, const Goal& goal) {
  return fmt::format("# {} {} {} {}", operation.name, profile.name, goal.label(), name(goal.side));
}

// The reasons in the lines that begin with beginning(goal), by goal.
template <class Beginning>
std::map<size_t, std::string> reasons(const Operation& operation, const std::string& text,
                                      Beginning beginning) {
  std::map<std::string, size_t> edges;
  const std::vector<Goal> goals = goals_of(operation);
  for (size_t i = 0; i < goals.size(); ++i)
    if (goals[i].constraint != nullptr) edges[beginning(goals[i])] = i;
  std::map<size_t, std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const size_t at = line.find(verdict);
    const auto edge = at == std::string::npos ? edges.end() : edges.find(line.substr(0, at));
    if (edge != edges.end()) all[edge->second] = line.substr(at + verdict.size());
  }
  return all;
}

}  // namespace

std::string heading(const Operation& operation, const Boundary& boundary) {
  std::string edge =
      fmt::format("# {} {}", operation.label(*boundary.goal.constraint), name(boundary.goal.side));
  const std::string why = reason(boundary);
  return why.empty() ? edge : edge + ": " + why;
}

std::vector<AfterEdge> after_edges(const Operation& asks, const Profile& profile) {
  const Operation& counts = *find_operation("bm_atomic_mask_memcpy_4D");
  std::vector<AfterEdge> all;
  for (const Boundary& boundary : boundaries(counts, profile)) {
    if (boundary.goal.is_outside()) continue;
    if (boundary.witnesses.empty() && boundary.found != Found::unknown) continue;
    all.push_back({counts.label(*boundary.goal.constraint), {}});
    for (const Case& witness : boundary.witnesses) {
      Case question;
      question.operation = &asks;
      question.profile = witness.profile;
      question.fill = witness.fill;
      all.back().programs.push_back({witness.profile, witness.fill, {witness, question}});
    }
  }
  return all;
}

std::string heading(const Operation& asks, const AfterEdge& after) {
  return fmt::format("# {}, after {} inside{}", asks.name, after.label,
                     after.programs.empty() ? ": not decided" : "");
}

std::string after_text(const Operation& asks, const Profile& profile) {
  std::string text;
  for (const AfterEdge& after : after_edges(asks, profile)) {
    text += heading(asks, after) + "\n";
    for (const Program& program : after.programs) text += print(program) + "\n";
  }
  return text;
}

std::map<size_t, std::string> read_unreachable(const Operation& operation,
                                               const std::string& text) {
  return reasons(operation, text, [&](const Goal& goal) {
    return fmt::format("# {} {}", operation.label(*goal.constraint), name(goal.side));
  });
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
    const Finding finding = search.find({goals[i]});
    if (finding.found == Found::witness) continue;
    text += fmt::format("{}: {}\n", edge_of(operation, profile, goals[i]),
                        reason({goals[i], finding.found, {}, finding.lemma}));
  }
  return text;
}

std::map<size_t, std::string> read_unreachable(const Operation& operation, const Profile& profile,
                                               const std::string& text) {
  return reasons(operation, text,
                 [&](const Goal& goal) { return edge_of(operation, profile, goal); });
}

}  // namespace strideproof::solver

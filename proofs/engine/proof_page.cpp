#include "proofs/engine/proof_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace strideproof::solver {
namespace {

constexpr GoalKind kinds[] = {GoalKind::premises, GoalKind::lemma, GoalKind::stage,
                              GoalKind::conclusion, GoalKind::range};

// The names of the goals of a kind, each once, in the order in which they were decided.
std::vector<std::string> names(const Report& report, GoalKind kind) {
  std::vector<std::string> all;
  std::set<std::string> seen;
  for (const ProofGoal& goal : report.goals)
    if (goal.kind == kind && seen.insert(goal.name).second) all.push_back(goal.name);
  return all;
}

std::string item(std::string_view title, const std::vector<std::string>& words,
                 std::string_view separator) {
  if (words.empty()) return {};
  return fmt::format("- {}: {}\n", title, fmt::join(words, separator));
}

std::string counts(const Report& report) {
  std::vector<std::string> parts;
  for (const GoalKind kind : kinds) {
    const auto count = std::ranges::count(report.goals, kind, &ProofGoal::kind);
    if (count > 0) parts.push_back(fmt::format("{} {}", name(kind), count));
  }
  return fmt::format("{} ({}), {} path{} through the code", report.goals.size(),
                     fmt::join(parts, ", "), report.paths, report.paths == 1 ? "" : "s");
}

// Several formulas may have the same fault.
std::vector<std::string> faults(const Report& report) {
  std::vector<std::string> all;
  for (const std::string& fault : report.mutants)
    if (std::ranges::find(all, fault) == all.end()) all.push_back(fault);
  return all;
}

}  // namespace

std::string proof_section(const Report& report) {
  return fmt::format("### {}\n\n{}\n\n", report.theorem, report.meaning) +
         item("Operations", report.operations, ", ") +
         item("Lemmas", names(report, GoalKind::lemma), "; ") +
         item("Stages", names(report, GoalKind::stage), "; ") +
         item("Conclusions", names(report, GoalKind::conclusion), "; ") +
         fmt::format("- Obligations: {}\n- Controls: {}\n- Status: {}, by Z3\n\n", counts(report),
                     fmt::join(faults(report), " "),
                     report.holds() ? "proved, and each control is refuted and confirmed"
                                    : name(report.status));
}

std::string proof_page(std::string page, const std::vector<Report>& reports) {
  constexpr std::string_view heading = "## Theorems\n\n";
  std::set<std::string> operations;
  size_t goals = 0;
  std::string sections;
  for (const Report& report : reports) {
    operations.insert(report.operations.begin(), report.operations.end());
    goals += report.goals.size();
    sections += proof_section(report);
  }
  sections.pop_back();
  page.resize(std::min(page.size(), page.find(heading)));
  return fmt::format("{}{}{} theorems with {} obligations, about {} operations.\n\n{}", page,
                     heading, reports.size(), goals, operations.size(), sections);
}

}  // namespace strideproof::solver

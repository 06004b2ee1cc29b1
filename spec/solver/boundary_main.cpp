// strideproof-boundaries DIR [GLOB]: solves the boundaries of the operations anew, and the pairs of
// them, and writes DIR/<operation>.txt and DIR/<operation>.pairs for each; without GLOB also
// DIR/unreachable.txt. With --open only the pairs that DIR/<operation>.pairs leaves open, with
// --unreachable only that file.

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>

#include "props/generate.h"
#include "spec/solver/boundary_corpus.h"
#include "spec/solver/pairs_corpus.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

void write(const std::string& path, const std::string& text) {
  std::ofstream out(path);
  out << text << std::flush;
  if (!out) throw std::runtime_error("cannot write " + path);
}

// Of `count` random cases those that meet a pair which none before them meets.
std::vector<Case> random_cases(const Operation& operation, const Profile& profile, int count) {
  props::Random random(1);
  std::set<std::pair<size_t, size_t>> met;
  std::vector<Case> all;
  for (int i = 0; i < count; ++i) {
    const Case c = props::generate_case(random, operation, profile);
    bool is_new = false;
    for (const solver::Pair& pair : solver::pairs_met(operation, solver::met_by(c)))
      is_new = met.emplace(pair.first, pair.second).second || is_new;
    if (is_new) all.push_back(c);
  }
  return all;
}

// What is solved; an operation that differs from it in its name alone has it without a search.
struct Solved {
  const Operation* operation;
  std::vector<solver::Boundary> boundaries;
  solver::Pairs pairs;
};

const Solved* alike(const std::vector<Solved>& all, const Operation& operation) {
  for (const Solved& solved : all)
    if (solved.operation->family == operation.family &&
        solved.operation->parameters.size() == operation.parameters.size() &&
        solver::Search(*solved.operation, *operation.profiles.front()).is_alike(operation))
      return &solved;
  return nullptr;
}

Solved as_of(const Operation& operation, Solved solved) {
  const auto own = [&](const Constraint*& constraint) {
    constraint =
        &operation
             .constraints[static_cast<size_t>(constraint - solved.operation->constraints.data())];
  };
  for (solver::Boundary& boundary : solved.boundaries) {
    own(boundary.goal.constraint);
    for (Case& c : boundary.witnesses) c.operation = &operation;
    for (const Constraint*& constraint : boundary.lemma) own(constraint);
  }
  for (Case& c : solved.pairs.cases) c.operation = &operation;
  solved.operation = &operation;
  return solved;
}

Solved solve(const Operation& operation) {
  const Profile& profile = *operation.profiles.front();
  Solved solved{&operation, solver::boundaries(operation, profile), {}};
  if (!solved.boundaries.empty())
    solved.pairs = solver::find_pairs(operation, profile, solved.boundaries,
                                      random_cases(operation, profile, 100'000));
  return solved;
}

std::string path(const std::string& folder, const Operation& operation, const char* suffix) {
  return fmt::format("{}/{}{}", folder, operation.name, suffix);
}

// Of the pairs in the file those that it leaves open.
Solved solve_open(const std::string& folder, const Operation& operation) {
  std::ifstream in(path(folder, operation, ".pairs"));
  if (!in) throw std::runtime_error("cannot read " + path(folder, operation, ".pairs"));
  std::ostringstream text;
  text << in.rdbuf();
  return {&operation,
          {},
          solver::decide_open(operation, *operation.profiles.front(),
                              solver::read_pairs(operation, text.str(), solver::Open::undecided))};
}

void solve_all(const std::string& folder, const std::string& glob, bool only_open) {
  std::vector<Solved> all;
  for (const Operation* operation : matching(glob)) {
    if (only_open && operation->parameters.empty()) continue;
    if (const Solved* other = alike(all, *operation))
      all.push_back(as_of(*operation, *other));
    else
      all.push_back(only_open ? solve_open(folder, *operation) : solve(*operation));
    const Solved& solved = all.back();
    if (!only_open)
      write(path(folder, *operation, ".txt"), solver::boundary_text(*operation, solved.boundaries));
    if (operation->parameters.empty()) continue;
    const std::string text = solver::pairs_text(*operation, solved.pairs);
    solver::read_pairs(*operation, text);  // that it agrees with the spec
    write(path(folder, *operation, ".pairs"), text);
    fmt::print("{}: {}\n", operation->name, solver::summary(solved.pairs.findings));
    std::fflush(stdout);
  }
}

// Of each operation on each profile but its first.
void solve_unreachable(const std::string& folder) {
  struct Lines {
    const Operation* operation;
    const Profile* profile;
    std::string text;
  };
  std::vector<Lines> all;
  std::string text =
      "# Edges that no case meets, of each profile but the first of an operation, whose edges are "
      "in its file.\n";
  const auto add = [&](const Operation& operation, const Profile& profile) {
    all.push_back({&operation, &profile, ""});
    for (const auto& [other, on, lines] : all)
      if (other != &operation && on == &profile && other->family == operation.family &&
          solver::Search(*other, profile).is_alike(operation)) {
        std::istringstream in(lines);
        for (std::string line; std::getline(in, line);)
          all.back().text +=
              fmt::format("# {}{}\n", operation.name,
                          line.substr(std::string("# ").size() + other->name.size()));
        return;
      }
    all.back().text =
        solver::unreachable_text(operation, profile, random_cases(operation, profile, 100'000));
  };
  for (const Operation* operation : matching("*"))
    for (size_t i = 1; i < operation->profiles.size(); ++i) {
      add(*operation, *operation->profiles[i]);
      text += all.back().text;
      write(folder + "/unreachable.txt", text);
    }
}

}  // namespace
}  // namespace strideproof

int main(int argc, char** argv) {
  using namespace strideproof;
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool only_open = std::erase(words, "--open") > 0,
             only_unreachable = std::erase(words, "--unreachable") > 0;
  if (words.empty() || words.size() > 2 || (only_open && only_unreachable)) {
    fmt::print(stderr, "usage: strideproof-boundaries DIR [GLOB] [--open], or DIR --unreachable\n");
    return 2;
  }
  try {
    if (only_unreachable || (words.size() == 1 && !only_open)) solve_unreachable(words[0]);
    if (only_unreachable) return 0;
    solve_all(words[0], words.size() == 2 ? words[1] : "*", only_open);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

// strideproof-boundaries DIR [GLOB]: solves the boundaries of the operations again and writes the
// covering suites DIR/<operation>.txt; cases of the old files that are still needed stay. Without
// GLOB also DIR/unreachable.txt. With --unreachable only that file.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "corpus/corpus.h"
#include "proofs/boundary/suites.h"
#include "props/generate.h"
#include "spec/stop.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

void write(const std::string& path, const std::string& text) {
  std::ofstream out(path);
  out << text << std::flush;
  if (!out) throw std::runtime_error("cannot write " + path);
}

struct Solved {
  std::vector<solver::Boundary> boundaries;
  solver::Suites suites;
};

Solved solve(const std::string& folder, const Operation& operation) {
  const Profile& profile = *operation.profiles.front();
  Solved solved{solver::boundaries(operation, profile), {}};
  std::vector<Case> kept;
  const std::string path = fmt::format("{}/{}.txt", folder, operation.name);
  if (std::filesystem::exists(path))
    for (const corpus::Entry& entry : corpus::read(path)) kept.push_back(entry.program.steps[0]);
  solved.suites = solver::find_suites(operation, profile, kept, solved.boundaries,
                                      props::generate_cases(operation, profile));
  return solved;
}

void solve_all(const std::string& folder, const std::string& glob) {
  for (const Operation* operation : matching(glob)) {
    const std::string path = fmt::format("{}/{}.txt", folder, operation->name);
    if (operation->parameters.empty()) {
      write(path, solver::text_of(*operation,
                                  solver::boundaries(*operation, *operation->profiles.front())));
      continue;
    }
    const Solved solved = solve(folder, *operation);
    const std::string text = solver::suites_text(*operation, solved.suites, solved.boundaries);
    solver::read_suites(*operation, text);  // checks that it agrees with the spec
    write(path, text);
    fmt::print("{}: {} and {} cases; {}\n", operation->name, solved.suites.edges.size(),
               solved.suites.pairs.size(),
               solver::summary(solver::findings(*operation, solved.suites)));
    std::fflush(stdout);
  }
}

// For each operation on each profile but its first.
void solve_unreachable(const std::string& folder) {
  std::string text =
      "# Edges that no case meets, of each profile but the first of an operation, whose edges are "
      "in its file.\n";
  for (const Operation* operation : matching("*"))
    for (size_t i = 1; i < operation->profiles.size(); ++i) {
      const Profile& profile = *operation->profiles[i];
      text +=
          solver::unreachable_text(*operation, profile, props::generate_cases(*operation, profile));
      write(folder + "/unreachable.txt", text);
    }
}

}  // namespace
}  // namespace strideproof

int main(int argc, char** argv) {
  using namespace strideproof;
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool only_unreachable = std::erase(words, "--unreachable") > 0;
  if (words.empty() || words.size() > 2) {
    fmt::print(stderr, "usage: strideproof-boundaries DIR [GLOB], or DIR --unreachable\n");
    return 2;
  }
  stop_on_signals();
  try {
    if (only_unreachable || words.size() == 1) solve_unreachable(words[0]);
    if (only_unreachable) return 0;
    solve_all(words[0], words.size() == 2 ? words[1] : "*");
  } catch (const std::exception& error) {
    fmt::print(stderr, "strideproof-boundaries: {}\n",
               stop_requested() ? "interrupted" : error.what());
    return stop_requested() ? 3 : 2;
  }
}

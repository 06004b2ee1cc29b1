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

std::vector<Case> kept_in(const std::string& path) {
  std::vector<Case> kept;
  if (std::filesystem::exists(path))
    for (const corpus::Entry& entry : corpus::read(path)) kept.push_back(entry.program.steps[0]);
  return kept;
}

void solve_all(const std::string& folder, const std::string& glob) {
  for (const Operation* operation : matching(glob)) {
    const std::string path = fmt::format("{}/{}.txt", folder, operation->name);
    const Profile& profile = *operation->profiles.front();
    const std::vector<solver::Boundary> boundaries = solver::boundaries(*operation, profile);
    if (operation->parameters.empty()) {
      write(path, solver::text_of(*operation, boundaries));
      continue;
    }
    const solver::Suites suites = solver::find_suites(
        *operation, profile, kept_in(path), boundaries, props::generate_cases(*operation, profile));
    const std::string text = solver::suites_text(*operation, suites, boundaries);
    solver::read_suites(*operation, text);  // checks that it agrees with the spec
    write(path, text);
    fmt::print("{}: {} and {} cases; {}\n", operation->name, suites.edges.size(),
               suites.pairs.size(), solver::summary(solver::findings(*operation, suites)));
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

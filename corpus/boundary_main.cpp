// strideproof-boundaries DIR [GLOB | --unreachable]: solves the boundaries of the operations again.
// Writes the covering suites DIR/<operation>.txt, which keep the old cases that are still needed.
// Without GLOB it also writes DIR/unreachable.txt, with --unreachable only that file.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "corpus/corpus.h"
#include "proofs/boundary/suites.h"
#include "props/generate.h"
#include "spec/stop.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/names.h"

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
               suites.pairs.size(), solver::summary(solver::pair_results(*operation, suites)));
    std::fflush(stdout);
  }
}

// For each operation on each profile but its first.
void solve_unreachable(const std::string& folder) {
  std::string text =
      "# Edges that no case meets, of each profile but the first of an operation, whose edges are "
      "in its file.\n";
  for (const Operation& operation : catalogue())
    for (size_t i = 1; i < operation.profiles.size(); ++i) {
      const Profile& profile = *operation.profiles[i];
      text +=
          solver::unreachable_text(operation, profile, props::generate_cases(operation, profile));
    }
  write(folder + "/unreachable.txt", text);
}

}  // namespace
}  // namespace strideproof

int main(int argc, char** argv) {
  using namespace strideproof;
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool only_unreachable = std::erase(words, "--unreachable") > 0;
  if (words.empty() || words.size() > (only_unreachable ? 1 : 2)) {
    fmt::print(stderr, "usage: strideproof-boundaries DIR [GLOB | --unreachable]\n");
    return 2;
  }
  const std::string folder = words[0], glob = words.size() == 2 ? words[1] : "*";
  stop_on_signals();
  try {
    if (!std::filesystem::is_directory(folder))
      throw std::runtime_error(fmt::format("{} is no directory", folder));
    if (matching(glob).empty())
      throw std::runtime_error(fmt::format("no operation matches '{}'{}", glob,
                                           did_you_mean(glob, catalogue(), &Operation::name)));
    if (only_unreachable || words.size() == 1) solve_unreachable(folder);
    if (!only_unreachable) solve_all(folder, glob);
  } catch (const std::exception& error) {
    fmt::print(stderr, "strideproof-boundaries: {}\n",
               stop_requested() ? "interrupted" : error.what());
    return stop_requested() ? 3 : 2;
  }
}

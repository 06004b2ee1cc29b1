// strideproof-boundaries DIR [GLOB]: solves the boundaries of the operations anew, and the pairs of
// them, and writes DIR/<operation>.txt and DIR/<operation>.pairs for each.

#include <fmt/format.h>

#include <fstream>
#include <set>

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

void solve(const std::string& folder, const Operation& operation) {
  const std::string path = fmt::format("{}/{}", folder, operation.name);
  const Profile& profile = *operation.profiles.front();
  const std::vector<solver::Boundary> boundaries = solver::boundaries(operation, profile);
  write(path + ".txt", solver::boundary_text(operation, boundaries));
  if (boundaries.empty()) return;
  const solver::Pairs pairs =
      solver::find_pairs(operation, profile, boundaries, random_cases(operation, profile, 100'000));
  write(path + ".pairs", solver::pairs_text(operation, pairs));
  fmt::print("{}: {}\n", operation.name, solver::summary(pairs.findings));
  std::fflush(stdout);
}

}  // namespace
}  // namespace strideproof

int main(int argc, char** argv) {
  using namespace strideproof;
  if (argc < 2 || argc > 3) {
    fmt::print(stderr, "usage: strideproof-boundaries DIR [GLOB]\n");
    return 2;
  }
  try {
    for (const Operation* operation : matching(argc == 3 ? argv[2] : "*"))
      solve(argv[1], *operation);
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}

// strideproof-boundaries DIR [GLOB]: solves the boundaries of the operations anew, and the pairs of
// them, and writes DIR/<operation>.txt and DIR/<operation>.pairs for each.

#include <fmt/format.h>

#include <fstream>

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

void solve(const std::string& folder, const Operation& operation) {
  const std::string path = fmt::format("{}/{}", folder, operation.name);
  const std::vector<solver::Boundary> boundaries =
      solver::boundaries(operation, *operation.profiles.front());
  write(path + ".txt", solver::boundary_text(operation, boundaries));
  if (boundaries.empty()) return;
  std::vector<Case> known;
  for (const solver::Boundary& boundary : boundaries)
    known.insert(known.end(), boundary.witnesses.begin(), boundary.witnesses.end());
  const solver::Pairs pairs = solver::find_pairs(operation, *operation.profiles.front(), known);
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

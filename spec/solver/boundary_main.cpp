// strideproof-boundaries DIR [GLOB]: solves the boundaries of the operations anew and writes
// DIR/<operation>.txt for each.

#include <fmt/format.h>

#include <fstream>

#include "spec/solver/boundary_corpus.h"
#include "spec/vocabulary/catalogue.h"

int main(int argc, char** argv) {
  using namespace strideproof;
  if (argc < 2 || argc > 3) {
    fmt::print(stderr, "usage: strideproof-boundaries DIR [GLOB]\n");
    return 2;
  }
  for (const Operation* operation : matching(argc == 3 ? argv[2] : "*")) {
    const std::string path = fmt::format("{}/{}.txt", argv[1], operation->name);
    fmt::print("{}\n", path);
    std::fflush(stdout);
    std::ofstream out(path);
    out << solver::boundary_text(*operation) << std::flush;
    if (!out) {
      fmt::print(stderr, "cannot write {}\n", path);
      return 2;
    }
  }
}

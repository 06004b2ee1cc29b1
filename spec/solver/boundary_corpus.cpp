#include "spec/solver/boundary_corpus.h"

#include <fmt/format.h>

namespace strideproof::solver {

std::string heading(const Operation& operation, const Boundary& boundary) {
  const std::string edge =
      fmt::format("# {} {}", operation.label(*boundary.constraint), name(boundary.side));
  switch (boundary.found) {
    case Found::witness: return edge;
    case Found::none_by_type: return edge + ": unreachable, type";
    case Found::none_by_lemma: return edge + ": unreachable, lemma";
    case Found::unknown: break;
  }
  return edge + ": not decided in time";
}

std::string boundary_text(const Operation& operation) {
  std::string text;
  for (const Boundary& boundary : boundaries(operation, *operation.profiles.front())) {
    text += heading(operation, boundary) + "\n";
    if (boundary.found == Found::witness) text += print(boundary.witness) + "\n";
  }
  return text;
}

}  // namespace strideproof::solver

#include "proofs/boundary/boundary.h"

namespace strideproof::solver {
namespace {

constexpr size_t witnesses_an_edge = 3;

}  // namespace

std::vector<Boundary> boundaries(const Operation& operation, const Profile& profile,
                                 const std::function<void(const Boundary&)>& each) {
  Search search(operation, profile);
  std::vector<Boundary> all;
  for (const Constraint& constraint : operation.constraints)
    for (const Side side : {Side::inside, Side::outside}) {
      const Goal goal{&constraint, side};
      const Finding finding = search.find({goal});
      all.push_back({goal, finding.found, {}, finding.lemma});
      if (finding.found == Found::witness)
        all.back().witnesses = search.more(finding.witness, {goal}, witnesses_an_edge);
      each(all.back());
    }
  return all;
}

}  // namespace strideproof::solver

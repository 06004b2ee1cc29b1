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
      Finding finding = search.find({goal}, witnesses_an_edge);
      all.push_back({goal, finding.found, std::move(finding.witnesses), std::move(finding.lemma)});
      each(all.back());
    }
  return all;
}

}  // namespace strideproof::solver

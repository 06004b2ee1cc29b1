#pragma once
// Walks through the dimensions of a tensor of bm-atomic (bm_atomic_in_place.h), and what the theorems say of
// them for others to cite: each sentence is written once, of unknowns where it is proved and of values at
// hand where it is cited.

#include <string>
#include <vector>

#include "spec/operations/bm_atomic_in_place.h"
#include "spec/solver/theorems/bm_atomic.h"

namespace strideproof::solver {

using SymWalk = spec::bm_atomic::Walk<Sym>;
using Step = std::vector<Sym>;  // of each dimension, the innermost first

SymBool exists(const SymWalk& walk, const Step& step);
Sym number(const SymWalk& walk, const Step& step);
Sym leads_to(const SymWalk& walk, const Step& step);
Sym steps_of(const SymWalk& walk);

// Steps that exist and have one number.
SymBool are_one(const SymWalk& a, const SymWalk& b, const Step& i, const Step& j);

// What the code compares: the four dimensions of a tensor, whose w stride is 1, or two dimensions; in
// extents and strides that parameters can have. Nothing is said of where the walk ends.
SymBool of_parameters(const SymWalk& walk);

// Two walks of as many steps and their forms (below). Where the forms are the same, steps i of a and j of b
// that exist and have one number lead to one place.
struct WalkPair {
  SymWalk a, b, of_a, of_b;
};
SymBool alike_if_same(const WalkPair& walks, const Step& i, const Step& j);
// Else steps i and j exist and have one number, and lead to two places.
SymBool parted_if_not(const WalkPair& walks, const Step& i, const Step& j);

// ---- for the proofs of these ----

// The extent of dimensions that became one is not larger.
inline constexpr int64_t most_steps = int64_t{1} << 48;

// of_parameters: two or four dimensions.
SymWalk any_dimensions(Proof& proof, bool two, const std::string& mark = "");
Step any_step(Proof& proof, const std::string& name, size_t dimensions, int64_t most);

// The form that the code makes of a walk, filled up to four dimensions by single steps of 0: each other one
// has several steps, so that forms are the same where the code's are. No two of them go on.
SymWalk padded(SymWalk walk);
Step padded(Step step);
template <class Plant>
SymBool is_reduced(const SymWalk& form) {
  const ExactArithmetic exact;
  SymBool reduced = true;
  for (size_t k = 0; k < 4; ++k) {
    const auto& [extent, stride] = form[k];
    reduced = all_of(reduced, 1 <= extent, extent <= most_steps, 0 <= stride, stride <= any_u32,
                     any_of(extent > 1, stride == 0));
    if (k == 0) continue;
    reduced =
        all_of(reduced, any_of(extent == 1, form[k - 1].extent > 1),
               any_of(extent == 1, !spec::bm_atomic::go_on<Sym, Plant>(form[k - 1], form[k])));
  }
  return reduced;
}
// What sharing.bm.walks.joined says of a walk, its form and a step of it, `at` that one of the form: it
// has as many, and that one has the same number and leads to the same place.
SymBool has_form(const SymWalk& dimensions, const SymWalk& form, const Step& step, const Step& at);
Fact cite_joined(Proof& proof, const SymWalk& dimensions, const SymWalk& form, const Step& step,
                 const Step& at);

// Both steps exist and have one number, and lead to two places.
SymBool have_parted(const SymWalk& a, const SymWalk& b, const Step& i, const Step& j);
// Any form, filled up to four dimensions.
SymWalk any_form(Proof& proof, const std::string& mark);
SymBool same_form(const SymWalk& a, const SymWalk& b);
// What sharing.bm.walks.compared says of two forms of as many steps: where they differ, i of a and j of b
// have parted.
Fact cite_compared(Proof& proof, const SymWalk& a, const SymWalk& b, const Step& i, const Step& j);
// What sharing.bm.walks.same says of two walks: whether the code takes them for the same.
Fact cite_same(Proof& proof, const WalkPair& walks, const SymBool& counts_as_same);

// Of a control: rows onto rows of another length.
std::string rows_as_others(const Model& v);

}  // namespace strideproof::solver

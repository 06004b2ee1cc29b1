#pragma once
// What theorems about plans say, for others to cite. Each is written once, of values that are unknowns
// where the theorem is proved and values at hand where it is cited.

#include <map>
#include <string>

#include "proofs/theorems/plan_nests.h"
#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {

// The values that a theorem is about, by name, each within bounds: declared by its proof, or looked up
// where it is cited, its bounds then among the premises.
class Values {
 public:
  explicit Values(Proof& proof) : proof_(&proof) {}
  explicit Values(std::map<std::string, Sym> at_hand) : at_hand_(std::move(at_hand)) {}

  Sym any(const std::string& name, int64_t low, int64_t high);
  // step_of: its bounds depend on whether the extent is 1, a path each where it is declared.
  Sym step(const std::string& name, const Sym& extent, int64_t longest = longest_step);
  void require(const SymBool& premise);
  // All that is required and, where it is cited, the bounds.
  const SymBool& premises() const { return premises_; }

 private:
  Proof* proof_ = nullptr;  // where it is declared
  std::map<std::string, Sym> at_hand_;
  SymBool premises_ = true;
};

// ---- plan.operands.steps ----

// Strides as the theorem has them: given ones are of 32 bits, of bm-atomic without a sign; those of default
// layouts are not above 2^50, 2^33, 2^16.
Dim4<Sym> given_strides(Values& values);
// The tensor starts in memory, in lanes in one of them, and ends there; those of its strides that count are
// not negative.
void legal_operand(Values& values, const MachineShape<Sym>& m, const spec::Tensor<Sym>& tensor);
// What it grants of the walk along it: what nests take for granted.
struct Granted {
  SymBool channels, width;
  SymBool rows, batches;  // where there are several
};
Granted granted(const MachineShape<Sym>& m, const spec::Tensor<Sym>& tensor,
                const ColumnStrides<Sym>& walk, const Sym& lanes);
Fact cite_steps(Proof& proof, const MachineShape<Sym>& m, const spec::Tensor<Sym>& tensor,
                const Sym& lanes);

// ---- plan.groups ----

// The last edge up to column s, where groups end, and where the group of s starts: `most` columns behind each
// other from there on.
Sym edge_before(const optimized::Plan<Sym>& plan, const Sym& s);
Sym group_start(const optimized::Plan<Sym>& plan, const Sym& s, const Sym& most);
// Walks and columns as the theorem has them.
optimized::Plan<Sym> banded_plan(Values& values);
// Of column s and the start b of its group.
SymBool in_its_group(const optimized::Plan<Sym>& plan, const Sym& b, const Sym& s, const Sym& most);
// That s is a column of the group that starts at b, where group_start says so.
Fact cite_group_of(Proof& proof, const optimized::Plan<Sym>& plan, const Sym& b, const Sym& s,
                   const Sym& most);
// That group b, one of those that start where group_start says, is that of its column s.
Fact cite_column_of_group(Proof& proof, const optimized::Plan<Sym>& plan, const Sym& b,
                          const Sym& s, const Sym& most);

// ---- plan.nest, plan.fill ----

// A column of channels, and the loops that a copy or a fill makes its nest of.
struct AnyColumn {
  int64_t element_bytes;
  Dim4<Sym> shape;
  Sym channels;
  std::vector<ColumnStrides<Sym>> walks;  // of dst and src, or of dst
  Loops loops;
};
AnyColumn copy_column(Values& values, int64_t element_bytes);
// The steps of a legal fill may be 0. There may be no channel, and one more than there is where all columns
// are equally high; but not where the only channel has a negative step, which makes a nest that no column
// has. The step of an extent of 1 is never looked at.
AnyColumn fill_column(Values& values, int64_t element_bytes);

// Whether the nest of the column comes to these places, by operand, counted from where the column starts:
// whether it has steps that lead there. Of this nothing is known but what the theorems say.
SymBool nest_comes_to(const AnyColumn& column, const std::vector<Sym>& places);
// That it comes to where the loops come; that where it comes to the loops come at `at`. `legal` are the premises
// of the column.
Fact cite_nest_reached(Proof& proof, const AnyColumn& column, const SymBool& legal,
                       const Indices& at);
Fact cite_nest_has_nothing_else(Proof& proof, const AnyColumn& column, const SymBool& legal,
                                const std::vector<Sym>& places, const Indices& at);

}  // namespace strideproof::solver::plans

#pragma once
// Statements of theorems about plans, for others to cite. Each is written once, over values that
// are unknowns in the proof and given values in a citation.

#include <map>
#include <string>

#include "proofs/theorems/plan_nests.h"
#include "proofs/theorems/plan_unknowns.h"

namespace strideproof::solver::plans {

// The values of a theorem, by name, each within bounds: declared by its proof, or looked up in a
// citation, whose premises then include the bounds.
class Values {
 public:
  explicit Values(Proof& proof) : proof_(&proof) {}
  explicit Values(std::map<std::string, Sym> at_hand) : at_hand_(std::move(at_hand)) {}

  Sym any(const std::string& name, int64_t low, int64_t high);
  // step_of: its bounds depend on whether the extent is 1, a path each where it is declared.
  Sym step(const std::string& name, const Sym& extent, int64_t longest = longest_step);
  void require(const SymBool& premise);
  // All premises, and in a citation the bounds.
  const SymBool& premises() const { return premises_; }

 private:
  Proof* proof_ = nullptr;  // where it is declared
  std::map<std::string, Sym> at_hand_;
  SymBool premises_ = true;
};

// ---- plan.operands.steps ----

// The strides of the theorem: given ones have 32 bits, those of bm-atomic unsigned; those of
// default layouts are at most 2^50, 2^33, 2^16.
Dim4<Sym> given_strides(Values& values);
// The tensor starts in memory (in a lane, if local) and ends there; its used strides are not
// negative.
void legal_operand(Values& values, const MachineShape<Sym>& m, const spec::Tensor<Sym>& tensor);
// Its conclusion about the strides of the plan, which nests assume.
struct Granted {
  SymBool channels, width;
  SymBool rows, batches;  // if there are several
};
Granted granted(const MachineShape<Sym>& m, const spec::Tensor<Sym>& tensor,
                const ColumnStrides<Sym>& walk, const Sym& lanes);
Fact cite_steps(Proof& proof, const MachineShape<Sym>& m, const spec::Tensor<Sym>& tensor,
                const Sym& lanes);

// ---- plan.groups ----

// The last edge up to column s, at which groups end, and the start of the group of s: a multiple of
// `most` columns after the edge.
Sym edge_before(const optimized::Plan<Sym>& plan, const Sym& s);
Sym group_start(const optimized::Plan<Sym>& plan, const Sym& s, const Sym& most);
// The strides and columns of the theorem.
optimized::Plan<Sym> banded_plan(Values& values);
// About column s and the start b of its group.
SymBool in_its_group(const optimized::Plan<Sym>& plan, const Sym& b, const Sym& s, const Sym& most);
// If group_start says so, s is a column of the group that starts at b.
Fact cite_group_of(Proof& proof, const optimized::Plan<Sym>& plan, const Sym& b, const Sym& s,
                   const Sym& most);
// A group b at a start given by group_start is the group of its column s.
Fact cite_column_of_group(Proof& proof, const optimized::Plan<Sym>& plan, const Sym& b,
                          const Sym& s, const Sym& most);

// ---- plan.nest, plan.fill ----

// A column of channels, and the loops from which a copy or a fill makes its nest.
struct AnyColumn {
  int64_t element_bytes;
  Dim4<Sym> shape;
  Sym channels;
  std::vector<ColumnStrides<Sym>> walks;  // for dst and src, or for dst
  Loops loops;
};
AnyColumn copy_column(Values& values, int64_t element_bytes);
// The steps of a legal fill may be 0. There may be no channel, or one more than exists if all
// columns have equally many; but not if the only channel has a negative step, as no column has that
// nest. The step of an extent of 1 is unused.
AnyColumn fill_column(Values& values, int64_t element_bytes);

// An uninterpreted predicate: the nest of the column visits these places, by operand, counted from
// the start of the column. Only theorems give facts about it.
SymBool nest_comes_to(const AnyColumn& column, const std::vector<Sym>& places);
// The nest visits the places of the loops; the loops visit each place of the nest, at `at`. `legal`
// are the premises of the column.
Fact cite_nest_reached(Proof& proof, const AnyColumn& column, const SymBool& legal,
                       const Indices& at);
Fact cite_nest_has_nothing_else(Proof& proof, const AnyColumn& column, const SymBool& legal,
                                const std::vector<Sym>& places, const Indices& at);

}  // namespace strideproof::solver::plans

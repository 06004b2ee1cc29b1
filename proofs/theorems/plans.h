#pragma once
// Theorems about the address plans of the optimized implementation. They receive the code with or
// without a fault.

#include "mutants/asc.h"
#include "mutants/bm_atomic.h"
#include "mutants/okk_bdc.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"

namespace strideproof::solver {

// The code that ships, or a mutant of it.
struct PlanCode : Mutant {
  PlanCode(const Mutant& mutant) : Mutant(mutant) {}  // NOLINT: of a claim

#define STRIDEPROOF_PLAN_FUNCTION(name)                                                       \
  auto name(const auto&... given) const {                                                     \
    return fault == Fault::none ? optimized::name(given...) : mutants::name(fault, given...); \
  }
  STRIDEPROOF_PLAN_FUNCTION(cwtrans_plan)
  STRIDEPROOF_PLAN_FUNCTION(layout_of)
  STRIDEPROOF_PLAN_FUNCTION(parts_of)
  STRIDEPROOF_PLAN_FUNCTION(place_after)
  STRIDEPROOF_PLAN_FUNCTION(plan_of)
  STRIDEPROOF_PLAN_FUNCTION(runs_of)
  STRIDEPROOF_PLAN_FUNCTION(swap_plan)
  STRIDEPROOF_PLAN_FUNCTION(transposed_channel)
#undef STRIDEPROOF_PLAN_FUNCTION

  Sym source_element(const auto&... given) const {
    return fault == Fault::none ? spec::asc::source_element(given...)
                                : mutants::source_element(fault, given...);
  }
  // The plan whose columns are grouped.
  auto grouped(const auto& plan) const { return mutants::grouped(fault, plan); }
  template <size_t operands>
  optimized::Nest<Sym, operands> nest_of(const optimized::Loops<Sym, operands>& loops) const {
    return fault == Fault::none ? optimized::nest_of(loops) : mutants::nest_of(fault, 1, loops);
  }
  auto is_kept(const auto& tags, const auto& mask) const {
    return fault == Fault::none ? optimized::baseline::is_kept(tags, mask)
                                : mutants::is_kept(fault, tags, mask);
  }
  template <okk_bdc::Function function, class Tags, class V>
  V applied(const Tags& tags, const V& a, const V& b) const {
    return fault == Fault::none ? optimized::baseline::applied<function>(tags, a, b)
                                : mutants::applied<function>(fault, tags, a, b);
  }
};

// ---- unknowns ----

// A matrix in lanes, and it or its transpose in system memory.
struct AnyMatrix {
  MachineShape<Sym> m;
  Tensor<Sym> local, system;
};
AnyMatrix any_matrix(Proof& proof, bool transposed);

// Concludes that an element is at this address: lane*S + byte, or the system address.
void conclude_place(Proof& proof, const MachineShape<Sym>& m, const Sym& visited,
                    const Tensor<Sym>& t, const Dim4<Sym>& at, const Facts& facts = {});

// Kinds of plan.elements.
void cwtrans(Proof& proof, const PlanCode& code);
void transposed_matrix(Proof& proof, const PlanCode& code);
void exchanged_images(Proof& proof, const PlanCode& code);

// ---- bounds of the steps of loops ----

// Bounds of the steps of legal operands in bytes, which plan.steps proves and the theorems about
// loops assume. Steps from row to row and from batch to batch are in [0, first bound]. In either
// direction steps from lane to lane are at most the second bound; steps of an extent of 1, and from
// channel to channel of a column, the third.
inline constexpr int64_t longest_step = 4 * memory_end, longest_lane = block_bytes * memory_end,
                         widest_step = most_lanes * longest_lane;
// All steps of a loop together, of either sign.
inline constexpr int64_t far = int64_t{1} << 60;

}  // namespace strideproof::solver

#pragma once
// Controls of theorems about plans: the optimized implementation with the same fault planted runs
// the case beside the reference, and must be found out.

#include "model/implementation.h"
#include "model/optimized/faults.h"
#include "proofs/theorems/counterexample.h"

namespace strideproof::solver::plans {

using optimized::Fault;
using optimized::LoopFault;
using optimized::Original;

// A fault as a template argument.
template <Fault planted>
struct With : optimized::OriginalLoop {
  using optimized::OriginalLoop::has;
  static constexpr bool has(Fault fault) { return fault == planted; }
};

template <LoopFault planted>
struct WithLoop : Original {
  using Original::has;
  static constexpr bool has(LoopFault fault) { return fault == planted; }
};

// The plan of Mutation with its loops as they are, neither left out nor joined: they show with what the
// nests are made. What becomes of them in the plan that runs is for the theorems about nests.
template <class Mutation>
struct Kept : Mutation {
  using Mutation::has;
  static constexpr bool has(LoopFault fault) {
    return fault == LoopFault::loops_kept || Mutation::has(fault);
  }
};

// Profile toy and one-byte elements, beside other limits.
Proof::Limits toy(Proof::Limits more);

// `claim` with the fault; `line` makes a case of profile toy.
Control control(Fault fault, std::function<void(Proof&)> claim, const Proof::Limits& limits,
                std::function<std::string(const Model&)> line);

std::string description(LoopFault fault);
// The same for a fault that no planted implementation has: `run` is one with it.
Control control(const std::string& planted, Result (*run)(Machine&, const Case&),
                std::function<void(Proof&)> claim, const Proof::Limits& limits,
                std::function<std::string(const Model&)> line);

// The operations of okk-gdma of these kinds.
std::vector<std::string> operations_of(bool (*kinds)(okk_gdma::Kind));
bool touches_local(okk_gdma::Kind kind);
bool touches_system(okk_gdma::Kind kind);

std::vector<Theorem> walks();
std::vector<Theorem> columns();
std::vector<Theorem> groups();
std::vector<Theorem> nests();
std::vector<Control> nest_controls();
std::vector<Theorem> fills();
std::vector<Theorem> operands();
std::vector<Control> operand_controls();
std::vector<Theorem> matrices();
std::vector<Theorem> roles();
std::vector<Control> roles_controls();
std::vector<Theorem> whole();
std::vector<Control> whole_controls();
std::vector<Theorem> blocks();
std::vector<Theorem> tiles();
std::vector<Theorem> words_walked();  // of okk-bdc, as what follows
std::vector<Control> words_walked_controls();
std::vector<Theorem> words_nested();

}  // namespace strideproof::solver::plans

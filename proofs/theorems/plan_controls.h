#pragma once
// Controls of theorems about plans: the optimized implementation with the same planted fault runs
// the case, and must differ from the reference.

#include "model/implementation.h"
#include "model/optimized/faults.h"
#include "mutants/plans.h"
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

// Code that theorems about plans receive: what ships, and the same with a fault.
struct Shipped {
  template <class... T>
  static auto plan_of(const T&... given) {
    return optimized::plan_of(given...);
  }
};
template <Fault planted>
struct Planted {
  template <class... T>
  static auto plan_of(const T&... given) {
    return mutants::plan_of(planted, given...);
  }
};

// The plan of Mutation with all its loops, neither dropped nor coalesced: they show the input of
// the nests. The theorems about nests cover the dropping and coalescing.
template <class Mutation>
struct Kept : Mutation {
  using Mutation::has;
  static constexpr bool has(LoopFault fault) {
    return fault == LoopFault::loops_kept || Mutation::has(fault);
  }
};

// Profile toy and one-byte elements, in addition to other limits.
Proof::Limits toy(Proof::Limits more);

// `claim` with the fault; `line` makes a case of profile toy.
Control control(Fault fault, std::function<void(Proof&)> claim, const Proof::Limits& limits,
                std::function<std::string(const Model&)> line);

std::string description(LoopFault fault);
// The same for a fault outside the library of mutants: `run` is an implementation with it.
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
std::vector<Theorem> fills();
std::vector<Theorem> operands();
std::vector<Theorem> matrices();
std::vector<Theorem> roles();
std::vector<Theorem> words_walked();  // okk-bdc, like the following

}  // namespace strideproof::solver::plans

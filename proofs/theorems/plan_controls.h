#pragma once
// Controls of theorems about plans: the optimized implementation with the same planted fault runs
// the case, and must differ from the reference.

#include "model/implementation.h"
#include "mutants/plans.h"
#include "proofs/theorems/counterexample.h"

namespace strideproof::solver::plans {

using mutants::Fault;

#define STRIDEPROOF_PLAN_FUNCTIONS(each)                                                       \
  each(copy_plan) each(first_group) each(group_from) each(is_kept) each(next) each(next_group) \
      each(operand_of) each(parts_of) each(path_of) each(place_after) each(plan_of)            \
          each(swap_plan) each(walk_of) each(word_operand_of) each(word_plan) each(word_walk_of)

// The code that theorems about plans receive: what ships.
struct Shipped {
#define STRIDEPROOF_SHIPPED(name)       \
  template <class... T>                 \
  static auto name(const T&... given) { \
    return optimized::name(given...);   \
  }
  STRIDEPROOF_PLAN_FUNCTIONS(STRIDEPROOF_SHIPPED)
#undef STRIDEPROOF_SHIPPED
  template <okk_bdc::Function function, class Words, class V>
  static V applied(const Words& words, const V& a, const V& b) {
    return optimized::baseline::applied<function>(words, a, b);
  }
  template <class Run>
  static void in_direction(int count, Run run) {
    optimized::baseline::in_direction(count, run);
  }
};

// The same with a planted fault.
template <Fault fault>
struct Mutated {
#define STRIDEPROOF_PLANTED(name)          \
  template <class... T>                    \
  static auto name(const T&... given) {    \
    return mutants::name(fault, given...); \
  }
  STRIDEPROOF_PLAN_FUNCTIONS(STRIDEPROOF_PLANTED)
#undef STRIDEPROOF_PLANTED
  template <okk_bdc::Function function, class Words, class V>
  static V applied(const Words& words, const V& a, const V& b) {
    return mutants::applied<function>(fault, words, a, b);
  }
  template <class Run>
  static void in_direction(int count, Run run) {
    mutants::in_direction(fault, count, run);
  }
};

#undef STRIDEPROOF_PLAN_FUNCTIONS

// Profile toy and one-byte elements, in addition to other limits.
Proof::Limits toy(Proof::Limits more);

// `claim` with the fault; `line` makes a case of profile toy.
Control control(Fault fault, std::function<void(Proof&)> claim, const Proof::Limits& limits,
                std::function<std::string(const Model&)> line);

// The same for code outside the library of mutants: `run` is an implementation with it.
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

#include "proofs/engine/context.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "proofs/engine/sym.h"
#include "spec/stop.h"

namespace strideproof::solver {
namespace {

thread_local Context* current_context = nullptr;
thread_local std::optional<OnStop> interrupt_current;  // the queries of current_context

// Work, not time, limits a question about the feasibility of a path, so that the explored paths do
// not depend on the machine. A path whose question exceeds the limit counts as feasible.
constexpr unsigned pruning_effort = 2'000'000;

}  // namespace

Context::Context(const SolverOptions& options)
    : pruner_(z3_, z3::solver::simple()), options_(options) {
  if (current_context != nullptr)
    throw std::logic_error("this thread already has a Context: destroy it first");
  z3::params params(z3_);
  params.set("rlimit", pruning_effort);
  pruner_.set(params);
  current_context = this;
  interrupt_current.emplace([this] { z3_.interrupt(); });
}

Context::~Context() {
  interrupt_current.reset();
  current_context = nullptr;
}

Context& Context::current() {
  if (current_context == nullptr) throw std::logic_error("symbolic arithmetic needs a Context");
  return *current_context;
}

Sym Context::variable(const std::string& name, int64_t low, int64_t high) {
  Sym variable = Sym::of(unknown(z3_.int_const(name.c_str())), Interval{low, high});
  assume(Sym(low) <= variable);
  assume(variable <= Sym(high));
  return variable;
}

z3::expr Context::unknown(const z3::expr& constant) {
  const auto same = [&](const z3::expr& other) { return z3::eq(other, constant); };
  if (std::any_of(scope_.variables.begin(), scope_.variables.end(), same))
    throw std::logic_error("the unknown " + constant.decl().name().str() + " is declared twice");
  scope_.variables.push_back(constant);
  return constant;
}

void Context::assume(const SymBool& premise) { assume(premise.term()); }

void Context::assume(const z3::expr& premise) {
  scope_.assumptions.push_back(premise);
  pruner_.add(premise);
}

std::optional<Interval> Context::learned(const z3::expr& term) const {
  for (const auto& [known, bounds] : scope_.learned)
    if (z3::eq(known, term)) return bounds;
  return {};
}

void Context::require(Obligation obligation) {
  if (known_obligations_.insert(ids(obligation.assumptions, obligation.goal)).second)
    obligations_.push_back(std::move(obligation));
}

bool Context::feasible(const z3::expr& condition) {
  pruner_.push();
  pruner_.add(condition);
  const z3::check_result answer = pruner_.check();
  pruner_.pop();
  throw_if_stopped();
  return answer != z3::unsat;
}

void Context::push() {
  scopes_.push_back(scope_);
  pruner_.push();
}

void Context::pop() {
  scope_ = std::move(scopes_.back());
  scopes_.pop_back();
  pruner_.pop();
}

std::vector<unsigned> ids(const std::vector<z3::expr>& assumptions, const z3::expr& goal) {
  std::vector<unsigned> result;
  result.reserve(assumptions.size() + 1);
  for (const z3::expr& term : assumptions) result.push_back(term.id());
  result.push_back(goal.id());
  return result;
}

}  // namespace strideproof::solver

#include "proofs/engine/context.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "proofs/engine/sym.h"
#include "spec/heap.h"
#include "spec/stop.h"

namespace strideproof::solver {
namespace {

thread_local Context* current_context = nullptr;
thread_local std::optional<OnStop> interrupt_current;  // the questions of current_context

// Work, not time, limits a question about the feasibility of a path, so that the explored paths do
// not depend on the machine. A path whose question exceeds the limit counts as feasible.
constexpr unsigned pruning_effort = 2'000'000;

// The limit of a question about small values; about a second of work.
constexpr unsigned small_effort = 5'000'000;
// Bounds of the unknowns, in the order in which they are tried: the time to find a model varies by
// chance, so a second bound helps.
constexpr int small_values[] = {100, 10};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

Context::Context(const SolverOptions& options)
    : pruner_(z3_, z3::solver::simple()), options_(options) {
  if (current_context != nullptr)
    throw std::logic_error("this thread already has a Context: destroy it first");
  z3::params params(z3_);
  params.set("rlimit", pruning_effort);
  pruner_.set(params);
  keep_heap();
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

// ---- questions ----

std::vector<z3::expr> unknowns(std::vector<z3::expr> open) {
  std::vector<z3::expr> found;
  std::set<unsigned> seen;
  while (!open.empty()) {
    const z3::expr term = open.back();
    open.pop_back();
    if (!seen.insert(term.id()).second) continue;
    if (term.is_const() && (term.is_int() || term.is_bv()) &&
        term.decl().decl_kind() == Z3_OP_UNINTERPRETED)
      found.push_back(term);
    for (unsigned i = 0; i < term.num_args(); ++i) open.push_back(term.arg(i));
  }
  return found;
}

std::string_view name(ProofStatus status) {
  constexpr std::string_view names[] = {"proved", "refuted", "unknown", "vacuous"};
  return names[static_cast<int>(status)];
}

std::string_view name(GoalKind kind) {
  constexpr std::string_view names[] = {"premises", "lemma", "stage", "conclusion", "range"};
  return names[static_cast<int>(kind)];
}

int64_t Model::operator[](const std::string& unknown) const {
  const auto found = values_.find(unknown);
  if (found == values_.end()) throw std::out_of_range("no unknown " + unknown + " in the model");
  const std::string& text = found->second;
  int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size())
    throw std::out_of_range(unknown + " = " + text + " is not an int64_t");
  return value;
}

std::string Model::text() const {
  std::string result;
  for (const auto& [unknown, value] : values_)
    result += (result.empty() ? "" : " ") + unknown + "=" + value;
  return result;
}

Context::Answer Context::ask(const Terms& assertions, unsigned effort) {
  // The plain SMT core: the default solver prefers tactics that take 20 times as long on the
  // questions of strideproof, staged arithmetic with a few products.
  z3::solver solver(z3_, z3::solver::simple());
  z3::params params(z3_);
  params.set("rlimit", effort);
  params.set("random_seed", 0u);
  solver.set(params);
  for (const z3::expr& assertion : assertions) solver.add(assertion);

  Answer answer{solver.check(), {}, {}};
  if (options_.keep_smt2) answer.smt2 = "(set-logic ALL)\n" + solver.to_smt2();
  if (answer.result == z3::unknown) throw_if_stopped();
  if (answer.result != z3::sat) return answer;

  const z3::model model = solver.get_model();
  for (const z3::expr& assertion : assertions) {
    if (!model.eval(assertion, true).is_true()) {
      answer.result = z3::unknown;
      return answer;
    }
  }
  for (const z3::expr& unknown : unknowns(assertions))
    model.eval(unknown, true).is_numeral(answer.model.values_[unknown.decl().name().str()]);
  return answer;
}

ProofStatus Context::prove(GoalKind kind, const std::string& name, const Terms& premises,
                           const z3::expr& goal, const Terms& hints) {
  if (believes_) return ProofStatus::proved;
  const std::vector<unsigned> question = ids(premises, goal);
  const std::vector<unsigned> question_of_hints = ids(hints, goal);
  if (implied_.count(question) != 0 || implied_.count(question_of_hints) != 0)
    return ProofStatus::proved;

  const Clock::time_point start = Clock::now();
  Answer answer{z3::unknown, {}, {}};
  Terms assertions = {!goal};
  const auto ask_with = [&](const Terms& terms) {
    assertions.insert(assertions.end(), terms.begin(), terms.end());
    answer = ask(assertions, options_.effort);
  };
  if (!hints.empty()) ask_with(hints);
  const bool hints_suffice = answer.result == z3::unsat;
  if (!hints_suffice) ask_with(premises);

  const ProofStatus status = answer.result == z3::unsat ? ProofStatus::proved
                             : answer.result == z3::sat ? ProofStatus::refuted
                                                        : ProofStatus::unknown;
  goals_.push_back({kind, name, status, seconds_since(start), answer.model, answer.smt2});
  if (status == ProofStatus::proved) {
    // Another path may have other premises and the same hints.
    implied_.insert(hints_suffice ? question_of_hints : question);
    keep(hints_suffice ? hints : premises, goal);
  }
  return status;
}

ProofStatus Context::satisfiable(const std::string& name, const std::vector<Terms>& alternatives) {
  const z3::expr nothing = z3_.bool_val(true);
  for (const Terms& premises : alternatives)
    if (satisfied_.count(ids(premises, nothing)) != 0) return ProofStatus::proved;

  const Clock::time_point start = Clock::now();
  Answer answer{z3::unknown, {}, {}};
  bool decided = true;
  const auto holds = [&](const Terms& premises, int small) {
    Terms assertions = premises;
    if (small != 0)
      for (const z3::expr& unknown : unknowns(premises))
        if (unknown.is_int()) assertions.push_back(unknown >= -small && unknown <= small);
    answer =
        ask(assertions, small != 0 ? std::min(options_.effort, small_effort) : options_.effort);
    decided = decided && (small != 0 || answer.result != z3::unknown);
    if (answer.result != z3::sat) return false;
    satisfied_.insert(ids(premises, nothing));
    keep(premises, nothing);
    return true;
  };
  const auto any_holds = [&](int small) {
    return std::ranges::any_of(alternatives, [&](const Terms& p) { return holds(p, small); });
  };
  const bool possible = std::ranges::any_of(small_values, any_holds) || any_holds(0);
  const ProofStatus status = possible  ? ProofStatus::proved
                             : decided ? ProofStatus::vacuous
                                       : ProofStatus::unknown;
  goals_.push_back({GoalKind::premises, name, status, seconds_since(start), {}, answer.smt2});
  return status;
}

void Context::keep(const Terms& premises, const z3::expr& goal) {
  keep_.insert(keep_.end(), premises.begin(), premises.end());
  keep_.push_back(goal);
}

}  // namespace strideproof::solver

#include "proofs/engine/theorem.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "spec/stop.h"

namespace strideproof::solver {
namespace {

// A goal that ends a theorem, in one line.
std::string why(const ProofGoal& goal) {
  if (goal.kind == GoalKind::premises)
    return goal.name + (goal.status == ProofStatus::vacuous
                            ? ": no values satisfy them"
                            : ": nobody knows whether values satisfy them");
  return std::string(name(goal.kind)) + " \"" + goal.name + "\" is " +
         std::string(name(goal.status)) +
         (goal.counterexample.empty() ? "" : ": " + goal.counterexample.text());
}

std::string z3_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return "z3 " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

}  // namespace

void prove_statement(Context& context, const std::string& name, const Statement& statement,
                     const Instances& steps) {
  const z3::expr premises = statement.premises.term();
  if (context.satisfiable("premises of: " + name, {{premises}}) != ProofStatus::proved)
    throw Unproved();

  Terms terms = {premises};
  for (const Instance& step : steps) terms.push_back(step.term());
  if (context.prove(GoalKind::lemma, name, terms, statement.conclusion.term()) !=
      ProofStatus::proved)
    throw Unproved();
}

Proof::Limits::Limits(const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const size_t equals = word.find('='), dots = word.find("..");
    const int64_t low = std::stoll(word.substr(equals + 1));
    const int64_t high = dots == std::string::npos ? low : std::stoll(word.substr(dots + 2));
    emplace(word.substr(0, equals), Interval{low, high});
  }
}

Sym Proof::variable(const std::string& name, int64_t low, int64_t high) {
  const auto limit = limits_.find(name);
  if (limit == limits_.end()) {
    free_.insert(name);
    return context().variable(name, low, high);
  }
  const auto [least, most] = limit->second;
  if (purpose_ == Purpose::admit) {
    given(low <= least && least <= high);
    return least;
  }
  return context().variable(name, std::max(low, least), std::min(high, most));
}

Fact Proof::given(const SymBool& premise) {
  context().assume(premise);
  return Fact(premise, run_);
}

Proof::Named Proof::name(const std::string& name, const Sym& value) {
  if (purpose_ == Purpose::admit && value.literal()) return {value, Fact(true, run_)};
  const std::optional<Interval> range = value.bounds();
  // An unproved range would be a premise about the value.
  const Sym unknown = range ? context().variable(name, range->low, range->high)
                            : Sym::of(context().unknown(context().z3().int_const(name.c_str())));
  return {unknown, given(unknown == value)};
}

Fact Proof::learn(const std::string& stage, const Sym& x, const Interval& bounds,
                  const std::vector<Fact>& facts) {
  Fact fact = prove(stage, within(x, bounds), facts);
  if (purpose_ == Purpose::prove) context().learn(x.term(), bounds);
  return fact;
}

Fact Proof::prove(const std::string& stage, const SymBool& goal, const std::vector<Fact>& facts) {
  if (purpose_ != Purpose::prove) return Fact(true, run_);
  decide(GoalKind::stage, stage, goal, facts);
  return Fact(goal, run_);
}

Fact Proof::conclude(const std::string& claim, const SymBool& goal,
                     const std::vector<Fact>& facts) {
  if (purpose_ == Purpose::admit) return Fact(true, run_);
  decide(GoalKind::conclusion, claim, goal,
         purpose_ == Purpose::prove ? facts : std::vector<Fact>());
  concluded_ = true;
  return Fact(goal, run_);
}

Fact Proof::conclude_if(const std::string& claim, const SymBool& antecedent, const SymBool& goal,
                        const std::vector<Fact>& facts) {
  if (purpose_ == Purpose::prove) {
    Terms met = context().assumptions();
    met.push_back(antecedent.term());
    antecedents_[claim].push_back(std::move(met));
  }
  return conclude(claim, implies(antecedent, goal), facts);
}

const std::set<unsigned>& Proof::unknowns_of(const z3::expr& term) {
  const auto [known, is_new] = unknowns_.try_emplace(term.id(), term, std::set<unsigned>());
  auto& ids = known->second.second;
  if (is_new)
    for (const z3::expr& unknown : unknowns({term})) ids.insert(unknown.id());
  return ids;
}

void Proof::decide(GoalKind kind, const std::string& name, const SymBool& goal,
                   const std::vector<Fact>& facts) {
  Terms known = context().assumptions(), hints;
  known.insert(known.end(), context().proved().begin(), context().proved().end());
  if (purpose_ == Purpose::prove) {
    std::set<unsigned> mentioned = unknowns_of(goal.term());
    for (const Fact& fact : facts) {
      if (fact.run_ != 0 && fact.run_ != run_)
        throw std::logic_error("a fact of another path in the proof of: " + name);
      mentioned.insert(unknowns_of(fact.term()).begin(), unknowns_of(fact.term()).end());
      hints.push_back(fact.term());
    }
    for (const z3::expr& term : known) {
      const std::set<unsigned>& of_term = unknowns_of(term);
      if (std::includes(mentioned.begin(), mentioned.end(), of_term.begin(), of_term.end()))
        hints.push_back(term);
    }
  }
  if (context_.prove(kind, name, known, goal.term(), hints) != ProofStatus::proved)
    throw Unproved();
  if (purpose_ == Purpose::prove) context().know(goal.term());
}

void Proof::begin_path() {
  ++run_;
  concluded_ = false;
}

void Proof::end_path() {
  if (purpose_ == Purpose::refute) return;
  const std::string name = "premises of path " + std::to_string(run_);
  if (context_.satisfiable(name, {context().assumptions()}) != ProofStatus::proved)
    throw Unproved();
  if (!concluded_) throw std::logic_error("a proof ends without its conclusion");
}

void Proof::prove_antecedents() {
  for (const auto& [claim, alternatives] : antecedents_)
    if (context_.satisfiable("antecedent of: " + claim, alternatives) != ProofStatus::proved)
      throw Unproved();
}

void Proof::prove_obligations() {
  for (const Obligation& obligation : context().obligations())
    if (context_.prove(GoalKind::range, obligation.what, obligation.assumptions, obligation.goal) !=
        ProofStatus::proved)
      throw Unproved();
}

// One exploration of a theorem's function, in a Context of its own.
struct Run {
  Run(const std::function<void(Proof&)>& function, Proof::Purpose purpose,
      const Proof::Limits& limits, const SolverOptions& options)
      : context(options) {
    Proof proof(context, purpose, limits);
    const auto path = [&] {
      proof.begin_path();
      function(proof);
      proof.end_path();
      return ++paths;
    };
    try {
      explore(context, path);
      if (purpose == Proof::Purpose::prove) {
        proof.prove_antecedents();
        proof.prove_obligations();
      }
      status = ProofStatus::proved;
    } catch (const Unproved&) {
      status = context.goals().back().status;
      reason = why(context.goals().back());
    } catch (const TooManyPaths& problem) {
      reason = problem.what();
    } catch (const z3::exception& problem) {
      reason = problem.what();
    }
    if (status == ProofStatus::unknown)
      throw_if_stopped();  // Z3's reason for an interrupted question
  }

  Context context;
  ProofStatus status = ProofStatus::unknown;
  std::string reason;
  int paths = 0;
};

ControlReport run(const Control& control, const SolverOptions& options) {
  const Run run(control.claim, Proof::Purpose::refute, control.limits, options);
  ControlReport report{control.mutant, run.status, run.reason, {}, {}, false};
  if (run.status != ProofStatus::refuted) return report;
  const ProofGoal& goal = run.context.goals().back();
  report.counterexample = goal.counterexample;
  if (goal.kind != GoalKind::conclusion) {
    report.status = ProofStatus::unknown;
    return report;
  }
  report.reason.clear();
  try {
    report.case_line = control.case_line(report.counterexample);
  } catch (const std::out_of_range& problem) {  // the solver is free to choose any integer
    throw_if_stopped();
    report.status = ProofStatus::unknown;
    report.reason = problem.what();
    return report;
  }
  report.confirmed = control.confirm(report.case_line);
  return report;
}

ProofResult ControlReport::verdict() const {
  if (status == ProofStatus::unknown) return ProofResult::undecided;
  return failed() ? ProofResult::holds : ProofResult::fails;
}

ProofResult Report::verdict() const {
  const bool wrong = status == ProofStatus::refuted || status == ProofStatus::vacuous;
  const bool open = status == ProofStatus::unknown;
  const ProofResult of_proof = wrong  ? ProofResult::fails
                               : open ? ProofResult::undecided
                                      : ProofResult::holds;
  return std::max(of_proof, control.verdict());
}

Report run(const Theorem& theorem, const SolverOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  Report report;
  report.theorem = theorem.name;
  report.meaning = theorem.meaning;
  report.operations = theorem.operations;
  report.solvers = {z3_version()};
  {
    const Run proof(theorem.proof, Proof::Purpose::prove, {}, options);
    report.status = proof.status;
    report.reason = proof.reason;
    report.paths = proof.paths;
    report.goals = proof.context.goals();
  }
  try {
    for (const Control& control : theorem.controls) {
      const ControlReport one = run(control, options);
      if (report.mutants.empty() || one.verdict() > report.control.verdict()) report.control = one;
      report.mutants.push_back(control.mutant);
    }
  } catch (const Interrupted& interrupted) {
    if (report.status != ProofStatus::refuted && report.status != ProofStatus::vacuous) throw;
    report.control.reason = interrupted.what();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace strideproof::solver

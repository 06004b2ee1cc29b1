#pragma once
// A theorem: a function that declares unknowns, runs the lifted code, and leads in named stages to
// its conclusion. It is run once per path through its branches (paths.h), so all its code may fork.
// lemmas.h has the usual lemmas, tests/lemma_test.cpp a whole proof.
//
//   void halves(Proof& proof) {
//     const Sym x = proof.variable("x", 0, 65535);
//     proof.prove("x is two halves and a rest", x == x / 2 * 2 + x % 2, {division(x, 2)});
//     proof.conclude("the half is not above x", x / 2 <= x);
//   }
//   Theorem{"example.halves", "The half of a number is not above it.", {"op"}, halves, {control}}
//
// Every theorem has controls, at least one: functions with a planted fault and the same conclusion,
// which the solver must refute. A case made from the refuting values must fail when executed. The
// refuted goal must be the conclusion: an overflow in the planted code is not a refutation.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "proofs/engine/lemma.h"
#include "proofs/engine/paths.h"

namespace strideproof::solver {

class Proof {
 public:
  enum class Purpose { prove, refute, admit };
  // The limits of unknowns, by name; as text: "x=0..3 y=7".
  struct Limits : std::map<std::string, Interval> {
    using std::map<std::string, Interval>::map;
    Limits(const std::string& text);                         // NOLINT: a table of controls
    Limits(const char* text) : Limits(std::string(text)) {}  // NOLINT
  };

  Proof(Context& context, Purpose purpose, const Limits& limits)
      : context_(context), purpose_(purpose), limits_(limits) {}
  Proof(const Proof&) = delete;
  Proof& operator=(const Proof&) = delete;

  Context& context() const { return context_; }

  // Declares an unknown, both ends inclusive.
  Sym variable(const std::string& name, int64_t low, int64_t high);
  // Declares a premise. The premises of each path are checked to be possible together.
  Fact given(const SymBool& premise);

  // A new unknown equal to the value, with the same bounds or none, and the Fact of the equality.
  // The name hides products, quotients and remainders from stages that do not mention their
  // factors.
  struct Named {
    Sym value;
    Fact definition;
  };
  Named name(const std::string& name, const Sym& value);
  // Proves low <= x <= high; code that computes the same x from now on adds no goal for it. Use it
  // for code whose products stay in range for a reason that the bounds of the operands do not show.
  // Make `x` with ExactArithmetic if x would add that goal itself.
  Fact learn(const std::string& stage, const Sym& x, const Interval& bounds,
             const std::vector<Fact>& facts = {});

  // Proves a stage from the listed Facts, and from each premise, decision and earlier stage of the
  // path whose unknowns all occur in the goal or in a listed Fact. If these do not suffice, from
  // all that is known. An unproved stage ends the theorem.
  Fact prove(const std::string& stage, const SymBool& goal, const std::vector<Fact>& facts = {});
  // The same for a conclusion of the theorem; at least once on every path. A control asks only
  // conclusions, from the premises alone: a model is a counterexample to the theorem, not to a
  // stage.
  Fact conclude(const std::string& claim, const SymBool& goal, const std::vector<Fact>& facts = {});
  // Concludes that the antecedent implies the goal, and checks that the antecedent is possible on
  // some path; implies() within a goal does not check that.
  Fact conclude_if(const std::string& claim, const SymBool& antecedent, const SymBool& goal,
                   const std::vector<Fact>& facts = {});

 private:
  friend struct Run;
  friend struct Admission;  // of proofs/tests
  void begin_path();
  void end_path();  // its premises are satisfiable
  void prove_antecedents();
  void prove_obligations();
  const std::set<unsigned>& unknowns_of(const z3::expr& term);
  void decide(GoalKind kind, const std::string& name, const SymBool& goal,
              const std::vector<Fact>& facts);

  Context& context_;
  Purpose purpose_;
  Limits limits_;  // of a control
  int run_ = 0;    // counts paths; Facts of one are worth nothing on another
  bool concluded_ = false;
  // The antecedent of each conclusion that has one, on each path.
  std::map<std::string, std::vector<Terms>> antecedents_;
  // The ids of the unknowns of a term, by its id.
  std::map<unsigned, std::pair<z3::expr, std::set<unsigned>>> unknowns_;
  std::set<std::string> free_;  // unknowns without a value
};

struct Control {
  std::string mutant;                 // the fault, in a few words
  std::function<void(Proof&)> claim;  // the theorem's function, with it
  Proof::Limits limits;               // small sizes, so that the case is cheap to find and to run
  std::function<std::string(const Model&)> case_line;
  std::function<bool(const std::string& line)> confirm;  // runs the case; true if the fault shows
};

struct Theorem {
  std::string name;     // "overlap.alias"
  std::string meaning;  // one sentence
  std::vector<std::string> operations;
  std::function<void(Proof&)> proof;
  std::vector<Control> controls;  // of the formulas that it covers
};

// The worst last. fails: the theorem or a control is wrong. An unknown answer is no finding.
enum class ProofResult : uint8_t { holds, undecided, fails };

struct ControlReport {
  std::string mutant;
  ProofStatus status = ProofStatus::unknown;  // must be refuted
  std::string reason;                         // where unknown, in one line
  Model counterexample;
  std::string case_line;
  bool confirmed = false;

  bool failed() const { return status == ProofStatus::refuted && confirmed; }
  ProofResult verdict() const;  // holds: failed()
};

struct Report {
  std::string theorem, meaning;
  std::vector<std::string> operations;
  ProofStatus status = ProofStatus::unknown;
  std::string reason;  // if not proved, in one line
  double seconds = 0;  // proof and control
  int paths = 0;
  std::vector<std::string> solvers;  // "z3 4.8.12"
  std::vector<ProofGoal> goals;      // in the order in which they were decided
  std::vector<std::string> mutants;  // the faults of all controls
  // The worst: one that was not refuted, else one that is undecided, else one that was refuted.
  ControlReport control;

  ProofResult verdict() const;
  // Proved, and each control was refuted and confirmed.
  bool holds() const { return verdict() == ProofResult::holds; }
};

// Makes its own Contexts, so none may be current. Never throws because of an answer of the solver.
Report run(const Theorem& theorem, const SolverOptions& options = {});
ControlReport run(const Control& control, const SolverOptions& options = {});

}  // namespace strideproof::solver

#pragma once
// Facts and lemmas. A lemma is a fact about all integers, proved once and used by instances.
//
// A Fact is true under the current assumptions. It is a declared premise, a proved stage (both made
// by Proof, theorem.h) or an instance of a Lemma; no other code can construct one. An instance
// exists only after the proof of its lemma. Proofs consist of Facts alone.
//
//   const Lemma<3> monotone = {
//       "products are monotone", {"a", "b", "k"},
//       [](Sym a, Sym b, Sym k) { return given(a <= b, k >= 0).follows(a * k <= b * k); }};
//   Instance fact = monotone(x, y + 1, width);

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "proofs/engine/sym.h"

namespace strideproof::solver {

// A sentence of mathematics: the premises imply the conclusion.
struct Statement {
  SymBool premises, conclusion;
};
struct LemmaPremises {
  SymBool premises;
  template <class... More>
  Statement follows(SymBool conclusion, const More&... more) const {
    ((conclusion = all_of(conclusion, more)), ...);
    return {premises, conclusion};
  }
};
template <class... More>
LemmaPremises given(SymBool premise, const More&... more) {
  ((premise = all_of(premise, more)), ...);
  return {premise};
}

class Fact {
 public:
  z3::expr term() const { return claim_.term(); }

 private:
  friend class Proof;
  friend class Instance;
  Fact(const SymBool& claim, int run) : claim_(claim), run_(run) {}
  SymBool claim_;
  int run_;  // the Proof under whose assumptions the fact is true; 0: under all
};

// A Fact that needs no assumption.
class Instance : public Fact {
  template <std::size_t, class>
  friend struct Lemma;
  explicit Instance(const Statement& statement)
      : Fact(implies(statement.premises, statement.conclusion), 0) {}
};
using Instances = std::vector<Instance>;

// The last goal of the Context is not proved.
struct Unproved {};

// Proves that the premises are satisfiable and imply the conclusion, given the instances. Throws
// Unproved.
void prove_statement(Context& context, const std::string& name, const Statement& statement,
                     const Instances& steps);

template <std::size_t arity, class = std::make_index_sequence<arity>>
struct Lemma;

template <std::size_t arity, std::size_t... place>
struct Lemma<arity, std::index_sequence<place...>> {
  template <std::size_t>
  using Argument = Sym;

  const char* name;
  std::array<const char*, arity> unknowns;
  // A plain function without state, so its statement at an instance is the one that was proved. It
  // uses mathematical integers; / and % are Z3's if the divisor is not positive.
  Statement (*says)(Argument<place>...);
  // The instances of other lemmas from which the statement follows.
  Instances (*steps)(const Argument<place>&...) = no_steps;

  // Proves the lemma, unless the current Context has done so. Throws Unproved.
  Instance operator()(const Argument<place>&... x) const {
    const ExactArithmetic exact;
    prove(Context::current());
    return Instance(says(x...));
  }

 private:
  static Instances no_steps(const Argument<place>&...) { return {}; }

  void prove(Context& context) const {
    const auto key = reinterpret_cast<Context::LemmaKey>(says);
    if (context.lemmas().contains(key)) return;
    const std::array<Sym, arity> x = {Sym::of(context.z3().int_const(unknowns[place]))...};
    prove_statement(context, name, says(x[place]...), steps(x[place]...));
    context.lemmas().insert(key);
  }
};

}  // namespace strideproof::solver

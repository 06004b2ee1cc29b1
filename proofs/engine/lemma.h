#pragma once
// Facts and lemmas. A lemma is a fact about all integers, proved once and used by instances.
//
// A Fact is true under the current assumptions. Code cannot construct a Fact directly: a Fact is a
// declared premise, a proved stage (both made by Proof, theorem.h) or an instance of a Lemma; and a
// Lemma exists only after its proof. Proofs consist of Facts alone.
//
//   Lemma<3> l = Lemma<3>::prove(prover, "products are monotone", {"a", "b", "k"},
//       [](Sym a, Sym b, Sym k) { return given(a <= b, k >= 0).follows(a * k <= b * k); });
//   Instance fact = l(x, y + 1, width);

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "proofs/engine/prover.h"
#include "proofs/engine/sym.h"

namespace strideproof::solver {

// A sentence of mathematics: the premises imply the conclusion.
struct Statement {
  SymBool premises, conclusion;
};
struct LemmaPremises {
  SymBool premises;
  Statement follows(const SymBool& conclusion) const { return {premises, conclusion}; }
  template <class... More>
  Statement follows(const SymBool& a, const SymBool& b, const More&... more) const {
    return follows(all_of(a, b), SymBool(more)...);
  }
};
inline LemmaPremises given(const SymBool& premise) { return {premise}; }
template <class... More>
LemmaPremises given(const SymBool& a, const SymBool& b, const More&... more) {
  return given(all_of(a, b), SymBool(more)...);
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
  friend class Lemma;
  explicit Instance(const Statement& statement)
      : Fact(implies(statement.premises, statement.conclusion), 0) {}
};
using Instances = std::vector<Instance>;

// The last goal of the prover is not proved.
struct Unproved {};

// Proves that the premises are satisfiable and imply the conclusion, given the instances. Throws
// Unproved.
void prove_statement(Prover& prover, const std::string& name, const Statement& statement,
                     const Instances& steps);

template <std::size_t arity, class = std::make_index_sequence<arity>>
class Lemma;

template <std::size_t arity, std::size_t... place>
class Lemma<arity, std::index_sequence<place...>> {
  template <std::size_t>
  using Argument = Sym;

 public:
  // A plain function without state, so its statement at an instance is the one that was proved. It
  // uses mathematical integers; / and % are Z3's if the divisor is not positive.
  using Says = Statement (*)(Argument<place>...);
  using Names = std::array<const char*, arity>;

  // Throws Unproved. `steps(unknowns...)` gives the instances of other lemmas from which the
  // statement follows.
  template <class Steps>
  static Lemma prove(Prover& prover, const std::string& name, const Names& unknowns, Says says,
                     Steps steps) {
    const ExactArithmetic exact;
    const std::array<Sym, arity> x = {Sym::of(prover.context().z3().int_const(unknowns[place]))...};
    prove_statement(prover, name, says(x[place]...), steps(x[place]...));
    return Lemma(says);
  }
  static Lemma prove(Prover& prover, const std::string& name, const Names& unknowns, Says says) {
    return prove(prover, name, unknowns, says,
                 [](const Argument<place>&...) { return Instances(); });
  }

  Instance operator()(const Argument<place>&... x) const {
    const ExactArithmetic exact;
    return Instance(says_(x...));
  }

 private:
  explicit Lemma(Says says) : says_(says) {}
  Says says_;
};

}  // namespace strideproof::solver

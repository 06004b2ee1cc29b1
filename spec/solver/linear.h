#pragma once
// Formulas without products of unknowns: what Z3 decides in milliseconds. Products are multiplied
// out until each is one of unknowns (and of quotients and remainders), a monomial; then an unknown
// of its own stands for each. What is known of products is stated of these one by one, as
// far as it is needed: that x*y >= y where x >= 1 and y >= 0, and where a model has a wrong value
// for a product, what separates it from the right one. So every statement is true of products:
// what the linear formulas exclude, no values of the unknowns satisfy.

#include <z3++.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace strideproof::solver {

class Linear {
 public:
  explicit Linear(z3::context& z3) : z3_(z3) {}

  // The term, an integer or a truth, with unknowns for its monomials.
  z3::expr of(const z3::expr& term);
  // What always holds of the monomials in such a term, as far as it was not among those `known`.
  std::vector<z3::expr> basics(const z3::expr& linear, std::set<size_t>& known);
  // What the model gets wrong about monomials among those known: statements that exclude it. Empty:
  // every product is right.
  std::vector<z3::expr> corrections(const z3::model& model, const std::set<size_t>& known);
  // Values that the model gives to factors, so many that with these fixed, and corrected, every
  // product that it got wrong is linear.
  std::vector<z3::expr> pins(const z3::model& model, const std::set<size_t>& known);

 private:
  // What an unknown stands for: a monomial, or a quotient.
  struct Named {
    z3::expr value;
    std::vector<z3::expr> factors;  // in order of their ids; of a quotient itself
    // A monomial as the product of one factor and the rest, another monomial or a factor.
    std::vector<std::pair<z3::expr, z3::expr>> splits;
    std::vector<z3::expr> statements;
  };

  z3::expr product(const z3::expr& a, const z3::expr& b);
  z3::expr monomial(std::vector<z3::expr> factors);
  std::vector<z3::expr> factors(const z3::expr& term) const;
  z3::expr quotient(const z3::expr& a, const z3::expr& b);
  z3::expr fresh(const char* prefix);
  // What is named in a term, and in what that is made of.
  const std::set<size_t>& within(const z3::expr& term);

  z3::context& z3_;
  std::vector<Named> named_;
  std::map<std::vector<unsigned>, size_t> known_;  // by the ids of the factors
  std::map<std::pair<unsigned, unsigned>, size_t> quotients_;
  std::map<unsigned, size_t> of_value_;                       // by the id of the value
  std::map<unsigned, std::pair<z3::expr, z3::expr>> linear_;  // by id: a term and what it became
  std::map<std::pair<unsigned, unsigned>, z3::expr> products_;
  std::map<unsigned, std::set<size_t>> within_;
  std::vector<z3::expr> kept_;  // so that ids stay theirs
};

}  // namespace strideproof::solver

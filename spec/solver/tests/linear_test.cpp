// What is stated of products is true of them, and leads from a wrong model to the right one.

#include "spec/solver/linear.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace strideproof::solver {
namespace {

// (x - 2)*(y + z)*y + x div z + (if x < y then x else z)*y
z3::expr some_term(const z3::expr& x, const z3::expr& y, const z3::expr& z) {
  return (x - 2) * (y + z) * y + x / z + z3::ite(x < y, x, z) * y;
}

struct Formula {
  z3::context z3;
  z3::expr x = z3.int_const("x"), y = z3.int_const("y"), z = z3.int_const("z");
  Linear linear{z3};
  z3::expr term = linear.of(some_term(x, y, z));
  std::set<size_t> known;
  std::vector<z3::expr> statements = linear.basics(term, known);

  // With these values the solver must find the value that the term has.
  void expect_true_of(int64_t a, int64_t b, int64_t c) {
    z3::solver s(z3);
    for (const z3::expr& statement : statements) s.add(statement);
    s.add(x == z3.int_val(a) && y == z3.int_val(b) && z == z3.int_val(c));
    const int64_t value = (a - 2) * (b + c) * b + a / c + (a < b ? a : c) * b;
    s.push();
    s.add(term == z3.int_val(value));
    EXPECT_EQ(s.check(), z3::sat) << a << " " << b << " " << c;
    s.pop();
    s.add(term != z3.int_val(value));
    for (int round = 0; round < 20; ++round) {
      if (s.check() == z3::unsat) return;
      const std::vector<z3::expr> corrections = linear.corrections(s.get_model(), known);
      ASSERT_FALSE(corrections.empty());
      for (const z3::expr& statement : corrections)
        s.add(statement), statements.push_back(statement);
    }
    ADD_FAILURE() << "still wrong at " << a << " " << b << " " << c;
  }
};

// Products of which two factors are no numbers, and quotients by what is none.
int products_of_unknowns(const z3::expr& term) {
  int some = 0, unknowns = 0;
  for (unsigned i = 0; i < term.num_args(); ++i) {
    some += products_of_unknowns(term.arg(i));
    unknowns += term.arg(i).is_numeral() ? 0 : 1;
  }
  const Z3_decl_kind kind = term.decl().decl_kind();
  if (kind == Z3_OP_MUL) return some + (unknowns > 1 ? 1 : 0);
  return some + (kind == Z3_OP_IDIV && !term.arg(1).is_numeral() ? 1 : 0);
}

TEST(Linear, HasNoProductsOfUnknowns) {
  Formula f;
  EXPECT_EQ(products_of_unknowns(some_term(f.x, f.y, f.z)), 4);
  EXPECT_EQ(products_of_unknowns(f.term), 0) << f.term;
}

// Statements gathered at some values stay true at all others.
TEST(Linear, StatesWhatIsTrueOfProductsAndCorrectsTheRest) {
  Formula f;
  for (const int64_t a : {0, 1, 2, 3, 7, 65'535})
    for (const int64_t b : {-3, -1, 0, 1, 2, 5, 70'000})
      for (const int64_t c : {1, 2, 3, 64}) f.expect_true_of(a, b, c);
}

TEST(Linear, DecidesWhatAddsUp) {
  z3::context z3;
  const z3::expr h = z3.int_const("h"), w = z3.int_const("w"), n = z3.int_const("n");
  Linear linear(z3);
  std::set<size_t> known;
  z3::solver s(z3);
  // More than half of a lane, at least twice, in one lane.
  for (const z3::expr& term : {h * w > 65'536, n * (h * w) <= 131'072, n >= 2, h >= 1, w >= 1}) {
    const z3::expr some = linear.of(term);
    s.add(some);
    for (const z3::expr& statement : linear.basics(some, known)) s.add(statement);
  }
  for (int round = 0; round < 5 && s.check() == z3::sat; ++round)
    for (const z3::expr& statement : linear.corrections(s.get_model(), known)) s.add(statement);
  EXPECT_EQ(s.check(), z3::unsat);
}

}  // namespace
}  // namespace strideproof::solver

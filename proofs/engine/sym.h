#pragma once
// Sym: the integer that code is lifted with. A template over the integer type that runs with
// int64_t is instantiated with Sym and becomes a Z3 term for ALL parameters at once.
//
//  - A Sym is a literal or a term over mathematical integers. Literals fold: constants stay cheap.
//  - + - * add the obligation "fits int64_t", / and % "dividend >= 0 and divisor > 0", under the
//    assumptions of that moment. If all obligations hold, the int64_t code computes the same.
//  - A comparison gives a SymBool. Its conversion to bool forks the path (paths.h), so `if`, `&&`,
//    `||`, `?:` and early returns run unchanged; select, all_of, any_of, negation and implies build
//    one term and do not fork.
//
// z3::expr itself must never be the integer type: its conversion to bool asks for a null pointer.

#include <concepts>
#include <cstdint>
#include <optional>

#include "proofs/engine/context.h"
#include "spec/vocabulary/integer.h"

namespace strideproof::solver {

// Types whose every value fits int64_t: uint64_t, bool and floating point are no literals.
template <class T>
concept Literal = std::integral<T> && !std::same_as<T, bool> &&
                  (std::signed_integral<T> ? sizeof(T) <= 8 : sizeof(T) < 8);

class SymBool {
 public:
  template <std::same_as<bool> T>
  SymBool(T value) : value_(value) {}  // NOLINT: bool and SymBool mix in lifted code
  static SymBool of(const z3::expr& term) { return SymBool(term); }

  // Forks the path unless the value is known; throws std::logic_error outside explore().
  explicit operator bool() const;

  std::optional<bool> literal() const;
  z3::expr term() const;

  friend SymBool operator!(const SymBool& a);
  friend SymBool operator==(const SymBool& a, const SymBool& b);
  friend SymBool operator!=(const SymBool& a, const SymBool& b) { return !(a == b); }

 private:
  explicit SymBool(const z3::expr& term) : value_(false), term_(term) {}
  bool value_;  // if there is no term
  std::optional<z3::expr> term_;
};

class Sym {
 public:
  Sym() : Sym(0) {}
  template <Literal T>
  Sym(T value) : value_(value) {}  // NOLINT: literals and Sym mix in lifted code
  // `bounds` must follow from the assumptions; without bounds nothing is known.
  static Sym of(const z3::expr& term, std::optional<Interval> bounds = {}) {
    return Sym(term, bounds);
  }

  std::optional<int64_t> literal() const;
  // Bounds known without the solver: declared for unknowns, computed for terms.
  std::optional<Interval> bounds() const;
  z3::expr term() const;

  friend Sym operator+(const Sym& a, const Sym& b);
  friend Sym operator-(const Sym& a, const Sym& b);
  friend Sym operator*(const Sym& a, const Sym& b);
  friend Sym operator/(const Sym& a, const Sym& b);
  friend Sym operator%(const Sym& a, const Sym& b);
  friend Sym operator-(const Sym& a) { return Sym(0) - a; }
  Sym& operator+=(const Sym& b) { return *this = *this + b; }

  friend SymBool operator==(const Sym& a, const Sym& b);
  friend SymBool operator!=(const Sym& a, const Sym& b) { return !(a == b); }
  friend SymBool operator<(const Sym& a, const Sym& b);
  friend SymBool operator<=(const Sym& a, const Sym& b);
  friend SymBool operator>(const Sym& a, const Sym& b) { return b < a; }
  friend SymBool operator>=(const Sym& a, const Sym& b) { return b <= a; }

 private:
  Sym(const z3::expr& term, std::optional<Interval> bounds)
      : value_(0), term_(term), bounds_(bounds) {}
  int64_t value_;  // if there is no term
  std::optional<z3::expr> term_;
  std::optional<Interval> bounds_;
};

// The functions of spec/vocabulary/integer.h; none of them forks.
using strideproof::all_of;
using strideproof::any_of;
using strideproof::implies;
using strideproof::max_of;
using strideproof::min_of;
using strideproof::negation;
using strideproof::select;
Sym select(const SymBool& condition, const Sym& yes, const Sym& no);
SymBool select(const SymBool& condition, const SymBool& yes, const SymBool& no);
SymBool all_of(const SymBool& a, const SymBool& b);
SymBool any_of(const SymBool& a, const SymBool& b);
SymBool negation(const SymBool& a);
SymBool implies(const SymBool& a, const SymBool& b);
SymBool within(const Sym& x, const Interval& range);
// Like the templates, with bounds as tight as those of the arguments allow.
Sym min_of(const Sym& a, const Sym& b);
Sym max_of(const Sym& a, const Sym& b);

}  // namespace strideproof::solver

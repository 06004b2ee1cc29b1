#pragma once
// A sentence about which cases fail: one conjunction of few literals over Terms, or several.

#include <string>
#include <vector>

#include "conform/explain/terms.h"

namespace strideproof::explanation {

enum class Relation : uint8_t {
  equal,
  unequal,
  at_least,
  at_most,
  multiple,      // of `modulus`
  not_multiple,  // of `modulus`
  one_over       // a multiple of `modulus`
};

// False of a case that does not say the term.
struct Literal {
  size_t term;
  Relation relation;
  int64_t value = 0;
  int64_t modulus = 0;
  double cost = 0;

  bool holds(int64_t said) const;
  bool holds(const Values& values) const { return holds(value_of(values, term)); }
  std::string text(const Terms& terms) const;
  friend bool operator==(const Literal&, const Literal&) = default;
};

using Conjunction = std::vector<Literal>;  // of none: true

struct Rule {
  std::vector<Conjunction> any_of;

  bool holds(const Values& values) const;
  std::string text(const Terms& terms) const;  // "A and B, or when C"
};

struct Sample {
  Values values;
  bool fails;
};

// Rules that hold of the first sample, which fails, and tell the others apart about as well as can
// be: the best first, and others that the samples do not tell from it or that are little worse.
std::vector<Rule> learn(const std::vector<Sample>& samples, const Terms& terms);

}  // namespace strideproof::explanation

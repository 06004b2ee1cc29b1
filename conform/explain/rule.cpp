#include "conform/explain/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace strideproof::explanation {

bool Literal::holds(int64_t v) const {
  if (v == absent) return false;
  switch (relation) {
    case Relation::equal: return v == value;
    case Relation::unequal: return v != value;
    case Relation::at_least: return v >= value;
    case Relation::at_most: return v <= value;
    case Relation::multiple: return v % value == 0;
    case Relation::not_multiple: return v % value != 0;
    case Relation::one_over: return v % value == 1;
  }
  return false;
}

std::string Literal::text(const Features& features) const {
  const Feature& f = features[feature];
  if (f.sort == Sort::truth) return value == 1 ? f.name : f.negation;
  const auto compare = [&](std::string_view sign, int64_t n) {
    return f.sort == Sort::address && n >= 16 ? fmt::format("{} {} {:#x}", f.name, sign, n)
                                              : fmt::format("{} {} {}", f.name, sign, n);
  };
  switch (relation) {
    case Relation::equal: return compare("=", value);
    case Relation::unequal: return compare("!=", value);
    case Relation::at_least: return compare(">", value - 1);
    case Relation::at_most: return compare("<", value + 1);
    case Relation::multiple: return fmt::format("{} mod {} = 0", f.name, value);
    case Relation::not_multiple: return fmt::format("{} mod {} != 0", f.name, value);
    case Relation::one_over: return fmt::format("{} mod {} = 1", f.name, value);
  }
  return {};
}

bool Rule::holds(const Values& values) const {
  return std::any_of(any_of.begin(), any_of.end(), [&](const Conjunction& conjunction) {
    return std::all_of(conjunction.begin(), conjunction.end(), [&](const Literal& literal) {
      return literal.holds(value_of(values, literal.feature));
    });
  });
}

std::string Rule::text(const Features& features) const {
  std::string out;
  for (const Conjunction& conjunction : any_of) {
    if (!out.empty()) out += ", or when ";
    for (size_t i = 0; i < conjunction.size(); ++i)
      out += (i > 0 ? " and " : "") + conjunction[i].text(features);
  }
  return out;
}

}  // namespace strideproof::explanation

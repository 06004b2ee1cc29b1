#include "conform/explain/rule.h"

#include <fmt/format.h>

namespace strideproof::explanation {

bool Literal::holds(int64_t v) const {
  if (v == unsaid) return false;
  switch (relation) {
    case Relation::equal: return v == value;
    case Relation::unequal: return v != value;
    case Relation::at_least: return v >= value;
    case Relation::at_most: return v <= value;
    case Relation::multiple: return v % modulus == 0;
    case Relation::not_multiple: return v % modulus != 0;
    case Relation::one_over: return v % modulus == 1;
  }
  return false;
}

std::string Literal::text(const Terms& terms) const {
  const Term& t = terms[term];
  if (t.sort == Sort::truth) return value == 1 ? t.name : t.otherwise;
  const auto number = [&](int64_t n) {
    return t.sort == Sort::address && n >= 16 ? fmt::format("{:#x}", n) : fmt::format("{}", n);
  };
  switch (relation) {
    case Relation::equal: return fmt::format("{} = {}", t.name, number(value));
    case Relation::unequal: return fmt::format("{} != {}", t.name, number(value));
    case Relation::at_least: return fmt::format("{} > {}", t.name, number(value - 1));
    case Relation::at_most: return fmt::format("{} < {}", t.name, number(value + 1));
    case Relation::multiple: return fmt::format("{} mod {} = 0", t.name, modulus);
    case Relation::not_multiple: return fmt::format("{} mod {} != 0", t.name, modulus);
    case Relation::one_over: return fmt::format("{} mod {} = 1", t.name, modulus);
  }
  return {};
}

bool Rule::holds(const Values& values) const {
  for (const Conjunction& conjunction : any_of) {
    bool all = true;
    for (const Literal& literal : conjunction) all = all && literal.holds(values);
    if (all) return true;
  }
  return false;
}

std::string Rule::text(const Terms& terms) const {
  std::string out;
  for (const Conjunction& conjunction : any_of) {
    if (!out.empty()) out += ", or when ";
    for (size_t i = 0; i < conjunction.size(); ++i)
      out += (i > 0 ? " and " : "") + conjunction[i].text(terms);
  }
  return out;
}

}  // namespace strideproof::explanation

#include "props/laws.h"

#include "spec/spec.h"

namespace strideproof::props {
namespace {

struct FamilyRow {
  Family family;
  const FamilyLaws& laws;
};
const FamilyRow rows[] = {{Family::okk_gdma, okk_gdma::family_laws},
                          {Family::okk_bdc, okk_bdc::family_laws},
                          {Family::bm_atomic, bm_atomic::family_laws},
                          {Family::tik, tik::family_laws},
                          {Family::asc, asc::family_laws}};

bool in_type(const Case& c) {
  for (const Parameter& parameter : c.operation->parameters)
    for (int i = 0; i < slots(parameter.type); ++i) {
      const int64_t value = c.arguments.value[static_cast<size_t>(parameter.slot + i)];
      if (value < lowest(parameter.type) || value > highest(parameter.type)) return false;
    }
  return true;
}

}  // namespace

const std::vector<Law>& laws() {
  static const std::vector<Law> all = [] {
    std::vector<Law> found;
    for (const FamilyRow& row : rows)
      for (const Law& law : row.laws.laws()) found.push_back(law);
    return found;
  }();
  return all;
}

std::optional<Case> shifted(Random& random, const Case& c) {
  for (const FamilyRow& row : rows)
    if (row.family == c.operation->family) return row.laws.shifted(random, c);
  return {};
}

std::optional<Equation> if_legal(Equation equation) {
  for (const std::vector<Case>* side : {&equation.left, &equation.right})
    for (const Case& step : *side)
      if (!in_type(step) || !spec::evaluate(step).legal()) return {};
  return equation;
}

}  // namespace strideproof::props

#include "proofs/boundary/selection.h"

#include <algorithm>
#include <bit>

namespace strideproof::solver {
namespace {

// All values of a selector, split into valid values and ranges of invalid ones.
std::vector<Interval> classes(const Parameter& parameter, int64_t values) {
  std::vector<Interval> all;
  const int64_t low = lowest(parameter.type), high = highest(parameter.type);
  for (int64_t value = 0; value < values; ++value) all.push_back({value, value});
  if (values <= high) all.push_back({values, high});
  if (low < 0) all.push_back({low, -1});
  return all;
}

}  // namespace

std::vector<int> extent_slots(const Operation& operation) {
  std::vector<int> all;
  for (const Parameter& p : operation.parameters) {
    const bool positive = operation.constraint(std::string(p.name) + ".min") != nullptr;
    if (p.role == Role::extent || (p.role == Role::count && positive))
      for (int i = 0; i < slots(p.type); ++i) all.push_back(p.slot + i);
  }
  return all;
}

std::vector<Selection> selections(const Operation& operation) {
  std::vector<Selection> all = {{}};
  for (const Parameter& parameter : operation.parameters)
    if (const int64_t values = selector_values(operation, parameter); values > 0) {
      std::vector<Selection> longer;
      for (const Selection& selection : all)
        for (const Interval& some : classes(parameter, values)) {
          longer.push_back(selection);
          longer.back().selectors.push_back({parameter.slot, some});
        }
      all = std::move(longer);
    }
  for (size_t p = 0; p < operation.parameters.size(); ++p)
    if (operation.parameters[p].nullable)
      for (size_t i = all.size(); i-- > 0;) {
        all.push_back(all[i]);
        all.back().nulls |= uint32_t{1} << p;
      }
  // Few nonzero selectors first, then many NULLs.
  const auto rank = [](const Selection& selection) {
    const auto nonzero = std::count_if(selection.selectors.begin(), selection.selectors.end(),
                                       [](const auto& choice) { return choice.values.low != 0; });
    return std::pair(nonzero, -std::popcount(selection.nulls));
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Selection& a, const Selection& b) { return rank(a) < rank(b); });
  return all;
}

}  // namespace strideproof::solver

#pragma once
// The values that the unknowns of theorems have in a case, by the names that theorems declare
// (domain.h, plans.h): an operand each, or two of one case.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::solver {

// The name of the test of a theorem, in which points are no letters.
inline std::string test_name(std::string theorem) {
  std::ranges::replace(theorem, '.', '_');
  return theorem;
}

using Values = std::map<std::string, int64_t>;
using ValuesOf = std::vector<Values> (*)(const Case& c);

// The legal cases of corpus/boundary.
const std::vector<Case>& legal_cases(const Operation& operation);

// The parameters of a case by their names, and its machine.
Values parameters(const Case& c);

// Each operand, with its last element, n, c, h, w; also as the second operand, whose names are
// marked.
std::vector<Values> tensors(const Case& c);
std::vector<Values> local_tensors(const Case& c);
// dst and a source in one memory, with elements of one size; the source has the suffix. In system
// memory only if the slack of overlap is not negative.
std::vector<Values> pairs_apart(const Case& c);
// dst and a source in one memory, of one shape and one size of elements.
std::vector<Values> pairs_of_one_shape(const Case& c);
// dst, if the slack of dst.alias is not negative (layout = 0); each operand in the default layout
// of its memory (1).
std::vector<Values> injective_tensors(const Case& c);

// The operands of memcpy_1D in local memory, with A counted from the start of that.
std::vector<Values> flat_operands(const Case& c);

std::vector<Values> squares(const Case& c);  // where there are iterations

}  // namespace strideproof::solver

#pragma once
// The values that the unknowns of theorems have in a case, by the names that theorems declare them with
// (domain.h, ascend.h, plan_unknowns.h): an operand each, or two of one case.

#include <map>
#include <string>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::solver {

using Values = std::map<std::string, int64_t>;
using ValuesOf = std::vector<Values> (*)(const Case& c);

// The legal cases of corpus/boundary.
const std::vector<Case>& legal_cases(const Operation& operation);

// Each operand that is a tensor in lanes or system memory, with its last element: n, c, h, w.
std::vector<Values> tensors(const Case& c);
std::vector<Values> destinations(const Case& c);  // the first
template <Space space>
std::vector<Values> tensors_in(const Case& c);
// In the default layout of its memory, no stride being given.
template <Space space>
std::vector<Values> default_tensors_in(const Case& c);
// The local side of a matrix, which is not transposed.
std::vector<Values> matrices_of_okk(const Case& c);
// dst and a source in one memory: that one's address is B, and its strides are marked.
template <Space space>
std::vector<Values> pairs_in(const Case& c);
// The same, in system memory, where the margin of overlap is not negative.
std::vector<Values> system_pairs_apart(const Case& c);
// dst, where the margin of dst.alias is not negative.
template <Space space>
std::vector<Values> nested_destinations_in(const Case& c);
// dst and src, whose names begin with "src.".
std::vector<Values> copies(const Case& c);

std::vector<Values> bursts(const Case& c);
std::vector<Values> squares(const Case& c);  // where there are iterations

}  // namespace strideproof::solver

#pragma once
// The values that the unknowns of theorems have in a case, by the names that theorems declare
// (domain.h, ascend.h, plan_unknowns.h): an operand each, or two of one case.

#include <map>
#include <string>
#include <vector>

#include "spec/layout.h"
#include "spec/vocabulary/case.h"

namespace strideproof::solver {

using Values = std::map<std::string, int64_t>;
using ValuesOf = std::vector<Values> (*)(const Case& c);

// The legal cases of corpus/boundary.
const std::vector<Case>& legal_cases(const Operation& operation);

// The values of a tensor of a case, with its last element.
Values values_of(const Case& c, const spec::Tensor<int64_t>& t);
// Its strides, and its start lane and the offset in it, as bm-atomic has them, under marked names.
void set_strides(Values& values, const Dim4<int64_t>& stride, const std::string& prefix,
                 const std::string& mark);
void set_start(Values& values, const Case& c, const spec::Tensor<int64_t>& t,
               const std::string& mark);

// The values of a copy from there.
void set_source(Values& values, Space space, int64_t address, const Dim4<int64_t>& stride);

// Each operand that is a tensor in lanes or system memory, with its last element: n, c, h, w.
std::vector<Values> tensors(const Case& c);
std::vector<Values> destinations(const Case& c);  // the first
template <Space space>
std::vector<Values> tensors_in(const Case& c);
// In the default layout of its memory, no stride being given.
template <Space space>
std::vector<Values> default_tensors_in(const Case& c);
// The local side of a matrix.
std::vector<Values> matrices_of_okk(const Case& c);
// The same with its system side, where it is not transposed.
std::vector<Values> straight_matrices(const Case& c);
// memcpy_2D with a transposed local matrix.
std::vector<Values> transposed_matrices(const Case& c);
// Rows that a constraint on their stride keeps disjoint: those of a matrix in system memory that is
// written, and those of the destination of cwtrans.
std::vector<Values> written_rows(const Case& c);
// dst and a source in one memory, with elements of one size: that one's address is B, and its shape
// and strides are marked. In system memory if the slack of overlap is not negative.
template <Space space>
std::vector<Values> pairs_apart_in(const Case& c);
// dst and a source in one memory, of one shape and one size of elements.
template <Space space>
std::vector<Values> pairs_of_one_shape_in(const Case& c);
// dst, if the slack of dst.alias is not negative.
template <Space space>
std::vector<Values> nested_destinations_in(const Case& c);
// dst and src, whose names begin with "src.".
std::vector<Values> copies(const Case& c);

// memcpy_4D of one shape and format, without transpose.
std::vector<Values> copies_of_one_shape(const Case& c);
// The inputs of plans: copies of one shape, and the parts of matrices.
std::vector<Values> planned_copies(const Case& c);
bool copies_are_planned(const Operation& operation);  // of operations with such plans; else fills
// The strides and columns of plans.
std::vector<Values> nests(const Case& c);
// Two loops of a column, one around the other: of copies and fills, and of words.
std::vector<Values> loop_pairs(const Case& c);
std::vector<Values> word_loop_pairs(const Case& c);
// dst and its sources by prefixes, of okk-bdc.
std::vector<Values> words_by_role(const Case& c);

// bm-atomic: memcpy_1D; each of its operands, A of one in local memory counted from the start of
// that.
std::vector<Values> linear_copies(const Case& c);
std::vector<Values> linear_operands(const Case& c);
// cwtrans; memcpy_4D with transpose.
std::vector<Values> transposed_channels(const Case& c);
std::vector<Values> transposed_images(const Case& c);
// Sides with the address and the lane that the call names: memcpy_4D of one shape and format, and
// memset_4D.
std::vector<Values> named_copies(const Case& c);
std::vector<Values> named_fills(const Case& c);

std::vector<Values> bursts(const Case& c);
// Within UB, with equal steps of both operands.
std::vector<Values> bursts_in_equal_steps(const Case& c);
std::vector<Values> squares(const Case& c);  // where there are iterations

}  // namespace strideproof::solver

#pragma once
// The elements of an okk-bdc case one by one, from the document, with no formula of spec/.

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "spec/tests/naive.h"
#include "spec/vocabulary/case.h"

namespace strideproof::naive::okk_bdc {

// "dst", "src0", "src1", or "src".
std::string name_of(const Case& c, Operands operand);
// Those that the operation has.
std::vector<Operands> operands_of(const Case& c);
// The four values of a dim4; empty: NULL.
std::vector<int64_t> dim4(const Case& c, const std::string& name);

// The first byte of each element in NCHW order; extents are small.
std::vector<Byte> elements(const Case& c, Operands operand);
std::set<Byte> bytes(const Case& c, Operands operand);

// Mostly with all operands in one lane, their bytes close together or far apart, often in place.
Case random_case(std::mt19937_64& random, const Operation& operation, const Profile& profile);

}  // namespace strideproof::naive::okk_bdc

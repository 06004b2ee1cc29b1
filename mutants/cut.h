#pragma once
// The optimized implementation with one parameter cut to its lower bits, as by a register or a
// field that is too narrow. It is in the library strideproof_mutants, which does not ship.
//
// A cut is written OPERATION.PARAMETER:BITS, "okk_bdc_32bit_and.dst_stride.n:12".

#include <string>
#include <string_view>

#include "model/implementation.h"

namespace strideproof::mutants {

struct Cut {
  const Operation* operation = nullptr;  // nullptr: no cut
  int slot = 0;                          // of Arguments
  int bits = 64;
};

Cut parse_cut(std::string_view text);      // throws std::invalid_argument: one line, what is wrong
std::string parameter_of(const Cut& cut);  // "dst_stride.n"

// A negative value keeps its sign and the lower bits of its absolute value.
void apply(const Cut& cut, Case& c);

}  // namespace strideproof::mutants

#pragma once
// Runs a case as a C call with the documented signature, through a function pointer from dlsym.
// Links no operation: only the types of the prototypes are used.

#include <cstdint>
#include <string>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof {

// Returns the operation's value, or 0 if it returns none.
using Caller = uint64_t (*)(void* function, const Arguments<int64_t>& arguments);

// Every operation of the catalogue has one caller, the same for all its symbols.
Caller caller(const Operation& operation);

// The names under which an implementation exports an operation: one name, or, if the element type
// selects the function (asc), one for each value of its parameter dtype.
const std::vector<std::string>& symbols(const Operation& operation);
inline constexpr int most_symbols = 8;

// The index of the symbol that a case calls; -1: none, as its dtype names no type.
int symbol_of(const Operation& operation, const Arguments<int64_t>& arguments);

}  // namespace strideproof

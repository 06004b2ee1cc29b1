#pragma once
// A case as a C call with the documented signature, through a function pointer from dlsym.
// Links no operation: the prototypes are used for their types alone.

#include <cstdint>
#include <string>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof {

// The operation's value where it returns one, else 0.
using Caller = uint64_t (*)(void* function, const Arguments<int64_t>& arguments);

// Every operation of the catalogue has one, the same for all its symbols.
Caller caller(const Operation& operation);

// The names under which an implementation exports an operation: one, or one for each value of its
// parameter dtype where the type of the elements makes another function (asc).
const std::vector<std::string>& symbols(const Operation& operation);
inline constexpr int most_symbols = 8;

// Which of them a case calls; -1: none, as its dtype names no type.
int symbol_of(const Operation& operation, const Arguments<int64_t>& arguments);

}  // namespace strideproof

#pragma once
// A case as a C call with the documented signature, through a function pointer from dlsym.
// Links no operation: the prototypes are used for their types alone.

#include <cstdint>
#include <string>

#include "spec/vocabulary/case.h"

namespace strideproof {

// The operation's value where it returns one, else 0.
using Caller = uint64_t (*)(void* function, const Arguments<int64_t>& arguments);

// By Operation::index; every operation of the catalogue has one.
Caller caller(const Operation& operation);

}  // namespace strideproof

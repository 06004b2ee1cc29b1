#pragma once
// Text for people: what an operation demands, what a case does, what an ambiguity is about.

#include <string>

#include "conform/readings/distinguish.h"

namespace strideproof {

std::string explain(const Operation& operation);
// Where its operands lie, which constraints hold with how much room, which landmarks it meets.
std::string explain(const Case& c);
// With the programs that tell its readings apart.
std::string explain(const LedgerEntry& entry, const std::vector<Witness>& witnesses);

}  // namespace strideproof

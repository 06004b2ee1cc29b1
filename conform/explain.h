#pragma once
// Text for people: what an operation demands, what a case does, what an ambiguity is about.

#include <string>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {

std::string explain(const Operation& operation);
// Where its operands lie, which constraints hold with how much room, which landmarks it meets.
std::string explain(const Case& c);
std::string explain(const LedgerEntry& entry);

}  // namespace strideproof

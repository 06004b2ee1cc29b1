#pragma once
// Cases that mean under another reading of the ledger what a legal case means by default, so that
// an implementation that takes the reading is given cases that it accepts.

#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {

// Makes one of them; false: the case has none.
bool name_otherwise(Random& random, Case& c);

}  // namespace strideproof::props

#pragma once
// Counts the cases until each layer of verify finds each planted fault: the page docs/faults.md.

#include <vector>

#include "conform/command/commands.h"
#include "mutants/faults.h"

namespace strideproof::commands {

// Writes Markdown, each row as soon as it is known. Ends early if a stop is requested. Returns the
// number of faults that no layer found.
int write_fault_layers(const std::vector<mutants::FaultRow>& faults,
                       const FaultsArguments& arguments);

}  // namespace strideproof::commands

#pragma once
// Counts the cases until each layer of verify finds each planted fault: the page docs/faults.md.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mutants/faults.h"

namespace strideproof::commands {

struct LayerSearch {
  std::vector<mutants::FaultRow> faults;
  int64_t cases;  // at most, for each layer on each profile
  uint64_t seed;
};

// Writes Markdown, each row as soon as it is known. Ends early if a stop is requested. Returns the
// number of faults that no layer found.
using Write = std::function<void(const std::string& text)>;
int write_fault_layers(const LayerSearch& search, const Write& write);

}  // namespace strideproof::commands

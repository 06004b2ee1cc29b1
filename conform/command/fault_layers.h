#pragma once
// Which layer of verify finds which planted fault, in cases: the page docs/faults.md.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/optimized/faults.h"

namespace strideproof::commands {

struct LayerSearch {
  std::vector<optimized::FaultRow> faults;
  int64_t cases;  // at most, of each layer on each profile
  uint64_t seed;
};

// Writes Markdown, a row as soon as it is known; ends early where it was asked to stop. How many of
// the faults no layer found.
using Write = std::function<void(const std::string& text)>;
int write_fault_layers(const LayerSearch& search, const Write& write);

}  // namespace strideproof::commands

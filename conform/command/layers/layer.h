#pragma once
// A layer of strideproof verify: one way of checking the optimized implementation against the
// reference, one column of the final matrix. A new layer is a function and a line in layers().

#include <functional>
#include <string_view>
#include <vector>

#include "conform/base/progress.h"
#include "conform/check/source.h"
#include "conform/report/report.h"

namespace strideproof {

struct LayerRequest {
  Operations operations;
  std::vector<const Profile*> profiles;
  uint64_t seed = 1;
  double seconds = 0;  // approximate; a layer that ends sooner leaves the rest to the others

  // The profiles that have one of the operations.
  std::vector<const Profile*> with_operations() const;
};

// Fills the report of this layer: findings, cases, notes and a cell for each requested operation.
using RunLayer = void(const LayerRequest& request, Progress& progress, RunReport& report);
RunLayer run_proofs;

struct Layer {
  std::string_view name;
  // Its share of the time, relative to the other layers; 0: never cut, as it is short on the
  // built-in profiles.
  double share;
  // Makes the programs on which it runs an implementation in this process; empty: it runs none.
  std::function<Source(const Operations& operations, const Profile& profile)> source;
  bool meets_edges = false;  // it is expected to meet every reachable edge
  std::function<RunLayer> run = {};
  bool is_concurrent = false;  // with the layers before it, in a thread; it gives no cases
};

// In the order of the columns. `rounds` are those of exhaustive_source.
std::vector<Layer> layers(uint64_t seed, int64_t rounds = 1);

}  // namespace strideproof

#pragma once
// A layer of strideproof verify: one way of checking the optimized implementation against the
// reference, one column of the final matrix. A new layer is a class here and a line in layers().

#include <memory>
#include <string_view>
#include <vector>

#include "conform/check/source.h"
#include "conform/command/progress.h"
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

class Layer {
 public:
  virtual ~Layer() = default;
  virtual std::string_view name() const = 0;
  // Its share of the time, relative to the other layers; 0: short, and never cut.
  virtual double share() const = 0;
  // Adds findings, cases, notes and a cell for each requested operation.
  virtual void run(const LayerRequest& request, Progress& progress, RunReport& report) = 0;
};

std::unique_ptr<Layer> exhaustive_layer();
std::unique_ptr<Layer> properties_layer();
std::unique_ptr<Layer> fuzz_layer();      // replays what fuzzing and old bugs left in the corpus
std::unique_ptr<Layer> boundary_layer();  // replays the solver's cases
std::unique_ptr<Layer> networks_layer();
std::unique_ptr<Layer> proofs_layer();
std::unique_ptr<Layer> plugin_layer();

// In the order of the columns.
std::vector<std::unique_ptr<Layer>> layers();

}  // namespace strideproof

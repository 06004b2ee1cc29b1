#include "conform/command/layers/layer.h"
#include "props/generate.h"

namespace strideproof {

std::vector<const Profile*> LayerRequest::with_operations() const {
  std::vector<const Profile*> some;
  for (const Profile* profile : profiles)
    if (!props::keep_on(operations, *profile).empty()) some.push_back(profile);
  return some;
}

std::vector<std::unique_ptr<Layer>> layers() {
  std::vector<std::unique_ptr<Layer>> all;
  for (const auto make : {exhaustive_layer, properties_layer, fuzz_layer, boundary_layer,
                          proofs_layer, networks_layer, plugin_layer})
    all.push_back(make());
  return all;
}

}  // namespace strideproof

// The layers that generate their cases: the small world, and random cases.

#include <algorithm>

#include "conform/command/layers/in_process.h"
#include "conform/command/layers/layer.h"
#include "props/exhaustive.h"
#include "props/generate.h"

namespace strideproof {
namespace {

class Exhaustive : public Layer {
 public:
  std::string_view name() const override { return "exhaustive"; }
  double share() const override { return 0; }  // a part would not be exhaustive
  void run(const LayerRequest& request, Progress& progress, RunReport& report) override {
    InProcess checking("exhaustive", progress, report);
    const Profile* toy = find_profile("toy");
    const bool there = std::count(request.profiles.begin(), request.profiles.end(), toy) != 0;
    const auto visit = [&](const Case& c) {
      if (!stop_requested()) checking.check({c.profile, c.fill, {c}});
    };
    for (const Operation* operation : request.operations)
      if (there && !stop_requested()) {
        props::each_small_case(*operation, *toy, visit);
        props::each_small_fault(*operation, *toy, 1,
                                [&](const Case& c, const Constraint&) { visit(c); });
      }
    checking.finish(request.operations, [there](const Operation&) -> std::string {
      return there ? "" : "the small world is on profile toy";
    });
  }
};

class Properties : public Layer {
 public:
  std::string_view name() const override { return "properties"; }
  double share() const override { return 3; }
  void run(const LayerRequest& request, Progress& progress, RunReport& report) override {
    InProcess checking("properties", progress, report);
    const std::vector<const Profile*> profiles = request.with_operations();
    for (const Profile* profile : profiles) {
      const Operations there = props::keep_on(request.operations, *profile);
      const auto source = random_source(there, *profile, request.seed);
      checking.check_all(*source, request.seconds / static_cast<double>(profiles.size()));
    }
    checking.finish(request.operations, [](const Operation&) { return std::string(); });
  }
};

}  // namespace

std::unique_ptr<Layer> exhaustive_layer() { return std::make_unique<Exhaustive>(); }
std::unique_ptr<Layer> properties_layer() { return std::make_unique<Properties>(); }

}  // namespace strideproof

// The layers whose cases are kept as text in the corpus.

#include <fmt/format.h>

#include <filesystem>

#include "conform/layers/in_process.h"
#include "conform/layers/layer.h"
#include "conform/paths.h"
#include "corpus/corpus.h"

namespace strideproof {
namespace {

class Replayed : public Layer {
 public:
  Replayed(std::string name, std::vector<std::string> folders)
      : name_(std::move(name)), folders_(std::move(folders)) {}
  std::string_view name() const override { return name_; }
  double share() const override { return 0; }

  void run(const LayerRequest& request, Progress& progress, RunReport& report) override {
    InProcess checking(name_, progress, report);
    for (const std::string& folder : folders_) {
      std::vector<Program> programs;
      for (corpus::Entry& entry : corpus::read(corpus_folder(folder)))
        programs.push_back(std::move(entry.program));
      for (const Operation* operation : request.operations) {
        const std::string pairs =
            fmt::format("{}/{}.pairs", corpus_folder(folder), operation->name);
        if (!std::filesystem::exists(pairs)) continue;  // of the other folders there are none
        for (corpus::Entry& entry : corpus::read(pairs))
          programs.push_back(std::move(entry.program));
      }
      for (const Profile* profile : request.profiles)
        checking.check_all(*list_source(programs, request.operations, *profile), 1e9);
    }
    const bool all = request.profiles.size() == strideproof::profiles().size();
    checking.finish(request.operations, [&](const Operation& operation) -> std::string {
      if (operation.parameters.empty()) return "it has no parameters";
      return all ? "" : "no case on this profile";
    });
  }

 private:
  std::string name_;
  std::vector<std::string> folders_;
};

}  // namespace

std::unique_ptr<Layer> fuzz_layer() {
  return std::make_unique<Replayed>("fuzz", std::vector<std::string>{"regressions", "fuzz"});
}
std::unique_ptr<Layer> boundary_layer() {
  return std::make_unique<Replayed>("boundary", std::vector<std::string>{"boundary"});
}
std::unique_ptr<Layer> networks_layer() {
  return std::make_unique<Replayed>("networks", std::vector<std::string>{"networks"});
}

}  // namespace strideproof

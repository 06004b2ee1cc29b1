// The layers whose cases are kept as text in the corpus.

#include <fmt/format.h>

#include "conform/command/layers/in_process.h"
#include "conform/command/layers/layer.h"
#include "conform/command/paths.h"
#include "corpus/corpus.h"

namespace strideproof {
namespace {

class Replayed : public Layer {
 public:
  // suites: each operation with constraints has its own file.
  Replayed(std::string name, std::vector<std::string> folders, bool suites = false)
      : name_(std::move(name)), folders_(std::move(folders)), suites_(suites) {}
  std::string_view name() const override { return name_; }
  double share() const override { return 0; }

  void run(const LayerRequest& request, Progress& progress, RunReport& report) override {
    InProcess checking(name_, progress, report);
    for (const std::string& folder : folders_) {
      for (const Operation* operation : request.operations)
        if (suites_ && !operation->constraints.empty())
          corpus::files(
              fmt::format("{}/{}.txt", corpus_folder(folder), operation->name));  // exists
      std::vector<Program> programs;
      for (corpus::Entry& entry : corpus::read(corpus_folder(folder)))
        programs.push_back(std::move(entry.program));
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
  bool suites_;
};

}  // namespace

std::unique_ptr<Layer> fuzz_layer() {
  return std::make_unique<Replayed>("fuzz", std::vector<std::string>{"regressions", "fuzz"});
}
std::unique_ptr<Layer> boundary_layer() {
  return std::make_unique<Replayed>("boundary", std::vector<std::string>{"boundary"}, true);
}
std::unique_ptr<Layer> networks_layer() {
  return std::make_unique<Replayed>("networks", std::vector<std::string>{"networks"});
}

}  // namespace strideproof

// The optimized library as a plug-in, through the public interface.

#include <algorithm>

#include "conform/check/check.h"
#include "conform/command/layers/layer.h"
#include "conform/command/paths.h"

namespace strideproof {
namespace {

class Plugin : public Layer {
 public:
  std::string_view name() const override { return "plug-in"; }
  double share() const override { return 2; }

  void run(const LayerRequest& request, Progress& progress, RunReport& report) override {
    CheckOptions options;
    options.target = {Target::Kind::library, library_path("libstrideproof_optimized.so"), true};
    options.operations = request.operations;
    options.seed = request.seed;
    const std::vector<const Profile*> profiles = request.with_operations();
    options.seconds = request.seconds / static_cast<double>(profiles.size());
    RunReport own;
    own.boundaries = report.boundaries;
    for (const Profile* profile : profiles) {
      options.profile = profile;
      check(options, progress, own);
    }
    report.boundaries = own.boundaries;
    for (const Operation* operation : request.operations)
      report.matrix.push_back(cell(*operation, own));
    report.cases += own.cases;
    report.interrupted = report.interrupted || own.interrupted;
    const auto append = [](auto& to, const auto& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(report.findings, own.findings);
    append(report.readings, own.readings);
    append(report.notes, own.notes);
  }

 private:
  static Cell cell(const Operation& operation, const RunReport& own) {
    Cell cell{std::string(operation.name), "plug-in", CellStatus::passed, 0, "cases", {}};
    for (const OperationReport& o : own.operations) {
      if (o.operation != operation.name) continue;
      cell.cases += o.cases;
      cell.count = cell.cases.judged();
      if (o.status == Conformance::fails) {
        cell.status = CellStatus::failed;
      } else if (o.status != Conformance::conforms && o.cases.judged() == 0 &&
                 cell.status == CellStatus::passed) {  // all layers together must judge the edges
        cell.status = CellStatus::incomplete;
        cell.note = strideproof::name(o.status);
      }
    }
    return cell;
  }
};

}  // namespace

std::unique_ptr<Layer> plugin_layer() { return std::make_unique<Plugin>(); }

}  // namespace strideproof

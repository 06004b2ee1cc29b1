#include <fmt/format.h>

#include <algorithm>

#include "conform/check/check.h"
#include "conform/command/layers/in_process.h"
#include "conform/command/layers/layer.h"
#include "conform/command/paths.h"
#include "corpus/corpus.h"
#include "props/exhaustive.h"
#include "props/generate.h"

namespace strideproof {
namespace {

void run_exhaustive(const LayerRequest& request, Progress& progress, RunReport& report) {
  InProcess checking("exhaustive", progress, report);
  const Profile* toy = find_profile("toy");
  const bool there = std::ranges::count(request.profiles, toy) != 0;
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

void run_properties(const LayerRequest& request, Progress& progress, RunReport& report) {
  InProcess checking("properties", progress, report);
  const std::vector<const Profile*> profiles = request.with_operations();
  for (const Profile* profile : profiles)
    checking.check_all(
        random_source(props::keep_on(request.operations, *profile), *profile, request.seed),
        request.seconds / static_cast<double>(profiles.size()));
  checking.finish(request.operations, [](const Operation&) { return std::string(); });
}

// The cases that are kept as text in folders of the corpus.
std::function<RunLayer> replayed(const char* name, const std::vector<std::string>& folders) {
  return [=](const LayerRequest& request, Progress& progress, RunReport& report) {
    InProcess checking(name, progress, report);
    for (const std::string& folder : folders) {
      for (const Operation* operation : request.operations)
        if (folder == "boundary" && !operation->constraints.empty())  // each has its own file
          corpus::files(fmt::format("{}/{}.txt", corpus_folder(folder), operation->name));
      std::vector<Program> programs;
      for (corpus::Entry& entry : corpus::read(corpus_folder(folder)))
        programs.push_back(std::move(entry.program));
      for (const Profile* profile : request.profiles)
        checking.check_all(list_source(programs, request.operations, *profile), 1e9);
    }
    const bool all = request.profiles.size() == profiles().size();
    checking.finish(request.operations, [&](const Operation& operation) -> std::string {
      if (operation.parameters.empty()) return "it has no parameters";
      return all ? "" : "no case on this profile";
    });
  };
}

Cell cell_of_plugin(const Operation& operation, const RunReport& own) {
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
      cell.note = name(o.status);
    }
  }
  return cell;
}

// The optimized library as a plug-in, through the public interface.
void run_plugin(const LayerRequest& request, Progress& progress, RunReport& report) {
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
    report.matrix.push_back(cell_of_plugin(*operation, own));
  report.cases += own.cases;
  report.interrupted = report.interrupted || own.interrupted;
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(report.findings, own.findings);
  append(report.readings, own.readings);
  append(report.notes, own.notes);
}

}  // namespace

std::vector<const Profile*> LayerRequest::with_operations() const {
  std::vector<const Profile*> some;
  for (const Profile* profile : profiles)
    if (!props::keep_on(operations, *profile).empty()) some.push_back(profile);
  return some;
}

std::vector<Layer> layers() {
  return {{"exhaustive", 0, run_exhaustive},  // a part would not be exhaustive
          {"properties", 3, run_properties},
          {"fuzz", 0, replayed("fuzz", {"regressions", "fuzz"})},
          {"boundary", 0, replayed("boundary", {"boundary", "wide"})},
          {"proofs", 0, run_proofs, true},
          {"networks", 0, replayed("networks", {"networks"})},
          {"plug-in", 2, run_plugin}};
}

}  // namespace strideproof

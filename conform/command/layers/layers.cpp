#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>

#include "conform/base/paths.h"
#include "conform/check/check.h"
#include "conform/check/edges.h"
#include "conform/check/findings.h"
#include "conform/command/layers/layer.h"
#include "conform/explain/explain.h"
#include "corpus/corpus.h"
#include "model/implementation.h"
#include "oracle/harness.h"
#include "props/generate.h"
#include "props/shrink.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

// Runs programs on the optimized implementation in this process.
class InProcessChecker {
 public:
  InProcessChecker(std::string layer, Progress& progress, RunReport& report)
      : layer_(std::move(layer)), progress_(progress), report_(report) {}

  void check(const Program& program) {
    const Verdict verdict = harness(*program.profile).check(program);
    report_.cases.add(verdict.kind);
    for (const Operation* operation : operations_of(program))
      counts_[operation].cases.add(verdict.kind);
    if (is_right(verdict.kind))
      report_.boundaries.add(layer_, program, harness(*program.profile).expectation().results);
    if (is_finding(verdict.kind)) found(verdict.culprit ? *verdict.culprit : program, verdict);
    progress_.show(layer_, report_.cases.judged(), static_cast<int64_t>(report_.findings.size()));
  }

  // Runs until the source or the seconds end, or a stop is requested.
  void check_all(const Source& source, double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    constexpr int between_looks = 64;  // calls to the clock
    for (int n = 0;; ++n) {
      if (stop_requested()) return;
      if (n % between_looks == 0 && std::chrono::steady_clock::now() >= end) return;
      const std::optional<Program> program = source();
      if (!program) return;
      check(*program);
    }
  }

  // Compares the memory outside all windows, then writes a cell for each operation. An operation
  // without a case is incomplete in this layer, or, if `why_none` gives a reason, not applicable.
  using WhyNone = std::function<std::string(const Operation&)>;
  void finish(const Operations& operations, const WhyNone& why_none) {
    for (auto& [profile, harness] : harnesses_)
      if (const std::optional<Difference> difference = harness.sweep()) {
        Finding finding;
        finding.profile = profile->name;
        finding.kind = VerdictKind::write_outside;
        finding.detail = "seen by a sweep after the last case: " + describe(*difference, 0);
        finding.explanation = "no case near it was tried: only sweeps of all memory show it";
        finding.layer = layer_;
        finding.difference = difference;
        report_.findings.push_back(finding);
      }
    for (const Operation* operation : operations) {
      const LayerCount& count = counts_[operation];
      Cell cell{std::string(operation->name), layer_, CellStatus::passed, 0, "cases", {}};
      cell.cases = count.cases;
      cell.count = cell.cases.judged();
      if (count.failures > 0) {
        cell.status = CellStatus::failed;
      } else if (stop_requested()) {
        cell.status = CellStatus::incomplete;
        cell.note = "interrupted";
      } else if (cell.count == 0) {
        cell.note = why_none(*operation);
        cell.status = cell.note.empty() ? CellStatus::incomplete : CellStatus::not_applicable;
        if (cell.note.empty()) cell.note = "no case of the operation was run";
      }
      report_.matrix.push_back(std::move(cell));
    }
  }

 private:
  struct LayerCount {
    CaseCounts cases;
    int failures = 0;
  };

  Harness& harness(const Profile& profile) {
    return harnesses_.try_emplace(&profile, profile, optimized::run).first->second;
  }

  void found(const Program& program, const Verdict& verdict) {
    if (counts_[step_of(program, verdict).operation].failures++ >= findings_of_an_operation) return;
    Verdict shrunk = verdict;
    Harness fresh(*program.profile, optimized::run);
    const Program smallest = props::minimise(program, [&](const Program& candidate) {
      if (stop_requested()) return false;
      const Verdict now = fresh.check(candidate);
      if (now.kind == verdict.kind) shrunk = now;
      return now.kind == verdict.kind;
    });
    Finding finding = finding_of(smallest, shrunk, layer_);
    const auto fails = [&](const Program& near) -> std::optional<bool> {
      if (stop_requested()) return std::nullopt;
      return failed(fresh.check(near).kind);
    };
    try {
      const auto explained = explanation::explain(
          smallest, fails, {std::min(explanation::Budget{}.cases, explain_cases_ / 3), [] {
                              return stop_requested();
                            }});
      finding.explanation = explained.sentence;
      explain_cases_ -= std::min(explain_cases_, static_cast<int>(explained.cases));
    } catch (const std::exception&) {  // a finding is kept despite an interruption
      if (!stop_requested()) throw;
      finding.explanation = "the run was interrupted before it could be explained";
    }
    progress_.line(headline(finding));
    report_.findings.push_back(std::move(finding));
  }

  static constexpr int findings_of_an_operation = 3;
  std::string layer_;
  Progress& progress_;
  RunReport& report_;
  std::map<const Profile*, Harness> harnesses_;
  std::map<const Operation*, LayerCount> counts_;
  int explain_cases_ = 4500;  // left for all explanations
};

// A layer of random cases may lack time for an operation; the other layers run whole.
std::function<RunLayer> checked_in_process(const Layer& layer) {
  return [=](const LayerRequest& request, Progress& progress, RunReport& report) {
    InProcessChecker checking(std::string(layer.name), progress, report);
    const std::vector<const Profile*> profiles = request.with_operations();
    const double seconds =
        layer.share == 0 ? 1e9 : request.seconds / static_cast<double>(profiles.size());
    for (const Profile* profile : profiles)
      checking.check_all(layer.source(props::keep_on(request.operations, *profile), *profile),
                         seconds);
    const bool all = request.profiles.size() == strideproof::profiles().size();
    checking.finish(request.operations, [&](const Operation& operation) -> std::string {
      if (operation.parameters.empty()) return "it has no parameters";
      return all || layer.share != 0 ? "" : "no case on this profile";
    });
  };
}

// The cases that are kept as text in folders of the corpus, read once.
auto replayed(const std::vector<std::string>& folders) {
  return [folders, programs = std::vector<Program>()](const Operations& operations,
                                                      const Profile& profile) mutable {
    for (const Operation* operation : operations)
      if (folders[0] == "boundary" && !operation->constraints.empty())  // each has its own file
        corpus::files(fmt::format("{}/{}.txt", corpus_folder(folders[0]), operation->name));
    if (programs.empty())
      for (const std::string& folder : folders)
        for (corpus::Entry& entry : corpus::read(corpus_folder(folder)))
          programs.push_back(std::move(entry.program));
    return list_source(programs, operations, profile);
  };
}

// The corpus has the edges of the built-in profiles. Those of a file are searched.
std::function<Source(const Operations&, const Profile&)> boundary_cases() {
  return [corpus = replayed({"boundary", "wide"})](const Operations& operations,
                                                   const Profile& profile) mutable {
    if (&profile != user_profile()) return corpus(operations, profile);
    Suite suite = edge_suite(operations, profile, PluginCapabilities::everything());
    std::ranges::move(suite.illegal, std::back_inserter(suite.legal));
    return list_source(suite.legal, operations, profile);
  };
}

Cell cell_of_plugin(const Operation& operation, const RunReport& report) {
  Cell cell{std::string(operation.name), "plug-in", CellStatus::passed, 0, "cases", {}};
  for (const OperationReport& o : report.operations) {
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
  for (const Profile* profile : profiles) {
    options.profile = profile;
    check(options, progress, report);
  }
  for (const Operation* operation : request.operations)
    report.matrix.push_back(cell_of_plugin(*operation, report));
}

}  // namespace

std::vector<const Profile*> LayerRequest::with_operations() const {
  std::vector<const Profile*> some;
  for (const Profile* profile : profiles)
    if (!props::keep_on(operations, *profile).empty()) some.push_back(profile);
  return some;
}

std::vector<Layer> layers(uint64_t seed, int64_t rounds) {
  const auto exhaustive = [=](const Operations& operations, const Profile& profile) {
    return exhaustive_source(operations, profile, Cases::all, {}, rounds);
  };
  const auto random = [=](const Operations& operations, const Profile& profile) {
    return random_source(operations, profile, seed);
  };
  std::vector<Layer> all = {{"exhaustive", 0, exhaustive},  // a part would not be exhaustive
                            {"properties", 3, random, true},
                            {"fuzz", 0, replayed({"regressions", "fuzz"})},
                            {"boundary", 0, boundary_cases(), true},
                            {"networks", 0, replayed({"networks"})}};
  for (Layer& layer : all) layer.run = checked_in_process(layer);
  all.insert(all.end() - 1, {"proofs", 0, {}, false, run_proofs, true});
  all.push_back({"plug-in", 2, {}, false, run_plugin});
  return all;
}

}  // namespace strideproof

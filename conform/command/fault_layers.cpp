#include "conform/command/fault_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>

#include "conform/check/session.h"
#include "conform/check/source.h"
#include "conform/command/arguments.h"
#include "conform/command/paths.h"
#include "conform/report/write.h"
#include "corpus/corpus.h"
#include "mutants/mutants.h"
#include "oracle/harness.h"
#include "proofs/theorems/theorems.h"
#include "props/generate.h"
#include "spec/stop.h"

namespace strideproof::commands {
namespace {

using mutants::FaultRow;
using Programs = std::vector<Program>;

// The number of cases until a layer found the fault, or of controls that plant it; no value: not
// found.
using FoundAfter = std::optional<int64_t>;
using MakeSource = std::function<Source(const Operations&, const Profile&)>;

Programs programs_in(const std::vector<std::string>& folders) {
  Programs all;
  for (const std::string& folder : folders)
    for (corpus::Entry& entry : corpus::read(corpus_folder(folder)))
      all.push_back(std::move(entry.program));
  return all;
}

MakeSource listed(Programs programs) {
  return [programs = std::move(programs)](const Operations& operations, const Profile& profile) {
    return list_source(programs, operations, profile);
  };
}

// Looks on one profile after the other; `look` adds the cases that it ran, and returns true if it
// found the fault.
template <class Look>
FoundAfter found_after(const FaultRow& fault, Look look) {
  int64_t cases = 0;
  for (const Profile& profile : profiles()) {
    const Operations there =
        props::keep_on(operations_matching(std::string(fault.operations)), profile);
    if (!there.empty() && look(there, profile, cases)) return cases;
  }
  return std::nullopt;
}

// In this process. A write far from every operand is seen by the sweep after the last case.
FoundAfter found_in_process(const FaultRow& fault, const MakeSource& make, int64_t most) {
  mutants::activate(fault.fault);
  return found_after(fault,
                     [&](const Operations& operations, const Profile& profile, int64_t& cases) {
                       const Source source = make(operations, profile);
                       Harness harness(profile, mutants::run);
                       for (int64_t i = 0; i < most && !stop_requested(); ++i) {
                         const std::optional<Program> program = source();
                         if (!program) break;
                         ++cases;
                         if (is_finding(harness.check(*program).kind)) return true;
                       }
                       return harness.sweep().has_value();
                     });
}

// Runs programs in the worker until one of them is a finding.
class UntilFound : public ProgramStream {
 public:
  UntilFound(Source source, int64_t most) : source_(std::move(source)), most_(most) {}
  std::optional<Program> next() override {
    if (found_ || given_ >= most_ || stop_requested()) return std::nullopt;
    ++given_;
    return source_();
  }
  bool admits(const Program&) override { return !found_; }
  StepReadings readings(const Program&) override { return {}; }
  void judged(const Program&, const Expectation&, const Verdict& verdict, const Outcome&,
              const Found&) override {
    if (found_) return;
    ++judged_;
    found_ = is_finding(verdict.kind);
  }
  void not_judged(const Program&, const char*) override {}
  void write_outside_window(const WriteOutsideWindow&) override { found_ = true; }

  bool found() const { return found_; }
  int64_t cases() const { return judged_; }

 private:
  Source source_;
  int64_t most_, given_ = 0, judged_ = 0;
  bool found_ = false;
};

// Random cases through the plug-in interface; each process loads the library again, with the fault.
FoundAfter found_by_plugin(const FaultRow& fault, uint64_t seed, int64_t most) {
  constexpr double seconds = 5;  // until a call hangs
  setenv("STRIDEPROOF_FAULT", std::string(fault.name).c_str(), 1);
  const Target target = {Target::Kind::library, library_path("libstrideproof_faulty.so")};
  return found_after(fault,
                     [&](const Operations& operations, const Profile& profile, int64_t& cases) {
                       Session session(target, profile, seconds, Session::Memory::in_step);
                       if (!session.accepted()) return false;
                       UntilFound stream(random_source(operations, profile, seed), most);
                       session.run(stream);
                       cases += stream.cases();
                       return stream.found();
                     });
}

// The number of theorems whose control plants the fault.
int64_t controls(const FaultRow& fault) {
  static const std::vector<solver::Theorem> all = solver::theorems();
  return std::ranges::count_if(all, [&](const solver::Theorem& theorem) {
    return theorem.control.planted == fault.description;
  });
}

constexpr const char* head = R"(# Faults and the layers that find them

Written by `strideproof faults --layers --cases {} --seed {}`, which takes minutes. A test compares the rows
with the faults of the code, not the numbers, which move with the generators and the corpus.

A number counts the cases until the layer found the fault. `-` means not found within {} cases on each
profile: the small world in an order that spreads over it, each corpus from its start. `properties` and
`plug-in` are given the same random cases, in this process and as a plug-in. `proofs` counts the theorems
whose control plants the fault and must be refuted. A fault that is a documented reading counts as found;
`strideproof check` names the reading.

| fault | what it does | exhaustive | properties | fuzz | boundary | networks | plug-in | proofs |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
)";

}  // namespace

int write_fault_layers(const std::vector<FaultRow>& faults, const FaultsArguments& arguments) {
  const int64_t most = arguments.cases.value_or(20'000);
  const uint64_t seed = arguments.seed;
  const std::vector<MakeSource> in_process = {
      [](const Operations& operations, const Profile& profile) {
        return exhaustive_source(operations, profile);
      },
      [&](const Operations& operations, const Profile& profile) {
        return random_source(operations, profile, seed);
      },
      listed(programs_in({"regressions", "fuzz"})), listed(programs_in({"boundary", "wide"})),
      listed(programs_in({"networks"}))};
  write_file("-", fmt::format(head, most, seed, most));
  int missed = 0;
  for (const FaultRow& fault : faults) {
    std::vector<FoundAfter> found;
    for (const MakeSource& make : in_process) found.push_back(found_in_process(fault, make, most));
    mutants::activate(mutants::Fault::none);
    found.push_back(found_by_plugin(fault, seed, most));
    const int64_t proofs = controls(fault);
    found.push_back(proofs > 0 ? FoundAfter(proofs) : std::nullopt);
    if (stop_requested()) break;
    std::string row = fmt::format("| {} | {} |", fault.name, fault.description);
    for (const FoundAfter& layer : found) row += layer ? fmt::format(" {} |", *layer) : " - |";
    write_file("-", row + "\n");
    if (std::ranges::none_of(found, [](const FoundAfter& layer) { return layer.has_value(); }))
      ++missed;
  }
  return missed;
}

}  // namespace strideproof::commands

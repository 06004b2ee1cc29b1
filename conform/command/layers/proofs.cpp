// Theorems and their controls.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conform/command/layers/layer.h"
#include "proofs/theorems/theorems.h"

namespace strideproof {
namespace {

using solver::ProofResult;
using solver::Status;

class Proofs : public Layer {
 public:
  std::string_view name() const override { return "proofs"; }
  double share() const override { return 0; }

  void run(const LayerRequest& request, Progress& progress, RunReport& report) override {
    std::vector<Cell> cells;
    for (const Operation* operation : request.operations)
      cells.push_back({std::string(operation->name), "proofs", CellStatus::not_applicable, 0,
                       "theorems", "no theorem concerns the operation"});
    std::set<std::string> wanted;
    const std::vector<solver::Theorem> theorems = solver::theorems();
    for (const solver::Theorem& theorem : theorems)
      if (!concerned(cells, theorem.operations).empty()) wanted.insert(theorem.name);
    const std::vector<solver::Report> proofs = prove(theorems, wanted, progress, report);
    const std::set<std::string> transitively_proved = solver::transitively_proved(proofs);
    for (const solver::Report& proof : proofs)
      settle(proof, transitively_proved, concerned(cells, proof.operations), progress, report);
    if (stop_requested())
      for (Cell& cell : cells) mark(cell, CellStatus::incomplete, "interrupted");
    report.matrix.insert(report.matrix.end(), cells.begin(), cells.end());
  }

 private:
  static std::vector<Cell*> concerned(std::vector<Cell>& cells,
                                      const std::vector<std::string>& operations) {
    std::vector<Cell*> some;
    for (Cell& cell : cells)
      if (std::count(operations.begin(), operations.end(), cell.operation) > 0)
        some.push_back(&cell);
    return some;
  }

  // The requested theorems and all theorems on which they rest, transitively.
  static std::vector<solver::Report> prove(const std::vector<solver::Theorem>& theorems,
                                           std::set<std::string> wanted, Progress& progress,
                                           const RunReport& report) {
    std::vector<solver::Report> proofs;
    std::set<std::string> asked;
    for (size_t before = SIZE_MAX; before != asked.size();) {
      before = asked.size();
      for (const solver::Theorem& theorem : theorems) {
        if (stop_requested()) return proofs;
        if (wanted.count(theorem.name) == 0 || !asked.insert(theorem.name).second) continue;
        progress.show("proofs: " + theorem.name, report.cases.judged(),
                      static_cast<int64_t>(report.findings.size()));
        try {
          proofs.push_back(solver::run(theorem));
        } catch (const Interrupted&) {
          return proofs;
        }
        wanted.insert(proofs.back().rests_on.begin(), proofs.back().rests_on.end());
      }
    }
    return proofs;
  }

  static void mark(Cell& cell, CellStatus status, const std::string& note) {
    if (cell.status == CellStatus::failed) return;
    cell.status = status;
    cell.note = note;
  }

  // Only transitively proved theorems count.
  static void settle(const solver::Report& proof, const std::set<std::string>& transitively_proved,
                     const std::vector<Cell*>& cells, Progress& progress, RunReport& report) {
    const ProofResult verdict = proof.verdict();
    const bool holds =
        verdict == ProofResult::holds && transitively_proved.count(proof.theorem) > 0;
    report.theorems += holds ? 1 : 0;
    for (Cell* cell : cells) {
      cell->count += holds ? 1 : 0;
      if (verdict == ProofResult::fails)
        mark(*cell, CellStatus::failed, proof.theorem);
      else if (verdict == ProofResult::undecided)
        mark(*cell, CellStatus::incomplete, "unproved: " + proof.theorem);
      else if (!holds)
        mark(*cell, CellStatus::incomplete, "rests on unproved theorems: " + proof.theorem);
      else if (cell->status == CellStatus::not_applicable)
        mark(*cell, CellStatus::passed, {});
    }
    if (verdict != ProofResult::fails) return;
    const bool refuted = proof.status == Status::refuted || proof.status == Status::vacuous;
    Finding finding;
    finding.operation = cells.empty() ? proof.operations.front() : cells.front()->operation;
    finding.layer = "proofs";
    finding.kind = refuted ? "refuted" : "control passed";
    finding.detail =
        refuted
            ? fmt::format("{}: {}", proof.theorem, proof.reason)
            : fmt::format("{}: with the planted fault \"{}\" the control is {}, {}", proof.theorem,
                          proof.control.planted, solver::name(proof.control.status),
                          proof.control.confirmed ? "confirmed" : "not confirmed");
    if (!refuted) finding.line = proof.control.case_line;
    progress.line(headline(finding));
    report.findings.push_back(std::move(finding));
  }
};

}  // namespace

std::unique_ptr<Layer> proofs_layer() { return std::make_unique<Proofs>(); }

}  // namespace strideproof

// Theorems and their controls.

#include <fmt/format.h>

#include <algorithm>

#include "conform/layers/layer.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof {
namespace {

using solver::Status;
using solver::Verdict;

class Proofs : public Layer {
 public:
  std::string_view name() const override { return "proofs"; }
  double share() const override { return 0; }

  void run(const LayerRequest& request, Progress& progress, RunReport& report) override {
    std::vector<Cell> cells;
    for (const Operation* operation : request.operations)
      cells.push_back({std::string(operation->name), "proofs", CellStatus::not_applicable, 0,
                       "theorems", "no theorem is about it"});
    for (const solver::Theorem& theorem : solver::theorems()) {
      std::vector<Cell*> concerned;
      for (Cell& cell : cells)
        if (std::count(theorem.operations.begin(), theorem.operations.end(), cell.operation) > 0)
          concerned.push_back(&cell);
      if (concerned.empty()) continue;
      progress.show("proofs: " + theorem.name, report.cases,
                    static_cast<int64_t>(report.findings.size()));
      if (stop_requested()) {
        for (Cell* cell : concerned) mark(*cell, CellStatus::incomplete, "interrupted");
        continue;
      }
      settle(solver::run(theorem), concerned, report);
    }
    report.matrix.insert(report.matrix.end(), cells.begin(), cells.end());
  }

 private:
  static void mark(Cell& cell, CellStatus status, const std::string& note) {
    if (cell.status == CellStatus::failed) return;
    cell.status = status;
    cell.note = note;
  }

  static void settle(const solver::Report& proof, const std::vector<Cell*>& concerned,
                     RunReport& report) {
    const Verdict verdict = proof.verdict();
    for (Cell* cell : concerned) {
      ++cell->count;
      switch (verdict) {
        case Verdict::holds:
          if (cell->status == CellStatus::not_applicable) mark(*cell, CellStatus::passed, {});
          break;
        case Verdict::undecided:
          mark(*cell, CellStatus::incomplete, "unproved: " + proof.theorem);
          break;
        case Verdict::fails: mark(*cell, CellStatus::failed, proof.theorem); break;
      }
    }
    if (verdict != Verdict::fails) return;
    const bool refuted = proof.status == Status::refuted || proof.status == Status::vacuous;
    Finding finding;
    finding.operation = concerned.front()->operation;
    finding.layer = "proofs";
    finding.kind = refuted ? "refuted" : "control passed";
    finding.detail =
        refuted
            ? fmt::format("{}: {}", proof.theorem, proof.reason)
            : fmt::format("{}: with the planted fault \"{}\" the control is {}, {}", proof.theorem,
                          proof.control.planted, solver::name(proof.control.status),
                          proof.control.confirmed ? "confirmed" : "not confirmed");
    if (!refuted) finding.line = proof.control.case_line;
    report.findings.push_back(std::move(finding));
  }
};

}  // namespace

std::unique_ptr<Layer> proofs_layer() { return std::make_unique<Proofs>(); }

}  // namespace strideproof

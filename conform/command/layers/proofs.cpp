// The layer of theorems and their controls.

#include <fmt/format.h>

#include <algorithm>

#include "conform/command/layers/layer.h"
#include "proofs/theorems/theorems.h"
#include "spec/stop.h"

namespace strideproof {
namespace {

using solver::ProofResult;
using solver::ProofStatus;

std::vector<Cell*> concerned(std::vector<Cell>& cells, const std::vector<std::string>& operations) {
  std::vector<Cell*> some;
  for (Cell& cell : cells)
    if (std::ranges::count(operations, cell.operation) > 0) some.push_back(&cell);
  return some;
}

void mark(Cell& cell, CellStatus status, const std::string& note) {
  if (cell.status == CellStatus::failed) return;
  cell.status = status;
  cell.note = note;
}

void add(const solver::Report& proof, const std::vector<Cell*>& cells, Progress& progress,
         RunReport& report) {
  const ProofResult verdict = proof.verdict();
  const bool holds = verdict == ProofResult::holds;
  report.theorems += holds ? 1 : 0;
  for (Cell* cell : cells) {
    cell->count += holds ? 1 : 0;
    if (verdict == ProofResult::fails)
      mark(*cell, CellStatus::failed, proof.theorem);
    else if (verdict == ProofResult::undecided)
      mark(*cell, CellStatus::incomplete, "unproved: " + proof.theorem);
    else if (cell->status == CellStatus::not_applicable)
      mark(*cell, CellStatus::passed, {});
  }
  if (verdict != ProofResult::fails) return;
  const bool refuted = proof.status == ProofStatus::refuted || proof.status == ProofStatus::vacuous;
  Finding finding;
  finding.operation = cells.front()->operation;
  finding.layer = "proofs";
  finding.kind = refuted ? VerdictKind::refuted : VerdictKind::control_passed;
  finding.detail =
      refuted ? fmt::format("{}: {}", proof.theorem, proof.reason)
              : fmt::format("{}: with the planted fault \"{}\" the control is {}, {}",
                            proof.theorem, proof.control.mutant, solver::name(proof.control.status),
                            proof.control.confirmed ? "confirmed" : "not confirmed");
  if (!refuted) finding.line = proof.control.case_line;
  progress.line(headline(finding));
  report.findings.push_back(std::move(finding));
}

}  // namespace

void run_proofs(const LayerRequest& request, Progress& progress, RunReport& report) {
  std::vector<Cell> cells;
  for (const Operation* operation : request.operations)
    cells.push_back({std::string(operation->name), "proofs", CellStatus::not_applicable, 0,
                     "theorems", "no theorem concerns the operation"});
  for (const solver::Theorem& theorem : solver::theorems()) {
    const std::vector<Cell*> some = concerned(cells, theorem.operations);
    if (some.empty()) continue;
    if (stop_requested()) break;
    progress.show("proofs: " + theorem.name, report.cases.judged(),
                  static_cast<int64_t>(report.findings.size()));
    try {
      add(solver::run(theorem), some, progress, report);
    } catch (const Interrupted&) {
      break;
    }
  }
  if (stop_requested())
    for (Cell& cell : cells) mark(cell, CellStatus::incomplete, "interrupted");
  report.matrix.insert(report.matrix.end(), cells.begin(), cells.end());
}

}  // namespace strideproof

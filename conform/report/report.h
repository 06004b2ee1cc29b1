#pragma once
// What a run found, in one structure, from which every report is made: terminal, JSON, JUnit, HTML.
// Filled by the checker (check) and by the layers (verify); a report in any form shows all of it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conform/report/boundary_table.h"
#include "oracle/counts.h"
#include "oracle/verdict.h"
#include "spec/vocabulary/case.h"

namespace strideproof {

// An implementation's answer for one operation on one profile.
enum class Conformance : uint8_t {
  conforms,
  fails,
  not_provided,  // the plug-in does not export it
  unsupported,   // each case given was answered "valid but unsupported"
  not_run,       // no case was given: interrupted, or nothing to give
};
std::string_view name(Conformance conformance);  // "not provided"

struct OperationReport {
  std::string operation;
  std::string profile;
  Conformance status = Conformance::not_run;
  CaseCounts cases;      // in all layers
  int64_t failures = 0;  // cases with a finding, waived ones not counted
};

// One deviation, as one line that replays. Shrunk, and unique by operation, kind and first label.
struct Finding {
  std::string operation;
  std::string profile;
  std::string line;    // of the case or program; empty where none exists (a proof without witness)
  std::string kind;    // name(Kind), or "refuted", "control passed" (proofs), "bad line" (corpora)
  std::string detail;  // one line for people
  std::string explanation;          // which cases like it fail: conform/explain/explain.h
  std::string layer;                // "plug-in", "exhaustive", ...
  std::vector<std::string> labels;  // constraints that the case violates, with the operation
  std::optional<Difference> difference;
  std::vector<std::string> with = {};  // lines before it: together they contradict every reading
};

// "strideproof replay 'LINE' 'LINE'": what shows a finding again; its line is not empty.
std::string replay_command(const Finding& finding);
// One line that names it and how to see it again: told when it is found, before any report.
std::string headline(const Finding& finding);

// Which reading of a ledger entry an implementation takes, by what was seen.
struct ReadingReport {
  std::string id;
  std::string operation;
  std::optional<std::string> taken;  // the only one left, where a case told them apart
  std::vector<std::string> left;     // those that explain every byte seen; empty: a finding
  int64_t cases = 0;                 // that told readings apart
};

// A finding that a line of the waiver file names.
struct Waived {
  Finding finding;
  std::string reason;
  std::string until;  // YYYY-MM-DD, inclusive
};

// One cell of the matrix operation x layer of verify.
enum class CellStatus : uint8_t { passed, failed, incomplete, not_applicable };
std::string_view name(CellStatus status);  // "not applicable"

struct Cell {
  std::string operation;
  std::string layer;
  CellStatus status = CellStatus::not_applicable;
  int64_t count = 0;  // cases judged, or theorems that hold with all that they rest on
  std::string unit;   // "cases", "theorems"
  std::string note;   // why incomplete or not applicable
  CaseCounts cases = {};
};

struct LayerReport {
  std::string name;
  double seconds = 0;
  int64_t count = 0;  // as in its cells; a program of several operations once
  CaseCounts cases = {};
};

struct RunReport {
  std::string command;                // "check" or "verify"
  std::string implementation;         // a name for people: sp_name, the library's path, "optimized"
  std::vector<std::string> profiles;  // of check those where a case ran, of verify those asked for
  uint64_t seed = 0;
  double seconds = 0;
  CaseCounts cases;
  int64_t theorems = 0;      // that hold with all that they rest on
  bool interrupted = false;  // by a signal, or stopped before its budget was used

  std::vector<OperationReport> operations;
  std::vector<Finding> findings;
  std::vector<ReadingReport> readings;
  std::vector<Waived> waived;
  std::vector<LayerReport> layers;  // of verify, the columns of the matrix in order
  std::vector<Cell> matrix;         // by operation, then layer
  BoundaryTable boundaries;         // of verify: the edges and landmarks that each layer met
  bool all_boundaries = false;      // whether what it misses makes the run incomplete
  // Layers that could not go on, "networks: FILE:7:1: why"; each is a note too.
  std::vector<std::string> broken;
  std::vector<std::string> notes;  // what was not observed, vacuous generators, expired waivers
};

// 1: findings; 3: none, but interrupted, a cell incomplete, an operation not run, none that conforms,
// or a boundary that was required and not met; 0 otherwise.
int exit_status(const RunReport& report);

// Each is a whole file.
std::string to_json(const RunReport& report);  // the contract's check fields and "layers", "matrix"
std::string to_junit(const RunReport& report);  // a test case per operation and profile (or layer)
std::string to_html(const RunReport& report);   // self-contained, an SVG picture for each finding

}  // namespace strideproof

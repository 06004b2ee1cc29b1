#pragma once
// The result of a run in one structure. Every report is made from it: terminal, JSON, JUnit, HTML;
// each shows all of it. The checker (check) and the layers (verify) fill it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conform/report/boundary_table.h"
#include "oracle/counts.h"
#include "oracle/verdict.h"
#include "spec/vocabulary/case.h"

namespace strideproof {

// The result of an implementation for one operation on one profile.
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

// One deviation as one line that replays; shrunk, and unique by operation, kind and first label.
struct Finding {
  std::string operation;
  std::string profile;
  std::string line;    // of the case or program; empty where none exists (a proof without witness)
  std::string kind;    // name(Kind), or "refuted", "control passed" (proofs), "bad line" (corpora)
  std::string detail;  // one line for the user
  std::string explanation;          // which cases like it fail: conform/explain/explain.h
  std::string layer;                // "plug-in", "exhaustive", ...
  std::vector<std::string> labels;  // constraints that the case violates, with the operation
  std::optional<Difference> difference;
  // The lines that precede it: together they contradict every reading.
  std::vector<std::string> with = {};
};

// The command that replays a finding: "strideproof replay 'LINE' 'LINE'". Its line must not be
// empty.
std::string replay_command(const Finding& finding);
// One line with the finding and its replay command, printed when it is found, before any report.
std::string headline(const Finding& finding);

// The readings of a ledger entry that are consistent with the observed bytes.
struct ReadingReport {
  std::string id;
  std::string operation;
  std::optional<std::string> taken;  // the only one left, if a case distinguished them
  std::vector<std::string> left;     // those that explain every byte seen; empty: a finding
  int64_t cases = 0;                 // that told readings apart
};

// A finding that a line of the waiver file matches.
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
  int64_t count = 0;  // cases judged, or theorems that are transitively proved
  std::string unit;   // "cases", "theorems"
  std::string note;   // why incomplete or not applicable
  CaseCounts cases = {};
};

struct LayerReport {
  std::string name;
  double seconds = 0;
  int64_t count = 0;  // as in its cells; a program of several operations counts once
  CaseCounts cases = {};
};

struct RunReport {
  std::string command;                // "check" or "verify"
  std::string implementation;         // a name for people: sp_name, the library's path, "optimized"
  std::vector<std::string> profiles;  // check: those where a case ran; verify: those requested
  uint64_t seed = 0;
  double seconds = 0;
  CaseCounts cases;
  int64_t theorems = 0;      // that hold with all that they rest on
  bool interrupted = false;  // ended by a signal, or before its budget was used

  std::vector<OperationReport> operations;
  std::vector<Finding> findings;
  std::vector<ReadingReport> readings;
  std::vector<Waived> waived;
  std::vector<LayerReport> layers;  // the columns of the matrix of verify, in order
  std::vector<Cell> matrix;         // by operation, then layer
  BoundaryTable boundaries;         // of verify: the edges and landmarks that each layer met
  bool all_boundaries = false;      // whether what it misses makes the run incomplete
  // Layers that could not go on, "networks: FILE:7:1: why"; each is a note too.
  std::vector<std::string> broken;
  std::vector<std::string> notes;  // memory not observed, vacuous generators, expired waivers
};

// 1: findings. 3: no findings, but the run was interrupted, a cell is incomplete, an operation was
// not run, no operation conforms, or a required boundary was not met. 0 otherwise.
int exit_status(const RunReport& report);

// Each is a whole file.
std::string to_json(const RunReport& report);  // the contract's check fields and "layers", "matrix"
std::string to_junit(const RunReport& report);  // a test case per operation and profile (or layer)
std::string to_html(const RunReport& report);   // self-contained, an SVG picture for each finding

}  // namespace strideproof

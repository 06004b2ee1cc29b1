#pragma once
// The result of a run in one structure. Every report is made from it; JSON and HTML show all of it.
// The checker (check) and the layers (verify) fill it.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conform/report/boundary_table.h"
#include "conform/report/condition.h"
#include "oracle/counts.h"
#include "oracle/verdict.h"
#include "spec/vocabulary/case.h"

namespace strideproof {

// The result of an implementation for one operation on one profile.
enum class Conformance : uint8_t {
  conforms,
  fails,
  not_provided,  // the plug-in does not export it
  unsupported,   // each case given was answered "unsupported"
  incomplete,    // no case was judged, or not every edge and landmark that must be
  waived,        // it fails, and every finding is waived
};
std::string_view name(Conformance conformance);  // "not provided"

struct OperationReport {
  std::string operation;
  std::string profile;
  Conformance status = Conformance::incomplete;
  CaseCounts cases;      // in all layers
  int64_t failures = 0;  // cases with a finding, waived ones not counted
  EdgeCount edges = {};  // check: those that the plug-in can be given
};

// The cases drawn after the condition of a finding was known, and how many of these met the
// condition. Only some of the cases that meet it are given.
struct Hides {
  int64_t drawn = 0, met = 0;

  Hides& operator+=(const Hides& other) {
    drawn += other.drawn;
    met += other.met;
    return *this;
  }
};

inline constexpr const char* plugin_layer = "plug-in";

// One deviation as one line that replays; shrunk, unless the run ended before. There are at most a
// few findings for each operation, kind and first label.
struct Finding {
  std::string operation;
  std::string profile;
  std::string line;    // of the case or program; empty where none exists (a proof without witness)
  VerdictKind kind{};  // is_finding
  std::string detail;  // one line for the user
  std::string explanation;          // which cases near it fail: conform/explain/explain.h
  std::string layer;                // "plug-in", "exhaustive", ...
  std::vector<std::string> labels;  // constraints that the case violates, with the operation
  std::optional<Difference> difference;
  // The lines that precede `line`: together all lines contradict every reading.
  std::vector<std::string> with = {};
  // The readings to which the implementation is held, "shift-by-32=0": words of --reading.
  std::vector<std::string> readings = {};
  // The condition of the explanation, "shape.n > 1" or "with one element: always"; empty if fewer
  // than nine in ten of the cases that meet the condition fail.
  StatedCondition condition = {};
  std::optional<ConditionOfCause> of_cause = {};
  std::string same_cause = {};  // the line of a finding that has its cause; see join_by_cases()
  std::string end = {}, entry = {};  // of its verdict
  bool repeats = true;               // false: a fresh worker did not show it
  bool by_sweep = false;             // only a comparison of all memory shows it
  bool examined = true;              // false: the run ended before it was explained
  bool unused_stride = false;        // it passes with strides of NULL where no element uses them
  int64_t failures = 1;              // cases that it explains
  Hides hides = {};
  // The words of the waiver file, if the finding is waived; until: YYYY-MM-DD, inclusive.
  std::string reason = {}, until = {};
  std::string replay = {};  // of a finding read from a report: its replay command
};

// Failing cases: of all rows, of findings that were examined, and of findings that were not
// examined. The other failing cases were not kept.
struct FailureCount {
  int64_t cases = 0, explained = 0, not_examined = 0;
  int64_t not_kept() const { return cases - explained - not_examined; }
};

// True if the finding is about the operation and the profile of the row.
inline bool is_about(const Finding& finding, const OperationReport& row) {
  return finding.operation == row.operation && finding.profile == row.profile;
}

// The command that replays a finding: "strideproof replay 'LINE' 'LINE'"; empty: it has no line.
std::string replay_command(const Finding& finding);
// One line with the finding and its replay command, printed when it is found, before any report.
std::string headline(const Finding& finding);

// The readings of a ledger entry that are consistent with the observed bytes.
struct ReadingReport {
  std::string id;
  std::string operation;
  std::optional<std::string> taken;  // the only reading left, if a case ruled the others out
  std::vector<std::string> left;     // the readings that explain every byte seen; empty: a finding
  int64_t cases = 0;                 // that ruled readings out
  std::string by_default = {};       // the first reading of the entry
  bool held = false;                 // by --reading: any other reading is a finding
  bool by_rejections = false;        // only rejected cases rule the default out
  std::string line = {};             // of the program that ruled the default out
  std::string contradicted_by = {};  // the line of a finding that no reading left explains
  // If several readings are left: the number of cases that were compared under each two of these
  // readings, and the line of a case that distinguishes some readings but decided nothing, for
  // example because the case shows another finding.
  int64_t compared = 0;
  std::string candidate = {};
  std::string no_effect = {};  // the reason why no case distinguishes the readings left
  bool needs_illegal = false;  // only illegal cases distinguish the readings left; none were given

  // True if the default reading is ruled out.
  bool differs_from_default() const;
};

// One cell of the matrix operation x layer of verify.
enum class CellStatus : uint8_t { passed, failed, incomplete, not_applicable };
std::string_view name(CellStatus status);  // "not applicable"

struct Cell {
  std::string operation;
  std::string layer;
  CellStatus status = CellStatus::not_applicable;
  int64_t count = 0;  // cases judged, or theorems that are proved
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
  std::string target;                 // of check, in words of replay: "--on ./libmine.so"
  std::vector<std::string> profiles;  // check: those where a case ran; verify: those requested
  uint64_t seed = 0;
  std::string version;  // of strideproof
  std::string date;     // when it began, "2027-01-31T12:00:00Z"
  double seconds = 0;
  CaseCounts cases;
  int64_t restarts = 0;      // of workers after the process ended or hung
  int64_t theorems = 0;      // that hold with all that they rest on
  bool interrupted = false;  // ended by a signal, or before its budget was used

  std::vector<OperationReport> operations;
  std::vector<Finding> findings;
  std::vector<ReadingReport> readings;
  std::vector<Finding> waived;
  std::vector<LayerReport> layers;  // the columns of the matrix of verify, in order
  std::vector<Cell> matrix;         // by operation, then layer
  BoundaryTable boundaries;         // of verify: the edges and landmarks that each layer met
  bool all_boundaries = false;      // true: a missed boundary makes the run incomplete
  // Layers that could not continue, "networks: FILE:7:1: why"; each is a note too.
  std::vector<std::string> failed_layers;
  std::vector<std::string> notes;  // memory not observed, vacuous generators, expired waivers
};

FailureCount count_failures(const RunReport& report);  // of a check
// The operations that the plug-in exports on no profile.
std::set<std::string> not_provided(const RunReport& report);

// 1: findings. 3: no findings, but the run was interrupted, a cell or an operation is incomplete,
// no operation conforms, or a required boundary was not met. 0 otherwise.
int exit_status(const RunReport& report);

std::string to_text(const RunReport& report);  // for a terminal
// The part of the text about readings: each with the operations that take it; first the readings
// that are not the default.
std::string reading_lines(const RunReport& report);
// Each returns the text of a whole file.
std::string to_json(const RunReport& report);  // the contract's check fields and "layers", "matrix"
// The report of a check. Throws SetupError with one line if the text is no such report.
RunReport parse_report(const std::string& json);
std::string to_junit(const RunReport& report);  // a test case per operation and profile (or layer)
std::string to_sarif(const RunReport& report);  // SARIF 2.1.0; waived findings are suppressed
// Self-contained, with an SVG picture of each finding; made from the JSON report by its script.
std::string to_html(const RunReport& report);

// ---- Reports of check, merged: parts of --shard, and the readings of its profiles ----

// Merges the reports in the files (at least one), which are JSON reports of one implementation. The
// result misses an edge if all reports miss that edge, leaves a reading if all reports leave that
// reading (or a default that only rejections rule out in some reports), and waives a finding if
// every report with that finding waives it. Throws SetupError if a file is no JSON report of a
// check, is given twice, or does not fit the others.
RunReport merged(const std::vector<std::string>& files);

// Adds the readings that a profile or another part leaves. If no reading of an entry is left in
// every part, this becomes a finding, and the rows of its operation fail.
void add_readings(RunReport& report, const std::vector<ReadingReport>& part);

// ---- A finding as a C program of its own ----

struct CTestOptions {
  std::vector<HeldReading> held = {};
  bool abort_rejects = false;  // as Target::rejects_by_abort; the test asks sp_abort_rejects itself
  std::string command = {};    // for sh; empty: a library
  double start_seconds = 30;   // limit of the start and of sp_reset, as Target::start_seconds
  double seconds = 5;          // limit of each operation and of each other hook
};

// The text of a C99 program for POSIX. It is linked with the implementation and needs the public
// headers, or it starts a command and needs nothing else. The program fills memory as the case
// does, calls the operations, and compares their return values and every byte of the windows with
// the reference under the readings held to. It exits with 0 if they are equal, 1 if not, and 2 if
// the implementation cannot be used. The operations run in a forked process, whose end is a failure
// unless it rejects an illegal case. Where no such program can show the finding, the text is empty
// and `why` has the reason.
std::string c_test(const Finding& finding, const CTestOptions& options, std::string& why);

// Writes one file for each finding, "DIR/NUMBER_OPERATION.c", and a note for each that has none.
void write_c_tests(const std::string& directory, const CTestOptions& options, RunReport& report);

// The text between the quotes of a C string; octal, as a trigraph or a quote would end it.
std::string c_string(const std::string& text);

struct CCall {
  std::string function;  // its name; empty: the step calls none, as its dtype names no type
  std::string text;      // "okk_gdma_8bit_set_C_local(0x104ull, (x8){.u8 = 0x1ull}, ...)"
  bool returns = false;  // a value
};

// The call of the step; of_command: by its line, "call(\"okk_gdma_8bit_set_C_local ...\")".
CCall c_call(const Case& step, bool of_command);

// ---- A picture of a case ----

// For each operand the bytes that it touches, in rows of a lane or of system memory, with gaps,
// padding and the wrong byte marked. A whole <svg> element with at most max_rows rows; it says how
// much is left out. Works for illegal cases as far as their operands exist.
inline constexpr int max_rows = 24;
std::string picture(const Case& c, const std::optional<Difference>& difference = std::nullopt);

}  // namespace strideproof

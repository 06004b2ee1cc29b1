#pragma once
// The result of a program (Outcome) and the comparison with the expectation (Verdict).

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof {

// The status of one operation; the first three are the numbers of sp_status.
enum class Status : uint8_t {
  done = 0,
  rejected = 1,
  unsupported = 2,
  crash,
  timeout,
  hook_failed
};

// The result of one implementation on one program, without the bytes of its windows.
struct Outcome {
  std::vector<Status> status;      // per step; a step after a crash or timeout has none
  std::vector<uint64_t> returned;  // per step
  std::string message;             // of a crash, timeout or failed hook: one line, may be empty

  bool is_rejection() const { return std::ranges::count(status, Status::rejected) > 0; }
};

// The results of a program, and the kinds of findings. Their names are the words of reports.
enum class VerdictKind : uint8_t {
  pass,
  rejected_as_documented,
  unsupported,
  too_costly,
  not_observed,
  // findings
  wrong_byte,
  write_outside,
  source_changed,
  accepted_invalid,
  rejected_valid,
  wrote_though_rejected,
  wrong_return_value,
  no_reading_explains,
  crash,
  timeout,
  hook_failed,
  different_labels,         // both of our own implementations reject, for different reasons
  refused,                  // one of our own two implementations leaves out what the other runs
  not_the_default_reading,  // only with check --strict
  refuted,                  // a theorem, or the proof that no case meets an edge
  control_passed            // the control of a theorem is not refuted
};
std::string_view name(VerdictKind kind);  // "wrong byte"
std::span<const std::string_view> names_of_findings();
bool is_finding(VerdictKind kind);
bool ends_process(VerdictKind kind);           // usually: a crash, a hang, a failed hook
bool is_right(VerdictKind kind);               // run, judged and as documented
std::optional<bool> failed(VerdictKind kind);  // no value: undecided

// The first byte that differs.
struct Difference {
  Space space;
  int64_t lane;
  int64_t offset;
  uint8_t expected, found;
  std::optional<std::array<int64_t, 4>> element = {};  // (n, c, h, w), if it belongs to an operand
  int64_t byte_of_element = 0;
};

// True if the byte lies in a range of memory, or so many bytes before or after the range.
bool lies_in(const auto& range, const Difference& byte, int64_t near = 0) {
  return range.space == byte.space && range.lane == byte.lane &&
         byte.offset >= range.first - near && byte.offset < range.first + range.size + near;
}

struct Verdict {
  VerdictKind kind = VerdictKind::pass;
  int step = 0;             // of the program
  std::string detail = {};  // one line for the user; of a pass mostly empty
  std::optional<Difference> difference = {};
  // accepted_invalid: the constraints that the step violates under the readings expected of it.
  uint64_t violated = 0;
  // The program that shows the finding, if it is not the one that was checked: a sweep finds writes
  // outside the windows of an earlier program.
  std::optional<Program> culprit = {};
  // How the process of a plug-in ended, equal for ends that may have one cause: a failed assertion,
  // the summary of a sanitizer, or a signal or status; empty: it did not end, or hung.
  std::string end = {};
  std::string allowed_end = {};  // the same, of a pass: a reading allows to reject its case
  // no_reading_explains: the entry of the ledger whose readings contradict each other.
  std::string entry = {};
  // The same: a program before it, if only readings explain that one which this one rules out.
  std::optional<Program> contradicted = {};
  // rejected_valid: readings that other cases determine; another reading would explain it.
  std::vector<HeldReading> readings = {};
};

// The step of the verdict.
inline const Case& step_of(const Program& program, const Verdict& verdict) {
  return program.steps[std::min(static_cast<size_t>(verdict.step), program.steps.size() - 1)];
}

// "dst", "src", "src1"; "elsewhere" if it is none.
std::string_view operand_name(Operands operand);

std::string place(const Difference& difference);  // "local lane 3 offset 0x40"

// "local lane 3 offset 0x40: expected 0x12, found 0x34; byte 1 of element (0, 3, 0, 2) of dst";
// With two sources the first is src, as data.src in a case line. operand: the operand of
// difference.element; 0 if the byte belongs to none.
std::string describe(const Difference& difference, Operands operand);

// The labels of a mask over Constraint::bit, separated by blanks, with the operation's name.
std::string labels(const Operation& operation, uint64_t mask);

}  // namespace strideproof

#pragma once
// The property of every fuzz target and of the replay of corpora:
//
//   labels(spec) = labels(reference)
//   bytes(implementation) = bytes(reference)   for legal programs
//
// The optimized implementation rejects by spec::evaluate and has no labels of its own. So the
// harness compares the labels of the spec with those of the reference.

#include <map>
#include <string>
#include <string_view>

#include "fuzz/encoding.h"
#include "oracle/harness.h"

namespace strideproof::fuzz {

// True if checking the program takes longer than fuzzing can afford: a step of more than `elements`
// is legal, or legal but for the constraints that the reference checks element by element.
bool expensive(const Case& c, int64_t elements);
bool expensive(const Program& program, int64_t elements);

// A fuzz target leaves out programs with a step of more elements; text is replayed at any size.
inline constexpr int64_t most_elements = int64_t{1} << 17;

// Precedes the line of a finding in a report.
inline constexpr std::string_view finding_mark = "finding: ";

class Differential {
 public:
  explicit Differential(Harness::RunFunction implementation, Signals signals = Signals::caught)
      : implementation_(implementation), signals_(signals) {}

  Verdict check(const Program& program);

  // The text of a finding, several lines: its kind and detail, the case as it was found, and
  // after finding_mark the line that is left after shrinking, with the command that replays it.
  std::string report(const Program& program, const Verdict& verdict);

 private:
  Harness::RunFunction implementation_;
  Signals signals_;
  std::map<const Profile*, Harness> harnesses_;  // made when needed
};

// The operations and programs that belong to a fuzz target.
struct FuzzTarget {
  Domain domain;
  Harness::RunFunction implementation;
};

// Each target defines it (target.cpp or tests/planted.cpp). libfuzzer.cpp, which all targets share,
// calls it once before the first input.
FuzzTarget target();

}  // namespace strideproof::fuzz

#pragma once
// The smallest program found that shows a finding.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conform/check/known_causes.h"
#include "conform/check/prober.h"

namespace strideproof {

// 5,000 runs, 250 crashes, 10 short hangs or 3 whole ones.
inline constexpr int64_t shrink_work = 50'000'000;

struct Shrunk {
  Program program;
  Verdict verdict;
  std::string note = {};  // for the detail of the finding, "; not shrunk: interrupted"
  // Programs without which the program does not fail: they determined readings, or left state.
  std::vector<Program> earlier = {};
  bool state_decides = false;   // `earlier` leave state, such as a mask count
  bool repeats = true;          // false: a fresh worker does not show the finding
  bool strides_decide = false;  // the program passes if unused strides are those of NULL
};

// Programs without which a later program may not fail.
struct EarlierPrograms {
  std::vector<Program> witnesses;    // determined the readings known when the program was judged
  std::vector<Program> mask_copies;  // left counts
  std::vector<Program> recent;       // ran just before the program, and may have left state
};

// True for verdicts that show a finding.
using Shows = std::function<bool(const Verdict&)>;
// A process that ends in another way has another cause.
Shows has_kind_and_end_of(const Verdict& failed);

using ProgramTest = std::function<bool(const Program&)>;

// Runs a candidate, unless it is excluded or no work is left, and stores a verdict that shows the
// finding.
ProgramTest still_shows(const Shows& shows, const std::function<Verdict(const Program&)>& run,
                        const ProgramTest& is_excluded, Prober& prober, Verdict& found);

// Shrinks a program that had this verdict.
Shrunk shrink(const Program& program, const Verdict& verdict, ReadingTable& readings,
              const EarlierPrograms& before, const KnownCauses& causes, Prober& prober);

// The simplest case that violates the same constraints as the step that failed, and meets the same
// conditions. No candidate is run. as_far: no constraint is violated by less, and as many extents
// are above 1. Returns the program if the step violates no constraint and meets no condition.
Program simplest_alike(const Program& program, const Verdict& verdict,
                       const explanation::Conditions& conditions, bool as_far,
                       const ProgramTest& may_run);

// The first of the program and its earlier programs that fails alone under the default readings.
std::optional<Shrunk> fails_by_default(const Shrunk& shrunk, Prober& prober);

// Shrinks a program as long as its verdict, under the readings that a table leaves open, shows the
// finding.
Shrunk shrink(const Program& program, ReadingTable& table, const Shows& shows,
              const KnownCauses& causes, Prober& prober);

// Gives the strides that no element uses their values of the default layout, which is the layout of
// NULL where a stride may be NULL, as far as the program still fails.
Program with_usual_strides(Program program, const ProgramTest& still_fails);

// True if a stride that no element uses is not that of the default layout.
bool has_unusual_strides(const Program& program);

}  // namespace strideproof

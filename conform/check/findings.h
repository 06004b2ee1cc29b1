#pragma once
// Turns failing programs into findings: shrunk (shrink.h) and explained in workers of their own, a
// few of each kind.

#include <compare>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conform/check/known_causes.h"
#include "conform/check/passed_cases.h"
#include "conform/check/prober.h"
#include "conform/check/readings.h"
#include "conform/check/shrink.h"
#include "conform/explain/explain.h"
#include "conform/report/report.h"

namespace strideproof {

// When hangs are shrunk and explained, and with how many hangs.
struct HangsExamined {
  bool come_last = false;           // after all other waiting failures
  int64_t short_ones = most_hangs;  // hangs to shrink and explain one; 0: no hang is examined
};

class Findings {
 public:
  // seconds: allowed for an operation. ended: true once nothing more shall be shrunk or explained.
  Findings(const Target& target, const Profile& profile, double seconds,
           std::function<bool()> ended, ReadingTable& readings, std::vector<Finding>& into);

  // Takes a failing program, which waits to become a finding unless enough of its kind wait.
  // by_sweep: only a comparison of all memory shows the failure.
  void put(const Program& program, const Verdict& verdict, bool by_sweep = false);
  bool has_waiting() const { return !waiting_.empty(); }
  // Makes a finding of a waiting program whose cause has the fewest findings. Returns the program;
  // no value: there is no new finding. nearly_over: the time may not suffice for all, so programs
  // whose rules or end already have a finding come last, and fewer cases explain each.
  std::optional<Program> add_next(bool nearly_over = false, const HangsExamined& hangs = {});
  // Shrinks waiting programs, one of each cause and operation without a finding, until `over`:
  // first by rules (simplest_alike), then the rest in a few runs each, then in some more runs.
  // Hangs come last, and are shrunk by rules only.
  void shrink_unexamined(const std::function<bool()>& over);
  // The condition under which the plug-in answers "unsupported", as it does to this legal program.
  // The sentence says "fails when". The explanation is empty if a fresh worker does not answer so.
  explanation::Explanation explain_unsupported(const Program& program);
  // Adds a finding for a reading that is not the default.
  void add_ruled_out_default(const Operation& operation,
                             const ReadingTable::RuledOutDefault& ruled_out);
  // A program that failed only because of the one before it. That one fails alone, and waits to
  // become a finding instead.
  struct Follower {
    Program program, before;
  };
  // The followers since the last call.
  std::vector<Follower> take_followers() { return std::exchange(followers_, {}); }
  KnownCauses& causes() { return causes_; }
  const KnownCauses& causes() const { return causes_; }
  int64_t work_done() const { return prober_.work_done(); }
  double seconds_of_hangs() const { return prober_.seconds_of_hangs(); }
  int64_t restarts() const { return prober_.restarts(); }
  // Finds one condition for each cause of several findings of this profile.
  void explain_causes();
  // Takes each answered program, in order, as a mask count may depend on earlier mask copies.
  void note_answer(const Program& program, VerdictKind answer);

 private:
  struct Failure {
    Program program;
    Verdict verdict;
    Finding finding;      // neither shrunk nor explained
    std::string key;      // of Findings::spent_; shrinking may change the finding
    bool is_far = false;  // it wrote far from its operands, and not to system memory
    bool shrunk = false;
    // When it failed:
    std::vector<Program> witnesses = {};       // ReadingTable::witnesses()
    std::vector<HeldReading> determined = {};  // ReadingTable::determined()
    std::deque<Program> recent = {};
  };

  void add_finding(Failure failure, bool nearly_over);
  void add_unexamined(const Failure& failure);
  std::vector<Failure*> one_of_each_cause();
  std::optional<Shrunk> shrink_in_few_runs(const Failure& failure, int64_t work,
                                           const std::function<bool()>& over);
  std::optional<Shrunk> simplest_by_rules(const Failure& failure, ReadingTable& table);
  std::optional<Shrunk> shrink_held(const Failure& failure);
  std::vector<HeldReading> needed(std::vector<HeldReading> readings, const Shrunk& shrunk);
  Shrunk shrink_by_sweeps(const Failure& failure);
  Shrunk shrink_failure(const Failure& failure);
  Shrunk alone_if_held(const Failure& failure, const Shrunk& shrunk);
  // Puts the first of these programs that fails alone, if one does, and returns it.
  std::optional<Program> put_failing(const std::vector<Program>& programs);
  int64_t work_to_shrink(const Finding& finding) const;
  bool is_first_of_its_cause(const Finding& finding);
  void join_by_learned_rule(const std::vector<Window>& offered);

  Target target_;
  const std::string profile_;  // its name
  ReadingTable& readings_;
  Prober prober_;
  std::vector<Finding>& into_;
  KnownCauses causes_;
  std::deque<Failure> waiting_;
  std::vector<Follower> followers_;
  std::map<std::string, int> spent_;  // cost of findings, by Failure::key
  std::set<std::string> explained_;   // operations with an explained finding of a legal case
  std::deque<Program> mask_copies_;   // the last programs that end with a mask copy or its count
  std::deque<Program> recent_;        // the last programs
  PassedCases passed_;
  std::map<size_t, std::vector<explanation::Tried>> tried_;  // by finding: cases run to explain it
};

// The condition under which cases like that of a finding fail. Runs at most so many cases. ends: a
// failing case usually ends the process.
explanation::Explanation explain(const Finding& finding, const Shrunk& shrunk,
                                 const KnownCauses& causes, const PassedCases& passed, bool ends,
                                 int cases, Prober& prober);

// The constraints that the steps of a program violate, with their operations' names.
std::vector<std::string> violated_labels(const Program& program);

// The finding of a program that is neither shrunk nor explained.
Finding finding_of(const Program& program, const Verdict& verdict,
                   const std::string& layer = plugin_layer);

// ---- Failures that probably have one cause ----

// True if a finding names rules that may be its cause: constraints that its case violates, or,
// unless the process ended, a ledger entry whose readings contradict each other.
bool has_rules(const Finding& finding);
// True if the rules or the end of the process name the cause, so that no examination is needed.
bool cause_is_evident(const Finding& finding);

// The number of known findings, of any operation, that fail in the same way: by the same rules, or
// by some of them if both are accepted cases; or, if neither has rules, with the same end of the
// process; or as one rejection (are_one_rejection).
int64_t count_alike(const Finding& finding, const std::vector<Finding>& known);

// The same number, less 1 if one of these findings has no condition, which this one may find.
int64_t count_explained(const Finding& finding, const std::vector<Finding>& known);

// The operation at fault: that of a step that is known to fail by chance, as a later step may have
// read its wrong bytes; or else that of the finding.
std::string operation_at_fault(const Finding& finding, const Program& program,
                               const std::vector<Finding>& known);

// Failures are examined in ascending order: first the failure whose cause probably has the fewest
// findings so far (see count_explained). Failures that no reading explains come last among equals,
// then illegal cases, which the condition of a legal case may explain.
struct ExaminationOrder {
  int64_t of_same_cause, alike;
  bool contradicts, illegal;
  friend auto operator<=>(const ExaminationOrder&, const ExaminationOrder&) = default;
};
ExaminationOrder order_of(const Finding& failure, const std::vector<Finding>& known);

// True if the verdict of a case near a failing case is a failure with the same end of the process,
// whatever its kind; `first` is the verdict of the failing case. No value if the verdict is
// undecided, if the process ends in another way (another cause), or in the same way where a reading
// allows the rejection. If `first` is a hang, false for every case that returns.
std::optional<bool> fails_with_end_of(const Verdict& verdict, const Verdict& first);

}  // namespace strideproof

#pragma once
// Turns failing programs into findings: confirmed and shrunk in fresh workers, a few of each kind.
// Effort is counted in runs, not in seconds, so the same programs give the same findings on every
// machine, unless the run is ended early.

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "conform/check/known_causes.h"
#include "conform/check/readings.h"
#include "conform/check/session.h"
#include "conform/explain/explain.h"
#include "conform/report/report.h"

namespace strideproof {

// Cases that are run to explain a finding, at most.
inline constexpr int explained_cases = 500, explained_cases_of_a_known_cause = 60;
// The work of a run, in addition to its elements: a crash needs a new worker, and a hang takes its
// timeout. Shrinking a finding may take 5,000 runs, 250 crashes, 10 short hangs or 3 whole ones, and
// explaining it 500 cases, 250 crashes or 10 short hangs. With --abort rejects shrinking has half of
// it, or an eighth for a known cause.
inline constexpr int64_t work_of_a_run = 10'000, work_of_a_crash = 200'000,
                         work_of_a_hang = 16'000'000, work_of_a_short_hang = 5'000'000;
inline constexpr int64_t shrink_work = 50'000'000;
inline constexpr int64_t usual_strides_work = 2'000'000;  // kept to try the strides of NULL
inline constexpr int64_t explain_work_of_a_case = shrink_work / explained_cases;
inline constexpr int64_t hangs_run = 10;   // at least, to explain a hang
inline constexpr double hang_timeout = 1;  // seconds, for a case that is known to hang

class Findings {
 public:
  // seconds: allowed for an operation. ended: true once nothing more shall be shrunk or explained.
  Findings(const Target& target, const Profile& profile, double seconds,
           std::function<bool()> ended, ReadingTable& readings, std::vector<Finding>& into);

  void add(const Program& program, const Verdict& verdict);
  // True for the first few programs of each kind of failure: they may give a new finding.
  bool waits_for(const Program& program, const Verdict& verdict);
  // A reading that is not the default, as a finding of its own.
  void add(const Operation& operation, const ReadingTable::RuledOutDefault& ruled_out);
  // The number of findings of any operation that fail in the same way.
  int64_t alike(const Program& program, const Verdict& verdict) const;
  // The number of findings that probably have the cause of this failure: they fail in the same way,
  // and if the case is legal, in the same operation.
  int64_t of_its_cause(const Program& program, const Verdict& verdict) const;
  // Causes that are known so far.
  KnownCauses& causes() { return causes_; }
  // The work spent on findings so far: work_of_a_run for each run, and 1 for each element.
  int64_t work_spent() const { return work_spent_; }
  // Takes each program that ran, in order: a mask count may depend on the mask copies before it.
  void saw(const Program& program);

 private:
  int64_t alike(const Finding& finding) const;
  bool is_first_of_its_cause(const Finding& finding);
  // The verdict of a program under the readings that a table leaves open. `learns`: the table learns
  // from it.
  Verdict probe(const Program& program, ReadingTable& table, bool learns = false);
  // The verdict of the last program, after those before it ran and were learned from.
  Verdict probe(const std::vector<Program>& programs);
  // Adds to `with` the programs without which it does not fail: those that rule out other readings,
  // or leave a mask count.
  Program shrink(const Program& program, const Verdict& verdict, Verdict& shrunk,
                 std::vector<Program>& with);
  Program smallest_by(ReadingTable& table, VerdictKind kind, const Program& large, Verdict& shrunk);
  bool find_witnesses(const Program& program, std::vector<Program>& with);
  explanation::Budget begin_explaining(const Finding& finding, int cases);
  // Runs cases like the program, each after those of `with`.
  explanation::Explanation explain(const Finding& finding, const Program& program,
                                   const std::vector<Program>& with, int cases);
  explanation::Explanation explain_alone(const Finding& finding, const Program& program,
                                         const explanation::Fails& as_found,
                                         const explanation::Budget& budget);
  std::optional<bool> fails(const Program& program, const std::vector<Program>& with);
  // The program, or the first of `with`, that fails under the default readings alone; no value:
  // none does.
  std::optional<explanation::Explanation> explain_by_default(const Program& program,
                                                             const std::vector<Program>& with,
                                                             const explanation::Budget& budget);
  Session& session();
  void begin_shrinking(int64_t work);
  // Later probes use a fresh worker, with this many seconds for an operation.
  void probe_with(double seconds);
  // The verdict of a first probe. If it takes longer than probe_seconds_, it and all later ones get
  // the whole timeout.
  Verdict probe_patiently(const std::function<Verdict()>& first_probe);
  void pay(const Program& program, VerdictKind kind);
  bool spent();
  bool shows_after(std::vector<Program> with, const Program& program);
  void shrink_witnesses(std::vector<Program>& with, const Program& program, bool in_fresh_workers);

  Target target_;
  const Profile& profile_;
  double seconds_;
  double probe_seconds_;
  bool hang_ = false;  // true: a hang is probed for; otherwise a probe that hangs tells nothing
  bool timed_out_ = false;  // a probe took longer than probe_seconds_
  // The smallest case passes once strides of extents of 1 are those of NULL.
  bool strides_decide_ = false;
  std::function<bool()> ended_;
  bool cut_ = false;      // it was ended while there was work left
  int64_t restarts_ = 0;  // of session_, those charged so far
  int64_t work_spent_ = 0;
  int64_t work_ = 0;                 // left for the current finding
  std::set<std::string> explained_;  // operations with an explained finding of a legal case
  ReadingTable& readings_;
  ReadingTable fresh_;  // no reading learned: a line must show its finding alone
  std::vector<Finding>& into_;
  KnownCauses causes_;
  std::unique_ptr<Session> session_;            // for probing; made by session()
  std::map<std::string, int> tried_, waiting_;  // counts by operation, kind and first label
  std::deque<Program> counts_;  // the last program that ended with a count or a mask copy
};

// The constraints that the steps of a program violate, with their operations' names.
std::vector<std::string> violated_labels(const Program& program);

// True if the program ends with a mask copy, or reads the count of a mask copy.
bool tells_count(const Program& program);

// The work of a program that was answered; `ended`: at the price of a new worker.
int64_t work_of(const Program& program, VerdictKind kind, bool ended);

// The finding of a program that is neither shrunk nor explained.
inline constexpr const char* plugin_layer = "plug-in";
Finding finding_of(const Program& program, const Verdict& verdict,
                   const std::string& layer = plugin_layer);

}  // namespace strideproof

#pragma once
// Turns failing programs into findings: confirmed and shrunk in fresh workers, a few of each kind.
// Effort is counted in runs, not in seconds: the same programs give the same findings on any machine,
// unless they are ended.

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "conform/check/readings.h"
#include "conform/check/session.h"
#include "conform/explain/explain.h"
#include "conform/report/report.h"

namespace strideproof {

class Findings {
 public:
  // seconds: of an operation; layer: the name in each finding; ended: whether to shrink and to explain
  // no further.
  Findings(const Target& target, const Profile& profile, double seconds, std::string layer,
           std::function<bool()> ended, ReadingTable& readings, std::vector<Finding>& into);

  void add(const Program& program, const Verdict& verdict);
  // Each program that ran, in its order: a count of mask copies may hang on those before it.
  void saw(const Program& program);
  int crash_count(const Operation& operation) const;  // crashes, hangs and failed hooks added

 private:
  // What a program shows by what a table knows; learning it or not.
  Verdict probe(const Program& program, ReadingTable& table, bool learns = false);
  // What the last of several shows, by what those before it tell and left behind.
  Verdict probe(const std::vector<Program>& programs);
  Program shrink(const Program& program, const Verdict& verdict, Verdict& shrunk,
                 std::vector<Program>& with);
  // By running cases like the program, each behind those of `with`.
  std::string explain(const Program& program, const std::vector<Program>& with, int cases);
  std::optional<bool> fails(const Program& program, const std::vector<Program>& with);
  // When the program fails by the default readings alone, or the first of `with` that does; no value:
  // none does.
  std::optional<explanation::Explanation> explain_by_default(const Program& program,
                                                             const std::vector<Program>& with,
                                                             const explanation::Budget& budget);
  Session& session();
  // Fresh workers from now on, with so many seconds for an operation.
  void probe_with(double seconds);
  void pay(const Program& program, VerdictKind kind);
  bool spent();
  void shrink_witnesses(std::vector<Program>& with, const Program& program);

  Target target_;
  const Profile& profile_;
  double seconds_;
  double probe_seconds_;
  bool hang_ =
      false;  // whether what is probed for is a hang; another probe that hangs tells nothing
  std::string layer_;
  std::function<bool()> ended_;
  bool cut_ = false;                 // it was ended while there was work left
  int64_t work_ = 0;                 // left, for shrinking or explaining what is at hand
  int explain_cases_;                // left, for all explanations
  std::set<std::string> explained_;  // operations with an explanation
  ReadingTable& readings_;
  ReadingTable fresh_;  // for lines that are to show their finding without what is known
  std::vector<Finding>& into_;
  std::unique_ptr<Session> session_;  // for probing; made by session()
  std::map<std::string, int> tried_;  // by operation, kind and first label
  std::map<std::string_view, int> deaths_;
  std::deque<Program> counts_;  // the last that ended with a count or a mask copy
};

// The constraints that the steps of a program violate, with their operations' names.
std::vector<std::string> violated_labels(const Program& program);

// A finding of a program as it stands.
Finding finding_of(const Program& program, const Verdict& verdict, const std::string& layer);

}  // namespace strideproof

#pragma once
// The conditions of findings, by operation. A failure that meets a known condition is not reported
// again. Few further cases that meet a known condition are given, to save time for other cases.

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "conform/check/source.h"
#include "conform/explain/explain.h"
#include "conform/report/report.h"

namespace strideproof {

inline constexpr const char* known_cause_reason = "known cause";  // why a program was left out

class KnownCauses {
 public:
  // One of this many cases that meet a known condition is given.
  static constexpr int64_t given_one_in = 50;

  // Updates the counts `hides` and `failures` of these findings.
  explicit KnownCauses(std::vector<Finding>& findings) : findings_(findings) {}

  // Adds the condition that explains the last finding.
  void add(const Operation& operation, std::shared_ptr<const explanation::Condition> condition);

  // Counts a drawn program; true if it must not be given. The condition "always" leaves out none.
  bool leaves_out(const Program& program);
  // Counts further programs, without giving them, for conditions that were compared with few.
  void count_more(const Operation& operation, const Source& source);
  bool meets(const Program& program) const;
  // A test that is true for programs that meet a known condition, if `program` meets none. Valid as
  // long as this object.
  std::function<bool(const Program&)> has_other_cause_than(const Program& program) const;
  // True if the failing step meets the condition of a finding with the same end of the process; the
  // failure is then counted in that finding. The step may be illegal if the process ended, or if no
  // reading explains the step and the finding is a wrong result.
  bool explains(const Program& program, const Verdict& verdict);
  // The conditions of findings that may have the cause of this finding: those with its kind and
  // rules, and of another operation or about the contents of an element.
  explanation::Conditions that_may_describe(const Finding& finding) const;

 private:
  struct KnownCause {
    const Operation* operation;
    size_t finding;
    std::shared_ptr<const explanation::Condition> condition;
  };
  // The causes whose condition the step meets. Returns only the first of the findings with the same
  // end of the process: they may have one cause, which must count a case only once.
  std::vector<const KnownCause*> met(const Case& step) const;
  std::set<const KnownCause*> all_met(const Program& program) const;
  // Counts a program in the findings of the causes that pass the test.
  void count(const std::set<const KnownCause*>& met_by_it,
             const std::function<bool(const KnownCause&)>& is_counted);

  std::vector<Finding>& findings_;
  std::vector<KnownCause> all_;
};

}  // namespace strideproof

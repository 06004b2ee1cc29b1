#pragma once
// The conditions of findings, by operation. A failure that meets one is not reported again, and few
// further cases that meet one are given, which leaves time for other cases.

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "conform/check/source.h"
#include "conform/explain/explain.h"
#include "conform/report/report.h"

namespace strideproof {

inline constexpr const char* known_cause = "known cause";

class KnownCauses {
 public:
  // One of this many cases that meet a known condition is given.
  static constexpr int64_t given_one_in = 50;

  // Updates the counts `hides` and `failures` of these findings.
  explicit KnownCauses(std::vector<Finding>& findings) : findings_(findings) {}

  // Adds the condition that explains the last finding.
  void add(const Operation& operation, std::shared_ptr<const explanation::Condition> condition);

  // Counts a program that was drawn. True if it must not be given. A condition "always" leaves
  // out no case.
  bool leaves_out(const Program& program);
  // Counts further programs of the operation, which are not given, for conditions that few were
  // compared with.
  void count_more(const Operation& operation, const Source& source);
  bool meets(const Program& program) const;
  // True for programs that meet a known condition, if this program does not. Valid as long as this.
  std::function<bool(const Program&)> has_other_cause_than(const Program& program) const;
  // True if the failing step meets a known condition of failures that end in the same way: it is then
  // counted in that finding. The end of a process is explained in illegal cases too, and whatever the
  // kind of the failure.
  bool explains(const Program& program, const Verdict& verdict);
  // Conditions of findings with the same kind and rules, which may have the same cause: those of
  // other operations, and of the contents of an element.
  explanation::Conditions that_may_describe(const Finding& finding) const;

 private:
  struct KnownCause {
    const Operation* operation;
    size_t finding;
    std::shared_ptr<const explanation::Condition> condition;
    bool is_always() const { return condition->always() && !condition->of_contents(); }
  };
  // The first one of failures that end alike, as their findings may have one cause, which hides a case
  // once.
  std::vector<const KnownCause*> met(const Case& step) const;
  std::set<const KnownCause*> all_met(const Program& program) const;
  std::vector<Finding>& findings_;
  std::vector<KnownCause> all_;
};

}  // namespace strideproof

#pragma once
// The conditions of findings, by operation: failures that meet one are no news, and cases that meet
// one are seldom given, so that the other cases of the operation are.

#include <memory>
#include <vector>

#include "conform/explain/condition.h"
#include "conform/report/report.h"

namespace strideproof {

inline constexpr const char* known_cause = "known cause";

class KnownCauses {
 public:
  // One in so many cases of a known cause is given.
  static constexpr int64_t given_one_in = 50;

  // Counts in the findings.
  explicit KnownCauses(std::vector<Finding>& findings) : findings_(findings) {}

  // The cause of the last finding.
  void add(const Operation& operation, std::shared_ptr<const explanation::Condition> condition);

  // Counts a case that was drawn. True: it shall not be given.
  bool leaves_out(const Program& program);
  bool meets(const Program& program) const;
  // Counts a failure. True: a cause is known that explains it.
  bool explains(const Program& program, const Verdict& verdict);
  // The conditions of findings of other operations that fail alike, of the same cause perhaps.
  std::vector<std::shared_ptr<const explanation::Condition>> of_others(
      const Finding& finding) const;

 private:
  struct Known {
    const Operation* operation;
    size_t finding;
    std::shared_ptr<const explanation::Condition> condition;
  };
  const Known* met(const Case& step) const;
  std::vector<Finding>& findings_;
  std::vector<Known> all_;
};

}  // namespace strideproof

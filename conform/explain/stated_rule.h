#pragma once
// Evaluates rules as sentences and reports state them.

#include <string_view>
#include <vector>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

// Programs of any operations, on which such rules are evaluated.
class DescribedPrograms {
 public:
  // offered: the windows of system memory; none: those of the profile.
  explicit DescribedPrograms(std::vector<Window> offered = {})
      : features_(true, std::move(offered), true) {}

  void add(const Program& program);
  // For each program, in their order: true if one of its steps meets a rule, "shape.n > 1 and dst.wrap,
  // or when src start lane = 0". Literals that say nothing of its operation do not hold.
  std::vector<bool> meeting(std::string_view rule) const;

 private:
  Features features_;
  std::vector<std::vector<Values>> values_;  // of each step of each program
};

}  // namespace strideproof::explanation

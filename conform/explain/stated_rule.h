#pragma once
// Evaluates rules as sentences and reports state them.

#include <string_view>
#include <vector>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

// Programs of any operations, on which rules are evaluated.
class DescribedPrograms {
 public:
  // offered: the windows of system memory; none: the windows of the profile.
  explicit DescribedPrograms(std::vector<Window> offered = {})
      : features_(true, std::move(offered), true) {}

  void add(const Program& program);
  // For each program, in order: true if a step of the program meets a rule, "shape.n > 1 and
  // dst.wrap, or when src start lane = 0". Literals that do not apply to the operation do not hold.
  std::vector<bool> meeting(std::string_view rule) const;

 private:
  Features features_;
  std::vector<std::vector<Values>> values_;  // of each step of each program
};

}  // namespace strideproof::explanation

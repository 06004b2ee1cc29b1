#pragma once
// Evaluates rules as sentences and reports state them.

#include <string_view>
#include <vector>

#include "conform/explain/features.h"

namespace strideproof::explanation {

// A program, compared with such rules.
class DescribedProgram {
 public:
  // offered: the windows of system memory; none: those of the profile.
  explicit DescribedProgram(const Program& program, std::vector<Window> offered = {});

  // True if it has one step, which meets a rule, "shape.n > 1 and dst.wrap, or when src start lane = 0".
  // Literals that say nothing of its operation do not hold.
  bool meets(std::string_view rule) const;

 private:
  Features features_;
  Values values_;  // empty: it has several steps
};

}  // namespace strideproof::explanation

#pragma once
// Cases that passed before a failure is examined: what its condition must not include.

#include <deque>
#include <map>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof {

// Cases of one step that passed, the last ones of each operation.
class PassedCases {
 public:
  void add(const Program& program);
  // Those of the operation of the program; none if it has several steps.
  std::vector<Program> like(const Program& program) const;

 private:
  std::map<const Operation*, std::deque<Program>> of_operation_;
};

}  // namespace strideproof

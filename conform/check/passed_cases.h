#pragma once
// Cases that passed before a failure is examined: what its condition must not include.

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof {

// Cases of one step that passed: of each operation the last ones that were executed, and the first ones
// of each rule that were rejected as documented.
class PassedCases {
 public:
  void add(const Program& program);
  void add_rejected(const Program& program);
  // Those of the operation of the program; none if it has several steps.
  std::vector<Program> with_operation_of(const Program& program) const;
  // Those of the operation that were rejected and violate the same constraints, which alone do not make
  // this program fail; none if it violates none.
  std::vector<Program> with_violations_of(const Program& program) const;

 private:
  std::map<const Operation*, std::deque<Program>> of_operation_;
  // By operation and violated constraints.
  std::map<std::pair<const Operation*, uint64_t>, std::vector<Program>> rejected_;
};

}  // namespace strideproof

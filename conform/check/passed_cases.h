#pragma once
// Cases that passed, which the condition of a failure must not describe.

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof {

// Programs of one step that passed: the last programs of each operation that were executed, and for
// each set of violated constraints the first programs that were rejected as documented.
class PassedCases {
 public:
  void add(const Program& program);
  void add_rejected(const Program& program);
  // The executed programs with the operation of this program, if it has one step.
  std::vector<Program> with_operation_of(const Program& program) const;
  // The rejected programs with the operation and the violated constraints of this program. If there
  // are any, the violation alone does not make this program fail.
  std::vector<Program> with_violations_of(const Program& program) const;

 private:
  std::map<const Operation*, std::deque<Program>> of_operation_;
  // By operation and violated constraints.
  std::map<std::pair<const Operation*, uint64_t>, std::vector<Program>> rejected_;
};

}  // namespace strideproof

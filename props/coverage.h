#pragma once
// How often cases met each landmark and each edge of each constraint: a generator that never gets
// somewhere proves nothing about it.
//
//   inside    the case is legal and the constraint holds with nothing to spare
//   outside   the constraint is the only one violated, by the smallest step that there is
//
// Contents have no steps: inside their constraints is every legal case.

#include <cstdint>
#include <string>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof::props {

class Coverage {
 public:
  // The judgement is of its contents too (evaluate_fresh).
  void add(const Case& c, const ConstraintResults& constraint_results);

  int64_t cases() const;
  int64_t legal() const;

  // "okk_gdma_32bit_cpy_S2L.dst.end outside", "okk_gdma_32bit_cpy_S2L.dst.wrap": in the order of
  // the catalogue, of the operations of which a case was added.
  struct Count {
    std::string label;
    int64_t times;
  };
  std::vector<Count> counts() const;

  // A row per label, with the counts summed over the operations and the smallest of one operation.
  std::string table() const;

 private:
  struct Edge {
    int64_t inside = 0, outside = 0;
  };
  struct PerOperation {
    const Operation* operation = nullptr;
    int64_t cases = 0, legal = 0, too_costly = 0;
    std::vector<Edge> edges;         // as Operation::constraints
    std::vector<int64_t> landmarks;  // as Operation::landmarks
  };
  PerOperation& of(const Operation& operation);

  std::vector<PerOperation> operations_;  // by Operation::index
};

}  // namespace strideproof::props

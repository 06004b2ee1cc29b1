#pragma once
// The functions of a family for spec.cpp; defined in spec/operations/<family>.cpp. See spec.h.

#include "spec/constraint_evaluator.h"
#include "spec/spec.h"

namespace strideproof::spec {

struct FamilySpec {
  // Without contents: all but Stage::data.
  ConstraintResults (*evaluate)(const Case&, const Contents*);
  int64_t (*slack)(const Case&, const Constraint&, const Contents*);
  int64_t (*step)(const Case&, const Constraint&);
  uint64_t (*landmarks)(const Case&);
  int64_t (*cost)(const Case&);
  std::vector<OperandRange> (*footprint)(const Case&);
  void (*bounding_ranges)(const Case&, std::vector<OperandRange>& runs);  // appends
  Located (*locate)(const Case&, Space space, int64_t lane, int64_t offset);
};

#define FAMILY(family, ...)            \
  namespace family {                   \
  extern const FamilySpec family_spec; \
  }
#include "spec/vocabulary/operations.def"

}  // namespace strideproof::spec

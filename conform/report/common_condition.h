#pragma once
// One condition for the findings of one cause.

#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

struct CommonCondition {
  std::string text;    // "src_stride.n > 9, or when dst_stride.n > 9"; empty: none is known
  size_t meeting = 0;  // findings whose cases meet it
};

// The condition of the first finding, and as many of the others' as describe nine in ten of the cases
// between them, or as many as they can.
CommonCondition common_condition(const std::vector<const Finding*>& findings);

}  // namespace strideproof

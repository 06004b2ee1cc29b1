#pragma once
// The small world as data: the values of parameters, which random cases draw too, and the ways to
// spread a tensor.

#include <vector>

#include "props/tensor.h"
#include "spec/vocabulary/operation.h"

namespace strideproof::props {

// Values [first, last] of a parameter, counted from the value of another one.
struct SmallValues {
  int64_t first, last;
  const Parameter* from = nullptr;

  int64_t size() const { return last - first + 1; }
};
// By slot; a slot without values is 0, or has another source.
const std::vector<std::vector<SmallValues>>& small_values(const Operation& operation);

// The ways to spread a tensor; those whose elements may share bytes come last.
std::vector<Style> small_styles(const Operation& operation, bool may_share);

}  // namespace strideproof::props

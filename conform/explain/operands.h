#pragma once
// The operands of a case as tensors, by the names of their parameters.

#include <string_view>
#include <vector>

#include "spec/layout.h"
#include "spec/vocabulary/case.h"

namespace strideproof::explanation {

struct NamedTensor {
  std::string_view name;  // "dst", "src0"
  spec::Tensor<int64_t> tensor;
};

std::vector<NamedTensor> tensors_of(const Case& c);  // none in families of blocks

}  // namespace strideproof::explanation

#pragma once
// The call of an operation as C text.

#include <string>

#include "spec/vocabulary/case.h"

namespace strideproof {

struct CCall {
  std::string symbol;     // "okk_gdma_32bit_cpy_S2L"
  std::string arguments;  // "0x104ull, &(const dim4){1, 5, 2, 3}, NULL"
  bool returns = false;
};

// No symbol: no function takes this case.
CCall c_call(const Case& c);

}  // namespace strideproof

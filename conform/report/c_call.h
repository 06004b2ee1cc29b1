#pragma once
// Calls of operations as C text.

#include <string>

#include "spec/vocabulary/case.h"

namespace strideproof {

// The text between the quotes of a C string; octal, as a trigraph or a quote would end it.
std::string c_string(const std::string& text);

struct CCall {
  std::string function;  // its name; empty: the step calls none, as its dtype names no type
  std::string text;      // "okk_gdma_8bit_set_C_local(0x104ull, (x8){.u8 = 0x1ull}, ...)"
  bool returns = false;  // a value
};

// The call of the step; of_command: by its line, "call(\"okk_gdma_8bit_set_C_local ...\")".
CCall c_call(const Case& step, bool of_command);

}  // namespace strideproof

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/tests/byte_table.h"

namespace strideproof {

struct Choice {
  std::string_view id;
  int reading;
};

struct ReadingCase {
  std::vector<Choice> choices;
  std::string_view line;
  std::string_view by_default;    // labels violated under the defaults
  std::string_view under_choice;  // under the choices; nothing is touched where there are some
  std::vector<Run> runs = {};     // what the case does under the choices, by hand
  std::vector<uint8_t> constant = {};
  std::vector<Words> before = {};  // of both runs
  std::vector<Words> after = {};   // under the choices, by hand
};

}  // namespace strideproof

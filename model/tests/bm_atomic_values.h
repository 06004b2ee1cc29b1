#pragma once
// Tables of bm-atomic with the values of elements before and after: sums, conversions, masks and
// their count. Worked out by hand from the document and IEEE 754, never by running code; toy profile.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/tests/worked_cases.h"
#include "spec/vocabulary/profile.h"

namespace strideproof {

// Neighbouring elements, little-endian, the first at (lane, offset).
struct Values {
  Space space;
  int lane;
  int64_t offset;
  int element_bytes;
  std::vector<uint32_t> elements;
};

struct ValueTable {
  std::string_view name;
  std::string line;  // of a case or a program; legal
  std::vector<Values> before;
  std::vector<Values> after;  // all else stays
  uint64_t returned = 0;      // by the last operation
  std::vector<Choice> choices = {};
};

std::vector<ValueTable> bm_atomic_values();
void append_masks(std::vector<ValueTable>& all);  // a part of them

}  // namespace strideproof

#pragma once
// Byte tables are worked out by hand from a document and never by running code. All are of the toy
// profile: see spec/vocabulary/profile.cpp.

#include <cstdint>
#include <string_view>
#include <vector>

namespace strideproof {

// `elements` neighbours: of dst from (lane, offset), and where they come from. Lane 0 outside local
// memory.
struct Run {
  int dst_lane;
  int64_t dst;
  int src_lane;
  int64_t src;
  int elements = 1;
};

// Neighbouring 32-bit words of local memory, the first at (lane, offset).
struct Words {
  int lane;
  int64_t offset;
  std::vector<uint32_t> words;
};

struct ByteTable {
  std::string_view name;
  std::string_view line;
  std::vector<Run> runs = {};          // of a fill, src is unused
  std::vector<uint8_t> constant = {};  // the bytes of an element of a fill
  std::vector<Words> before = {};      // put into memory before the operation
  std::vector<Words> after = {};       // what it makes of some of them; the others stay
};

}  // namespace strideproof

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

struct ByteTable {
  std::string_view name;
  std::string_view line;
  std::vector<Run> runs;               // of a fill, src is unused
  std::vector<uint8_t> constant = {};  // the bytes of an element of a fill
};

}  // namespace strideproof

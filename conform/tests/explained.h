#pragma once
// Sentences about failing cases, by conditions made up for tests.

#include <fmt/format.h>

#include <string>

#include "conform/explain/explain.h"
#include "props/parameters.h"

namespace strideproof::explanation {

// Enough for these conditions, at a fraction of the time.
inline const Budget few_cases{250, {}};

inline std::string sentence_about(const std::string& line, const Fails& fails,
                                  const Budget& budget = few_cases) {
  return explain(parse_program(line), fails, budget).sentence;
}

inline Dim4<int64_t> shape_of(const Program& program) {
  const Case& c = program.steps[0];
  return props::shape_of(c, *c.operation->parameter("shape"));
}

inline int64_t start_lane(const Program& program, std::string_view address) {
  const Case& c = program.steps[0];
  return c[address] / c.profile->lane_bytes;
}

// Lines of copies to lane 0, from there, and of a fill of the small machine.
inline std::string load_of(std::string_view shape) {
  return fmt::format(
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x2000000 shape={} "
      "dst_stride=null src_stride=null fill=0",
      shape);
}
inline std::string store_of(std::string_view shape) {
  return fmt::format(
      "okk_gdma_32bit_cpy_L2S bm1684 dst_addr=0x2000000 src_addr=0 shape={} "
      "dst_stride=null src_stride=null fill=0",
      shape);
}
inline std::string toy_fill_of(std::string_view shape, std::string_view stride = "null") {
  return fmt::format("okk_gdma_8bit_set_C_local toy dst_addr=0 C=0 shape={} dst_stride={} fill=0",
                     shape, stride);
}

}  // namespace strideproof::explanation

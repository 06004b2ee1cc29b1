#include <vector>

#include "model/reference/case_run.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::reference {
namespace {

enum class Step : uint8_t { values, alignment, start, end, overlap, data };

Step step_of(std::string_view label) {
  const auto ends = [&](std::string_view with) { return label.ends_with(with); };
  if (ends(".aligned")) return Step::alignment;
  // These labels relate the two sides of memcpy_4D, so each value must be in range first.
  if (label == "shapes.count" || label == "formats.convertible") return Step::alignment;
  if (label == "transpose.shape" || label == "transpose.formats") return Step::alignment;
  if (ends(".lane") || ends(".window") || ends(".place") || ends(".start")) return Step::start;
  if (ends(".end") || ends(".same_lane")) return Step::end;  // both lanes exist
  if (ends(".alias") || ends("overlap")) return Step::overlap;
  if (ends(".counts.min") || ends(".counts.max")) return Step::data;
  return Step::values;
}

Operands operands_of(std::string_view label) {
  const auto begins = [&](std::string_view with) { return label.starts_with(with); };
  const bool relates = label.ends_with(".overlap") || label.ends_with(".same_lane");
  if (begins("src_c.") || begins("src_w.")) return on_all;    // cwtrans: the shape of both
  if (label == "row_stride.min") return on_src;               // okk_gdma matrix_S2L
  if (label == "row_stride.cols") return on_dst;              // okk_gdma matrix_L2S
  if (label == "local_mem_idx.max") return on_src | on_src1;  // data and mask
  if (begins("dst")) return on_dst;
  if (begins("src1")) return relates ? on_dst | on_src1 : on_src1;
  if (begins("src")) return relates ? on_dst | on_src : on_src;
  if (begins("data_local_mem_addr")) return on_src;
  if (begins("mask_local_mem_addr")) return on_src1;
  return on_all;
}

Needs make_needs(const Operation& operation) {
  Needs needs{};
  for (const Constraint& later : operation.constraints)
    for (const Constraint& earlier : operation.constraints)
      if (step_of(earlier.label) < step_of(later.label) &&
          (operands_of(earlier.label) & operands_of(later.label)) != 0)
        needs[later.bit] |= uint64_t{1} << earlier.bit;
  return needs;
}

}  // namespace

const Needs& needs_of(const Operation& operation) {
  static const std::vector<Needs> all = [] {
    std::vector<Needs> made;
    for (const Operation& each : catalogue()) made.push_back(make_needs(each));
    return made;
  }();
  return all[static_cast<size_t>(operation.index)];
}

}  // namespace strideproof::reference

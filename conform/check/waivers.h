#pragma once
// Known deviations that do not count as findings until a day. A file of lines, # for comments:
//
//   op=okk_gdma_*_set_C_* kind="accepted invalid" label=*.dst_stride.w.one until=2027-01-31 reason="..."
//
// op is required, as are until and reason; kind and label (a glob over the constraints that the case
// violates) narrow it. A waiver that has expired, or that nothing met, is said in the report.

#include <string>
#include <vector>

#include "conform/report/report.h"

namespace strideproof {

struct Waiver {
  std::string op, kind, label, until, reason;
  int line = 0;
};

// Throws SetupError: "FILE:LINE: ...".
std::vector<Waiver> read_waivers(const std::string& path);

// Moves findings that a waiver names to report.waived, corrects the operations, and adds notes.
// today: YYYY-MM-DD.
void apply(const std::vector<Waiver>& waivers, const std::string& today, RunReport& report);
std::string today();

}  // namespace strideproof

#pragma once
// Known deviations that do not count as findings until a given day. A waiver file has one waiver a
// line; # starts a comment:
//
//   op=okk_gdma_*_set_C_* kind="accepted invalid" label=*.dst_stride.w.one until=2027-01-31 reason="..."
//
// op, until and reason are required. kind and label narrow a waiver; label is a glob over the
// constraints that the case violates; kind is one of names_of_findings(). An unknown operation,
// constraint or kind is refused. The report names every waiver that has expired or matched no
// finding.

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

// Moves waived findings to report.waived, corrects the counts of their operations, and adds notes.
// today: YYYY-MM-DD.
void apply(const std::vector<Waiver>& waivers, const std::string& today, RunReport& report);

}  // namespace strideproof

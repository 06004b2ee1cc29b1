#pragma once
// verify's table of the boundaries that its layers met: what is in it before they run, and what it
// says behind them.

#include "conform/check/source.h"
#include "conform/report/report.h"

namespace strideproof {

// With what corpus/boundary says no case meets. An operation without a file has no such edges.
BoundaryTable boundary_table(const Operations& operations);

// A case on an edge that is proved unreachable becomes a finding.
void add_refuted(RunReport& report);

}  // namespace strideproof

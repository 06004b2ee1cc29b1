#pragma once
// The table of the boundaries that the layers of verify met: its initial content, and its findings
// after the layers ran.

#include "conform/check/source.h"
#include "conform/report/report.h"

namespace strideproof {

// Holds the edges that no case meets, from corpus/boundary. An operation without a file has no such
// edges.
BoundaryTable boundary_table(const Operations& operations);

// Reports each case on an edge that is proved unreachable as a finding.
void add_refuted(RunReport& report);

}  // namespace strideproof

#pragma once
// The cases that are given before all others: those of corpus/boundary that together meet every
// edge and landmark of every operation.

#include <vector>

#include "conform/check/job.h"
#include "conform/check/source.h"

namespace strideproof {

// The first case of each operation, then the second of each, and so on. A case whose operands lie
// outside the memory that the plug-in offers is moved into it, if it stays as legal as it was.
struct Suite {
  std::vector<Program> legal, illegal;
  std::vector<Case> outside;  // could not be moved
};
Suite edge_suite(const Operations& operations, const Profile& profile,
                 const PluginCapabilities& capabilities);

// The memory in which random cases place their operands.
OfferedMemory offered_memory(const Profile& profile, const PluginCapabilities& capabilities);

// The same program with its operands in the memory that the plug-in offers; none if it does not fit.
std::optional<Program> move_into(const Program& program, const PluginCapabilities& capabilities);

}  // namespace strideproof

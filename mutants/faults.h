#pragma once
// Faults that tests plant into the optimized implementation; each must be found. A fault changes
// the parameters, the plan that the shipped code makes of them, or bytes after it has run.

#include <cstdint>
#include <span>
#include <string_view>

namespace strideproof::mutants {

// Those of faults.def, and some that only proofs refute, which are no row of faults().
enum class Fault : uint8_t {
  none,
#define FAULT(name, operations, description) name,
#include "mutants/faults.def"
#undef FAULT
  group_over_wrap,        // a group of columns continues past the last lane
  source_as_destination,  // the source is traversed with the steps of the destination
  one_column_if_either,   // one column where either operand, not both, is in system memory
  heights_exchanged,      // the first `tall` columns are the lower ones
};

struct FaultRow {
  Fault fault;
  std::string_view name;
  std::string_view description;  // one sentence
  std::string_view operations;   // a glob: only there it may show
};

std::span<const FaultRow> faults();                 // without none
const FaultRow* find_fault(std::string_view name);  // nullptr: no such fault

std::string_view description(Fault fault);  // also of those that only proofs refute

}  // namespace strideproof::mutants

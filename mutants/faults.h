#pragma once
// Faults that tests plant into the optimized implementation; each must be found. A fault changes
// the parameters, the plan that the shipped code makes of them, or bytes after it has run.

#include <cstdint>
#include <span>
#include <string_view>

namespace strideproof::mutants {

enum class Fault : uint8_t {
  none,
#define FAULT(name, operations, description) name,
#include "mutants/faults.def"
#undef FAULT
};

struct FaultRow {
  Fault fault;
  std::string_view name;
  std::string_view description;  // one sentence
  std::string_view operations;   // a glob: only there it may show
};

std::span<const FaultRow> faults();                 // without none and those for proofs alone
const FaultRow* find_fault(std::string_view name);  // nullptr: no such fault

const FaultRow& row_of(Fault fault);  // also of none and of those that only proofs refute

// The fault of okk-gdma that is the same in another family; other faults are their own.
Fault of_okk_gdma(Fault fault);

}  // namespace strideproof::mutants

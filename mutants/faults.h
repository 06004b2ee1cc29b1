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
};

struct FaultRow {
  Fault fault;  // of several rows, if several families have it
  std::string_view name;
  std::string_view operations;   // a glob: only there it may show
  std::string_view description;  // one sentence
};

std::span<const FaultRow> faults();                 // without none and those for proofs alone
const FaultRow* find_fault(std::string_view name);  // nullptr: no such fault
const FaultRow& row_of(Fault fault);  // the first; also of those that only proofs refute

}  // namespace strideproof::mutants

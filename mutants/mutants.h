#pragma once
// Faults that tests plant into the optimized implementation; each must be found. A fault changes
// the parameters, the plan that the shipped code makes of them, or bytes after it has run. The
// implementation with a fault is in libstrideproof_faulty.so and the command `faults`, never in
// libstrideproof_optimized.so.

#include <cstdint>
#include <span>
#include <string_view>

#include "model/implementation.h"

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

// One at a time. The fault of a row is active in the operations of the row, elsewhere in all.
void activate(const FaultRow& row);
void activate(Fault fault);  // Fault::none: none is active
Fault active();
inline bool has(Fault fault) { return fault == active(); }

Result run(Machine& machine, const Case& c);

// ---- each family ----

#define FAMILY(family, ...) Result run_##family(Machine& machine, const Case& c);
#include "spec/vocabulary/operations.def"

}  // namespace strideproof::mutants

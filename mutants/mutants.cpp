#include "mutants/mutants.h"

#include <algorithm>
#include <array>
#include <vector>

#include "spec/vocabulary/catalogue.h"

namespace strideproof::mutants {
namespace {

Fault active_mutant = Fault::none;
std::vector<const Operation*> mutated_operations;

// In the order of faults.def.
constexpr auto rows = [] {
  std::array all = {
#define FAULT(name, operations, description) FaultRow{Fault::name, #name, operations, description},
#define SAME(name, fault, operations, ...) \
  FaultRow{Fault::fault, #name, operations, "" __VA_ARGS__},
#include "mutants/faults.def"
  };
  for (FaultRow& row : all)
    if (row.description.empty())
      row.description = std::ranges::find(all, row.fault, &FaultRow::fault)->description;
  return all;
}();

// Those that only proofs refute have no operations and come last.
constexpr auto refuted_by_proofs =
    std::ranges::find(rows, std::string_view(), &FaultRow::operations);
static_assert(std::all_of(refuted_by_proofs, rows.end(),
                          [](const FaultRow& row) { return row.operations.empty(); }));

}  // namespace

void activate(const FaultRow& row) {
  active_mutant = row.fault;
  mutated_operations = matching(row.operations);
}
void activate(Fault fault) {
  active_mutant = fault;
  mutated_operations = matching("*");
}
Fault active() { return active_mutant; }

Result run(Machine& machine, const Case& c) {
  constexpr Result (*runs[])(Machine&, const Case&) = {
#define FAMILY(family, ...) run_##family,
#include "spec/vocabulary/operations.def"
  };
  if (std::ranges::find(mutated_operations, c.operation) == mutated_operations.end())
    return optimized::run(machine, c);
  return runs[static_cast<size_t>(c.operation->family)](machine, c);
}

std::span<const FaultRow> faults() { return {rows.begin(), refuted_by_proofs}; }

const FaultRow* find_fault(std::string_view name) {
  const auto known = faults();
  const auto row = std::ranges::find(known, name, &FaultRow::name);
  return row == known.end() ? nullptr : &*row;
}

const FaultRow& row_of(Fault fault) { return *std::ranges::find(rows, fault, &FaultRow::fault); }

}  // namespace strideproof::mutants

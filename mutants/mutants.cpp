#include "mutants/mutants.h"

#include <algorithm>

namespace strideproof::mutants {

namespace {

Fault planted = Fault::none;

}  // namespace

void activate(Fault fault) { planted = fault; }
Fault active() { return planted; }

Result run(Machine& machine, const Case& c) {
  constexpr Result (*runs[])(Machine&, const Case&) = {
#define FAMILY(family, ...) run_##family,
#include "spec/vocabulary/operations.def"
  };
  return runs[static_cast<size_t>(c.operation->family)](machine, c);
}

// In the order of Fault, without none.
constexpr FaultRow rows[] = {
#define FAULT(name, operations, description) {Fault::name, #name, description, operations},
#include "mutants/faults.def"
#undef FAULT
};

// Those that only proofs refute have no operations and come last.
constexpr auto refuted_by_proofs = std::find_if(
    std::begin(rows), std::end(rows), [](const FaultRow& row) { return row.operations.empty(); });
static_assert(std::all_of(refuted_by_proofs, std::end(rows),
                          [](const FaultRow& row) { return row.operations.empty(); }));

std::span<const FaultRow> faults() { return {std::begin(rows), refuted_by_proofs}; }

const FaultRow* find_fault(std::string_view name) {
  const auto known = faults();
  const auto row =
      std::find_if(known.begin(), known.end(), [&](const FaultRow& r) { return r.name == name; });
  return row == known.end() ? nullptr : &*row;
}

std::string_view description(Fault fault) {
  return fault == Fault::none ? "" : rows[static_cast<size_t>(fault) - 1].description;
}

}  // namespace strideproof::mutants

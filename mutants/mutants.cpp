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

std::span<const FaultRow> faults() {
  return {rows, static_cast<size_t>(Fault::group_over_wrap) - 1};
}

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

#include "mutants/faults.h"

#include <algorithm>

namespace strideproof::mutants {

std::span<const FaultRow> faults() {
  static constexpr FaultRow rows[] = {
#define FAULT(name, operations, description) {Fault::name, #name, description, operations},
#include "mutants/faults.def"
#undef FAULT
  };
  return rows;
}

const FaultRow* find_fault(std::string_view name) {
  const auto rows = faults();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const FaultRow& r) { return r.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

std::string_view description(Fault fault) {
  switch (fault) {
    case Fault::group_over_wrap: return "a group of columns continues past the last lane";
    case Fault::source_as_destination:
      return "the source is traversed with the steps of the destination";
    case Fault::one_column_if_either: return "one column where either operand is in system memory";
    case Fault::heights_exchanged: return "the first C mod lanes columns are the lower ones";
    default: break;
  }
  const auto rows = faults();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const FaultRow& r) { return r.fault == fault; });
  return row == rows.end() ? std::string_view() : row->description;
}

}  // namespace strideproof::mutants

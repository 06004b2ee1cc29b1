#include "model/optimized/faults.h"

#include <algorithm>
#include <vector>

#include "mutants/faults_families.h"

namespace strideproof::optimized {

std::span<const FaultRow> faults() {
  static const std::vector<FaultRow> all = [] {
    std::vector<FaultRow> rows;
    for (const auto& family :
         {faults_okk_gdma(), faults_okk_bdc(), faults_bm_atomic(), faults_tik(), faults_asc()})
      rows.insert(rows.end(), family.begin(), family.end());
    return rows;
  }();
  return all;
}

const FaultRow* find_fault(std::string_view name) {
  const auto rows = faults();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const FaultRow& r) { return r.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace strideproof::optimized

#include "spec/tensor_overlap.h"

namespace strideproof::spec {

OverlapAnswer is_injective(const MachineShape<int64_t>& m, const Tensor<int64_t>& t,
                           int64_t budget) {
  return is_injective(fullest_rows(m, t), budget);
}

OverlapAnswer are_disjoint(const MachineShape<int64_t>& m, const Tensor<int64_t>& a,
                           const Tensor<int64_t>& b, int64_t budget) {
  if (a.space != Space::local) return are_disjoint(rows_in_system(a), rows_in_system(b), budget);
  const int64_t p = start_of(m, a.address).lane, q = start_of(m, b.address).lane;
  OverlapAnswer answer = OverlapAnswer::yes;
  for (int64_t lane : deciding_lanes(m, a, b)) {
    const BlockRows<int64_t> of_a = block_rows(m, p, a.shape.c, lane);
    const BlockRows<int64_t> of_b = block_rows(m, q, b.shape.c, lane);
    if (of_a.count == 0 || of_b.count == 0) continue;
    const OverlapAnswer here =
        are_disjoint(rows_in_lane(m, a, of_a), rows_in_lane(m, b, of_b), budget);
    if (here == OverlapAnswer::no) return here;
    if (here == OverlapAnswer::too_costly) answer = here;
  }
  return answer;
}

}  // namespace strideproof::spec

#include "spec/tensor_sharing.h"

namespace strideproof::spec {

Answer elements_are_apart(const MachineShape<int64_t>& m, const Tensor<int64_t>& t,
                          int64_t budget) {
  return runs_are_apart(fullest_rows(m, t), budget);
}

Answer tensors_are_disjoint(const MachineShape<int64_t>& m, const Tensor<int64_t>& a,
                            const Tensor<int64_t>& b, int64_t budget) {
  if (a.space == Space::system) return are_disjoint(rows_in_system(a), rows_in_system(b), budget);
  const int64_t p = start_of(m, a.address).lane, q = start_of(m, b.address).lane;
  Answer answer = Answer::yes;
  for (int64_t lane : deciding_lanes(m, a, b)) {
    const BlockRows<int64_t> of_a = block_rows(m, p, a.shape.c, lane);
    const BlockRows<int64_t> of_b = block_rows(m, q, b.shape.c, lane);
    if (of_a.count == 0 || of_b.count == 0) continue;
    const Answer here = are_disjoint(rows_in_lane(m, a, of_a), rows_in_lane(m, b, of_b), budget);
    if (here == Answer::no) return here;
    if (here == Answer::too_costly) answer = here;
  }
  return answer;
}

}  // namespace strideproof::spec

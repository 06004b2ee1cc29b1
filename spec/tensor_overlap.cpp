#include "spec/tensor_overlap.h"

namespace strideproof::spec {
namespace {

bool rows_are_adjacent(const Tensor<int64_t>& t) { return t.shape.w == 1 || t.stride.w == 1; }

template <int R>
OverlapAnswer are_disjoint_with(const MachineShape<int64_t>& m, const Tensor<int64_t>& a,
                                const Tensor<int64_t>& b, int64_t budget) {
  if (a.space != Space::local)
    return are_disjoint(rows_in_system<int64_t, R>(a), rows_in_system<int64_t, R>(b), budget);
  const int64_t p = start_of(m, a.address).lane, q = start_of(m, b.address).lane;
  OverlapAnswer answer = OverlapAnswer::yes;
  for (int64_t lane : deciding_lanes(m, a, b)) {
    const BlockRows<int64_t> of_a = block_rows(m, p, a.shape.c, lane);
    const BlockRows<int64_t> of_b = block_rows(m, q, b.shape.c, lane);
    if (of_a.count == 0 || of_b.count == 0) continue;
    const OverlapAnswer here = are_disjoint(rows_in_lane<int64_t, R>(m, a, of_a),
                                            rows_in_lane<int64_t, R>(m, b, of_b), budget);
    if (here == OverlapAnswer::no) return here;
    if (here == OverlapAnswer::too_costly) answer = here;
  }
  return answer;
}

}  // namespace

OverlapAnswer is_injective(const MachineShape<int64_t>& m, const Tensor<int64_t>& t,
                           int64_t budget) {
  if (rows_are_adjacent(t)) return is_injective(fullest_rows(m, t), budget);
  return is_injective(fullest_rows<int64_t, 4>(m, t), budget);
}

OverlapAnswer are_disjoint(const MachineShape<int64_t>& m, const Tensor<int64_t>& a,
                           const Tensor<int64_t>& b, int64_t budget) {
  if (rows_are_adjacent(a) && rows_are_adjacent(b)) return are_disjoint_with<3>(m, a, b, budget);
  return are_disjoint_with<4>(m, a, b, budget);
}

}  // namespace strideproof::spec

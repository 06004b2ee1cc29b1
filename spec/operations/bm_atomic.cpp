#include "spec/operations/bm_atomic.h"

#include "spec/operations/bm_atomic_landmarks.h"

namespace strideproof::spec::bm_atomic {
namespace {

int64_t elements_of(const Linear<int64_t>& op) { return op.length; }
int64_t elements_of(const Matrix2D<int64_t>& op) { return element_count({op.row, op.col, 1, 1}); }
int64_t elements_of(const Tensor4D<int64_t>& op) {
  const int64_t src = element_count(op.src_shape), dst = element_count(op.dst_shape);
  return src == 0 || dst == 0 ? 0 : max_of(src, dst);
}
int64_t elements_of(const Fill4D<int64_t>& op) { return element_count(op.shape); }
int64_t elements_of(const CWTranspose<int64_t>& op) {
  return element_count({op.src_c, op.src_w, 1, 1});
}
int64_t elements_of(const MaskedCopy<int64_t>& op) { return element_count(op.shape); }

template <class Op>
Answer are_apart(const MachineShape<int64_t>& m, const Op& op) {
  const Tensor<int64_t> dst = operand_of(m, op, on_dst), src = operand_of(m, op, on_src);
  const int64_t unit = min_of(dst.element_bytes, src.element_bytes);
  return are_disjoint(m, in_units(dst, unit), in_units(src, unit));
}

struct Functions : Formulas {
  static constexpr auto exact = [](const auto& m, const auto& op, ConstraintId id) {
    if (id == ConstraintId::dst_alias) return is_injective(m, operand_of(m, op, on_dst));
    return is_in_place(m, op) ? Answer::yes : are_apart(m, op);
  };
  static constexpr auto cost = STRIDEPROOF_OVERLOADS(elements_of);
  static constexpr auto operands = STRIDEPROOF_OVERLOADS(operands_of);
  static constexpr auto is_flat = [](const auto& op, Operands which) {
    return side_of(op, which).memory == Memory::flat;
  };
  static constexpr auto has_lane = [](const auto& m, const auto& op, Operands which) {
    const auto side = side_of(op, which);
    return side.memory != Memory::lanes || (side.lane < m.lanes && side.address < m.lane_bytes);
  };
  static constexpr auto use_of = STRIDEPROOF_OVERLOADS(run_operand);
};

}  // namespace

const FamilySpec family_spec = tensor_family<Functions>;

}  // namespace strideproof::spec::bm_atomic

#include "spec/operations/okk_gdma.h"

#include "spec/family_spec.h"

namespace strideproof::spec::okk_gdma {
namespace {

struct Functions : TensorFamily {
  static constexpr auto visit = STRIDEPROOF_OVERLOADS(with_view);
  static constexpr auto slack = STRIDEPROOF_OVERLOADS(okk_gdma::slack);
  static constexpr auto exact = [](const auto& m, const auto& op, ConstraintId id) {
    if (id == ConstraintId::dst_alias) return is_injective(m, dst_of(m, op));
    return are_disjoint_or_same(m, dst_of(m, op), operand_of(m, op, on_src));
  };
  static constexpr auto step = [](const auto&, const auto& op, const Constraint& constraint) {
    return edge_step(op, constraint);
  };
  static constexpr auto cost = [](const auto& op) {
    if constexpr (requires { op.rows; })
      return element_count({op.rows, 1, 1, op.cols});
    else
      return element_count(op.shape);
  };
  static constexpr auto seen = STRIDEPROOF_OVERLOADS(operands_of);
  static constexpr auto meets = STRIDEPROOF_OVERLOADS(okk_gdma::meets);
  static constexpr auto operands = STRIDEPROOF_OVERLOADS(operands_of);
  static constexpr auto tensor = STRIDEPROOF_OVERLOADS(operand_of);
};

}  // namespace

const FamilySpec family_spec = tensor_family<Functions>;

}  // namespace strideproof::spec::okk_gdma

#include "spec/operations/okk_gdma.h"

namespace strideproof::spec::okk_gdma {
namespace {

struct Functions : Formulas {
  static constexpr auto exact = [](const auto& m, const auto& op, ConstraintId id) {
    if (id == ConstraintId::dst_alias) return is_injective(m, dst_of(m, op));
    return are_disjoint_or_same(m, dst_of(m, op), operand_of(m, op, on_src));
  };
  static constexpr auto cost = [](const auto& op) {
    if constexpr (requires { op.rows; })
      return element_count({op.rows, 1, 1, op.cols});
    else
      return element_count(op.shape);
  };
  static constexpr auto operands = STRIDEPROOF_OVERLOADS(operands_of);
};

}  // namespace

const FamilySpec family_spec = tensor_family<Functions>;

}  // namespace strideproof::spec::okk_gdma

#include "spec/operations/okk_gdma.h"

#include "spec/family_spec.h"

namespace strideproof::spec::okk_gdma {
namespace {

struct Functions : TensorFamily {
  static constexpr auto visit = [](const auto& operation, const auto& arguments, auto see) {
    return with_view(operation, arguments, see);
  };
  static constexpr auto slack = [](const auto& m, const auto& op, ConstraintId id) {
    return okk_gdma::slack(m, op, id);
  };
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
  static constexpr auto seen = [](const auto& m, const auto& op) { return operands_of(m, op); };
  static constexpr auto meets = [](const auto& m, const auto& op, const auto& operands,
                                   const Landmark& landmark) {
    return okk_gdma::meets(m, op, operands, landmark);
  };
  static constexpr auto operands = [](const auto& op) { return operands_of(op); };
  static constexpr auto tensor = [](const auto& m, const auto& op, Operands which) {
    return operand_of(m, op, which);
  };
};

}  // namespace

const FamilySpec family_spec = tensor_family<Functions>;

}  // namespace strideproof::spec::okk_gdma

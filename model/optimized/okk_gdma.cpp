#include "model/optimized/okk_gdma.h"

namespace strideproof::optimized {
namespace {

struct ShippedCopies {
  static auto copy_plan(const auto&... values) { return optimized::copy_plan(values...); }
  static auto fill_plan(const auto&... values) { return optimized::fill_plan(values...); }
  static auto plan_of(const auto&... values) { return optimized::plan_of(values...); }
};

}  // namespace

void execute_okk_gdma(Machine& machine, const Case& c) {
  execute_okk_gdma_by<ShippedCopies>(machine, c);
}

}  // namespace strideproof::optimized

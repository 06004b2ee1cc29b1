#include "model/optimized/okk_gdma.h"

namespace strideproof::optimized {

void execute_okk_gdma(Machine& machine, const Case& c) {
  execute_okk_gdma(machine, c, [](const auto& m, const auto& p) { return plan_of(m, p); });
}

}  // namespace strideproof::optimized

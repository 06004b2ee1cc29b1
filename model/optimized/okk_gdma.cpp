#include "model/optimized/okk_gdma.h"

namespace strideproof::optimized {

void execute_okk_gdma(Machine& machine, const Case& c) {
  execute_okk_gdma_by<OriginalGdmaPlans>(machine, c);
}

}  // namespace strideproof::optimized

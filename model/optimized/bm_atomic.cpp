#include "model/optimized/bm_atomic.h"

namespace strideproof::optimized {

template void execute_bm_atomic<Original>(Machine&, const Case&, const ElementWork&);

}  // namespace strideproof::optimized

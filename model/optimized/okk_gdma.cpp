#include "model/optimized/okk_gdma.h"

namespace strideproof::optimized {

template void execute_okk_gdma<Original>(Machine&, const Case&);

}  // namespace strideproof::optimized

#include "model/optimized/tik.h"

namespace strideproof::optimized {

template void execute_tik<Original>(Machine&, const Case&);

}  // namespace strideproof::optimized

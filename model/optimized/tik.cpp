#include "model/optimized/tik.h"

namespace strideproof::optimized {

template void execute_tik<Sound>(Machine&, const Case&);

}  // namespace strideproof::optimized

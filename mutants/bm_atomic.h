#pragma once
// Faults of bm-atomic in the operations on elements (mutants/bm_atomic_elements.cpp).

#include "model/optimized/bm_atomic.h"

namespace strideproof::mutants {

// converter() and pack_words() with the planted fault; slow.
optimized::ElementWork faulty_work();

}  // namespace strideproof::mutants

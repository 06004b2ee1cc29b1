#pragma once
// Faults of bm-atomic in what happens to elements (mutant_bm_atomic_elements.cpp).

#include "model/optimized/bm_atomic.h"

namespace strideproof::mutants {

// converter() and pack_words(), with the fault that is planted; slow.
optimized::ElementWork faulty_work();

}  // namespace strideproof::mutants

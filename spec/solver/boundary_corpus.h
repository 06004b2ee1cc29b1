#pragma once
// corpus/boundary: what the solver found, kept as text, so that replaying it needs no solver.
//
//   # okk_gdma_32bit_cpy_S2L.shape.n.max inside
//   okk_gdma_32bit_cpy_S2L bm1684 ... shape=65535,1,1,1 ...
//   # okk_gdma_32bit_cpy_S2L.dst_stride.n.min inside: unreachable, lemma

#include <string>

#include "spec/solver/boundary.h"

namespace strideproof::solver {

// The line above a case, or in its place.
std::string heading(const Operation& operation, const Boundary& boundary);
// The headings and cases of one operation on its first profile, as in the file.
std::string boundary_text(const Operation& operation);

}  // namespace strideproof::solver

// Random cases of the family okk-gdma, about a million a second, and its laws.

#include "spec/vocabulary/okk_gdma.h"

#include "props/laws.h"
#include "props/operand.h"
#include "spec/footprint.h"

namespace strideproof::props::okk_gdma {

using namespace strideproof::okk_gdma;

Case draw(Random& random, Case c) {
  if (kind(*c.operation) == Kind::matrix) return draw_values(random, c);
  make_tensors(random, c, {});
  return c;
}

// ---- laws ----

namespace {

Equation as_half_elements(Random&, const Case& c) {
  const auto half = [](Tensor t) {
    t.element_bytes /= 2;
    t.shape.w *= 2;
    t.stride = {t.stride.n * 2, t.stride.c * 2, t.stride.h * 2, 1};
    return t;
  };
  Case narrow = copy_of(c, half(spec::tensor_of(c, on_dst)), half(spec::tensor_of(c, on_src)));
  // NULL stays NULL: H*W*es rounds up to the same units.
  narrow.arguments.null_mask = c.arguments.null_mask;
  return {{c}, {narrow}};
}

}  // namespace

std::vector<Law> laws() {
  return {
      {"a copy split in two is the copy", "okk_gdma_*bit_cpy_*", split},
      {"a matrix copy split in two is the matrix copy", "okk_gdma_32bit_matrix_*", split},
      {"a 32-bit copy is the 16-bit copy of twice the width", "okk_gdma_32bit_cpy_*",
       as_half_elements},
      {"a 16-bit copy is the 8-bit copy of twice the width", "okk_gdma_16bit_cpy_*",
       as_half_elements},
      {"a size-1 dimension is neutral whatever its stride", "okk_gdma_*bit_[cs]*", stride_of_one},
      {"a copy there and back (L2S after S2L) is the identity", "okk_gdma_*bit_cpy_*",
       there_and_back},
      {"S2S = L2S after S2L", "okk_gdma_*bit_cpy_S2S", through_local},
      {"matrix copy = strided copy of the same shape", "okk_gdma_32bit_matrix_*", matrix_as_copies},
      {"set_C then any copy = set_C of both", "okk_gdma_*bit_cpy_*", constant_copied},
  };
}

}  // namespace strideproof::props::okk_gdma

// The laws of the family okk-gdma.

#include "props/tests/laws.h"
#include "spec/footprint.h"

namespace strideproof::props::okk_gdma {
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
#define LAW(name, operations, equation) {name, operations, equation},
#include "props/okk_gdma.def"
  };
}

}  // namespace strideproof::props::okk_gdma

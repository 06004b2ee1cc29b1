// Random cases of the family okk-gdma, about a million a second.

#include "spec/vocabulary/okk_gdma.h"

#include "props/draw.h"
#include "props/operand.h"

namespace strideproof::props::okk_gdma {

using namespace strideproof::okk_gdma;

Case draw(Random& random, Case c) {
  if (kind(*c.operation) == Kind::matrix) return draw_values(random, c);
  make_tensors(random, c, {});
  return c;
}

}  // namespace strideproof::props::okk_gdma

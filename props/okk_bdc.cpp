// Random cases of the family okk-bdc.

#include "props/draw.h"
#include "props/operand.h"

namespace strideproof::props::okk_bdc {

Case draw(Random& random, Case c) {
  make_tensors(random, c, {});
  return c;
}

}  // namespace strideproof::props::okk_bdc

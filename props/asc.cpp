// Random cases of the family asc.

#include "props/draw.h"

namespace strideproof::props::asc {

Case draw(Random& random, Case c) { return draw_values(random, std::move(c)); }

}  // namespace strideproof::props::asc

#include "conform/oracle/locate.h"

#include "spec/operations/okk_gdma.h"

namespace strideproof {
namespace {

using spec::MachineShape;
using spec::Tensor;

// The element of a tensor that holds a byte; rows are contiguous.
bool locate_in(const MachineShape<int64_t>& m, const Tensor<int64_t>& t, int64_t lane,
               int64_t offset, Place& place) {
  for (int64_t n = 0; n < t.shape.n; ++n)
    for (int64_t c = 0; c < t.shape.c; ++c)
      for (int64_t h = 0; h < t.shape.h; ++h) {
        const spec::Place<int64_t> row = spec::place_of(m, t, {n, c, h, 0});
        const int64_t width = c + 1 == t.shape.c ? t.last_width : t.shape.w;
        const int64_t at = offset - row.byte;
        if (row.lane != lane || at < 0 || at >= width * t.element_bytes) continue;
        place.element = {n, c, h, at / t.element_bytes};
        place.byte_of_element = at % t.element_bytes;
        return true;
      }
  return false;
}

Place locate_okk_gdma(const Case& c, Space space, int64_t lane, int64_t offset) {
  namespace family = spec::okk_gdma;
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  return family::with_view(*c.operation, c.arguments, [&](const auto& op) {
    Place place;
    if (op.dst_space == space && locate_in(m, family::dst_of(m, op), lane, offset, place))
      place.operand = on_dst;
    if constexpr (requires { op.src_addr; })
      if (place.operand == 0 && op.src_space == space &&
          locate_in(m, family::src_of(m, op), lane, offset, place))
        place.operand = on_src;
    return place;
  });
}

}  // namespace

Place locate(const Case& c, Space space, int64_t lane, int64_t offset) {
  switch (c.operation->family) {
    case Family::okk_gdma: return locate_okk_gdma(c, space, lane, offset);
    case Family::okk_bdc:
    case Family::bm_atomic:
    case Family::tik:
    case Family::asc: break;
  }
  return {};
}

}  // namespace strideproof

#include "props/operand.h"

#include <algorithm>

#include "props/parameters.h"

namespace strideproof::props {

void spread(const MachineShape& m, Operand& operand) {
  const int64_t start = operand.space == Space::local ? operand.lane * m.lane_bytes : 0;
  operand.tensor = {operand.space,
                    operand.element_bytes,
                    start,
                    operand.shape,
                    strides_of(m, operand.space, operand.element_bytes, operand.style, operand.lane,
                               operand.shape),
                    operand.shape.w};
  operand.extent = extent_of(m, operand.tensor);
}

void lay_channels_last(Operand& a, Operand& b) {
  a.shape.h = std::max<int64_t>(a.shape.h, 2);
  for (Operand* operand : {&a, &b}) {
    operand->style = {};
    operand->style.kind = Style::Kind::nested;
    operand->style.order = channels_innermost;
  }
}

void OperandPlacer::choose_shape(Operand& a, Operand& b, bool fill) {
  if (!random_.chance(1, fill ? 500 : 750)) {
    a.shape = random_shape(random_, m_, a.element_bytes);
    return;
  }
  a.shape = large_shape(random_);
  // Packed, a large shape fits most memories. A fill with n, c and h strides of 0 needs one row.
  for (Operand* operand : {&a, &b}) {
    operand->style = {};
    operand->style.kind = Style::Kind::nested;
    if (fill && random_.chance(1, 2)) {
      operand->style.kind = Style::Kind::broadcast;
      operand->style.dims = 7;
    }
  }
}

Relation OperandPlacer::choose_relation(Operand& dst, Operand& src, bool may_lie_in_place,
                                        bool may_interleave) {
  if (dst.space != src.space) return Relation::none;
  const int64_t draw = random_.below(20);
  if (draw < 3 && may_lie_in_place) {
    if (src.style.kind >= Style::Kind::broadcast) src.style.kind = Style::Kind::nested;
    dst.style = src.style;
    return Relation::in_place;
  }
  if (draw < 6 && may_interleave) {
    src.shape.h = std::max<int64_t>(src.shape.h, 2);
    src.style.kind = Style::Kind::nested;
    src.style.order = 0;
    // Room for one row of the other tensor in each gap.
    for (int64_t& gap : src.style.gap) gap = src.shape.w + random_.below(2);
    src.style.free_of_one = false;
    dst.style = src.style;
    return Relation::interleaved;
  }
  if (draw < 9 && src.space == Space::local && src.shape.c + dst.shape.c <= m_.lanes)
    return Relation::other_lanes;
  return draw < 19 ? Relation::apart : Relation::anywhere;
}

void OperandPlacer::place_copy(Relation relation, Operand& dst, Operand& src,
                               const DstShape& dst_shape) {
  while (true) {
    dst.shape = dst_shape(src.shape);
    choose_lane(dst);
    choose_lane(src);
    if (relation == Relation::interleaved || relation == Relation::in_place) dst.lane = src.lane;
    if (relation == Relation::other_lanes)
      dst.lane = (src.lane + src.shape.c % m_.lanes) % m_.lanes;
    spread(m_, dst);
    spread(m_, src);
    if (relation == Relation::in_place) {  // dst maps onto src
      dst.tensor = src.tensor;
      dst.extent = src.extent;
    }
    if (place_both(relation, dst, src)) return;
    shrink(dst, src);
  }
}

void OperandPlacer::place_fill(Operand& dst) {
  while (true) {
    choose_lane(dst);
    spread(m_, dst);
    place(dst);
    if (dst.offset >= 0) return;
    shrink(dst, dst);
  }
}

int64_t OperandPlacer::random_place(Space space, int64_t extent, int64_t unit) {
  if (space == Space::system) return random_address(random_, profile_, extent, unit);
  return extent > m_.lane_bytes ? -1 : random_offset(random_, m_, extent, unit);
}

void OperandPlacer::choose_lane(Operand& operand) {
  if (operand.space == Space::local) operand.lane = random_lane(random_, m_, operand.shape.c);
}

void OperandPlacer::place(Operand& operand) {
  operand.offset = random_place(operand.space, operand.extent, operand.element_bytes);
}

bool OperandPlacer::place_both(Relation relation, Operand& dst, Operand& src) {
  if (relation == Relation::none || relation == Relation::other_lanes ||
      relation == Relation::anywhere) {
    place(dst);
    place(src);
    return dst.offset >= 0 && src.offset >= 0;
  }
  // The second starts with the first, one row later (interleaved), or past its end (apart).
  const int64_t unit = std::max(dst.element_bytes, src.element_bytes);
  const bool swapped = random_.chance(1, 2);
  Operand& first = swapped ? src : dst;
  Operand& second = swapped ? dst : src;
  int64_t distance = 0;
  if (relation == Relation::interleaved) distance = src.shape.w * unit;
  if (relation == Relation::apart)
    distance = round_up(first.extent, unit) + (random_.chance(1, 3) ? 0 : random_.below(9) * unit);
  first.offset = random_place(src.space, std::max(first.extent, distance + second.extent), unit);
  second.offset = first.offset + distance;
  return first.offset >= 0;
}

// Something did not fit: a shorter stride, then a smaller shape.
void OperandPlacer::shrink(Operand& a, Operand& b) {
  const bool shorter = shorten(a.style);
  if (shorten(b.style) || shorter) return;
  reduce(b.shape);
  for (Operand* operand : {&a, &b})
    for (int64_t& gap : operand->style.gap) gap = std::min(gap, std::max<int64_t>(b.shape.w, 1));
}

void put(Case& c, std::string_view parameter, const Shape& shape) {
  put(c, *c.operation->parameter(parameter), shape);
}
void put(Case& c, const Parameter& parameter, const Shape& shape) {
  int64_t* to = values(c, parameter);
  to[0] = shape.n, to[1] = shape.c, to[2] = shape.h, to[3] = shape.w;
}

void put_strides(Case& c, const Parameter& parameter, bool null, const Shape& strides) {
  set_null(c, parameter, null);
  put(c, parameter, null ? Shape{} : strides);
}

Shape shape_of(const Case& c, const Parameter& parameter) {
  return dim4_at(c.arguments, parameter.slot);
}

}  // namespace strideproof::props

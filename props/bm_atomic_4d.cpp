#include "props/bm_atomic_4d.h"

#include <algorithm>
#include <iterator>

#include "props/bm_atomic_parts.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;

constexpr int64_t largest_u32 = 0xffffffff, no_idx = largest_u32;

Format random_format(Random& random) { return static_cast<Format>(random.below(format_count)); }

// An operand on its way to an address.
struct Operand {
  Space space;
  int64_t element_bytes;
  Style style;
  Shape shape{};
  int64_t lane = 0;
  Tensor tensor{};     // at offset 0 of the lane, at address 0 of system memory
  int64_t extent = 0;  // bytes
};

class Generator {
 public:
  Generator(Random& random, const Operation& operation, const Profile& profile)
      : random_(random), profile_(profile), m_(spec::machine_shape<int64_t>(profile)) {
    case_.operation = &operation;
    case_.profile = &profile;
    case_.fill = random.next() & 0xffff;
  }

  Case copy() {
    choose_change();
    op_.direction = random_.below(direction_count);
    Operand dst{space_of(dst_is_local(op_.direction)), bytes_of(op_.dst_format),
                random_style(random_, false, largest_u32)};
    Operand src{space_of(src_is_local(op_.direction)), bytes_of(op_.src_format),
                random_style(random_, true, largest_u32)};
    choose_shape(src, dst, src.element_bytes);
    for (const Operand* operand : {&dst, &src})
      make_spread_visible(m_, operand->space, operand->style, src.shape);
    const uint64_t reshaping = random_.next();
    dst.shape = dst_shape(src.shape, reshaping);
    const Relation relation = choose_relation(dst, src);
    while (true) {
      dst.shape = dst_shape(src.shape, reshaping);
      choose_lane(dst);
      choose_lane(src);
      if (relation == Relation::interleaved) dst.lane = src.lane;
      if (relation == Relation::other_lanes)
        dst.lane = (src.lane + src.shape.c % m_.lanes) % m_.lanes;
      spread(dst);
      spread(src);
      if (relation == Relation::in_place) lay_on(dst, src);
      if (place_both(relation, dst, src)) break;
      shrink(dst, src);
    }
    op_.src_shape = src.shape, op_.src_stride = src.tensor.stride;
    op_.dst_shape = dst.shape, op_.dst_stride = dst.tensor.stride;
    op_.src_local_idx = idx_of(src), op_.dst_local_idx = idx_of(dst);
    put(case_, op_);
    choose_contents();
    return case_;
  }

  Case fill() {
    Fill4D<int64_t> op{};
    op.format = random_.below(format_count);
    op.is_local_mem = random_.below(2);
    Operand dst{space_of(op.is_local_mem != 0), bytes_of(op.format),
                random_style(random_, true, largest_u32)};
    choose_shape(dst, dst, dst.element_bytes);
    make_spread_visible(m_, dst.space, dst.style, dst.shape);
    while (true) {
      choose_lane(dst);
      spread(dst);
      op.start_addr = somewhere(dst.space, dst.extent, dst.element_bytes);
      if (op.start_addr >= 0) break;
      shrink(dst, dst);
    }
    op.shape = dst.shape, op.stride = dst.tensor.stride;
    op.local_idx = idx_of(dst);
    op.const_val = random_.chance(1, 8)
                       ? random_.pick<int64_t>({0, 1, 0x80, 0x100, 0x10000, 0xffffffff})
                       : static_cast<int64_t>(random_.next() >> 32);
    put(case_, op);
    return case_;
  }

 private:
  // The change that a copy makes besides the place, and how source and destination lie in one space.
  enum class Change { nothing, format, shape, transpose };
  enum class Relation { none, apart, other_lanes, in_place, interleaved, anywhere };

  static int64_t bytes_of(int64_t format) { return element_bytes(static_cast<Format>(format)); }
  static Space space_of(bool local) { return local ? Space::local : Space::system; }

  void choose_change() {
    const int64_t draw = random_.below(20);
    change_ = draw < 6    ? Change::nothing
              : draw < 11 ? Change::format
              : draw < 16 ? Change::shape
                          : Change::transpose;
    Format from = random_format(random_), to = from;
    if (change_ == Change::format || (change_ == Change::shape && random_.chance(1, 3)))
      while (from == to || !is_convertible(from, to)) {
        from = random_format(random_);
        to = random_format(random_);
      }
    op_.src_format = static_cast<int>(from), op_.dst_format = static_cast<int>(to);
    op_.transpose = change_ == Change::transpose ? 1 : 0;
  }

  Shape dst_shape(const Shape& src, uint64_t reshaping) const {
    if (change_ == Change::transpose) return {src.c, src.n, src.h, src.w};
    return change_ == Change::shape ? reshaped(src, reshaping) : src;
  }

  void choose_shape(Operand& a, Operand& b, int64_t element_bytes) {
    if (change_ == Change::transpose && random_.chance(1, 40)) return choose_blocks(a, b);
    if (!random_.chance(1, is_fill() ? 500 : 750)) {
      a.shape = random_shape(random_, m_, element_bytes);
      return;
    }
    a.shape = large_shape(random_);
    // Without gaps it fits most memories; a fill onto itself fits all.
    for (Operand* operand : {&a, &b}) {
      operand->style = {};
      operand->style.kind = Style::Kind::nested;
      if (is_fill() && random_.chance(1, 2)) {
        operand->style.kind = Style::Kind::broadcast;
        operand->style.dims = 7;
      }
    }
  }
  // As many images as channels, or nearly so, as a transpose takes at a time: most of single
  // elements, half of them in a matrix.
  void choose_blocks(Operand& a, Operand& b) {
    a.shape.n = random_.around(random_.pick({8, 16, 16, 32, 32, 64}));
    a.shape.c = random_.around(random_.pick({8, 16, 16, 32, 32, 64}));
    a.shape.h = random_.pick({1, 1, 1, 1, 2});
    a.shape.w = random_.pick({1, 1, 1, 1, 2, 3});
    if (random_.chance(1, 2)) a.style = b.style = {};
  }
  bool is_fill() const { return kind(*case_.operation) == Kind::memset_4D; }

  Relation choose_relation(Operand& dst, Operand& src) {
    if (dst.space != src.space) return Relation::none;
    const int64_t draw = random_.below(20);
    if (draw < 3 && (change_ == Change::nothing || change_ == Change::transpose)) {
      if (src.style.kind >= Style::Kind::broadcast) src.style.kind = Style::Kind::nested;
      if (change_ == Change::transpose) src.shape.n = src.shape.c = 1;
      return Relation::in_place;
    }
    if (draw < 6 && change_ == Change::nothing) {
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

  void choose_lane(Operand& operand) {
    if (operand.space == Space::local) operand.lane = random_lane(random_, m_, operand.shape.c);
  }
  // Ignored on a system side.
  int64_t idx_of(const Operand& operand) {
    if (operand.space == Space::local) return operand.lane;
    return random_.pick<int64_t>({0, 0, 0, 1, m_.lanes, no_idx});
  }

  void spread(Operand& operand) {
    const int64_t start = operand.space == Space::local ? operand.lane * m_.lane_bytes : 0;
    operand.tensor = {operand.space,
                      operand.element_bytes,
                      start,
                      operand.shape,
                      unsigned_strides(strides_of(m_, operand.space, operand.element_bytes,
                                                  operand.style, operand.lane, operand.shape)),
                      operand.shape.w};
    operand.extent = extent_of(m_, operand.tensor);
  }

  // dst becomes the same map from elements to bytes as src.
  void lay_on(Operand& dst, const Operand& src) {
    dst.lane = src.lane;
    dst.tensor = src.tensor;
    dst.extent = src.extent;
  }

  // The offset in a lane, or the system address, of something of that extent; -1: it fits nowhere.
  int64_t somewhere(Space space, int64_t extent, int64_t unit) {
    if (space == Space::system) return random_address(random_, profile_, extent, unit);
    return extent > m_.lane_bytes ? -1 : random_offset(random_, m_, extent, unit);
  }

  bool place_both(Relation relation, const Operand& dst, const Operand& src) {
    if (relation == Relation::none || relation == Relation::other_lanes ||
        relation == Relation::anywhere) {
      op_.dst_addr = somewhere(dst.space, dst.extent, dst.element_bytes);
      op_.src_addr = somewhere(src.space, src.extent, src.element_bytes);
      return op_.dst_addr >= 0 && op_.src_addr >= 0;
    }
    // Both in one place, src behind dst or, swapped, dst behind src.
    const int64_t unit = std::max(dst.element_bytes, src.element_bytes);
    const bool swapped = random_.chance(1, 2);
    const Operand& first = swapped ? src : dst;
    int64_t second = 0;
    if (relation == Relation::interleaved) second = src.shape.w * unit;
    if (relation == Relation::apart)
      second = round_up(first.extent, unit) + (random_.chance(1, 3) ? 0 : random_.below(9) * unit);
    const int64_t total = std::max(first.extent, second + (swapped ? dst.extent : src.extent));
    const int64_t at = somewhere(src.space, total, unit);
    op_.dst_addr = at + (swapped ? second : 0);
    op_.src_addr = at + (swapped ? 0 : second);
    return at >= 0;
  }

  // Something did not fit: a shorter stride, then a smaller shape.
  void shrink(Operand& a, Operand& b) {
    const bool shorter = shorten(a.style);
    if (shorten(b.style) || shorter) return;
    reduce(b.shape);
    for (Operand* operand : {&a, &b})
      for (int64_t& gap : operand->style.gap) gap = std::min(gap, std::max<int64_t>(b.shape.w, 1));
  }

  // float32 that is converted is mostly telling; any float16 is.
  void choose_contents() {
    const bool converts = op_.src_format != op_.dst_format;
    if (converts && is(op_.src_format, Format::float32) && !random_.chance(1, 8))
      case_.data[1] = DataClass::floats;
    if (!converts) choose_data(random_, bytes_of(op_.src_format), case_);
  }

  Random& random_;
  const Profile& profile_;
  const MachineShape m_;
  Case case_;
  Tensor4D<int64_t> op_{};
  Change change_ = Change::nothing;
};

}  // namespace

Shape unsigned_strides(Shape stride) {
  for (int64_t* s : {&stride.n, &stride.c, &stride.h, &stride.w})
    if (*s < 0) *s += int64_t{1} << 32;
  return stride;
}

Shape reshaped(const Shape& shape, uint64_t how) {
  Random random(how);
  const int64_t count = shape.n * shape.c * shape.h * shape.w;
  int64_t extents[4] = {1, 1, 1, 1};
  if (random.chance(1, 4)) {  // all in one row of something
    extents[random.below(4)] = count;
  } else if (random.chance(1, 2)) {  // the same in another order
    const int64_t all[4] = {shape.n, shape.c, shape.h, shape.w};
    const int64_t first = random.between(1, 3);
    for (int64_t i = 0; i < 4; ++i) extents[i] = all[(i + first) % 4];
  } else {  // its prime factors, anywhere
    int64_t left = count;
    for (int64_t factor = 2; left > 1; ++factor)
      for (; left % factor == 0; left /= factor) extents[random.below(4)] *= factor;
  }
  for (const int64_t extent : extents)
    if (extent > 65535) return shape;
  return {extents[0], extents[1], extents[2], extents[3]};
}

Case legal_4d(Random& random, const Operation& operation, const Profile& profile) {
  Generator generator(random, operation, profile);
  return kind(operation) == Kind::memcpy_4D ? generator.copy() : generator.fill();
}

void put(Case& c, const Tensor4D<int64_t>& op) {
  const auto& [sn, sc, sh, sw] = op.src_shape;
  const auto& [dn, dc, dh, dw] = op.dst_shape;
  const Shape &src = op.src_stride, &dst = op.dst_stride;
  const int64_t values[] = {
      op.src_addr,  op.src_local_idx, sn, sc, sh, sw, src.n, src.c, src.h, src.w, op.src_format,
      op.dst_addr,  op.dst_local_idx, dn, dc, dh, dw, dst.n, dst.c, dst.h, dst.w, op.dst_format,
      op.direction, op.transpose};
  std::copy(std::begin(values), std::end(values), c.arguments.value.begin());
}
void put(Case& c, const Fill4D<int64_t>& op) {
  const Shape &shape = op.shape, &stride = op.stride;
  const int64_t values[] = {op.start_addr, shape.n,         shape.c,     shape.h,  shape.w,
                            stride.n,      stride.c,        stride.h,    stride.w, op.const_val,
                            op.format,     op.is_local_mem, op.local_idx};
  std::copy(std::begin(values), std::end(values), c.arguments.value.begin());
}

}  // namespace strideproof::props::bm_atomic

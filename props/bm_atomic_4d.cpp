// Random cases of memcpy_4D and memset_4D.

#include "props/bm_atomic.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;

constexpr int64_t largest_u32 = 0xffffffff, no_idx = largest_u32;

Format random_format(Random& random) { return static_cast<Format>(random.below(format_count)); }

// Strides that are never used may be any: those below 0 as the C type has them.
Shape unsigned_strides(Shape stride) {
  for (int64_t* s : {&stride.n, &stride.c, &stride.h, &stride.w})
    if (*s < 0) *s += int64_t{1} << 32;
  return stride;
}

// Another shape of as many elements, one for each word.
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

class Generator : CaseGenerator {
 public:
  Generator(Random& random, Case c) : CaseGenerator(random, std::move(c)) {
    case_.fill = random_.next() & 0xffff;
  }

  Case copy() {
    choose_change();
    op_.direction = random_.below(direction_count);
    Operand dst{space_of(dst_is_local(op_.direction)), bytes_of(op_.dst_format),
                random_style(random_, false, largest_u32)};
    Operand src{space_of(src_is_local(op_.direction)), bytes_of(op_.src_format),
                random_style(random_, true, largest_u32)};
    if (change_ == Change::transpose && random_.chance(1, 40))
      choose_blocks(src, dst);
    else
      placer_.choose_shape(src, dst, false);
    if (random_.chance(1, 12)) lay_channels_last(src, dst);
    for (const Operand* operand : {&dst, &src})
      make_spread_visible(m_, operand->space, operand->style, src.shape);
    const uint64_t reshaping = random_.next();
    const auto shape_of_dst = [&](const Shape& shape) { return dst_shape(shape, reshaping); };
    dst.shape = shape_of_dst(src.shape);
    const bool same = change_ == Change::nothing, transposes = change_ == Change::transpose;
    const Relation relation = placer_.choose_relation(dst, src, same || transposes, same);
    if (relation == Relation::in_place && transposes) src.shape.n = src.shape.c = 1;
    placer_.place_copy(relation, dst, src, shape_of_dst);
    op_.dst_addr = dst.offset, op_.src_addr = src.offset;
    op_.src_shape = src.shape, op_.src_stride = unsigned_strides(src.tensor.stride);
    op_.dst_shape = dst.shape, op_.dst_stride = unsigned_strides(dst.tensor.stride);
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
    placer_.choose_shape(dst, dst, true);
    make_spread_visible(m_, dst.space, dst.style, dst.shape);
    placer_.place_fill(dst);
    op.start_addr = dst.offset;
    op.shape = dst.shape, op.stride = unsigned_strides(dst.tensor.stride);
    op.local_idx = idx_of(dst);
    op.const_val = random_.chance(1, 8)
                       ? random_.pick<int64_t>({0, 1, 0x80, 0x100, 0x10000, 0xffffffff})
                       : static_cast<int64_t>(random_.next() >> 32);
    put(case_, op);
    return case_;
  }

 private:
  // The change that a copy makes besides the place.
  enum class Change { nothing, format, shape, transpose };

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

  // As many images as channels, or nearly so, as a transpose takes at a time: most of single
  // elements, half of them in a matrix.
  void choose_blocks(Operand& a, Operand& b) {
    a.shape.n = random_.around(random_.pick({8, 16, 16, 32, 32, 64}));
    a.shape.c = random_.around(random_.pick({8, 16, 16, 32, 32, 64}));
    a.shape.h = random_.pick({1, 1, 1, 1, 2});
    a.shape.w = random_.pick({1, 1, 1, 1, 2, 3});
    if (random_.chance(1, 2)) a.style = b.style = {};
  }

  // Ignored on a system side.
  int64_t idx_of(const Operand& operand) {
    if (operand.space == Space::local) return operand.lane;
    return random_.pick<int64_t>({0, 0, 0, 1, m_.lanes, no_idx});
  }

  // float32 that is converted is mostly telling; any float16 is.
  void choose_contents() {
    const bool converts = op_.src_format != op_.dst_format;
    if (converts && is(op_.src_format, Format::float32) && !random_.chance(1, 8))
      case_.data[1] = DataClass::floats;
    if (!converts) choose_data(random_, bytes_of(op_.src_format), case_);
  }

  OperandPlacer placer_{random_, *case_.profile};
  const MachineShape m_ = machine_of(case_);
  Tensor4D<int64_t> op_{};
  Change change_ = Change::nothing;
};

}  // namespace

Case legal_4d(Random& random, Case c) {
  const bool copies = kind(*c.operation) == Kind::memcpy_4D;
  Generator generator(random, std::move(c));
  return copies ? generator.copy() : generator.fill();
}

}  // namespace strideproof::props::bm_atomic

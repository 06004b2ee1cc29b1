#include "props/okk_gdma.h"

#include <algorithm>

#include "props/tensor.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::props::okk_gdma {
namespace {

using namespace strideproof::okk_gdma;

// Slots; see copy_of, fill_of and matrix_of.
constexpr int dst_addr = 0, src_addr = 1, fill_constant = 1, shape_slot = 2, dst_stride = 6,
              src_stride = 10;
constexpr int dst_parameter = 3, src_parameter = 4;
constexpr int rows_slot = 2, cols_slot = 3, cols_per_channel_slot = 4, row_stride_slot = 5;

void put(Case& c, int slot, const Shape& values) {
  int64_t* to = &c.arguments.value[static_cast<size_t>(slot)];
  to[0] = values.n, to[1] = values.c, to[2] = values.h, to[3] = values.w;
}

void put_stride(Case& c, int parameter, int slot, const Style& style, const Shape& stride) {
  if (style.kind == Style::Kind::null)
    c.arguments.null_mask |= uint32_t{1} << parameter;
  else
    put(c, slot, stride);
}

// One operand on its way to an address.
struct Operand {
  Space space;
  Style style;
  int64_t lane = 0;
  Tensor tensor{};     // at offset 0 of the lane, at address 0 of system memory
  int64_t extent = 0;  // bytes
};

class Generator {
 public:
  Generator(Random& random, const Operation& operation, const Profile& profile)
      : random_(random),
        profile_(profile),
        m_(spec::machine_shape<int64_t>(profile)),
        kind_(kind(operation)),
        es_(operation.element_bytes) {
    case_.operation = &operation;
    case_.profile = &profile;
    case_.fill = random.next() & 0xffff;
  }

  Case copy() {
    Operand dst{dst_space(kind_), random_style(random_, false)};
    Operand src{src_space(kind_), random_style(random_, true)};
    const Relation relation = choose_shape_and_relation(dst, src);
    for (const Operand* operand : {&dst, &src})
      make_spread_visible(m_, operand->space, operand->style, shape_);
    while (true) {
      choose_lane(dst);
      choose_lane(src);
      if (relation == Relation::in_place || relation == Relation::interleaved) {
        dst.lane = src.lane;
        dst.style = src.style;
      }
      if (relation == Relation::other_lanes) dst.lane = (src.lane + shape_.c % m_.lanes) % m_.lanes;
      spread(dst);
      spread(src);
      if (place_both(relation, dst, src)) break;
      shrink(dst, src);
    }
    put(case_, shape_slot, shape_);
    put_stride(case_, dst_parameter, dst_stride, dst.style, dst.tensor.stride);
    put_stride(case_, src_parameter, src_stride, src.style, src.tensor.stride);
    if (es_ == 1 && random_.chance(1, 2)) case_.data = {DataClass::low, DataClass::high};
    return case_;
  }

  Case fill() {
    Operand dst{dst_space(kind_), random_style(random_, true)};
    choose_shape(dst, dst);
    make_spread_visible(m_, dst.space, dst.style, shape_);
    while (true) {
      choose_lane(dst);
      spread(dst);
      if (place(dst, dst_addr)) break;
      shrink(dst, dst);
    }
    put(case_, shape_slot, shape_);
    put_stride(case_, dst_parameter, dst_stride, dst.style, dst.tensor.stride);
    const int64_t all = (int64_t{1} << (8 * es_)) - 1;
    case_.arguments.value[fill_constant] = random_.chance(1, 8)
                                               ? random_.pick<int64_t>({0, 1, all})
                                               : static_cast<int64_t>(random_.next()) & all;
    return case_;
  }

  Case matrix() {
    choose_matrix();
    while (true) {
      case_.arguments.value[rows_slot] = rows_;
      case_.arguments.value[cols_slot] = cols_;
      case_.arguments.value[cols_per_channel_slot] = cols_per_channel_;
      case_.arguments.value[row_stride_slot] = row_stride();
      const int64_t lane = random_lane(random_, m_, ceil_div(cols_, cols_per_channel_));
      const bool to_local = kind_ == Kind::matrix_S2L;
      const int local = to_local ? dst_addr : src_addr, system = to_local ? src_addr : dst_addr;
      const auto op = matrix_of(*case_.operation, case_.arguments);
      Operand a{Space::local, {}, lane};
      a.tensor = spec::okk_gdma::side_of(m_, op, Space::local, lane * m_.lane_bytes);
      a.extent = extent_of(m_, a.tensor);
      Operand b{Space::system, {}};
      b.tensor = spec::okk_gdma::side_of(m_, op, Space::system, int64_t{0});
      b.extent = extent_of(m_, b.tensor);
      if (place(a, local) && place(b, system)) return case_;
      reduce_matrix();
    }
  }

 private:
  // How source and destination lie in one space.
  enum class Relation { none, apart, other_lanes, in_place, interleaved, anywhere };

  Relation choose_shape_and_relation(Operand& dst, Operand& src) {
    choose_shape(dst, src);
    if (dst.space != src.space) return Relation::none;
    const int64_t draw = random_.below(20);
    if (draw < 3) {
      if (src.style.kind >= Style::Kind::broadcast) src.style.kind = Style::Kind::nested;
      return Relation::in_place;
    }
    if (draw < 6) {
      shape_.h = std::max<int64_t>(shape_.h, 2);
      src.style.kind = Style::Kind::nested;
      src.style.order = 0;
      // Room for one row of the other tensor in each gap.
      for (int64_t& gap : src.style.gap) gap = shape_.w + random_.below(2);
      src.style.free_of_one = false;
      return Relation::interleaved;
    }
    if (draw < 9 && src.space == Space::local && 2 * shape_.c <= m_.lanes)
      return Relation::other_lanes;
    return draw < 19 ? Relation::apart : Relation::anywhere;
  }

  void choose_shape(Operand& dst, Operand& src) {
    if (!random_.chance(1, is_fill(kind_) ? 500 : 750)) {
      shape_ = random_shape(random_, m_, es_);
      return;
    }
    shape_ = large_shape(random_);
    // Without gaps it fits most memories; a fill onto itself fits all.
    for (Operand* operand : {&dst, &src}) {
      operand->style = {};
      operand->style.kind = Style::Kind::nested;
      if (is_fill(kind_) && random_.chance(1, 2)) {
        operand->style.kind = Style::Kind::broadcast;
        operand->style.dims = 7;
      }
    }
  }

  void choose_lane(Operand& operand) {
    if (operand.space == Space::local) operand.lane = random_lane(random_, m_, shape_.c);
  }

  void spread(Operand& operand) {
    const int64_t start = operand.space == Space::local ? operand.lane * m_.lane_bytes : 0;
    operand.tensor = {operand.space,
                      es_,
                      start,
                      shape_,
                      strides_of(m_, operand.space, es_, operand.style, operand.lane, shape_),
                      shape_.w};
    operand.extent = extent_of(m_, operand.tensor);
  }

  // The offset in a lane, or the system address, of something of that extent; -1: it fits nowhere.
  int64_t somewhere(Space space, int64_t extent) {
    if (space == Space::system) return random_address(random_, profile_, extent, es_);
    return extent > m_.lane_bytes ? -1 : random_offset(random_, m_, extent, es_);
  }

  void put_address(const Operand& operand, int slot, int64_t offset) {
    case_.arguments.value[static_cast<size_t>(slot)] = operand.tensor.address + offset;
  }

  bool place(const Operand& operand, int slot) {
    const int64_t offset = somewhere(operand.space, operand.extent);
    if (offset >= 0) put_address(operand, slot, offset);
    return offset >= 0;
  }

  bool place_both(Relation relation, const Operand& dst, const Operand& src) {
    if (relation == Relation::none || relation == Relation::other_lanes ||
        relation == Relation::anywhere)
      return place(dst, dst_addr) && place(src, src_addr);
    if (relation == Relation::in_place) {
      const int64_t offset = somewhere(src.space, src.extent);
      put_address(dst, dst_addr, offset);
      put_address(src, src_addr, offset);
      return offset >= 0;
    }
    int64_t first = 0, second = 0;  // relative offsets of dst and src
    int64_t total = src.extent + shape_.w * es_;
    if (relation == Relation::interleaved) {
      second = shape_.w * es_;
    } else {
      const int64_t gap = random_.chance(1, 3) ? 0 : random_.below(9) * es_;
      second = dst.extent + gap;
      total = second + src.extent;
    }
    if (random_.chance(1, 2)) {
      first = relation == Relation::interleaved ? second : total - dst.extent;
      second = 0;
    }
    const int64_t offset = somewhere(src.space, total);
    put_address(dst, dst_addr, offset + first);
    put_address(src, src_addr, offset + second);
    return offset >= 0;
  }

  // Something did not fit: a shorter stride, then a smaller shape.
  void shrink(Operand& dst, Operand& src) {
    const bool shorter = shorten(dst.style);
    if (shorten(src.style) || shorter) return;
    reduce(shape_);
    for (Operand* operand : {&dst, &src})
      for (int64_t& gap : operand->style.gap) gap = std::min(gap, std::max<int64_t>(shape_.w, 1));
  }

  void choose_matrix() {
    const auto small = [&] { return random_.pick({1, 2, 2, 3, 4, 5, 7}); };
    rows_ = small(), cols_ = small(), cols_per_channel_ = small();
    const int64_t unit = m_.unit_bytes / es_;
    switch (random_.below(12)) {
      case 0: cols_ = rows_; break;
      case 1: cols_per_channel_ = cols_ + random_.between(0, 3); break;
      case 2:
        cols_per_channel_ = std::max<int64_t>(1, random_.around(unit));
        cols_ = random_.around(cols_per_channel_ * random_.between(1, 3));
        break;
      case 3:
        cols_ = cols_per_channel_ * random_.around(m_.lanes * random_.between(1, 2));
        cols_ += random_.between(0, 1);
        break;
      case 4: cols_ = random_.around(random_.pick({8, 16})); break;
      case 5: cols_ = random_.between(1, 40); break;
      case 6:
        if (random_.chance(1, 16)) choose_long_extent();
        break;
      default: break;
    }
    cols_ = std::max<int64_t>(cols_, 1);
    if (random_.chance(1, 2000)) {
      constexpr int64_t most = 65535;
      switch (random_.below(5)) {
        case 0: rows_ = most, cols_ = 1, cols_per_channel_ = 1; break;
        case 1: rows_ = 1, cols_ = most; break;
        case 2: cols_per_channel_ = most; break;
        case 3: rows_ = 1, cols_ = cols_per_channel_ = most; break;
        default: rows_ = 256, cols_ = random_.between(255, 257), cols_per_channel_ = 64;
      }
    }
    gap_ = random_.pick({0, 0, 0, 1, 1, 3, 29});
    overlapping_ = random_.chance(1, 4);
    far_ = random_.chance(1, 200);
  }

  void choose_long_extent() {
    constexpr int64_t most = 4096;  // rows of a unit each just fit a lane of bm1684
    int64_t* const extents[] = {&rows_, &cols_, &cols_per_channel_};
    for (int64_t* extent : extents) *extent = std::min<int64_t>(*extent, 2);
    int64_t* const which = extents[random_.below(3)];
    *which = random_.past_power_of_two(most);
  }

  int64_t row_stride() {
    if (rows_ == 1) return random_.pick<int64_t>({0, 1, cols_, 0x7fffffff});
    if (far_) return std::max(random_.past_power_of_two(longest_stride), cols_);
    if (overlapping_ && kind_ == Kind::matrix_S2L)
      return random_.pick<int64_t>({0, 1, cols_ - 1, cols_ / 2});
    return cols_ + gap_;
  }

  void reduce_matrix() {
    far_ = false;
    int64_t* largest = cols_ > rows_ ? &cols_ : &rows_;
    if (cols_per_channel_ > *largest) largest = &cols_per_channel_;
    *largest = (*largest + 1) / 2;
  }

  Random& random_;
  const Profile& profile_;
  const MachineShape m_;
  const Kind kind_;
  const int64_t es_;
  Case case_;
  Shape shape_{};
  int64_t rows_ = 0, cols_ = 0, cols_per_channel_ = 0, gap_ = 0;
  bool overlapping_ = false, far_ = false;
};

}  // namespace

Case legal(Random& random, const Operation& operation, const Profile& profile) {
  Generator generator(random, operation, profile);
  const Kind k = kind(operation);
  return is_copy(k) ? generator.copy() : is_fill(k) ? generator.fill() : generator.matrix();
}

}  // namespace strideproof::props::okk_gdma

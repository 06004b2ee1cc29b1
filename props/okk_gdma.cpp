// Random cases of the family okk-gdma, about a million a second.

#include "spec/operations/okk_gdma.h"

#include <algorithm>

#include "props/families.h"
#include "props/operand.h"

namespace strideproof::props::okk_gdma {
namespace {

using namespace strideproof::okk_gdma;

class Generator : CaseGenerator {
 public:
  using CaseGenerator::CaseGenerator;

  Case copy() {
    Operand dst{dst_space(kind_), es_, random_style(random_, false)};
    Operand src{src_space(kind_), es_, random_style(random_, true)};
    placer_.choose_shape(src, dst, false);
    if (random_.chance(1, 12)) lay_channels_last(src, dst);
    for (const Operand* operand : {&dst, &src})
      make_spread_visible(m_, operand->space, operand->style, src.shape);
    dst.shape = src.shape;
    const Relation relation = placer_.choose_relation(dst, src, true, true);
    placer_.place_copy(relation, dst, src, [](const Shape& shape) { return shape; });
    props::put(case_, "shape", src.shape);
    put("dst_addr", "dst_stride", dst);
    put("src_addr", "src_stride", src);
    choose_data(random_, es_, case_);
    return case_;
  }

  Case fill() {
    Operand dst{dst_space(kind_), es_, random_style(random_, true)};
    placer_.choose_shape(dst, dst, true);
    make_spread_visible(m_, dst.space, dst.style, dst.shape);
    placer_.place_fill(dst);
    props::put(case_, "shape", dst.shape);
    put("dst_addr", "dst_stride", dst);
    const int64_t all = (int64_t{1} << (8 * es_)) - 1;
    case_["C"] = random_.chance(1, 8) ? random_.pick<int64_t>({0, 1, all})
                                      : static_cast<int64_t>(random_.next()) & all;
    return case_;
  }

  Case matrix() {
    choose_matrix();
    while (true) {
      case_["rows"] = rows_;
      case_["cols"] = cols_;
      case_["cols_per_channel"] = cols_per_channel_;
      case_["row_stride"] = row_stride();
      const int64_t lane = random_lane(random_, m_, ceil_div(cols_, cols_per_channel_));
      const bool to_local = kind_ == Kind::matrix_S2L;
      if (place(to_local ? "dst_addr" : "src_addr", Space::local, lane * m_.lane_bytes) &&
          place(to_local ? "src_addr" : "dst_addr", Space::system, 0))
        return case_;
      reduce_matrix();
    }
  }

 private:
  void put(std::string_view address, std::string_view stride, const Operand& operand) {
    case_[address] = operand.tensor.address + operand.offset;
    put_strides(case_, *case_.operation->parameter(stride), operand.style.kind == Style::Kind::null,
                operand.tensor.stride);
  }

  // Places one side of a matrix, from `start`; false: it fits nowhere.
  bool place(std::string_view address, Space space, int64_t start) {
    const auto op = matrix_of(*case_.operation, case_.arguments);
    const Tensor side = spec::okk_gdma::side_of(m_, op, space, start);
    const int64_t offset = placer_.random_place(space, extent_of(m_, side), es_);
    case_[address] = start + offset;
    return offset >= 0;
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
        if (random_.chance(1, 16))
          choose_long_extent(random_, {&rows_, &cols_, &cols_per_channel_});
        break;
      default: break;
    }
    cols_ = std::max<int64_t>(cols_, 1);
    if (random_.chance(1, 700)) {
      constexpr int64_t most = 65535;
      switch (random_.below(5)) {
        case 0: rows_ = most, cols_ = 1, cols_per_channel_ = 1; break;
        case 1: rows_ = 1, cols_ = most; break;
        case 2:
          cols_per_channel_ = most;
          if (random_.chance(1, 2)) rows_ = 1;
          break;
        case 3: rows_ = 1, cols_ = cols_per_channel_ = most; break;
        default: rows_ = 256, cols_ = random_.between(255, 257), cols_per_channel_ = 64;
      }
    }
    gap_ = random_.pick({0, 0, 0, 1, 1, 3, 29});
    overlapping_ = random_.chance(1, 4);
    far_ = random_.chance(1, 200);
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
    halve_largest({&rows_, &cols_, &cols_per_channel_});
  }

  OperandPlacer placer_{random_, *case_.profile};
  const MachineShape m_ = machine_of(case_);
  const Kind kind_ = kind(*case_.operation);
  const int64_t es_ = case_.operation->element_bytes;
  int64_t rows_ = 0, cols_ = 0, cols_per_channel_ = 0, gap_ = 0;
  bool overlapping_ = false, far_ = false;
};

}  // namespace

Case legal(Random& random, Case c) {
  const Kind k = kind(*c.operation);
  Generator generator(random, std::move(c));
  return is_copy(k) ? generator.copy() : is_fill(k) ? generator.fill() : generator.matrix();
}

}  // namespace strideproof::props::okk_gdma

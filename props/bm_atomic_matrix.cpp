// Random cases of memcpy_2D and cwtrans.

#include <algorithm>

#include "props/bm_atomic.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;

constexpr int64_t most = 65535, largest_u32 = 0xffffffff;

class MatrixGenerator : OpGenerator<Matrix2D<int64_t>> {
 public:
  using OpGenerator::OpGenerator;

  Case make() {
    op_.format = random_.chance(1, 3) ? 0 : random_.below(format_count);
    op_.direction = random_.below(2);
    op_.transpose = random_.below(2);
    es_ = element_bytes(static_cast<Format>(op_.format));
    op_.result_add = is(op_.format, Format::float32) && random_.chance(1, 2);
    choose_extents();
    choose_gaps();
    while (!place()) reduce_matrix();
    put(case_, op_);
    choose_data(random_, es_, case_);
    if (op_.result_add != 0 && random_.chance(3, 4))
      case_.data = {DataClass::floats, DataClass::floats};
    return case_;
  }

 private:
  // The extents of the local matrix, whose columns are spread over the lanes.
  void choose_extents() {
    const auto small = [&] { return random_.pick({1, 2, 2, 3, 4, 5, 7}); };
    rows_ = small(), cols_ = small(), op_.sec_size = small();
    const int64_t unit = m_.unit_bytes / es_;
    switch (random_.below(12)) {
      case 0: cols_ = rows_; break;
      case 1: op_.sec_size = cols_ + random_.between(0, 3); break;
      case 2: op_.sec_size = cols_ + random_.around(unit); break;
      case 3:
        op_.sec_size = std::max<int64_t>(1, random_.around(unit));
        cols_ = random_.around(op_.sec_size * random_.between(1, 3));
        break;
      case 4:
        if (random_.chance(3, 4)) break;  // much memory: not too often
        cols_ = op_.sec_size * random_.around(m_.lanes * random_.between(1, 2));
        cols_ += random_.between(0, 1);
        break;
      case 5: cols_ = random_.around(random_.pick<int64_t>({32, 64}) / es_); break;
      case 6: cols_ = random_.between(1, 40); break;
      case 7: rows_ = random_.between(1, 40); break;
      case 8:
        if (random_.chance(1, 16)) choose_long_extent(random_, {&rows_, &cols_, &op_.sec_size});
        break;
      default: break;
    }
    cols_ = std::max<int64_t>(cols_, 1);
    if (random_.chance(1, 700)) choose_large_extents();
  }

  void choose_large_extents() {
    switch (random_.below(4)) {
      case 0: rows_ = most, cols_ = 1, op_.sec_size = 1; break;
      case 1: rows_ = 1, cols_ = most, op_.sec_size = random_.between(1, 1024); break;
      case 2: rows_ = 1, op_.sec_size = most, cols_ = random_.pick({cols_, most}); break;
      default: rows_ = 256, cols_ = random_.between(255, 257), op_.sec_size = 64;
    }
  }

  void choose_gaps() {
    gap_ = random_.pick({0, 0, 0, 1, 1, 3, 29});
    overlapping_ = random_.chance(1, 4) && is(op_.direction, Direction::S2L);
    far_ = random_.chance(1, 150);
  }

  int64_t row_stride() {
    if (op_.row == 1) return random_.pick<int64_t>({0, 1, op_.col, largest_u32});
    if (far_) return std::max(random_.past_power_of_two(largest_u32), op_.col);
    if (overlapping_) return random_.pick<int64_t>({0, 1, op_.col - 1, op_.col / 2});
    return op_.col + gap_;
  }

  bool place() {
    op_.row = op_.transpose != 0 ? cols_ : rows_;
    op_.col = op_.transpose != 0 ? rows_ : cols_;
    op_.row_stride = row_stride();
    op_.local_mem_idx = random_lane(random_, m_, ceil_div(cols_, op_.sec_size));
    op_.local_mem_addr = op_.global_mem_addr = 0;
    const int64_t local = extent_of_operand(m_, op_, on_dst);
    if (local > m_.lane_bytes) return false;
    const int64_t system = extent_of_operand(m_, op_, on_src);
    op_.local_mem_addr = random_offset(random_, m_, local, es_);
    op_.global_mem_addr = random_address(random_, *case_.profile, system, es_);
    return op_.global_mem_addr >= 0;
  }

  void reduce_matrix() {
    far_ = false;
    halve_largest({&rows_, &cols_, &op_.sec_size});
  }

  int64_t es_ = 1, rows_ = 1, cols_ = 1, gap_ = 0;
  bool overlapping_ = false, far_ = false;
};

class CWGenerator : OpGenerator<CWTranspose<int64_t>> {
 public:
  using OpGenerator::OpGenerator;

  Case make() {
    op_.format = random_.below(format_count);
    es_ = element_bytes(static_cast<Format>(op_.format));
    op_.src_c = random_extent();
    op_.src_w = random_.chance(1, 6) ? op_.src_c : random_extent();
    if (op_.src_c * op_.src_w > 256 && random_.chance(7, 8)) op_.src_w = random_.between(1, 3);
    if (random_.chance(1, 256)) choose_line(random_.past_power_of_two(4096));
    if (random_.chance(1, 750)) choose_line(random_.pick<int64_t>({32768, most}));
    relation_ = random_.pick({Relation::apart, Relation::apart, Relation::apart, Relation::woven,
                              Relation::woven, Relation::other_lanes, Relation::in_place});
    if (relation_ == Relation::other_lanes && op_.src_c + op_.src_w > m_.lanes)
      relation_ = Relation::apart;
    if (random_.chance(1, 40)) relation_ = Relation::anywhere;
    src_gap_ = random_.pick({0, 0, 1, 3, 40}), dst_gap_ = random_.pick({0, 0, 1, 3, 40});
    broadcast_ = random_.chance(1, 12);
    if (random_.chance(1, 100)) choose_far_channels();
    while (!place()) reduce_extents();
    put(case_, op_);
    choose_data(random_, es_, case_);
    return case_;
  }

 private:
  enum class Relation { apart, woven, other_lanes, in_place, anywhere };

  int64_t random_extent() {
    switch (random_.below(8)) {
      case 0:                      // around one and two turns through the lanes
        if (random_.chance(1, 4))  // much memory: not too often
          return random_.around(m_.lanes * random_.between(1, 2));
        return random_.between(1, 9);
      case 1: return std::max<int64_t>(1, random_.around(m_.unit_bytes / es_));
      case 2: return random_.around(random_.pick<int64_t>({32, 64}) / es_);
      case 3: return random_.between(1, 40);
      default: return random_.pick({1, 2, 2, 3, 4, 5, 8});
    }
  }

  void choose_line(int64_t length) {
    const bool channels = random_.chance(1, 2);
    op_.src_c = channels ? length : random_.between(1, 2);
    op_.src_w = channels ? random_.between(1, 2) : length;
  }

  // Two channels of a lane far from each other: of src, or of dst.
  void choose_far_channels() {
    relation_ = Relation::apart;
    broadcast_ = false;
    const bool src = random_.chance(1, 2);
    op_.src_c = src ? m_.lanes + 1 : 2;
    op_.src_w = src ? 2 : m_.lanes + 1;
    (src ? src_gap_ : dst_gap_) =
        random_.past_power_of_two(std::max<int64_t>(m_.lane_bytes / es_ / 2, 256));
  }

  void choose_strides() {
    op_.src_c_stride = broadcast_ ? 0 : op_.src_w + src_gap_;
    op_.dst_c_stride = op_.src_c + dst_gap_;
    if (relation_ == Relation::woven)  // the rows of each lie in the gaps of the other
      op_.src_c_stride = op_.dst_c_stride = op_.src_w + op_.src_c + src_gap_;
    const auto any = [&] { return random_.pick<int64_t>({0, 0, 1, op_.src_w, largest_u32}); };
    if (op_.src_c == 1 && random_.chance(1, 2)) op_.src_c_stride = any();
    if (op_.src_w == 1 && random_.chance(1, 2)) op_.dst_c_stride = any();
  }

  bool place() {
    if (relation_ == Relation::in_place) op_.src_c = op_.src_w = 1;
    choose_strides();
    op_.src_local_idx = random_lane(random_, m_, op_.src_c);
    op_.dst_local_idx = random_lane(random_, m_, op_.src_w);
    if (relation_ == Relation::woven || relation_ == Relation::in_place)
      op_.dst_local_idx = op_.src_local_idx;
    if (relation_ == Relation::other_lanes)
      op_.dst_local_idx = (op_.src_local_idx + op_.src_c) % m_.lanes;
    op_.src_addr = op_.dst_addr = 0;
    const int64_t src = extent_of_operand(m_, op_, on_src),
                  dst = extent_of_operand(m_, op_, on_dst);
    return place_at(src, dst);
  }

  bool place_at(int64_t src, int64_t dst) {
    if (relation_ == Relation::other_lanes || relation_ == Relation::anywhere) {
      if (std::max(src, dst) > m_.lane_bytes) return false;
      op_.src_addr = random_offset(random_, m_, src, es_);
      op_.dst_addr = random_offset(random_, m_, dst, es_);
      return true;
    }
    int64_t shift = src + random_.pick<int64_t>({0, 0, 1, 5}) * es_;
    if (relation_ == Relation::woven) shift = op_.src_w * es_;
    if (relation_ == Relation::in_place) shift = 0;
    const int64_t total = std::max(src, shift + dst);
    if (total > m_.lane_bytes) return false;
    op_.src_addr = random_offset(random_, m_, total, es_);
    op_.dst_addr = op_.src_addr + shift;
    if (relation_ == Relation::apart && random_.chance(1, 2)) {
      op_.dst_addr = op_.src_addr;
      op_.src_addr += total - src;
    }
    return true;
  }

  void reduce_extents() {
    const bool far = std::max(src_gap_, dst_gap_) >= 256;
    src_gap_ /= 2, dst_gap_ /= 2;
    if (!far) halve_largest({&op_.src_w, &op_.src_c});
  }

  Relation relation_ = Relation::apart;
  int64_t es_ = 1, src_gap_ = 0, dst_gap_ = 0;
  bool broadcast_ = false;
};

}  // namespace

Case matrix(Random& random, Case c) { return MatrixGenerator(random, std::move(c)).make(); }
Case cwtrans(Random& random, Case c) { return CWGenerator(random, std::move(c)).make(); }

}  // namespace strideproof::props::bm_atomic

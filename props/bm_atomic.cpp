#include "props/bm_atomic.h"

#include <algorithm>

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;

// ---- memcpy_1D ----

class LinearGenerator : OpGenerator<Linear<int64_t>> {
 public:
  using OpGenerator::OpGenerator;

  Case make() {
    op_.format = random_.below(format_count);
    op_.direction = random_.below(direction_count);
    es_ = element_bytes(static_cast<Format>(op_.format));
    op_.length = random_length();
    while (!place()) op_.length = (op_.length + 1) / 2;
    put(case_, op_);
    choose_data(random_, es_, case_);
    return case_;
  }

 private:
  int64_t random_length() {
    const int64_t lane = m_.lane_bytes / es_;
    if (random_.chance(1, 1500))
      return random_.pick<int64_t>({65535, 65536, lane, lane + 3, 2 * lane, m_.lanes * lane});
    // Around each power of two up to the largest that is run.
    if (random_.chance(1, 800)) return random_.around(int64_t{1} << random_.between(9, 20));
    if (lane <= 1024 && random_.chance(1, 8)) return random_.between(1, m_.lanes * lane);
    switch (random_.below(8)) {
      case 0: return random_.around(random_.pick<int64_t>({32, 64, 128}) / es_);
      case 1: return random_.between(1, 40);
      case 2: return random_.between(1, 300);
      default: return random_.pick({1, 1, 2, 3, 4, 5, 8, 9});
    }
  }

  // An address of local memory from which `bytes` bytes fit: mostly around where two lanes meet.
  int64_t flat_address(int64_t bytes) {
    const int64_t last = m_.flat.size - bytes;
    if (last < 0) return -1;
    const int64_t boundary = random_.between(1, m_.lanes - 1) * m_.lane_bytes;
    int64_t offset = 0;
    switch (random_.below(8)) {
      case 0: break;
      case 1: offset = last; break;
      case 2: offset = boundary; break;
      case 3: offset = boundary - bytes; break;
      case 4: offset = boundary - es_ * random_.between(1, 3); break;
      case 5: offset = boundary - bytes / 2 / es_ * es_; break;
      case 6: offset = boundary - bytes + es_ * random_.between(1, 3); break;
      default: offset = boundary - m_.lane_bytes / 2 + es_ * random_.below(64);
    }
    return m_.flat.first + std::clamp<int64_t>(offset, 0, last);
  }
  int64_t somewhere(bool local, int64_t bytes) {
    return local ? flat_address(bytes) : random_address(random_, *case_.profile, bytes, es_);
  }

  bool place() {
    const int64_t bytes = op_.length * es_;
    const bool dst_local = dst_is_local(op_.direction), src_local = src_is_local(op_.direction);
    if (dst_local != src_local || random_.chance(1, 20)) {
      op_.dst_addr = somewhere(dst_local, bytes);
      op_.src_addr = somewhere(src_local, bytes);
      return op_.dst_addr >= 0 && op_.src_addr >= 0;
    }
    if (random_.chance(1, 6))
      return (op_.dst_addr = op_.src_addr = somewhere(src_local, bytes)) >= 0;
    const int64_t distance = bytes + random_.pick<int64_t>({0, 0, 1, 7}) * es_;
    op_.src_addr = somewhere(src_local, bytes + distance);
    op_.dst_addr = op_.src_addr + distance;
    if (random_.chance(1, 2)) std::swap(op_.src_addr, op_.dst_addr);
    return std::min(op_.src_addr, op_.dst_addr) >= 0;
  }

  int64_t es_ = 1;
};

// ---- mask_memcpy_4D ----

class MaskGenerator : OpGenerator<MaskedCopy<int64_t>> {
 public:
  using OpGenerator::OpGenerator;

  Case make() {
    const bool large = random_.chance(1, 1500);
    op_.shape = large ? large_shape(random_) : random_shape(random_, m_, mask_word_bytes);
    while (!place()) reduce(op_.shape);
    put(case_, op_);
    // A mask of unique contents keeps nearly every word: of a large shape, more than 16 bits count.
    if (!random_.chance(large ? 4 : 1, 8)) case_.data[2] = DataClass::mask;
    return case_;
  }

 private:
  bool place() {
    op_.local_mem_idx = random_lane(random_, m_, op_.shape.c);
    op_.data_local_mem_addr = op_.mask_local_mem_addr = op_.dst_global_mem_addr = 0;
    const int64_t unit = mask_local_units * m_.unit_bytes;
    const int64_t bytes = extent_of_operand(m_, op_, on_src);
    // Behind the data, the same, or some units further: mask and data may share what they like.
    const int64_t padded = round_up(bytes, unit);
    int64_t shift = random_.pick<int64_t>(
        {padded, padded, padded, 0, unit, padded - unit, padded + unit * random_.below(4)});
    if (padded + bytes > m_.lane_bytes) shift = 0;
    if (shift + bytes > m_.lane_bytes) return false;
    op_.data_local_mem_addr = random_offset(random_, m_, shift + bytes, unit);
    op_.mask_local_mem_addr = op_.data_local_mem_addr + shift;
    if (random_.chance(1, 2)) std::swap(op_.data_local_mem_addr, op_.mask_local_mem_addr);
    op_.dst_global_mem_addr =
        random_address(random_, *case_.profile, extent_of_operand(m_, op_, on_dst),
                       mask_dst_units * m_.unit_bytes);
    return op_.dst_global_mem_addr >= 0;
  }
};

}  // namespace

Case legal(Random& random, Case c) {
  switch (kind(*c.operation)) {
    case Kind::memcpy_1D: return LinearGenerator(random, c).make();
    case Kind::memcpy_2D: return matrix(random, c);
    case Kind::cwtrans: return cwtrans(random, c);
    case Kind::mask_memcpy_4D: return MaskGenerator(random, c).make();
    case Kind::memcpy_4D:
    case Kind::memset_4D: return legal_4d(random, c);
    case Kind::mask_count: break;  // has no parameters
  }
  return c;
}

}  // namespace strideproof::props::bm_atomic

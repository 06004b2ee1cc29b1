#include "props/bm_atomic.h"

#include <algorithm>

#include "props/operand.h"
#include "props/parameters.h"
#include "spec/operations/bm_atomic_selectors.h"
#include "spec/spec.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;

// ---- memcpy_1D ----

class LinearGenerator : CaseGenerator {
 public:
  using CaseGenerator::CaseGenerator;

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

  const MachineShape m_ = machine_of(case_);
  Linear<int64_t> op_{};
  int64_t es_ = 1;
};

// ---- the others ----

Case matrix(Random& random, Case c) {
  c["format"] = random.chance(1, 3) ? 0 : random.below(format_count);
  c["direction"] = random.below(2);
  c["transpose"] = random.below(2);
  c["result_add"] = is(c["format"], Format::float32) && random.chance(1, 2);
  make_matrix(random, c, {"row", "col", "sec_size"}, c["transpose"] != 0,
              is(c["direction"], Direction::S2L));
  choose_data(random, element_bytes_of(c, on_src), c);
  if (c["result_add"] != 0 && random.chance(3, 4)) c.data = {DataClass::floats, DataClass::floats};
  return c;
}

// Rows of src_w elements in src_c channels, and of src_c in src_w channels.
Case cwtrans(Random& random, Case c) {
  c["format"] = random.below(format_count);
  const MachineShape m = machine_of(c);
  const int64_t es = element_bytes_of(c, on_src);
  Shape shape = random.chance(1, 500) ? large_shape(random) : random_shape(random, m, es);
  shape = {1, std::max({shape.n, shape.c, shape.h}), 1, shape.w};
  if (random.chance(1, 6)) shape.w = shape.c = std::min(shape.w, shape.c);
  TensorGenerator tensors(random, c,
                          {.transposes = true,
                           .longest = std::max<int64_t>(m.lane_bytes / es, 256),
                           .shape = shape,
                           .dst_shape =
                               [](const Shape& src) {
                                 return Shape{1, src.w, 1, src.c};
                               }},
                          {{on_dst, Space::local, es}, {on_src, Space::local, es}});
  tensors.make();
  const Operand &dst = tensors.operands()[0], &src = tensors.operands()[1];
  c["src_c"] = src.shape.c, c["src_w"] = src.shape.w;
  c["src_c_stride"] = src.tensor.stride.c & highest(CType::u32);
  c["dst_c_stride"] = dst.tensor.stride.c & highest(CType::u32);
  // Also of channels that are alone in their lanes.
  if (dst.shape.c > 1) c["dst_c_stride"] = std::max(c["dst_c_stride"], dst.shape.w);
  choose_data(random, es, c);
  return c;
}

Case masked_copy(Random& random, Case c) {
  const int64_t local = mask_local_units * c.profile->unit_bytes;
  TensorGenerator(random, c, {.same_lane = true, .strides = false},
                  {{on_dst, Space::system, mask_word_bytes, mask_dst_units * c.profile->unit_bytes},
                   {on_src, Space::local, mask_word_bytes, local},
                   {on_src1, Space::local, mask_word_bytes, local}})
      .make();
  // A mask of unique contents keeps nearly every word: of a large shape, more than 16 bits count.
  const bool large = spec::cost(c) > 32'000;
  if (!random.chance(large ? 4 : 1, 8)) c.data[2] = DataClass::mask;
  return c;
}

}  // namespace

Case legal(Random& random, Case c) {
  switch (kind(*c.operation)) {
    case Kind::memcpy_1D: return LinearGenerator(random, c).make();
    case Kind::memcpy_2D: return matrix(random, c);
    case Kind::cwtrans: return cwtrans(random, c);
    case Kind::mask_memcpy_4D: return masked_copy(random, c);
    case Kind::memcpy_4D: return random_copy(random, c);
    case Kind::memset_4D: return random_fill(random, c);
    case Kind::mask_count: break;  // has no parameters
  }
  return c;
}

}  // namespace strideproof::props::bm_atomic

#include <algorithm>

#include "props/families.h"
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
    return case_;
  }

 private:
  int64_t random_length() {
    const int64_t lane = m_.lane_bytes / es_;
    if (random_.chance(1, 1500))
      return random_.pick<int64_t>({65535, 65536, lane, lane + 3, 2 * lane, m_.lanes * lane});
    // Around each power of two, and more often around the largest that is run.
    if (random_.chance(1, 800))
      return random_.around(int64_t{1} << std::min<int64_t>(random_.between(9, 28), 20));
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
  const std::vector<Operand> placed =
      make_tensors(random, c,
                   {.transposes = true,
                    .longest = std::max<int64_t>(m.lane_bytes / es, 256),
                    .shape = shape,
                    .dst_shape =
                        [](const Shape& src) {
                          return Shape{1, src.w, 1, src.c};
                        }},
                   {{on_dst, Space::local, es}, {on_src, Space::local, es}});
  const Operand &dst = placed[0], &src = placed[1];
  c["src_c"] = src.shape.c, c["src_w"] = src.shape.w;
  c["src_c_stride"] = src.tensor.stride.c & highest(CType::u32);
  c["dst_c_stride"] = dst.tensor.stride.c & highest(CType::u32);
  // The stride is at least a row, also where no two channels share a lane.
  if (dst.shape.c > 1) c["dst_c_stride"] = std::max(c["dst_c_stride"], dst.shape.w);
  return c;
}

Case masked_copy(Random& random, Case c) {
  const int64_t local = mask_local_units * c.profile->unit_bytes;
  make_tensors(random, c, {.same_lane = true, .strides = false},
               {{on_dst, Space::system, mask_word_bytes, mask_dst_units * c.profile->unit_bytes},
                {on_src, Space::local, mask_word_bytes, local},
                {on_src1, Space::local, mask_word_bytes, local}});
  // A mask of unique contents keeps nearly every word: of a large shape, more than 16 bits count.
  const bool large = spec::cost(c) > 32'000;
  if (!random.chance(large ? 4 : 1, 8)) c.data[2] = DataClass::mask;
  return c;
}

// ---- memcpy_4D, memset_4D ----

Format random_format(Random& random) { return static_cast<Format>(random.below(format_count)); }

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

// The change that a copy makes besides the place.
enum class Change { nothing, format, shape, transpose };

Space space_of(bool local) { return local ? Space::local : Space::system; }

void choose_formats(Random& random, Change change, Case& c) {
  Format from = random_format(random), to = from;
  if (change == Change::format || (change == Change::shape && random.chance(1, 3)))
    while (from == to || !is_convertible(from, to)) {
      from = random_format(random);
      to = random_format(random);
    }
  c["src_format"] = static_cast<int>(from), c["dst_format"] = static_cast<int>(to);
}

// As many images as channels, or nearly so, as a transpose takes at a time: most of single elements.
Shape blocks(Random& random) {
  Shape shape{};
  shape.n = random.around(random.pick({8, 16, 16, 32, 32, 64}));
  shape.c = random.around(random.pick({8, 16, 16, 32, 32, 64}));
  shape.h = random.pick({1, 1, 1, 1, 2});
  shape.w = random.pick({1, 1, 1, 1, 2, 3});
  return shape;
}

Case random_copy(Random& random, Case c) {
  const int64_t draw = random.below(20);
  const Change change = draw < 6    ? Change::nothing
                        : draw < 11 ? Change::format
                        : draw < 16 ? Change::shape
                                    : Change::transpose;
  choose_formats(random, change, c);
  c["direction"] = random.below(direction_count);
  const bool transposes = change == Change::transpose, same = change == Change::nothing;
  c["transpose"] = transposes ? 1 : 0;
  const uint64_t reshaping = random.next();
  TensorRules rules{.may_lie_in_place = same || transposes,
                    .may_interleave = same,
                    .transposes = transposes,
                    .longest = highest(CType::u32)};
  if (transposes) rules.dst_shape = [](const Shape& s) { return Shape{s.c, s.n, s.h, s.w}; };
  if (change == Change::shape)
    rules.dst_shape = [reshaping](const Shape& shape) { return reshaped(shape, reshaping); };
  if (transposes && random.chance(1, 40)) {
    rules.shape = blocks(random);
    rules.strides = random.chance(1, 2);
  }
  const Space dst = space_of(dst_is_local(c["direction"])),
              src = space_of(src_is_local(c["direction"]));
  make_tensors(
      random, c, std::move(rules),
      {{on_dst, dst, element_bytes_of(c, on_dst)}, {on_src, src, element_bytes_of(c, on_src)}});
  // Few float32 of any bits show a wrong conversion, so most cases have the class that does; any
  // float16 may.
  if (c["src_format"] != c["dst_format"] && is(c["src_format"], Format::float32) &&
      !random.chance(1, 8))
    c.data[1] = DataClass::floats;
  return c;
}

Case random_fill(Random& random, Case c) {
  c["format"] = random.below(format_count);
  c["is_local_mem"] = random.below(2);
  make_tensors(random, c, {.longest = highest(CType::u32)},
               {{on_dst, space_of(c["is_local_mem"] != 0), element_bytes_of(c, on_dst)}});
  c["const_val"] = random.chance(1, 8)
                       ? random.pick<int64_t>({0, 1, 0x80, 0x100, 0x10000, 0xffffffff})
                       : static_cast<int64_t>(random.next() >> 32);
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

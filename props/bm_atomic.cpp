// Random cases of bm-atomic, and its laws. The number of words that a mask copy keeps is no
// equation of programs: see `returns` in model/tests/tables/bm_atomic.txt.

#include "spec/operations/bm_atomic.h"

#include <algorithm>

#include "props/laws.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;

// Rows of src_w elements in src_c channels, and of src_c in src_w channels.
Case cwtrans(Random& random, Case c) {
  c["format"] = random.below(format_count);
  const MachineShape m = machine_of(c);
  const int64_t es = spec::dtype_bytes(c, on_src);
  Shape shape = random.chance(1, 500) ? large_shape(random) : random_shape(random, m, es);
  shape = {1, std::max({shape.n, shape.c, shape.h}), 1, shape.w};
  if (random.chance(1, 6)) shape.w = shape.c = std::min(shape.w, shape.c);
  const std::vector<RandomOperand> placed =
      make_tensors(random, c,
                   {.longest = std::max<int64_t>(m.lane_bytes / es, 256),
                    .shape = shape,
                    .dst_shape = [](const Shape& src) {
                      return Shape{1, src.w, 1, src.c};
                    }});
  const RandomOperand &dst = placed[0], &src = placed[1];
  c["src_c"] = src.shape.c, c["src_w"] = src.shape.w;
  c["src_c_stride"] = src.tensor.stride.c & highest(CType::u32);
  c["dst_c_stride"] = dst.tensor.stride.c & highest(CType::u32);
  // The stride is at least a row, also where no two channels share a lane.
  if (dst.shape.c > 1) c["dst_c_stride"] = std::max(c["dst_c_stride"], dst.shape.w);
  return c;
}

// ---- memcpy_4D, memset_4D ----

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

// About as many images as channels, as a transpose takes at a time; most have single elements.
Shape blocks(Random& random) {
  Shape shape{};
  shape.n = random.around(random.pick({8, 16, 16, 32, 32, 64}));
  shape.c = random.around(random.pick({8, 16, 16, 32, 32, 64}));
  shape.h = random.pick({1, 1, 1, 1, 2});
  shape.w = random.pick({1, 1, 1, 1, 2, 3});
  return shape;
}

Case random_copy(Random& random, Case c) {
  c["src_format"] = c["dst_format"] = random.below(format_count);
  if (random.chance(1, 2)) c["dst_format"] = random.below(format_count);
  c["direction"] = random.below(direction_count);
  c["transpose"] = random.chance(1, 4);
  TensorRules rules;
  if (c["transpose"] != 0) {
    rules.dst_shape = [](const Shape& s) { return Shape{s.c, s.n, s.h, s.w}; };
    if (random.chance(1, 40)) rules.shape = blocks(random);
    if (rules.shape) rules.strides = random.chance(1, 2);
  } else if (random.chance(1, 3)) {
    rules.dst_shape = [how = random.next()](const Shape& shape) { return reshaped(shape, how); };
  }
  make_tensors(random, c, std::move(rules));
  return c;
}

Case random_fill(Random& random, Case c) {
  c["format"] = random.below(format_count);
  c["is_local_mem"] = random.below(2);
  make_tensors(random, c, {});
  return c;
}

}  // namespace

Case draw(Random& random, Case c) {
  switch (kind(*c.operation)) {
    case Kind::memcpy_1D:
    case Kind::memcpy_2D: return draw_values(random, c);
    case Kind::cwtrans: return cwtrans(random, c);
    case Kind::memcpy_4D: return random_copy(random, c);
    case Kind::memset_4D: return random_fill(random, c);
    case Kind::mask_memcpy_4D: make_tensors(random, c, {.strides = false}); break;
    case Kind::mask_count: break;  // has no parameters
  }
  return c;
}

// ---- laws ----

namespace {

// Numbers whose bytes have no top bit are no NaN, and the sum with -0 is the number, also of 0.
Case of_low_bytes(Case c) {
  c.data = {DataClass::low, DataClass::low};
  return c;
}
// Fills the matrix that is read, or the one that is written, with -0.
Case minus_zeros(const Case& c, bool source) {
  const bool system = is(c["direction"], Direction::S2L) == source;
  return fill_of(c, spec::tensor_of(c, system ? on_src : on_dst), 0x80000000);
}

Equation zero_added(Random&, const Case& c) {
  if (c["result_add"] == 0) return {};
  const Case numbers = of_low_bytes(c), zeros = minus_zeros(numbers, true);
  return {{zeros, numbers}, {zeros}};
}

Equation added_to_zero(Random&, const Case& c) {
  if (c["result_add"] == 0) return {};
  const Case numbers = of_low_bytes(c), zeros = minus_zeros(numbers, false);
  return {{zeros, numbers}, {zeros, with(numbers, {{"result_add", 0}})}};
}

Equation as_bytes(Random&, const Case& c) {
  return {{c},
          {with(c, {{"length", c["length"] * spec::dtype_bytes(c, on_src)},
                    {"format", static_cast<int>(Format::uint8)}})}};
}

// The other format of as many bytes.
Equation other_format(Random&, const Case& c) {
  constexpr Format others[] = {Format::float32, Format::float16, Format::int8, Format::uint8,
                               Format::int16};
  const auto other = static_cast<int64_t>(others[c["format"]]);
  if (other == c["format"]) return {};
  return {{c}, {with(c, {{"format", other}})}};
}

Equation mask_of_ones(Random& random, const Case& c) {
  const int64_t any = random.pick<int64_t>({1, 0x80000000, 0x00ff0000, 0xffffffff});
  const Case ones = fill_of(c, spec::tensor_of(c, on_src1), any);
  return {{ones, c}, {ones, copy_of(c, spec::tensor_of(c, on_dst), spec::tensor_of(c, on_src))}};
}

Equation mask_of_zeros(Random&, const Case& c) {
  const Case zeros = fill_of(c, spec::tensor_of(c, on_src1), 0);
  return {{zeros, c}, {zeros}};
}

// The wider format holds every number of the narrower one. Float16 gets one number, as the bits of
// a NaN may change.
Equation converted_twice(Random& random, const Case& c) {
  if (spec::dtype_bytes(c, on_src) >= spec::dtype_bytes(c, on_dst)) return {};
  if (!is(c["src_format"], Format::float16)) return {{c, back(c)}, {c}};
  const auto number = static_cast<int64_t>(random.next() & 0xfbff);  // neither infinite nor NaN
  const Case first = fill_of(c, spec::tensor_of(c, on_src), number);
  return {{first, c, back(c)}, {first, c}};
}

Equation as_okk_copy(Random&, const Case& c) {
  const Tensor dst = spec::tensor_of(c, on_dst), src = spec::tensor_of(c, on_src);
  if (dst.shape != src.shape || c["transpose"] != 0 || c["src_format"] != c["dst_format"])
    return {};
  return {{c}, {copy_of(c, dst, src)}};
}

Equation as_okk_fill(Random&, const Case& c) {
  return {{c}, {fill_of(c, spec::tensor_of(c, on_dst), c["const_val"])}};
}

}  // namespace

std::vector<Law> laws() {
  return {
      {"a run split in two is the run", "bm_atomic_memcpy_1D", split},
      {"a memcpy_2D split in two is the memcpy_2D", "bm_atomic_memcpy_2D", split},
      {"a cwtrans split in two is the cwtrans", "bm_atomic_cwtrans", split},
      {"a run of elements is the run of their bytes", "bm_atomic_memcpy_1D", as_bytes},
      {"the same run or matrix back is the identity", "bm_atomic_memcpy_[12]D", there_and_back},
      {"memcpy_2D = strided copies of the same shape", "bm_atomic_memcpy_2D", matrix_as_copies},
      {"result_add of zero is nothing", "bm_atomic_memcpy_2D", zero_added},
      {"result_add to zero is the copy", "bm_atomic_memcpy_2D", added_to_zero},
      {"cwtrans twice is the identity", "bm_atomic_cwtrans", there_and_back},
      {"formats of one width move the same bits", "bm_atomic_memcpy_[12]D", other_format},
      {"formats of one width move the same bits", "bm_atomic_cwtrans", other_format},
      {"a mask of ones is the copy", "bm_atomic_mask_memcpy_4D", mask_of_ones},
      {"a mask of zeros moves nothing", "bm_atomic_mask_memcpy_4D", mask_of_zeros},
      {"an N/C transpose, or a reshape, and its opposite are the identity", "bm_atomic_memcpy_4D",
       there_and_back},
      {"a wider format and back is exact", "bm_atomic_memcpy_4D", converted_twice},
      {"okk_gdma cpy = memcpy_4D with the same strides", "bm_atomic_memcpy_4D", as_okk_copy},
      {"okk_gdma set_C = memset_4D", "bm_atomic_memset_4D", as_okk_fill},
      {"set_C then a memcpy_4D that keeps the format = set_C of both", "bm_atomic_memcpy_4D",
       constant_copied},
      {"a memcpy_4D split in two is the memcpy_4D", "bm_atomic_memcpy_4D", split},
      {"S2S of memcpy_4D = L2S after S2L", "bm_atomic_memcpy_4D", through_local},
      {"a size-1 dimension of 4D is neutral whatever its stride", "bm_atomic_mem*_4D",
       stride_of_one},
  };
}

}  // namespace strideproof::props::bm_atomic

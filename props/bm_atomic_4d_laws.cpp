// Laws of memcpy_4D and memset_4D.

#include <string>

#include "props/bm_atomic.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;
namespace formula = spec::bm_atomic;

using Copy = Tensor4D<int64_t>;
using Fill = Fill4D<int64_t>;

Copy copy_of(const Case& c) { return tensor_of(c.arguments); }

Case fill_case(const Case& like, const Fill& op) {
  return with(of_operation(like, "bm_atomic_memset_4D"), op);
}

// The copy that reads dst and writes src.
Copy back(const Copy& op) {
  Copy b = op;
  b.src_addr = op.dst_addr, b.dst_addr = op.src_addr;
  b.src_local_idx = op.dst_local_idx, b.dst_local_idx = op.src_local_idx;
  b.src_shape = op.dst_shape, b.dst_shape = op.src_shape;
  b.src_stride = op.dst_stride, b.dst_stride = op.src_stride;
  b.src_format = op.dst_format, b.dst_format = op.src_format;
  if (dst_is_local(op.direction) != src_is_local(op.direction))
    b.direction = static_cast<int>(src_is_local(op.direction) ? Direction::S2L : Direction::L2S);
  return b;
}

// A fill of the source, or of the destination.
Fill fill_of(const Copy& op, bool dst, int64_t constant) {
  if (dst)
    return {op.dst_addr,     op.dst_shape,  op.dst_stride,
            constant,        op.dst_format, dst_is_local(op.direction) ? 1 : 0,
            op.dst_local_idx};
  return {op.src_addr,     op.src_shape,  op.src_stride,
          constant,        op.src_format, src_is_local(op.direction) ? 1 : 0,
          op.src_local_idx};
}

bool keeps_format(const Copy& op) { return op.src_format == op.dst_format; }

// Does the wider format hold every number of the narrower one?
bool widens(const Copy& op) {
  return formula::element_bytes_of(op.src_format) < formula::element_bytes_of(op.dst_format);
}

int64_t random_constant(Random& random) { return static_cast<int64_t>(random.next() >> 32); }

// ---- laws ----

// From the source to the destination and back: the source is as it was.
Equation there_and_back(const Case& c) { return {{c, with(c, back(copy_of(c)))}, {c}}; }

Equation transposed_twice(Random&, const Case& c) {
  if (copy_of(c).transpose == 0) return {};
  return there_and_back(c);
}
Equation reshaped_twice(Random&, const Case& c) {
  const Copy op = copy_of(c);
  if (op.transpose != 0 || op.src_shape == op.dst_shape || !keeps_format(op)) return {};
  return there_and_back(c);
}
// One number for float16: bits of a NaN may change.
Equation converted_twice(Random& random, const Case& c) {
  const Copy op = copy_of(c);
  if (!widens(op)) return {};
  if (!is(op.src_format, Format::float16)) return there_and_back(c);
  const int64_t number = random_constant(random) & 0xfbff;  // neither infinite nor NaN
  const Case first = fill_case(c, fill_of(op, false, number));
  return {{first, c, with(c, back(op))}, {first, c}};
}

Equation constant_copied(Random& random, const Case& c) {
  const Copy op = copy_of(c);
  if (!keeps_format(op)) return {};
  const int64_t constant = random_constant(random);
  const Case first = fill_case(c, fill_of(op, false, constant));
  return {{first, c}, {first, fill_case(c, fill_of(op, true, constant))}};
}

Equation split(Random& random, const Case& c) {
  const Copy op = copy_of(c);
  const int64_t images = op.src_shape.n;
  if (op.src_shape != op.dst_shape || op.transpose != 0 || images < 2) return {};
  Copy head = op, tail = op;
  head.src_shape.n = head.dst_shape.n = random.between(1, images - 1);
  tail.src_shape.n = tail.dst_shape.n = images - head.src_shape.n;
  tail.src_addr += head.src_shape.n * op.src_stride.n * formula::element_bytes_of(op.src_format);
  tail.dst_addr += head.src_shape.n * op.dst_stride.n * formula::element_bytes_of(op.dst_format);
  return {{c}, {with(c, head), with(c, tail)}};
}

// A stride as okk-gdma takes it: one that is never used may be above its type.
Shape signed_strides(const Shape& shape, Shape stride) {
  if (shape.n == 1) stride.n = 0;
  if (shape.c == 1) stride.c = 0;
  if (shape.h == 1) stride.h = 0;
  return stride;
}

std::string okk_name(std::string_view what, int64_t element_bytes) {
  return "okk_gdma_" + std::to_string(8 * element_bytes) + "bit_" + std::string(what);
}

int64_t okk_address(const Case& c, bool local, int64_t idx, int64_t address) {
  return local ? idx * c.profile->lane_bytes + address : address;
}

Equation as_okk_copy(Random&, const Case& c) {
  constexpr std::string_view directions[] = {"cpy_S2L", "cpy_L2S", "cpy_S2S", "cpy_L2L"};
  const Copy op = copy_of(c);
  if (op.src_shape != op.dst_shape || op.transpose != 0 || !keeps_format(op)) return {};
  Case okk =
      of_operation(c, okk_name(directions[op.direction], formula::element_bytes_of(op.src_format)));
  okk["dst_addr"] = okk_address(c, dst_is_local(op.direction), op.dst_local_idx, op.dst_addr);
  okk["src_addr"] = okk_address(c, src_is_local(op.direction), op.src_local_idx, op.src_addr);
  props::put(okk, "shape", op.src_shape);
  props::put(okk, "dst_stride", signed_strides(op.dst_shape, op.dst_stride));
  props::put(okk, "src_stride", signed_strides(op.src_shape, op.src_stride));
  return {{c}, {okk}};
}

Equation as_okk_fill(Random&, const Case& c) {
  const Fill op = strideproof::bm_atomic::fill_of(c.arguments);
  const bool local = op.is_local_mem != 0;
  const int64_t bytes = formula::element_bytes_of(op.format);
  Case okk = of_operation(c, okk_name(local ? "set_C_local" : "set_C_system", bytes));
  okk["dst_addr"] = okk_address(c, local, op.local_idx, op.start_addr);
  okk["C"] = op.const_val & ((int64_t{1} << (8 * bytes)) - 1);
  props::put(okk, "shape", op.shape);
  props::put(okk, "dst_stride", signed_strides(op.shape, op.stride));
  return {{c}, {okk}};
}

// By way of local memory, where the source is in the aligned layout from some lane.
Equation through_local(Random& random, const Case& c) {
  const Copy op = copy_of(c);
  if (!is(op.direction, Direction::S2S)) return {};
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  Copy in = op, out = op;
  in.direction = static_cast<int>(Direction::S2L), out.direction = static_cast<int>(Direction::L2S);
  in.transpose = 0;
  in.dst_format = op.src_format;
  in.dst_addr = out.src_addr = 0;
  in.dst_local_idx = out.src_local_idx = random_lane(random, m, op.src_shape.c);
  in.dst_shape = op.src_shape;
  in.dst_stride = out.src_stride = spec::aligned_strides(
      m, formula::element_bytes_of(op.src_format), in.dst_local_idx, op.src_shape);
  return {{c}, {with(c, in), with(c, out)}, true};
}

}  // namespace

std::vector<Law> laws_4d() {
  return {
      {"N/C transpose twice is the identity", "bm_atomic_memcpy_4D", transposed_twice},
      {"a reshape and its opposite are the identity", "bm_atomic_memcpy_4D", reshaped_twice},
      {"a wider format and back is exact", "bm_atomic_memcpy_4D", converted_twice},
      {"okk_gdma cpy = memcpy_4D with the same strides", "bm_atomic_memcpy_4D", as_okk_copy},
      {"okk_gdma set_C = memset_4D", "bm_atomic_memset_4D", as_okk_fill},
      {"memset_4D then a memcpy_4D that keeps the format = memset_4D of both",
       "bm_atomic_memcpy_4D", constant_copied},
      {"a memcpy_4D split in two is the memcpy_4D", "bm_atomic_memcpy_4D", split},
      {"S2S of memcpy_4D = L2S after S2L", "bm_atomic_memcpy_4D", through_local},
      {"a size-1 dimension of 4D is neutral whatever its stride", "bm_atomic_mem*_4D",
       stride_of_one},
  };
}

}  // namespace strideproof::props::bm_atomic

// Laws of bm-atomic. How many words a mask copy keeps is no equation of programs: see
// `returns` in model/tests/tables/bm_atomic.txt.

#include <algorithm>

#include "props/families.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;
namespace formula = spec::bm_atomic;

// ---- memcpy_1D ----

Equation as_bytes(Random&, const Case& c) {
  Linear<int64_t> op = linear_of(c.arguments);
  op.length *= formula::element_bytes_of(op.format);
  op.format = static_cast<int>(Format::uint8);
  return {{c}, {with(c, op)}};
}

// ---- memcpy_2D ----

Equation as_matrix(Random&, const Case& c) {
  const Matrix2D<int64_t> op = matrix_of(c.arguments);
  if (!is(op.format, Format::float32) || op.transpose != 0 || op.result_add != 0) return {};
  const bool to_local = is(op.direction, Direction::S2L);
  const int64_t local = op.local_mem_idx * c.profile->lane_bytes + op.local_mem_addr;
  Case other =
      of_operation(c, to_local ? "okk_gdma_32bit_matrix_S2L" : "okk_gdma_32bit_matrix_L2S");
  other["dst_addr"] = to_local ? local : op.global_mem_addr;
  other["src_addr"] = to_local ? op.global_mem_addr : local;
  other["rows"] = op.row;
  other["cols"] = op.col;
  other["cols_per_channel"] = op.sec_size;
  other["row_stride"] = op.row_stride;
  return {{c}, {other}};
}

// Numbers whose bytes have no top bit are no NaN, and the sum with -0 is the number, also of 0.
constexpr int64_t minus_zero = 0x80000000;
Case of_low_bytes(Case c) {
  c.data = {DataClass::low, DataClass::low};
  return c;
}

Equation zero_added(Random&, const Case& c) {
  const Matrix2D<int64_t> op = matrix_of(c.arguments);
  if (op.result_add == 0) return {};
  const Case numbers = of_low_bytes(c);
  const Operands source = is(op.direction, Direction::S2L) ? on_src : on_dst;
  const Case zeros = fill_of(numbers, spec::tensor_of(c, source), minus_zero);
  return {{zeros, numbers}, {zeros}};
}

Equation added_to_zero(Random&, const Case& c) {
  Matrix2D<int64_t> op = matrix_of(c.arguments);
  if (op.result_add == 0) return {};
  const Case numbers = of_low_bytes(c);
  const Operands destination = is(op.direction, Direction::S2L) ? on_dst : on_src;
  const Case zeros = fill_of(numbers, spec::tensor_of(c, destination), minus_zero);
  op.result_add = 0;
  return {{zeros, numbers}, {zeros, with(numbers, op)}};
}

// ---- of several ----

// The other format of as many bytes.
Equation other_format(Random&, const Case& c) {
  Case other = c;
  int64_t& format = other["format"];
  constexpr Format others[] = {Format::float32, Format::float16, Format::int8, Format::uint8,
                               Format::int16};
  format = static_cast<int>(others[format]);
  if (other == c) return {};
  return {{c}, {other}};
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

// ---- memcpy_4D, memset_4D ----

using Copy = Tensor4D<int64_t>;

Copy copy_of(const Case& c) { return tensor_of(c.arguments); }
bool keeps_format(const Copy& op) { return op.src_format == op.dst_format; }

// The wider format holds every number of the narrower one. One number for float16: bits of a NaN may
// change.
Equation converted_twice(Random& random, const Case& c) {
  if (element_bytes_of(c, on_src) >= element_bytes_of(c, on_dst)) return {};
  if (!is(c["src_format"], Format::float16)) return {{c, back(c)}, {c}};
  const auto number = static_cast<int64_t>(random.next() & 0xfbff);  // neither infinite nor NaN
  const Case first = fill_of(c, spec::tensor_of(c, on_src), number);
  return {{first, c, back(c)}, {first, c}};
}

Equation as_okk_copy(Random&, const Case& c) {
  const Copy op = copy_of(c);
  if (op.src_shape != op.dst_shape || op.transpose != 0 || !keeps_format(op)) return {};
  return {{c}, {props::copy_of(c, spec::tensor_of(c, on_dst), spec::tensor_of(c, on_src))}};
}

Equation as_okk_fill(Random&, const Case& c) {
  return {{c}, {fill_of(c, spec::tensor_of(c, on_dst), c["const_val"])}};
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

std::vector<Law> laws() {
  return {
      {"a run split in two is the run", "bm_atomic_memcpy_1D", split},
      {"a memcpy_2D split in two is the memcpy_2D", "bm_atomic_memcpy_2D", split},
      {"a cwtrans split in two is the cwtrans", "bm_atomic_cwtrans", split},
      {"a run of elements is the run of their bytes", "bm_atomic_memcpy_1D", as_bytes},
      {"the same run or matrix back is the identity", "bm_atomic_memcpy_[12]D", there_and_back},
      {"memcpy_2D of float32 = matrix copy", "bm_atomic_memcpy_2D", as_matrix},
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

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

Equation split(Random& random, const Case& c) {
  Linear<int64_t> head = linear_of(c.arguments), tail = head;
  if (head.length < 2) return {};
  head.length = random.between(1, head.length - 1);
  tail.length -= head.length;
  const int64_t by = head.length * formula::element_bytes_of(head.format);
  tail.src_addr += by, tail.dst_addr += by;
  return {{c}, {with(c, head), with(c, tail)}};
}

Equation as_bytes(Random&, const Case& c) {
  Linear<int64_t> op = linear_of(c.arguments);
  op.length *= formula::element_bytes_of(op.format);
  op.format = static_cast<int>(Format::uint8);
  return {{c}, {with(c, op)}};
}

// From the start of a run, or of a lane in it, to the end of the run, or of that lane.
Equation lane_by_lane(Random&, const Case& c) {
  const MachineShape m = machine_of(c);
  const Linear<int64_t> op = linear_of(c.arguments);
  const bool to_local = is(op.direction, Direction::S2L);
  if (!to_local && !is(op.direction, Direction::L2S)) return {};
  const int64_t all = op.length * formula::element_bytes_of(op.format);
  const int64_t offset = (to_local ? op.dst_addr : op.src_addr) - m.flat.first;
  Equation equation{{c}, {}};
  for (int64_t at = 0; at < all;) {
    const int64_t bytes = std::min(all - at, m.lane_bytes - (offset + at) % m.lane_bytes);
    const Shape row{1, 1, 1, bytes};
    const Tensor local{Space::local, 1, offset + at, row, {0, 0, 0, 1}, bytes},
        system{Space::system, 1,    (to_local ? op.src_addr : op.dst_addr) + at, row,
               {0, 0, 0, 1},  bytes};
    equation.right.push_back(to_local ? copy_of(c, local, system) : copy_of(c, system, local));
    at += bytes;
  }
  if (static_cast<int>(equation.right.size()) > max_steps) return {};
  return equation;
}

// ---- memcpy_2D ----

Equation moved_twice(Random& random, const Case& c) {
  return c["result_add"] != 0 ? Equation() : there_and_back(random, c);
}

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

// Row by row: a row of system memory is a row of the local matrix, or a column.
Equation row_by_row(Random&, const Case& c) {
  const Matrix2D<int64_t> op = matrix_of(c.arguments);
  if (op.transpose != 0 || op.row < 2 || op.row > max_steps) return {};
  const MachineShape m = machine_of(c);
  const Tensor local = formula::operand_of(m, op, on_dst);
  const int64_t bytes = formula::element_bytes_of(op.format);
  Equation equation{{c}, {}};
  for (int64_t r = 0; r < op.row; ++r) {
    Matrix2D<int64_t> one = op;
    one.row = 1;
    one.global_mem_addr += r * op.row_stride * bytes;
    one.local_mem_addr += r * local.stride.n * bytes;
    equation.right.push_back(with(c, one));
  }
  return equation;
}

Equation rows_transposed(Random&, const Case& c) {
  Matrix2D<int64_t> op = matrix_of(c.arguments);
  // One local row is one row of system memory, or one column.
  const int64_t columns = formula::local_columns(op);
  if (formula::local_rows(op) != 1) return {};
  const bool gapless = op.transpose == 0 || op.row_stride == 1 || op.row == 1;
  if (!gapless) return {};
  op.transpose = 1 - op.transpose;
  op.row = op.transpose != 0 ? columns : 1;
  op.col = op.transpose != 0 ? 1 : columns;
  op.row_stride = 1;
  if (op.transpose == 0) op.row_stride = op.col;
  return {{c}, {with(c, op)}};
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

// ---- cwtrans ----

Equation twice(Random&, const Case& c) {
  Case again = back(c);
  std::swap(again["src_c"], again["src_w"]);
  return {{c, again}, {c}};
}

// Channel by channel of src, which is a column of dst.
Equation channel_by_channel(Random&, const Case& c) {
  const CWTranspose<int64_t> op = cwtrans_of(c.arguments);
  if (op.src_c < 2 || op.src_c > max_steps) return {};
  const MachineShape m = machine_of(c);
  const int64_t bytes = formula::element_bytes_of(op.format);
  Equation equation{{c}, {}};
  for (int64_t channel = 0; channel < op.src_c; ++channel) {
    CWTranspose<int64_t> one = op;
    one.src_c = 1;
    one.src_local_idx = spec::lane_of(m, op.src_local_idx, channel);
    one.src_addr += spec::block_row_of(m, op.src_local_idx, channel) * op.src_c_stride * bytes;
    one.dst_addr += channel * bytes;
    equation.right.push_back(with(c, one));
  }
  return equation;
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

Equation transposed_twice(Random& random, const Case& c) {
  return c["transpose"] == 0 ? Equation() : there_and_back(random, c);
}
Equation reshaped_twice(Random& random, const Case& c) {
  const Copy op = copy_of(c);
  if (op.transpose != 0 || op.src_shape == op.dst_shape || !keeps_format(op)) return {};
  return there_and_back(random, c);
}
// The wider format holds every number of the narrower one. One number for float16: bits of a NaN may
// change.
Equation converted_twice(Random& random, const Case& c) {
  if (element_bytes_of(c, on_src) >= element_bytes_of(c, on_dst)) return {};
  if (!is(c["src_format"], Format::float16)) return there_and_back(random, c);
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
  const Case okk = of_operation(c, "okk_gdma_32bit_set_C_local");
  return {{c}, {fill_of(okk, spec::tensor_of(c, on_dst), c["const_val"])}};
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
      {"a run of elements is the run of their bytes", "bm_atomic_memcpy_1D", as_bytes},
      {"a run over lanes is a copy in each", "bm_atomic_memcpy_1D", lane_by_lane},
      {"the same memcpy_2D back is the identity", "bm_atomic_memcpy_2D", moved_twice},
      {"memcpy_2D of float32 = matrix copy", "bm_atomic_memcpy_2D", as_matrix},
      {"memcpy_2D = memcpy_2D of each row", "bm_atomic_memcpy_2D", row_by_row},
      {"a local row is a row, or a column, transposed", "bm_atomic_memcpy_2D", rows_transposed},
      {"result_add of zero is nothing", "bm_atomic_memcpy_2D", zero_added},
      {"result_add to zero is the copy", "bm_atomic_memcpy_2D", added_to_zero},
      {"cwtrans twice is the identity", "bm_atomic_cwtrans", twice},
      {"cwtrans = cwtrans of each channel", "bm_atomic_cwtrans", channel_by_channel},
      {"formats of one width move the same bits", "bm_atomic_memcpy_[12]D", other_format},
      {"formats of one width move the same bits", "bm_atomic_cwtrans", other_format},
      {"a mask of ones is the copy", "bm_atomic_mask_memcpy_4D", mask_of_ones},
      {"a mask of zeros moves nothing", "bm_atomic_mask_memcpy_4D", mask_of_zeros},
      {"N/C transpose twice is the identity", "bm_atomic_memcpy_4D", transposed_twice},
      {"a reshape and its opposite are the identity", "bm_atomic_memcpy_4D", reshaped_twice},
      {"a wider format and back is exact", "bm_atomic_memcpy_4D", converted_twice},
      {"okk_gdma cpy = memcpy_4D with the same strides", "bm_atomic_memcpy_4D", as_okk_copy},
      {"okk_gdma set_C = memset_4D", "bm_atomic_memset_4D", as_okk_fill},
      {"memset_4D then a memcpy_4D that keeps the format = memset_4D of both",
       "bm_atomic_memcpy_4D", constant_copied},
      {"a memcpy_4D split in two is the memcpy_4D", "bm_atomic_memcpy_4D", split_tensors},
      {"S2S of memcpy_4D = L2S after S2L", "bm_atomic_memcpy_4D", through_local},
      {"a size-1 dimension of 4D is neutral whatever its stride", "bm_atomic_mem*_4D",
       stride_of_one},
  };
}

}  // namespace strideproof::props::bm_atomic

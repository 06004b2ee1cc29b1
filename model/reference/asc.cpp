// asc_copy_l12l0b_trans of Ascend C, in plain loops. Quotations are the document's sentences; where
// the document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/asc.h"

#include "model/reference/case_run.h"

namespace strideproof::reference {
namespace {

using namespace asc;

constexpr int64_t fractal_bytes = 512;  // "一个分形512B"

bool is_b16(int64_t dtype) {
  return dtype == static_cast<int64_t>(DType::f16) || dtype == static_cast<int64_t>(DType::bf16);
}

bool is_b8(int64_t dtype) {
  return dtype == static_cast<int64_t>(DType::u8) || dtype == static_cast<int64_t>(DType::s8);
}

// The division of a square of edge * edge elements into `count` fractals of rows * columns, side by
// side or one below the other.
struct SquareForm {
  int64_t element_bytes, edge, count, rows, columns;

  constexpr int64_t square_bytes() const { return count * fractal_bytes; }
};
// "源操作数中2个连续的16 × 32分形将被合并为1个32 × 32的方块矩阵", "源操作数中1个16 × 16分形",
// "源操作数2个连续的16 × 8分形将被合并为1个16 × 16的方块矩阵".
constexpr SquareForm form_b8 = {1, 32, 2, 16, 32}, form_b16 = {2, 16, 1, 16, 16},
                     form_b32 = {4, 16, 2, 16, 8};

// The fractal in which an element of a square lies, and its first byte in that.
struct Place {
  int64_t fractal, byte;
};
constexpr Place place_of(const SquareForm& form, int64_t row, int64_t column) {
  const int64_t in_fractal = row % form.rows * form.columns + column % form.columns;
  return {row / form.rows + column / form.columns, in_fractal * form.element_bytes};
}

// The squares: iteration i takes (i, 0, 0, index_id).
// index_id: "搬运起始位置为源操作数中第几个方块矩阵"; src_stride:
// "源操作数前一个方块矩阵与后一个方块矩阵起始地址的间隔".
Tensor source(const CaseRun& run, const Transpose<int64_t>& p, const SquareForm& form) {
  const bool b16 = form.element_bytes == 2;
  const Wide of_index = b16 && run.takes("trans-index-unit", 1) ? 2 : 1;
  const Wide of_stride = b16 && run.takes("trans-stride-unit", 1) ? 2 : 1;
  return {.space = Space::l1,
          .element_bytes = form.square_bytes(),
          .shape = {p.repeat, 1, 1, p.index_id + 1},
          .stride = {p.src_stride * of_stride, 0, 0, of_index},
          .start = p.src};
}

// The fractals: (i, 0, 0, f) is fractal f of iteration i.
// dst_stride: "目的操作数前一个迭代第一个分形的结束地址到下一个迭代第一个分形起始地址的间隔"
// (trans-dst-stride); dst_frac_stride:
// "每个迭代内目的操作数转置前一个分形结束地址与后一个分形起始地址的间隔".
Tensor destination(const CaseRun& run, const Transpose<int64_t>& p, const SquareForm& form) {
  const Wide step = Wide{p.dst_stride} + (run.takes("trans-dst-stride", 1) ? 0 : 1);
  return {.space = Space::l0b,
          .element_bytes = fractal_bytes,
          .shape = {p.repeat, 1, 1, form.count},
          .stride = {step, 0, 0, Wide{p.dst_frac_stride} + 1},
          .start = p.dst};
}

void check_values(CaseRun& run, const Transpose<int64_t>& p) {
  run.require(ConstraintId::dtype_known, p.dtype < dtype_count);
  // "保留，当前仅支持输入为false。"
  run.require(ConstraintId::addrmode_false, p.addrmode == 0);
  // trans-frac-stride-limit; "仅在数据类型为float/int32_t/uint32_t/uint8_t/int8_t时有效"
  const int limit = run.reading("trans-frac-stride-limit");
  run.require(ConstraintId::dst_frac_stride_max,
              p.dst_frac_stride <= 65535 || limit == 1 || (is_b16(p.dtype) && limit == 0));
  run.require(ConstraintId::dst_aligned,
              p.dst % fractal_bytes == 0 || run.takes("trans-dst-alignment", 1));
  run.require(ConstraintId::src_aligned, p.src % 32 == 0 || run.takes("trans-src-alignment", 1));
}

void check_places(CaseRun& run, const Tensor& dst, const Tensor& src) {
  const auto is_inside = [&](const Tensor& t) {
    return is_empty(t.shape) ||
           bounding_range(t).end <= run.profile.buffer_bytes[static_cast<size_t>(t.space)];
  };
  run.require(ConstraintId::dst_end, is_inside(dst));
  run.require(ConstraintId::src_end, is_inside(src));
  // "开发者需要保证目的操作数转置后的分形没有重叠。"
  if (run.evaluates(ConstraintId::dst_overlap))
    run.require(ConstraintId::dst_overlap, is_empty(dst.shape) ? true : run.is_injective(dst));
}

// dst(column, row) = src(row, column) of each square. The form is a constant of the compiler, which
// makes the divisions of place_of cheap.
template <SquareForm form>
void transpose(CaseRun& run, const Transpose<int64_t>& p) {
  const Tensor dst = destination(run, p, form), src = source(run, p, form);
  check_places(run, dst, src);
  if (!run.to_be_run(elements(dst.shape))) return;

  for (int64_t i = 0; i < p.repeat; ++i) {
    const uint8_t* const square = bytes_of(run.machine, src, {i, 0, 0, p.index_id});
    for (int64_t row = 0; row < form.edge; ++row)
      for (int64_t column = 0; column < form.edge; ++column) {
        const Place from = place_of(form, row, column), to = place_of(form, column, row);
        store(bytes_of(run.machine, dst, {i, 0, 0, to.fractal}) + to.byte, form.element_bytes,
              load(square + from.fractal * fractal_bytes + from.byte, form.element_bytes));
      }
  }
}

}  // namespace

// "repeat=0表示不执行搬运操作。"
void run_asc(CaseRun& run) {
  const Transpose<int64_t> p = slots_as<Transpose>(run.c.arguments);
  if (p.repeat == 0 && run.takes("trans-repeat-zero", 1)) return;
  check_values(run, p);
  if (p.dtype >= dtype_count) return;
  if (is_b8(p.dtype)) return transpose<form_b8>(run, p);
  if (is_b16(p.dtype)) return transpose<form_b16>(run, p);
  transpose<form_b32>(run, p);
}

}  // namespace strideproof::reference

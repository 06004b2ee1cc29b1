// asc_copy_l12l0b_trans of Ascend C, in plain loops: each square is merged from its fractals,
// transposed and split again, as in the document. Quotations are the document's sentences in
// English; where the document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/asc.h"

#include <array>

#include "model/reference/byte_set.h"
#include "model/reference/choices.h"
#include "model/reference/constraint_evaluator.h"
#include "model/reference/families.h"
#include "model/reference/marking.h"
#include "model/reference/tensor.h"

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

// The division of a square of edge * edge elements into `count` fractals of rows * columns.
struct Form {
  int64_t element_bytes, edge, count, rows, columns;
  bool beside;  // the fractals lie side by side; else one below the other

  int64_t square_bytes() const { return count * fractal_bytes; }
  int64_t top(int64_t fractal) const { return beside ? 0 : fractal * rows; }
  int64_t left(int64_t fractal) const { return beside ? fractal * columns : 0; }
};

// "源操作数中2个连续的16 × 32分形将被合并为1个32 × 32的方块矩阵", "源操作数中1个16 × 16分形",
// "源操作数2个连续的16 × 8分形将被合并为1个16 × 16的方块矩阵".
Form form_of(int64_t dtype) {
  if (is_b16(dtype)) return {2, 16, 1, 16, 16, false};
  if (is_b8(dtype)) return {1, 32, 2, 16, 32, false};
  return {4, 16, 2, 16, 8, true};
}

using Square =
    std::array<std::array<uint32_t, 32>, 32>;  // [row][column], edge * edge of them in use

uint8_t* element(uint8_t* fractal, const Form& form, int64_t row, int64_t column) {
  return fractal + (row * form.columns + column) * form.element_bytes;
}

void merge(Square& square, const Form& form, int64_t fractal, uint8_t* from) {
  for (int64_t r = 0; r < form.rows; ++r)
    for (int64_t c = 0; c < form.columns; ++c)
      square[form.top(fractal) + r][form.left(fractal) + c] =
          load(element(from, form, r, c), form.element_bytes);
}

Square transposed(const Square& square, const Form& form) {
  Square result{};
  for (int64_t r = 0; r < form.edge; ++r)
    for (int64_t c = 0; c < form.edge; ++c) result[c][r] = square[r][c];
  return result;
}

void split(const Square& square, const Form& form, int64_t fractal, uint8_t* to) {
  for (int64_t r = 0; r < form.rows; ++r)
    for (int64_t c = 0; c < form.columns; ++c)
      store(element(to, form, r, c), form.element_bytes,
            square[form.top(fractal) + r][form.left(fractal) + c]);
}

// index_id: "搬运起始位置为源操作数中第几个方块矩阵"; src_stride:
// "源操作数前一个方块矩阵与后一个方块矩阵起始地址的间隔".
Wide source(const Transpose<int64_t>& p, const Form& form, int64_t iteration,
            const Choices& choices) {
  const bool b16 = form.element_bytes == 2;
  const Wide index_unit = b16 && choices.takes("trans-index-unit", 1) ? 1024 : form.square_bytes();
  const Wide unit = b16 && choices.takes("trans-stride-unit", 1) ? 1024 : form.square_bytes();
  return p.src + p.index_id * index_unit + Wide{iteration} * p.src_stride * unit;
}

// dst_stride: "目的操作数前一个迭代第一个分形的结束地址到下一个迭代第一个分形起始地址的间隔"
// (trans-dst-stride); dst_frac_stride:
// "每个迭代内目的操作数转置前一个分形结束地址与后一个分形起始地址的间隔".
Wide destination(const Transpose<int64_t>& p, int64_t iteration, int64_t fractal,
                 const Choices& choices) {
  const Wide step = Wide{p.dst_stride} + (choices.takes("trans-dst-stride", 1) ? 0 : 1);
  return p.dst + (iteration * step + fractal * (Wide{p.dst_frac_stride} + 1)) * fractal_bytes;
}

void check_values(CaseEvaluator& checks, const Transpose<int64_t>& p, const Choices& choices) {
  checks.require(ConstraintId::dtype_known, p.dtype < dtype_count);
  // "保留，当前仅支持输入为false。"
  checks.require(ConstraintId::addrmode_false, p.addrmode == 0);
  // trans-frac-stride-limit; "仅在数据类型为float/int32_t/uint32_t/uint8_t/int8_t时有效"
  const int limit = choices.reading("trans-frac-stride-limit");
  checks.require(ConstraintId::dst_frac_stride_max,
                 p.dst_frac_stride <= 65535 || limit == 1 || (is_b16(p.dtype) && limit == 0));
  checks.require(ConstraintId::dst_aligned,
                 p.dst % fractal_bytes == 0 || choices.takes("trans-dst-alignment", 1));
  checks.require(ConstraintId::src_aligned,
                 p.src % 32 == 0 || choices.takes("trans-src-alignment", 1));
}

// "开发者需要保证目的操作数转置后的分形没有重叠。"
bool overlap(const Transpose<int64_t>& p, const Form& form, const Choices& choices) {
  thread_local ByteSet marked;
  marked.clear();
  for (int64_t i = 0; i < p.repeat; ++i)
    for (int64_t f = 0; f < form.count; ++f)
      if (!marked.add(static_cast<int64_t>(destination(p, i, f, choices)), fractal_bytes))
        return true;
  return false;
}

void check_places(CaseEvaluator& checks, const Transpose<int64_t>& p, const Form& form,
                  const Profile& profile, const Choices& choices) {
  const int64_t l0b = profile.buffer_bytes[static_cast<size_t>(Space::l0b)];
  const int64_t l1 = profile.buffer_bytes[static_cast<size_t>(Space::l1)];
  bool dst_inside = true, src_inside = true;
  for (int64_t i = 0; i < p.repeat; ++i) {
    src_inside = src_inside && source(p, form, i, choices) + form.square_bytes() <= l1;
    for (int64_t f = 0; f < form.count; ++f)
      dst_inside = dst_inside && destination(p, i, f, choices) + fractal_bytes <= l0b;
  }
  checks.require(ConstraintId::dst_end, dst_inside);
  checks.require(ConstraintId::src_end, src_inside);
  if (checks.evaluates(ConstraintId::dst_overlap))
    checks.require(ConstraintId::dst_overlap, !overlap(p, form, choices));
}

}  // namespace

// "repeat=0表示不执行搬运操作。"
Result run_asc(Machine& machine, const Case& c, const Readings& readings) {
  const Choices choices(readings);
  const Transpose<int64_t> p = transpose_of(c.arguments);
  CaseEvaluator checks(c, machine, choices);
  if (p.repeat == 0 && choices.takes("trans-repeat-zero", 1)) return checks;
  check_values(checks, p, choices);
  // Without a valid type there are no bytes to check.
  if (!checks.evaluates(ConstraintId::dst_end) && !checks.evaluates(ConstraintId::src_end))
    return checks;
  const Form form = form_of(p.dtype);
  check_places(checks, p, form, machine.profile(), choices);
  if (!checks.to_be_run(p.repeat * form.count)) return checks;
  for (int64_t i = 0; i < p.repeat; ++i) {
    Square square{};
    const auto from = static_cast<int64_t>(source(p, form, i, choices));
    for (int64_t f = 0; f < form.count; ++f)
      merge(square, form, f, machine.at(Space::l1, 0, from + f * fractal_bytes));
    const Square turned = transposed(square, form);
    for (int64_t f = 0; f < form.count; ++f)
      split(turned, form, f,
            machine.at(Space::l0b, 0, static_cast<int64_t>(destination(p, i, f, choices))));
  }
  return checks;
}

}  // namespace strideproof::reference

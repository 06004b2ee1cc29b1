// "asc_copy_l12l0b_trans" of Ascend C, in plain loops: each square is merged from its fractals,
// transposed and split again, as in the document. Quotations are the document's sentences in
// English; where the document is silent, the comment names the deciding entry of the ledger.

#include "spec/vocabulary/asc.h"

#include <array>

#include "model/reference/byte_set.h"
#include "model/reference/constraint_evaluator.h"
#include "model/reference/families.h"
#include "model/reference/marking.h"
#include "model/reference/tensor.h"

namespace strideproof::reference {
namespace {

using namespace asc;

constexpr int64_t fractal_bytes = 512;  // "a fractal is 512B"

// The readings of the ledger, by name. All false: the defaults.
struct Choices {
  bool b16_units_of_1024, b8_beside, b32_below, later_wins, larger_frac_stride, any_offset;
};

Choices choices_of(const Readings& readings) {
  static const int unit = ledger_index("trans-square-unit"), b8 = ledger_index("trans-b8-merge"),
                   b32 = ledger_index("trans-b32-merge"), overlap = ledger_index("trans-overlap"),
                   limit = ledger_index("trans-frac-stride-limit"),
                   alignment = ledger_index("trans-alignment");
  return {.b16_units_of_1024 = readings[unit] == 1,
          .b8_beside = readings[b8] == 1,
          .b32_below = readings[b32] == 1,
          .later_wins = readings[overlap] == 1,
          .larger_frac_stride = readings[limit] == 1,
          .any_offset = readings[alignment] == 1};
}

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

// "two consecutive 16 x 32 fractals are merged into one 32 x 32 square", "one 16 x 16 fractal",
// "two consecutive 16 x 8 fractals are merged into one 16 x 16 square". Under the other readings of
// trans-b8-merge and trans-b32-merge a fractal has its edges exchanged, as only that shape fits.
Form form_of(int64_t dtype, const Choices& choices) {
  if (is_b16(dtype)) return {2, 16, 1, 16, 16, false};
  if (is_b8(dtype))
    return choices.b8_beside ? Form{1, 32, 2, 32, 16, true} : Form{1, 32, 2, 16, 32, false};
  return choices.b32_below ? Form{4, 16, 2, 8, 16, false} : Form{4, 16, 2, 16, 8, true};
}

using Square =
    std::array<std::array<uint32_t, 32>, 32>;  // [row][column], edge * edge of them in use

uint8_t* element(uint8_t* fractal, const Form& form, int64_t row, int64_t column) {
  return fractal + (row * form.columns + column) * form.element_bytes;
}

void merge(Square& square, const Form& form, int64_t fractal, uint8_t* from) {
  for (int64_t r = 0; r < form.rows; ++r)
    for (int64_t c = 0; c < form.columns; ++c) {
      const uint8_t* bytes = element(from, form, r, c);
      uint32_t value = 0;
      for (int64_t b = 0; b < form.element_bytes; ++b)
        value |= static_cast<uint32_t>(bytes[b]) << 8 * b;
      square[form.top(fractal) + r][form.left(fractal) + c] = value;
    }
}

Square transposed(const Square& square, const Form& form) {
  Square result{};
  for (int64_t r = 0; r < form.edge; ++r)
    for (int64_t c = 0; c < form.edge; ++c) result[c][r] = square[r][c];
  return result;
}

void split(const Square& square, const Form& form, int64_t fractal, uint8_t* to) {
  for (int64_t r = 0; r < form.rows; ++r)
    for (int64_t c = 0; c < form.columns; ++c) {
      const uint32_t value = square[form.top(fractal) + r][form.left(fractal) + c];
      for (int64_t b = 0; b < form.element_bytes; ++b)
        element(to, form, r, c)[b] = static_cast<uint8_t>(value >> 8 * b);
    }
}

// "index_id: the copy starts from which square of the source"; "src_stride: between adjacent
// iterations, the distance of the starts of squares, unit: a square"; trans-square-unit.
Wide source(const Transpose<int64_t>& p, const Form& form, int64_t iteration,
            const Choices& choices) {
  const int64_t unit =
      form.element_bytes == 2 && choices.b16_units_of_1024 ? 1024 : form.square_bytes();
  return p.src + (p.index_id + Wide{iteration} * p.src_stride) * unit;
}

// "dst_stride: from the end of the first fractal of an iteration to the start of the first of the
// next"; "dst_frac_stride: within an iteration, from the end of a fractal to the start of the
// next".
Wide destination(const Transpose<int64_t>& p, int64_t iteration, int64_t fractal) {
  const Wide fractals =
      iteration * (Wide{p.dst_stride} + 1) + fractal * (Wide{p.dst_frac_stride} + 1);
  return p.dst + fractals * fractal_bytes;
}

void check_values(ConstraintEvaluator& checks, const Transpose<int64_t>& p,
                  const Choices& choices) {
  checks.require(ConstraintId::dtype_known, p.dtype < dtype_count);
  // "addrmode: reserved, at present only false is supported."
  checks.require(ConstraintId::addrmode_false, p.addrmode == 0);
  // trans-frac-stride-limit; "valid for float/int32_t/uint32_t/uint8_t/int8_t only"
  checks.require(ConstraintId::dst_frac_stride_max,
                 is_b16(p.dtype) || p.dst_frac_stride <= 65535 || choices.larger_frac_stride);
  // trans-alignment
  checks.require(ConstraintId::dst_aligned, p.dst % fractal_bytes == 0 || choices.any_offset);
  checks.require(ConstraintId::src_aligned, p.src % 32 == 0 || choices.any_offset);
}

// "The developer has to ensure that the transposed fractals of the destination do not overlap."
bool overlap(const Transpose<int64_t>& p, const Form& form) {
  thread_local ByteSet marked;
  marked.clear();
  for (int64_t i = 0; i < p.repeat; ++i)
    for (int64_t f = 0; f < form.count; ++f)
      if (!marked.add(static_cast<int64_t>(destination(p, i, f)), fractal_bytes)) return true;
  return false;
}

void check_places(ConstraintEvaluator& checks, const Transpose<int64_t>& p, const Form& form,
                  const Profile& profile, const Choices& choices) {
  const int64_t l0b = profile.buffer_bytes[static_cast<size_t>(Space::l0b)];
  const int64_t l1 = profile.buffer_bytes[static_cast<size_t>(Space::l1)];
  bool dst_inside = true, src_inside = true;
  for (int64_t i = 0; i < p.repeat; ++i) {
    src_inside = src_inside && source(p, form, i, choices) + form.square_bytes() <= l1;
    for (int64_t f = 0; f < form.count; ++f)
      dst_inside = dst_inside && destination(p, i, f) + fractal_bytes <= l0b;
  }
  checks.require(ConstraintId::dst_end, dst_inside);
  checks.require(ConstraintId::src_end, src_inside);
  if (checks.evaluates(ConstraintId::dst_overlap))
    checks.require(ConstraintId::dst_overlap, choices.later_wins || !overlap(p, form));
}

}  // namespace

// "repeat=0 means that nothing is copied."
Result run_asc(Machine& machine, const Case& c, const Readings& readings) {
  const Choices choices = choices_of(readings);
  const Transpose<int64_t> p = transpose_of(c.arguments);
  ConstraintEvaluator checks(*c.operation);
  check_values(checks, p, choices);
  // Without a valid type there are no bytes to check.
  if (!checks.evaluates(ConstraintId::dst_end) && !checks.evaluates(ConstraintId::src_end))
    return {checks.constraint_results()};
  const Form form = form_of(p.dtype, choices);
  check_places(checks, p, form, machine.profile(), choices);
  if (!to_be_run(checks, p.repeat * form.count)) return {checks.constraint_results()};
  for (int64_t i = 0; i < p.repeat; ++i) {
    Square square{};
    const auto from = static_cast<int64_t>(source(p, form, i, choices));
    for (int64_t f = 0; f < form.count; ++f)
      merge(square, form, f, machine.at(Space::l1, 0, from + f * fractal_bytes));
    const Square turned = transposed(square, form);
    for (int64_t f = 0; f < form.count; ++f)
      split(turned, form, f, machine.at(Space::l0b, 0, static_cast<int64_t>(destination(p, i, f))));
  }
  return {checks.constraint_results()};
}

}  // namespace strideproof::reference

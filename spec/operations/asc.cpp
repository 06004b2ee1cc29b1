#include "spec/operations/asc.h"

namespace strideproof::spec::asc {
namespace {

// 4 for an unknown dtype, as for every dtype that is neither 8 nor 16 bits wide.
int64_t element_bytes_of(const Transpose<int64_t>& op) {
  return is_b8(op.dtype) ? 1 : is_b16(op.dtype) ? 2 : 4;
}

int64_t elements_of(const Transpose<int64_t>& op) {
  return op.repeat * squares_of(op).fractals * fractal_bytes / element_bytes_of(op);
}

std::vector<OperandRange> footprint(const Case& c) {
  const Squares<int64_t> s = squares_of(transpose_of(c.arguments));
  std::vector<OperandRange> runs;
  for (int64_t i = 0; i < s.repeat; ++i)
    for (int64_t f = 0; f < s.fractals; ++f)
      append_run(Space::l0b, fractal_at(s, i, f), on_dst, runs);
  for (int64_t i = 0; i < s.repeat; ++i) append_run(Space::l1, square_at(s, i), on_src, runs);
  return runs;
}

void bounding_ranges(const Case& c, std::vector<OperandRange>& runs) {
  const auto& a = c.arguments.value;
  const auto wide = [](int64_t value) { return Saturating(value); };
  const Transpose<Saturating> op = {wide(a[0]), wide(a[1]), wide(a[2]), wide(a[3]), wide(a[4]),
                                    wide(a[5]), wide(a[6]), wide(a[7]), wide(a[8])};
  if (op.repeat == Saturating(0)) return;
  const Squares<Saturating> s = squares_of(op);
  const auto append = [&](Space space, Saturating first, Saturating end, Operands operand) {
    append_bounding_range(*c.profile, static_cast<int64_t>(space), first, end - Saturating(1),
                          operand, runs);
  };
  append(Space::l0b, s.dst_first, dst_end(s), on_dst);
  append(Space::l1, s.src_first, src_end(s), on_src);
}

// Sets (iteration, fractal, row, column) of the byte `at` of a fractal.
Located located_in(const Transpose<int64_t>& op, Operands operand, int64_t iteration,
                   int64_t fractal, int64_t at) {
  const int64_t es = element_bytes_of(op), columns = fractal_bytes / (16 * es);
  return {operand, {iteration, fractal, at / es / columns, at / es % columns}, at % es};
}

Located locate(const Case& c, Space space, int64_t, int64_t offset) {
  const Transpose<int64_t> op = transpose_of(c.arguments);
  const Squares<int64_t> s = squares_of(op);
  if (space != Space::l0b && space != Space::l1) return {};
  const bool dst = space == Space::l0b;
  for (int64_t i = 0; i < s.repeat; ++i)
    for (int64_t f = 0; f < s.fractals; ++f) {
      const int64_t first =
          dst ? fractal_at(s, i, f).first : square_at(s, i).first + f * fractal_bytes;
      if (offset >= first && offset < first + fractal_bytes)
        return located_in(op, dst ? on_dst : on_src, i, f, offset - first);
    }
  return {};
}

struct Functions : Formulas {
  static constexpr auto exact = [](const auto&, const auto&, ConstraintId) { return Answer::no; };
  static constexpr auto cost = STRIDEPROOF_OVERLOADS(elements_of);
};

}  // namespace

const FamilySpec family_spec = family_of<Functions>(footprint, bounding_ranges, locate);

}  // namespace strideproof::spec::asc

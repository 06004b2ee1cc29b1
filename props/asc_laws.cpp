// Laws of asc_copy_l12l0b_trans. That the transposition is its own inverse is no equation of programs,
// for no operation reads L0B: see asc_inverse_test.cpp.

#include <algorithm>

#include "props/asc.h"
#include "props/laws.h"
#include "spec/operations/asc.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props::asc {
namespace {

using namespace strideproof::asc;
using spec::asc::fractal_bytes;
using Parameters = Transpose<int64_t>;

constexpr int64_t most_calls = 8;

Parameters parameters_of(const Case& c) { return transpose_of(c.arguments); }

Case with(Case c, const Parameters& op) {
  put(c, op);
  return c;
}

int64_t square_bytes(const Parameters& op) {
  return (spec::asc::is_b16(op.dtype) ? 1 : 2) * fractal_bytes;
}

std::optional<Equation> sync(Random&, const Case& c) {
  Case other = c;
  other.operation = find_operation("asc_copy_l12l0b_trans_sync");
  return if_legal({{c}, {other}});
}

// From the last iteration to the first: they do not meet.
std::optional<Equation> single_calls(Random&, const Case& c) {
  const Parameters op = parameters_of(c);
  if (op.repeat < 2 || op.repeat > most_calls) return {};
  Equation equation{{c}, {}};
  for (int64_t i = op.repeat - 1; i >= 0; --i) {
    Parameters one = op;
    one.repeat = 1;
    one.index_id += i * op.src_stride;
    one.dst += i * (op.dst_stride + 1) * fractal_bytes;
    equation.right.push_back(with(c, one));
  }
  return if_legal(std::move(equation));
}

std::optional<Equation> two_calls(Random& random, const Case& c) {
  const Parameters op = parameters_of(c);
  if (op.repeat < 2) return {};
  Parameters head = op, tail = op;
  head.repeat = random.between(1, op.repeat - 1);
  tail.repeat = op.repeat - head.repeat;
  tail.src += head.repeat * op.src_stride * square_bytes(op);
  tail.dst += head.repeat * (op.dst_stride + 1) * fractal_bytes;
  return if_legal({{c}, {with(c, head), with(c, tail)}});
}

std::optional<Equation> index_in_src(Random&, const Case& c) {
  Parameters op = parameters_of(c);
  if (op.index_id == 0 || op.repeat == 0) return {};  // without repeats src is any number
  op.src += op.index_id * square_bytes(op);
  op.index_id = 0;
  return if_legal({{c}, {with(c, op)}});
}

std::optional<Equation> same_width(Random& random, const Case& c) {
  Parameters op = parameters_of(c);
  const int64_t bytes = element_bytes(static_cast<DType>(op.dtype));
  while (true) {
    op.dtype = random.below(dtype_count);
    if (element_bytes(static_cast<DType>(op.dtype)) == bytes) return if_legal({{c}, {with(c, op)}});
  }
}

std::optional<Equation> ignored_stride(Random& random, const Case& c) {
  Parameters op = parameters_of(c);
  if (!spec::asc::is_b16(op.dtype)) return {};
  op.dst_frac_stride = random.wide(INT64_MAX);
  return if_legal({{c}, {with(c, op)}});
}

std::optional<Equation> unused_strides(Random& random, const Case& c) {
  Parameters op = parameters_of(c);
  if (op.repeat > 1) return {};
  op.src_stride = random.below(65536);
  op.dst_stride = random.below(65536);
  return if_legal({{c}, {with(c, op)}});
}

std::optional<Equation> nothing(Random&, const Case& c) {
  Parameters op = parameters_of(c);
  op.repeat = 0;
  return if_legal({{c, with(c, op)}, {c}});
}

std::vector<Law> laws() {
  constexpr std::string_view both = "asc_copy_l12l0b_trans*";
  return {
      {"the copy with a barrier is the copy", "asc_copy_l12l0b_trans", sync},
      {"repeat r is r calls of repeat 1, from the last to the first", both, single_calls},
      {"iterations split in two calls are the iterations", both, two_calls},
      {"index_id is an offset of src in squares", both, index_in_src},
      {"types of one width are one", both, same_width},
      {"16-bit types ignore dst_frac_stride", both, ignored_stride},
      {"the strides of a single iteration are neutral", both, unused_strides},
      {"repeat 0 changes nothing", both, nothing},
  };
}

std::optional<Case> shifted(Random& random, const Case& c) {
  const auto m = spec::buffers_of<int64_t>(*c.profile);
  Parameters op = parameters_of(c);
  if (op.repeat == 0) return {};
  const auto squares = spec::asc::squares_of(op);
  const auto distance = [&](int64_t room, int64_t unit) {
    return random.below(room / unit + 1) * unit;
  };
  op.dst += distance(m.l0b - spec::asc::dst_end(squares), fractal_bytes);
  op.src += distance(m.l1 - spec::asc::src_end(squares), spec::asc::src_unit);
  const Case moved = with(c, op);
  if (moved == c || !spec::evaluate(moved).legal()) return {};
  return moved;
}

}  // namespace

const FamilyLaws family_laws = {laws, shifted};

}  // namespace strideproof::props::asc

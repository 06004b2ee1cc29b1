// Random cases and the laws of the family asc. No law says that the transposition is its own inverse,
// as no operation reads L0B: see theorem layout.squares.involution.

#include "spec/operations/asc.h"

#include <algorithm>

#include "props/families.h"
#include "spec/spec.h"
#include "spec/vocabulary/asc.h"

namespace strideproof::props::asc {
namespace {

using namespace strideproof::asc;
using spec::asc::fractal_bytes;
using spec::asc::largest_frac_stride;
using spec::asc::src_unit;

constexpr int64_t largest_stride = 65535, largest_index = 65535;

class Generator : CaseGenerator {
 public:
  using CaseGenerator::CaseGenerator;

  Case transpose() {
    op_.dtype = random_.below(dtype_count);
    fractals_ = spec::asc::is_b16(op_.dtype) ? 1 : 2;
    if (random_.chance(1, 12)) {
      choose_nothing();
    } else {
      choose_repeat();
      choose_source();
      choose_destination();
      if (op_.repeat == 1) choose_unused_strides();
    }
    if (fractals_ == 1) choose_ignored_stride();
    put(case_, op_);
    return case_;
  }

 private:
  int64_t squares_of_l1() const { return m_.l1 / (fractals_ * fractal_bytes); }
  int64_t fractals_of_l0b() const { return m_.l0b / fractal_bytes; }

  // repeat = 0 wants no memory: whatever the parameters say.
  void choose_nothing() {
    const auto any = [&](int64_t most) { return random_.pick<int64_t>({0, 1, 2, most - 1, most}); };
    op_.repeat = 0;
    op_.index_id = any(largest_index);
    op_.src_stride = any(largest_stride);
    op_.dst_stride = any(largest_stride);
    op_.dst_frac_stride = any(largest_frac_stride);
    op_.dst = random_.pick<int64_t>({0, m_.l0b, INT64_MAX / fractal_bytes}) / fractal_bytes *
              fractal_bytes;
    op_.src = random_.pick<int64_t>({0, m_.l1, INT64_MAX}) / src_unit * src_unit;
  }

  void choose_repeat() {
    op_.repeat = random_.pick({1, 1, 1, 2, 2, 2, 3, 3, 4, 5});
    if (random_.chance(1, 12)) op_.repeat = random_.around(random_.pick({8, 16}));
    if (random_.chance(1, 100)) op_.repeat = fractals_of_l0b();
    op_.repeat = std::min(op_.repeat, fractals_of_l0b() / fractals_);
  }

  void choose_source() {
    const int64_t squares = squares_of_l1();
    op_.src_stride = random_.pick({0, 1, 1, 1, 2, 3});
    if (op_.repeat > 1 && random_.chance(1, 16)) op_.src_stride = (squares - 1) / (op_.repeat - 1);
    op_.index_id = random_.pick({0, 0, 0, 1, 2, 5});
    const auto last = [&] { return op_.index_id + (op_.repeat - 1) * op_.src_stride; };
    if (random_.chance(1, 16)) op_.index_id = std::max<int64_t>(squares - 1 - last(), 0);
    if (last() >= squares) op_.index_id = 0;
    if (last() >= squares) op_.src_stride = std::min<int64_t>(op_.src_stride, 1);
    if (last() >= squares) op_.src_stride = 0;
    const int64_t room = (squares - 1 - last()) * fractals_ * fractal_bytes;
    const int64_t offset = random_.pick<int64_t>(
        {0, 0, room, room, room / 2, src_unit, fractal_bytes, 65536, room - src_unit});
    op_.src = std::clamp<int64_t>(offset, 0, room) / src_unit * src_unit;
  }

  // Steps in fractals: `step` from one first fractal to the next, `second` from a first fractal to
  // the second of its iteration.
  void choose_destination() {
    const int64_t n = op_.repeat, all = fractals_of_l0b();
    int64_t step = fractals_, second = 1;
    switch (random_.below(8)) {
      case 0:
      case 1: break;
      case 2: step = fractals_ + random_.between(0, 3); break;
      case 3: step = 1, second = n + random_.pick({0, 0, 1}); break;
      case 4: step = 2, second = 2 * random_.between(0, n) + 1; break;
      case 5: step = random_.between(1, 4), second = step * n + random_.between(-1, 2); break;
      case 6: step = random_.between(1, 4), second = random_.between(1, 2 * n + 2); break;
      default: step = 2, second = all - 1 - (n - 1) * step;  // the last fractal of L0B
    }
    second = std::max<int64_t>(second, 1);
    const auto extent = [&] { return (n - 1) * step + (fractals_ - 1) * second + 1; };
    const bool meets = fractals_ == 2 && second % step == 0 && second / step < n;
    if (meets || extent() > all) step = fractals_, second = 1;
    op_.dst_stride = step - 1;
    op_.dst_frac_stride = second - 1;
    const int64_t room = all - extent();
    const int64_t first = random_.pick<int64_t>({0, 0, room, room, room / 2, 1, 2});
    op_.dst = std::min(first, room) * fractal_bytes;
  }

  void choose_unused_strides() {
    const auto any = [&] { return random_.pick<int64_t>({0, 1, 5, 1000, largest_stride}); };
    op_.src_stride = any();
    op_.dst_stride = any();
  }

  void choose_ignored_stride() {
    op_.dst_frac_stride = random_.pick<int64_t>(
        {0, 0, 1, 7, largest_frac_stride, largest_frac_stride + 1, INT64_MAX});
  }

  const spec::MachineShape<int64_t> m_ = spec::machine_shape<int64_t>(*case_.profile);
  Transpose<int64_t> op_{};
  int64_t fractals_ = 1;  // of a square
};

}  // namespace

Case legal(Random& random, Case c) { return Generator(random, std::move(c)).transpose(); }

// ---- laws ----

namespace {

using Parameters = Transpose<int64_t>;

int64_t square_bytes(const Parameters& op) {
  return (spec::asc::is_b16(op.dtype) ? 1 : 2) * fractal_bytes;
}

Equation sync(Random&, const Case& c) {
  Case other = of_operation(c, "asc_copy_l12l0b_trans_sync");
  other.arguments = c.arguments;
  return {{c}, {other}};
}

Equation index_in_src(Random&, const Case& c) {
  Parameters op = transpose_of(c.arguments);
  if (op.index_id == 0 || op.repeat == 0) return {};  // without repeats src is any number
  op.src += op.index_id * square_bytes(op);
  op.index_id = 0;
  return {{c}, {with(c, op)}};
}

Equation same_width(Random& random, const Case& c) {
  Parameters op = transpose_of(c.arguments);
  const int64_t bytes = element_bytes(static_cast<DType>(op.dtype));
  while (true) {
    op.dtype = random.below(dtype_count);
    if (element_bytes(static_cast<DType>(op.dtype)) == bytes) return {{c}, {with(c, op)}};
  }
}

Equation ignored_stride(Random& random, const Case& c) {
  Parameters op = transpose_of(c.arguments);
  if (!spec::asc::is_b16(op.dtype)) return {};
  op.dst_frac_stride = random.wide(INT64_MAX);
  return {{c}, {with(c, op)}};
}

Equation nothing(Random&, const Case& c) {
  Parameters op = transpose_of(c.arguments);
  op.repeat = 0;
  return {{c, with(c, op)}, {c}};
}

}  // namespace

std::vector<Law> laws() {
  constexpr std::string_view both = "asc_copy_l12l0b_trans*";
  return {
      {"the copy with a barrier is the copy", "asc_copy_l12l0b_trans", sync},
      {"iterations split in two calls are the iterations", both, split},
      {"index_id is an offset of src in squares", both, index_in_src},
      {"types of one width are one", both, same_width},
      {"16-bit types ignore dst_frac_stride", both, ignored_stride},
      {"the strides of a single iteration are neutral", both, stride_of_one},
      {"repeat 0 changes nothing", both, nothing},
  };
}

}  // namespace strideproof::props::asc

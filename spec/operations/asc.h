#pragma once
// Family asc: the meaning of each constraint of the transposing copy, and the places of its
// elements. Templates over the integer type: the code that evaluates a case is the code that the
// solver sees.
//
//   square i of the source       src + (index_id + i*src_stride) * Q
//   fractal (i, f) of dst        dst + (i*(dst_stride + 1) + f*(dst_frac_stride + 1)) * 512
//
//   0 <= i < repeat, 0 <= f < q; a square has q fractals, Q = 512*q: q = 1 for 16-bit elements,
//   which ignore dst_frac_stride, else q = 2

#include "spec/landmarks.h"
#include "spec/vocabulary/asc.h"

namespace strideproof::asc {

inline int64_t element_bytes(DType dtype) {
  constexpr int64_t bytes[dtype_count] = {1, 1, 2, 2, 4, 4, 4};
  return bytes[static_cast<int>(dtype)];
}

}  // namespace strideproof::asc

namespace strideproof::spec::asc {

using namespace strideproof::asc;

inline constexpr int64_t fractal_bytes = 512, src_unit = 32;

template <class I>
Truth<I> is_b16(const I& dtype) {
  return all_of(dtype >= I(static_cast<int64_t>(DType::f16)),
                dtype <= I(static_cast<int64_t>(DType::bf16)));
}
template <class I>
Truth<I> is_b8(const I& dtype) {
  return dtype <= I(static_cast<int64_t>(DType::s8));
}

// ---- operands ----

// The places of squares and fractals; steps and extents in bytes.
template <class I>
struct Squares {
  I repeat;
  I fractals;             // q, of a square
  I src_first, src_step;  // squares of fractals * 512 bytes
  I dst_first, dst_step;  // from the first fractal of an iteration to that of the next
  I frac_step;            // from the first to the second fractal of an iteration
};

// Offsets past every memory count as `unbounded`, which is past the end of every memory too.
template <class I>
Squares<I> squares_of(const Transpose<I>& op) {
  const I one(1), fractal(fractal_bytes), far(unbounded);
  const I q = select(is_b16(op.dtype), one, I(2));
  const I square = q * fractal;
  const I frac_gap = select(q == one, I(0), min_of(op.dst_frac_stride, far));
  return {op.repeat,
          q,
          min_of(op.src, far) + op.index_id * square,
          op.src_stride * square,
          min_of(op.dst, far),
          (op.dst_stride + one) * fractal,
          (frac_gap + one) * fractal};
}

// The end of the last byte, exclusive; repeat >= 1. The solver needs this form.
template <class I>
I src_end(const Squares<I>& s) {
  return s.src_first + (s.repeat - I(1)) * s.src_step + s.fractals * I(fractal_bytes);
}
template <class I>
I dst_end(const Squares<I>& s) {
  return s.dst_first + (s.repeat - I(1)) * s.dst_step + I(fractal_bytes) +
         (s.fractals - I(1)) * s.frac_step;
}

// ---- the transposition: a bijection of the elements of a square ----

// The index of element (r, c) of destination fractal f in its square of the source, in elements.
// b8: 0 <= r < 16, 0 <= c < 32; b16: r, c < 16; b32: r < 16, c < 8.
template <class I>
I source_element(const I& dtype, const I& f, const I& r, const I& c) {
  const I b8 = c * I(32) + f * I(16) + r;
  const I b16 = c * I(16) + r;
  const I b32 = r / I(8) * I(128) + (f * I(8) + c) * I(8) + r % I(8);
  return select(is_b8(dtype), b8, select(is_b16(dtype), b16, b32));
}

// ---- constraints: slack(...) >= 0 iff the constraint holds, 0 on its edge ----

// The distance between fractals: (i, 0) and (0, 1) coincide iff i*dst_step = frac_step; other pairs
// have the same distances. With i below the number of iterations, the multiple just below and the
// one just above frac_step decide; < 0 iff one of them is frac_step itself. The unit is a fractal,
// or an iteration if dst_step divides frac_step.
template <class I>
I fractal_slack(const Squares<I>& s) {
  const I fractal(fractal_bytes), one(1);
  const I step = s.dst_step / fractal, second = s.frac_step / fractal;
  const I beyond = second / step - s.repeat, rest = second % step;
  const I between = min_of(rest, step - rest) - one;
  return select(s.fractals == one, I(unbounded),
                select(rest == I(0), beyond, max_of(between, beyond)));
}

// ---- landmarks that a legal case meets; in words in spec/vocabulary/asc.cpp ----

// Several iterations of two fractals: the second fractal of iteration 0 is frac_step after the
// first, and iteration i begins i*dst_step after it.
template <class I>
Truth<I> meets_order(const Squares<I>& s, LandmarkId mark) {
  const I last_first = (s.repeat - I(1)) * s.dst_step;
  const auto pairs = all_of(s.fractals == I(2), s.repeat > I(1));
  switch (mark) {
    case LandmarkId::dst_interleaved:
      return all_of(pairs, s.dst_step < s.frac_step, s.frac_step < last_first);
    case LandmarkId::dst_reordered: return all_of(pairs, s.frac_step > last_first);
    default: return all_of(s.fractals == I(2), s.frac_step == s.repeat * s.dst_step);
  }
}

// Landmarks of a case whose repeat is not 0.
template <class I>
Truth<I> meets_repeated(const MachineShape<I>& m, const Transpose<I>& op, LandmarkId mark) {
  const I zero(0), one(1), fractal(fractal_bytes);
  const Squares<I> s = squares_of(op);
  const auto b8 = is_b8(op.dtype), b16 = is_b16(op.dtype);
  const auto many = op.repeat > one;
  const auto adjacent_fractals = any_of(b16, s.frac_step == fractal);
  switch (mark) {
    case LandmarkId::b8: return b8;
    case LandmarkId::b16: return b16;
    case LandmarkId::b32: return negation(any_of(b8, b16));
    case LandmarkId::repeat_one: return op.repeat == one;
    case LandmarkId::repeat_many: return many;
    case LandmarkId::index: return op.index_id > zero;
    case LandmarkId::src_repeated: return all_of(many, op.src_stride == zero);
    case LandmarkId::squares_adjacent: return all_of(many, op.src_stride == one);
    case LandmarkId::squares_apart: return all_of(many, op.src_stride > one);
    case LandmarkId::src_off_square: return op.src % fractal != zero;
    case LandmarkId::dst_contiguous:
      return all_of(many, adjacent_fractals, s.dst_step == s.fractals * fractal);
    case LandmarkId::dst_gaps: return dst_end(s) - s.dst_first > s.repeat * s.fractals * fractal;
    case LandmarkId::dst_interleaved:
    case LandmarkId::dst_reordered:
    case LandmarkId::dst_meets_next: return meets_order(s, mark);
    case LandmarkId::frac_stride_ignored: return all_of(b16, op.dst_frac_stride > zero);
    case LandmarkId::frac_stride_over_16_bits:
      return all_of(b16, op.dst_frac_stride > I(largest_frac_stride));
    case LandmarkId::src_last_byte: return src_end(s) == m.l1;
    case LandmarkId::dst_last_byte: return dst_end(s) == m.l0b;
    default: return Truth<I>(false);  // of another family
  }
}

struct Spec : TensorFamily<Spec> {
  template <class I, class See>
  static auto visit(const Operation&, const Arguments<I>& arguments, See see) {
    return see(transpose_of(arguments));
  }
  template <class I>
  static Operands operands(const Transpose<I>&) {
    return on_dst | on_src;
  }
  template <class I>
  static Side<I> side(const Transpose<I>& op, Operands which) {
    return which == on_dst ? Side<I>{Space::l0b, 1, op.dst} : Side<I>{Space::l1, 1, op.src};
  }
  // In bytes: iterations, fractals, their 16 rows of 32 bytes.
  template <class I>
  static Tensor<I> tensor(const MachineShape<I>&, const Transpose<I>& op, Operands which) {
    const Squares<I> s = squares_of(op);
    const I one(1), row(32), fractal(fractal_bytes);
    const Dim4<I> shape = {s.repeat, s.fractals, I(16), row};
    if (which == on_dst)
      return {Space::l0b, 1, s.dst_first, shape, {s.dst_step, s.frac_step, row, one}, row};
    return {Space::l1, 1, s.src_first, shape, {s.src_step, fractal, row, one}, row};
  }
  static constexpr auto is_given = [](const auto&, Operands) { return true; };

  template <class I>
  static I unit(const MachineShape<I>&, const Transpose<I>&, Operands which) {
    return I(which == on_dst ? fractal_bytes : src_unit);
  }
  template <class I>
  static I end(const MachineShape<I>& m, const Transpose<I>& op, Operands which) {
    const Squares<I> s = squares_of(op);
    return if_repeated(op, which == on_dst ? m.l0b - dst_end(s) : m.l1 - src_end(s));
  }
  template <class I>
  static I overlap(const MachineShape<I>&, const Transpose<I>& op, Operands) {
    return if_repeated(op, fractal_slack(squares_of(op)));
  }
  static constexpr auto exact = [](const auto&, const auto&, Operands) { return Answer::no; };
  template <class I>
  static I own(const MachineShape<I>&, const Transpose<I>& op, ConstraintId) {
    return select(is_b16(op.dtype), I(unbounded), at_most(op.dst_frac_stride, largest_frac_stride));
  }
  // A case with repeat 0 meets only the landmark of repeat 0.
  template <class I>
  static Truth<I> meets(const MachineShape<I>& m, const Transpose<I>& op, const OperandsOf<I>&,
                        LandmarkId mark) {
    const auto none = op.repeat == I(0);
    if (mark == LandmarkId::repeat_zero) return none;
    return all_of(negation(none), meets_repeated(m, op, mark));
  }

  // 4 for an unknown dtype, as for every dtype that is neither 8 nor 16 bits wide.
  static int64_t dtype_bytes(const Transpose<int64_t>& op, Operands = on_dst) {
    return is_b8(op.dtype) ? 1 : is_b16(op.dtype) ? 2 : 4;
  }
  static int64_t cost(const Transpose<int64_t>& op) {
    return op.repeat * squares_of(op).fractals * fractal_bytes / dtype_bytes(op);
  }
  static constexpr auto moves = [](const auto& op) { return op.repeat != decltype(op.repeat)(0); };

 private:
  template <class I>
  static I if_repeated(const Transpose<I>& op, const I& slack) {
    return select(op.repeat == I(0), I(unbounded), slack);
  }
};

}  // namespace strideproof::spec::asc

#pragma once
// Family asc: its constraints and landmarks, and the places of its elements; see spec/operand.h.
//
//   square i of the source       src + (index_id + i*src_stride) * Q
//   fractal (i, f) of dst        dst + (i*(dst_stride + 1) + f*(dst_frac_stride + 1)) * 512
//
//   0 <= i < repeat, 0 <= f < q; a square has q fractals, Q = 512*q: q = 1 for 16-bit elements,
//   which ignore dst_frac_stride, else q = 2

#include "spec/landmarks.h"
#include "spec/vocabulary/asc.h"

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

// ---- operands, in bytes: tensors of iterations, fractals, their 16 rows of 32 bytes ----

// Offsets past every memory count as `unbounded`, which is past the end of every memory too.
template <class I>
Tensor<I> operand_of(const Transpose<I>& op, Operands which) {
  const I one(1), row(32), fractal(fractal_bytes), far(unbounded);
  const I fractals = select(is_b16(op.dtype), one, I(2)), square = fractals * fractal;
  const Dim4<I> shape = {op.repeat, fractals, I(16), row};
  if (which == on_src)
    return {Space::l1,
            1,
            min_of(op.src, far) + op.index_id * square,
            shape,
            {op.src_stride * square, fractal, row, one},
            row};
  const I gap = select(fractals == one, I(0), min_of(op.dst_frac_stride, far));
  return {Space::l0b,
          1,
          min_of(op.dst, far),
          shape,
          {(op.dst_stride + one) * fractal, (gap + one) * fractal, row, one},
          row};
}

// The end of the last byte, exclusive; repeat >= 1. The solver needs this form to tell multiples.
template <class I>
I end_of(const Tensor<I>& t) {
  const I one(1);
  return t.address + (t.shape.n - one) * t.stride.n + (t.shape.c - one) * t.stride.c +
         I(fractal_bytes);
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

// The distance between fractals of dst: (i, 0) and (0, 1) coincide iff i*step = second; other pairs
// have the same distances. With i below the number of iterations, the multiple just below and the
// one just above `second` decide; < 0 iff one of them is `second` itself. The unit is a fractal, or
// an iteration if step divides second.
template <class I>
I fractal_slack(const Tensor<I>& dst) {
  const I fractal(fractal_bytes), one(1);
  const I step = dst.stride.n / fractal, second = dst.stride.c / fractal;
  const I beyond = second / step - dst.shape.n, rest = second % step;
  const I between = min_of(rest, step - rest) - one;
  return select(dst.shape.c == one, I(unbounded),
                select(rest == I(0), beyond, max_of(between, beyond)));
}

// ---- landmarks that a legal case meets; in words in spec/vocabulary/asc.cpp ----

// Landmarks of a case whose repeat is not 0.
template <class I>
Truth<I> meets_repeated(const MachineShape<I>& m, const Transpose<I>& op, const Tensor<I>& dst,
                        const Tensor<I>& src, LandmarkId landmark) {
  const I one(1), fractal(fractal_bytes);
  const auto many = op.repeat > one, pairs = dst.shape.c == I(2);
  // Iteration i begins i*step after the first one, its second fractal `second` after the first.
  const I &step = dst.stride.n, &second = dst.stride.c;
  const I last_first = (op.repeat - one) * step, iteration = dst.shape.c * fractal;
  switch (landmark) {
    case LandmarkId::src_off_square: return op.src % fractal != I(0);
    case LandmarkId::dst_contiguous:
      return all_of(many, any_of(negation(pairs), second == fractal), step == iteration);
    case LandmarkId::dst_gaps: return end_of(dst) - dst.address > op.repeat * iteration;
    case LandmarkId::dst_interleaved:
      return all_of(many, pairs, step < second, second < last_first);
    case LandmarkId::dst_reordered: return all_of(many, pairs, second > last_first);
    case LandmarkId::dst_meets_next: return all_of(pairs, second == op.repeat * step);
    case LandmarkId::src_last_byte: return end_of(src) == m.l1;
    case LandmarkId::dst_last_byte: return end_of(dst) == m.l0b;
    default: return Truth<I>(false);  // of another family
  }
}

struct Spec : TensorFamily<Spec> {
  template <class I, class See>
  static auto visit(const Operation&, const Arguments<I>& arguments, See see) {
    return see(slots_as<Transpose>(arguments));
  }
  template <class I>
  static NamedOperand<I> side(const Transpose<I>& op, Operands which) {
    return which == on_dst ? NamedOperand<I>{Space::l0b, 1, op.dst}
                           : NamedOperand<I>{Space::l1, 1, op.src};
  }
  template <class I>
  static Tensor<I> tensor(const MachineShape<I>&, const Transpose<I>& op, Operands which) {
    return operand_of(op, which);
  }

  template <class I>
  static I unit(const MachineShape<I>&, const Transpose<I>&, Operands which) {
    return I(which == on_dst ? fractal_bytes : src_unit);
  }
  template <class I>
  static I end(const MachineShape<I>& m, const Transpose<I>& op, Operands which) {
    return if_repeated(op, TensorFamily::end(m, op, which));
  }
  template <class I>
  static I overlap(const MachineShape<I>&, const Transpose<I>& op, Operands) {
    return if_repeated(op, fractal_slack(operand_of(op, on_dst)));
  }
  static constexpr auto exact = [](const auto&, const auto&, Operands) {
    return OverlapAnswer::no;
  };
  template <class I>
  static I own(const MachineShape<I>&, const Transpose<I>& op, ConstraintId) {
    return select(is_b16(op.dtype), I(unbounded), at_most(op.dst_frac_stride, largest_frac_stride));
  }
  template <class I>
  static Truth<I> meets(const MachineShape<I>& m, const Transpose<I>& op, const OperandsOf<I>& x,
                        LandmarkId landmark) {
    return all_of(op.repeat != I(0), meets_repeated(m, op, x.dst.tensor, x.src.tensor, landmark));
  }

  // 4 for an unknown dtype, as for every dtype that is neither 8 nor 16 bits wide.
  static int64_t dtype_bytes(const Transpose<int64_t>& op, Operands = on_dst) {
    return is_b8(op.dtype) ? 1 : is_b16(op.dtype) ? 2 : 4;
  }
  static int64_t cost(const Transpose<int64_t>& op) {
    return op.repeat * operand_of(op, on_dst).shape.c * fractal_bytes / dtype_bytes(op);
  }
  static constexpr auto moves = [](const auto& op) { return op.repeat != decltype(op.repeat)(0); };

 private:
  template <class I>
  static I if_repeated(const Transpose<I>& op, const I& slack) {
    return select(op.repeat == I(0), I(unbounded), slack);
  }
};

}  // namespace strideproof::spec::asc

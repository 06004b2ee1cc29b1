#pragma once
// The transposing copy, optimized: each square is cut into tiles that vectors transpose. The plan
// is a template over the integer type I: the code that runs with int64_t is proved with
// solver::Sym.
//
// A row of a fractal is 32 bytes, whatever the dtype. With K = 16 / es elements in 16 bytes, a tile
// takes 16 bytes of K rows of src, and of the next K rows, which makes K columns of 2*K elements: K
// rows of 32 bytes of dst.

#include "model/machine.h"
#include "model/optimized/plan.h"
#include "spec/operations/asc.h"

namespace strideproof::optimized {

template <class I>
struct SquarePlan {
  I dst, src;  // offsets of the first tile in L0B and L1
  // From tile to tile: halves of the columns, halves of the rows of a fractal of src, its fractals,
  // iterations.
  Loops<I, 2> loops;
  int64_t element_bytes;
};

// b8 and b16: a tile has all rows of src and half its columns. b8: this half becomes a fractal of
// dst; b16: half the rows of a fractal. Precondition: the case is legal, and element_bytes is the
// size of its dtype.
template <class I>
SquarePlan<I> plan_of(int64_t element_bytes, const asc::Transpose<I>& p) {
  const bool pair = element_bytes != 2, words = element_bytes == 4;
  const I fractal(512), square(pair ? 1024 : 512), parts(words ? 2 : 1);
  const I frac_step = pair ? (p.dst_frac_stride + I(1)) * fractal : I(256);  // or half a fractal
  return {p.dst,
          p.src + p.index_id * square,
          {{{I(2), {words ? I(128) : frac_step, I(16)}},
            {parts, {frac_step, I(256)}},
            {parts, {I(256), fractal}},
            {p.repeat, {(p.dst_stride + I(1)) * fractal, p.src_stride * square}}}},
          element_bytes};
}

// dst and src are L0B and L1; they share no byte.
void transpose(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src);

// Precondition: c is legal.
inline void execute_asc(Machine& machine, const Case& c) {
  const asc::Transpose<int64_t> p = slots_as<asc::Transpose>(c.arguments);
  const int64_t element_bytes = spec::asc::Spec::dtype_bytes(p);
  if (p.repeat > 0)
    transpose(plan_of(element_bytes, p), machine.base(Space::l0b), machine.base(Space::l1));
}

}  // namespace strideproof::optimized

#pragma once
// The transposing copy, optimized: each square is cut into tiles that vectors transpose. The plan
// is a template over the integer type I: the code that runs with int64_t is proved with
// solver::Sym.
//
// A row of a fractal is 32 bytes, whatever the dtype. With K = 16 / es elements in 16 bytes, tile t
// takes the 16 bytes at tile.src of K rows, and of the next K rows, which makes K columns of 2*K
// elements: K rows of 32 bytes at tile.dst.

#include <array>

#include "model/machine.h"
#include "model/optimized/plan.h"
#include "spec/operations/asc.h"

namespace strideproof::optimized {

template <class I>
struct Tile {
  I dst, src;  // offset from the first fractal of the iteration; from the square
};
inline constexpr int max_tiles = 8;

template <class I>
struct SquarePlan {
  I dst, src;             // offsets of the first iteration in L0B and L1
  Loop<I, 2> iterations;  // count, and the bytes to the next one
  int64_t element_bytes;
  int tile_count;
  std::array<Tile<I>, max_tiles> tiles;
};

// Tile t of a square. b8: t is the half of the columns; b16: too; b32: halves of the columns and of
// the rows of a fractal, and the fractal of the source (t = half + 2*rows + 4*fractal). Columns
// become rows, rows of the source fractal become columns, or the fractal, of the destination.
template <class I>
Tile<I> tile_of(int64_t element_bytes, int t, const I& frac_step) {
  const I half(t % 2), rows(t / 2 % 2), fractal(t / 4);
  if (element_bytes == 1) return {half * frac_step, half * I(16)};
  if (element_bytes == 2) return {half * I(256), half * I(16)};
  return {rows * frac_step + fractal * I(256) + half * I(128),
          fractal * I(512) + rows * I(256) + half * I(16)};
}

// Precondition: the case is legal, and element_bytes is the size of its dtype.
template <class I>
SquarePlan<I> plan_of(int64_t element_bytes, const asc::Transpose<I>& p) {
  const bool pair = element_bytes != 2;
  const I fractal(512), square(pair ? 1024 : 512);
  const I frac_step = pair ? (p.dst_frac_stride + I(1)) * fractal : fractal;
  SquarePlan<I> plan{p.dst,
                     p.src + p.index_id * square,
                     {p.repeat, {(p.dst_stride + I(1)) * fractal, p.src_stride * square}},
                     element_bytes,
                     element_bytes == 4 ? 8 : 2,
                     {}};
  for (int t = 0; t < plan.tile_count; ++t)
    plan.tiles[static_cast<size_t>(t)] = tile_of(element_bytes, t, frac_step);
  return plan;
}

// dst and src are L0B and L1; they share no byte.
void transpose(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src);

// Precondition: c is legal.
inline void execute_asc(Machine& machine, const Case& c) {
  const asc::Transpose<int64_t> p = asc::transpose_of(c.arguments);
  const int64_t element_bytes = asc::element_bytes(static_cast<asc::DType>(p.dtype));
  if (p.repeat > 0)
    transpose(plan_of(element_bytes, p), machine.base(Space::l0b), machine.base(Space::l1));
}

}  // namespace strideproof::optimized

#pragma once
// The plans of bm-atomic that exchange rows and columns, or N and C, and those that go through the
// elements of a tensor in NCHW order; over the integer type I.

#include "model/optimized/layouts.h"

namespace strideproof::optimized {

// ---- runs: rows that follow each other are one ----

template <class I>
Truth<I> adjacent(const I& extent, const I& step, const I& bytes) {
  return any_of(extent == I(1), step == bytes);
}

// True if the rows of a channel are one run.
template <class I>
Truth<I> has_adjacent_rows(const ByteLayout<I>& t) {
  return adjacent(t.shape.h, t.h, t.shape.w * t.w);
}
template <class I>
void join_rows(ByteLayout<I>& t) {
  t.shape.w = t.shape.w * t.shape.h;
  t.shape.h = I(1);
}

// The same elements in NCHW order, where contiguous rows, channels and images are one row. The
// elements of a row are adjacent. Extents >= 1.
template <class I>
ByteLayout<I> runs_of(ByteLayout<I> t) {
  auto& [n, c, h, w] = t.shape;
  if (!has_adjacent_rows(t)) return t;
  join_rows(t);
  const Rows<I>& channels = t.channels;
  if (channels.lanes != I(1) && c != I(1)) return t;
  if (!adjacent(c, channels.block, w * t.w)) return t;
  w = w * c;
  c = I(1);
  if (!adjacent(n, t.n, w * t.w)) return t;
  w = w * n;
  n = I(1);
  return t;
}

// ---- transposes ----

// Element (n, c, h, w) of src is element (c, n, h, w) of dst.
template <class I>
struct SwapPlan {
  ByteLayout<I> dst, src;
};

// The length of a row. The elements of a row are adjacent.
template <class I>
I row_bytes(const ByteLayout<I>& t) {
  return t.shape.w * t.w;
}

// A matrix of elements of `bytes` bytes: row c, column n.
template <class I>
ByteLayout<I> matrix_of(const I& columns, const I& rows, const Rows<I>& at, const I& bytes) {
  return {{columns, rows, I(1), I(1)}, at, bytes, I(0), bytes};
}

// True if a plan exchanges rows and columns of matrices.
template <class I>
Truth<I> is_matrix(const SwapPlan<I>& plan) {
  const I bytes = row_bytes(plan.src);
  return all_of(any_of(bytes == I(1), bytes == I(2), bytes == I(4)), plan.src.shape.h == I(1),
                plan.dst.n == bytes, plan.src.n == bytes);
}

enum class Store : uint8_t { move, add_float32 };

// Moves the elements of a plan that exchanges rows and columns of matrices (or adds them to those
// of dst: only elements of 4 bytes). Rows start in the memories dst and src; the operands are
// disjoint or, if there is a single row or column, identical.
void transpose(const SwapPlan<int64_t>& plan, uint8_t* dst, const uint8_t* src,
               Store store = Store::move);

// ---- two tensors in NCHW order ----

// A loop over the elements of a tensor, row by row.
class RunCursor {
 public:
  explicit RunCursor(const ByteLayout<int64_t>& runs) : runs_(runs) {}

  // The elements of the current row that are left, and the first of them.
  int64_t left() const { return runs_.shape.w - done_; }
  int64_t address() const { return start_ + done_ * runs_.w; }

  // Passes `count` of the elements left.
  void pass(int64_t count) {
    done_ += count;
    if (done_ < runs_.shape.w) return;
    done_ = 0;
    start_ += runs_.h;
    if (++h_ < runs_.shape.h) return;
    h_ = 0;
    if (++c_ == runs_.shape.c) ++n_, c_ = 0;
    start_ = address_of(runs_, {n_, c_, h_, 0});
  }

 private:
  const ByteLayout<int64_t>& runs_;
  int64_t n_ = 0, c_ = 0, h_ = 0;
  int64_t start_ = address_of(runs_, {n_, c_, h_, 0});
  int64_t done_ = 0;  // elements of the row
};

// Calls each(dst, src, count) for parts of the tensors, in NCHW order, that are adjacent elements
// in both; `count` elements, dst and src the addresses of the first.
template <class Each>
void for_each_part(RunCursor dst, RunCursor src, int64_t elements, Each each) {
  while (elements > 0) {
    const int64_t count = min_of(dst.left(), src.left());
    each(dst.address(), src.address(), count);
    dst.pass(count);
    src.pass(count);
    elements -= count;
  }
}

}  // namespace strideproof::optimized

#pragma once
// A sequence of rows of bytes, over the integer type I (spec/vocabulary/integer.h): the channels of
// a tensor, each of which may lie in another lane, or the rows of a matrix. Addresses are flat, as
// in plan.h; all steps are in bytes.

#include "spec/layout.h"

namespace strideproof::optimized {

using spec::MachineShape;

// Row i starts at  start + (q mod lanes)*lane + (q div lanes)*block  where q = first + i.
template <class I>
struct Rows {
  I start;
  I first;  // 0 <= first < lanes
  I lanes;
  I lane;
  I block;
};

template <class I>
Rows<I> evenly(const I& start, const I& step) {
  return {start, I(0), I(1), I(0), step};
}

// The channels of image 0.
template <class I>
Rows<I> channels_of(const MachineShape<I>& m, const spec::Tensor<I>& t) {
  const I block = I(t.element_bytes) * t.stride.c;
  if (t.space == Space::system) return evenly(t.address, block);
  const spec::Start<I> start = spec::start_of(m, t.address);
  return {start.offset, start.lane, m.lanes, m.lane_bytes, block};
}

template <class I>
I row_at(const Rows<I>& rows, const I& i) {
  const I q = rows.first + i;
  return rows.start + q % rows.lanes * rows.lane + q / rows.lanes * rows.block;
}

// ---- transposes ----

// Row i, element j of src is row j, element i of dst.
template <class I>
struct TransposePlan {
  I rows, columns;  // of src
  Rows<I> dst, src;
};

enum class Store : uint8_t { move, add_float32 };

// Element i of row j of dst = element j of row i of src (or += it: only elements of 4 bytes), for
// all i < rows, j < columns. The elements of a row are adjacent, of 1, 2 or 4 bytes. Rows start in
// the memories dst and src; the operands are disjoint or, if there is a single row or column,
// identical.
void transpose(int64_t element_bytes, const TransposePlan<int64_t>& plan, uint8_t* dst,
               const uint8_t* src, Store store = Store::move);

// ---- a tensor as runs of elements, in NCHW order ----

template <class I>
struct RunSequence {
  I run;  // adjacent elements of a run: a row, or contiguous rows together
  I rows, channel_count, images;
  I h_step;
  Rows<I> channels;
  I n_step;
};
// The start of run (n, c, h).
template <class I>
I run_at(const RunSequence<I>& runs, const I& n, const I& c, const I& h) {
  return row_at(runs.channels, c) + n * runs.n_step + h * runs.h_step;
}

// Each row is a run. The w stride of the tensor is 1. Extents >= 1.
template <class I>
RunSequence<I> rows_of(const MachineShape<I>& m, const spec::Tensor<I>& t) {
  const I es(t.element_bytes);
  const auto& [n, c, h, w] = t.shape;
  return {w, h, c, n, es * t.stride.h, channels_of(m, t), es * t.stride.n};
}

// Contiguous rows, channels and images are one run.
template <class I>
RunSequence<I> runs_of(const MachineShape<I>& m, const spec::Tensor<I>& t) {
  const auto& [n, c, h, w] = t.shape;
  RunSequence<I> runs = rows_of(m, t);
  const auto adjacent = [](const I& extent, const I& stride, const I& run) {
    return any_of(extent == I(1), stride == run);
  };
  if (!adjacent(h, t.stride.h, runs.run)) return runs;
  runs.run = runs.run * h;
  runs.rows = I(1);
  if (t.space == Space::local && c != I(1)) return runs;
  if (!adjacent(c, t.stride.c, runs.run)) return runs;
  runs.run = runs.run * c;
  runs.channel_count = I(1);
  if (!adjacent(n, t.stride.n, runs.run)) return runs;
  runs.run = runs.run * n;
  runs.images = I(1);
  return runs;
}

// A loop over the elements of a tensor, run by run.
class RunCursor {
 public:
  RunCursor(const RunSequence<int64_t>& runs, int64_t element_bytes)
      : runs_(runs), element_bytes_(element_bytes) {}

  // The elements of the current run that are left, and the first of them.
  int64_t left() const { return runs_.run - done_; }
  int64_t address() const { return start_ + done_ * element_bytes_; }

  // Passes `count` of the elements left.
  void pass(int64_t count) {
    done_ += count;
    if (done_ < runs_.run) return;
    done_ = 0;
    start_ += runs_.h_step;
    if (++h_ < runs_.rows) return;
    h_ = 0;
    if (++c_ == runs_.channel_count) ++n_, c_ = 0;
    start_ = run_at(runs_, n_, c_, h_);
  }

 private:
  const RunSequence<int64_t>& runs_;
  const int64_t element_bytes_;
  int64_t n_ = 0, c_ = 0, h_ = 0;
  int64_t start_ = run_at(runs_, n_, c_, h_);
  int64_t done_ = 0;  // elements of the run
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

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

// Steps from row to row without a division.
template <class I>
struct RowCursor {
  I at;    // row_at
  I lane;  // q mod lanes
};

template <class I>
RowCursor<I> row_cursor(const Rows<I>& rows, const I& i) {
  return {row_at(rows, i), (rows.first + i) % rows.lanes};
}

// The cursor of row i + 1 from that of row i.
template <class I>
RowCursor<I> next(const Rows<I>& rows, const RowCursor<I>& cursor) {
  const auto wraps = cursor.lane + I(1) == rows.lanes;
  const I back = rows.block - (rows.lanes - I(1)) * rows.lane;
  return {cursor.at + select(wraps, back, rows.lane), select(wraps, I(0), cursor.lane + I(1))};
}

// ---- a tensor as runs of elements, in NCHW order ----

// Run (n, c, h) starts at  row_at(channels, c) + n*n_step + h*h_step.
template <class I>
struct RunSequence {
  I run;  // adjacent elements of a run: a row, or contiguous rows together
  I rows, channel_count, images;
  I h_step;
  Rows<I> channels;
  I n_step;
};

// The w stride of the tensor is 1. Extents >= 1.
template <class I>
RunSequence<I> path_of(const MachineShape<I>& m, const spec::Tensor<I>& t) {
  const I es(t.element_bytes);
  const auto& [n, c, h, w] = t.shape;
  RunSequence<I> path = {w, h, c, n, es * t.stride.h, channels_of(m, t), es * t.stride.n};
  const auto adjacent = [](const I& extent, const I& stride, const I& run) {
    return any_of(extent == I(1), stride == run);
  };
  if (!adjacent(h, t.stride.h, path.run)) return path;
  path.run = path.run * h;
  path.rows = I(1);
  if (t.space == Space::local && c != I(1)) return path;
  if (!adjacent(c, t.stride.c, path.run)) return path;
  path.run = path.run * c;
  path.channel_count = I(1);
  if (!adjacent(n, t.stride.n, path.run)) return path;
  path.run = path.run * n;
  path.images = I(1);
  return path;
}

// The position of a loop over the runs of a tensor.
template <class I>
struct RunCursor {
  I at;  // of the run (n, c, h)
  I h, c;
  RowCursor<I> channel;  // of image 0
  I image;               // n * n_step
};

template <class I>
RunCursor<I> start_of(const RunSequence<I>& path) {
  const RowCursor<I> channel = row_cursor(path.channels, I(0));
  return {channel.at, I(0), I(0), channel, I(0)};
}

// The position of the next run.
template <class I>
RunCursor<I> next(const RunSequence<I>& path, RunCursor<I> position) {
  position.h = position.h + I(1);
  if (position.h < path.rows) {
    position.at = position.at + path.h_step;
    return position;
  }
  position.h = I(0);
  position.c = position.c + I(1);
  if (position.c < path.channel_count) {
    position.channel = next(path.channels, position.channel);
  } else {
    position.c = I(0);
    position.channel = row_cursor(path.channels, I(0));
    position.image = position.image + path.n_step;
  }
  position.at = position.channel.at + position.image;
  return position;
}

// The position of a loop over two tensors at once. A part is a range of elements that is contiguous
// in both.
template <class I>
struct RunPairCursor {
  RunCursor<I> dst, src;
  I written, read;  // elements of the current runs that are done
};

template <class I>
RunPairCursor<I> parts_from_start(const RunSequence<I>& dst, const RunSequence<I>& src) {
  return {start_of(dst), start_of(src), I(0), I(0)};
}

template <class I>
I part_length(const RunSequence<I>& dst, const RunSequence<I>& src, const RunPairCursor<I>& parts) {
  return min_of(dst.run - parts.written, src.run - parts.read);
}

// The position after the part.
template <class I>
RunPairCursor<I> next(const RunSequence<I>& dst, const RunSequence<I>& src,
                      RunPairCursor<I> parts) {
  const I count = part_length(dst, src, parts);
  parts.written = parts.written + count;
  parts.read = parts.read + count;
  if (parts.written == dst.run) {
    parts.dst = next(dst, parts.dst);
    parts.written = I(0);
  }
  if (parts.read == src.run) {
    parts.src = next(src, parts.src);
    parts.read = I(0);
  }
  return parts;
}

// Calls each(dst, src, count) for parts of the tensors, in NCHW order, that are adjacent elements
// in both; `count` elements, dst and src the addresses of the first.
template <class Each>
void for_each_part(const RunSequence<int64_t>& dst, int64_t dst_bytes,
                   const RunSequence<int64_t>& src, int64_t src_bytes, int64_t elements,
                   Each each) {
  auto parts = parts_from_start(dst, src);
  while (true) {
    const int64_t count = part_length(dst, src, parts);
    each(parts.dst.at + parts.written * dst_bytes, parts.src.at + parts.read * src_bytes, count);
    elements -= count;
    if (elements <= 0) return;
    parts = next(dst, src, parts);
  }
}

}  // namespace strideproof::optimized

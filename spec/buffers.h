#pragma once
// Memories whose offsets count from one start: system memory (GM), UB, L1, L0B. Templates over the
// integer type; a space may be a parameter of the case, so it is a number here.

#include <span>
#include <vector>

#include "spec/saturating.h"
#include "spec/slack.h"
#include "spec/spec.h"

namespace strideproof::spec {

template <class I>
struct Buffers {
  I ub, l1, l0b;  // bytes, multiples of 512; 0 where the machine has none
  std::span<const Window> windows;
};

template <class I>
Buffers<I> buffers_of(const Profile& profile) {
  const auto bytes = [&](Space space) {
    return I(profile.buffer_bytes[static_cast<size_t>(space)]);
  };
  return {bytes(Space::ub), bytes(Space::l1), bytes(Space::l0b), profile.windows};
}

template <class I>
Truth<I> is(const I& space, Space which) {
  return space == I(static_cast<int64_t>(which));
}

// The size of UB, L1 or L0B; 0 for other spaces.
template <class I>
I buffer_bytes(const Buffers<I>& m, const I& space) {
  return select(is(space, Space::ub), m.ub,
                select(is(space, Space::l1), m.l1, select(is(space, Space::l0b), m.l0b, I(0))));
}

// The window, or the buffer, in which an operand starts exists. In a buffer offset is a multiple of
// `unit`, which divides the buffer's size: the edge is the last unit.
template <class I>
I start_slack(const Buffers<I>& m, const I& space, const I& offset, int64_t unit) {
  const I in_buffer = buffer_bytes(m, space) - I(unit) - min_of(offset, I(unbounded));
  I in_window = I(-unbounded);
  for (const Window& window : m.windows)
    in_window = max_of(in_window, min_of(offset - I(window.first), I(window.end() - 1) - offset));
  return select(is(space, Space::system), in_window, in_buffer);
}

// The last byte of the buffer, or of the window in which offset lies.
template <class I>
I last_allowed(const Buffers<I>& m, const I& space, const I& offset) {
  I last = I(-1);
  for (const Window& window : m.windows)
    last = select(all_of(offset >= I(window.first), offset < I(window.end())), I(window.end() - 1),
                  last);
  return select(is(space, Space::system), last, buffer_bytes(m, space) - I(1));
}

// Appends the existing part of the bytes [first, last] of a space: the part in each window, or in
// the buffer. Appends nothing if the space is unknown or local memory.
void append_bounding_range(const Profile& profile, int64_t space, Saturating first, Saturating last,
                           Operands operand, std::vector<OperandRange>& runs);

}  // namespace strideproof::spec

#pragma once
// How a legal case of bm-atomic is given one fault; see bm_atomic.h.

#include <algorithm>

#include "props/bm_atomic_parts.h"

namespace strideproof::props::bm_atomic {

inline constexpr int64_t largest_u32 = 0xffffffff;

// Shared by the faults of all operations. `Op` is the view of one of them; `op` is the case to be.
template <class Op>
class Violation {
 public:
  Violation(Random& random, const Case& c, const Op& view)
      : op(view),
        random_(random),
        profile_(*c.profile),
        m_(spec::machine_shape<int64_t>(profile_)) {}

  Op op;

 protected:
  int64_t too_large() { return random_.pick<int64_t>({65536, 65536, 65536, 65537, largest_u32}); }
  int64_t unknown(int64_t count) {
    return random_.pick<int64_t>({count, count, count, count + 1, largest_u32});
  }
  int64_t no_lane() {
    return random_.pick<int64_t>({m_.lanes, m_.lanes, m_.lanes + 1, largest_u32});
  }
  int64_t off(int64_t bytes) { return random_.between(1, bytes - 1); }

  // A byte is never off: other elements, their operands at aligned places.
  template <class... Addresses>
  int64_t make_wide(Addresses&... addresses) {
    if (spec::bm_atomic::element_bytes_of(op.format) == 1)
      op.format = static_cast<int>(random_.pick({strideproof::bm_atomic::Format::float32,
                                                 strideproof::bm_atomic::Format::int16,
                                                 strideproof::bm_atomic::Format::float16}));
    const int64_t bytes = spec::bm_atomic::element_bytes_of(op.format);
    ((addresses -= addresses % bytes), ...);
    return bytes;
  }

  // An aligned address where nothing starts, of an operand of this memory.
  int64_t nowhere(spec::bm_atomic::Memory memory, int64_t bytes) {
    if (memory == spec::bm_atomic::Memory::lanes)
      return random_.pick<int64_t>({m_.lane_bytes, m_.lane_bytes, m_.lane_bytes + bytes,
                                    m_.lanes * m_.lane_bytes, largest_u32 / bytes * bytes});
    const Window& window =
        memory == spec::bm_atomic::Memory::flat ? m_.flat : random_.pick(profile_.windows);
    const Window& other =
        memory == spec::bm_atomic::Memory::flat ? random_.pick(profile_.windows) : m_.flat;
    return random_.pick<int64_t>({window.end(), window.end(), window.first - bytes,
                                  window.first - bytes, other.first, 0, INT64_MAX / bytes * bytes});
  }

  // The address from which the last step of the operand, or a little more, is past the end. The
  // start stays in its memory.
  int64_t past_the_end(Operands which, int64_t step) {
    const spec::bm_atomic::Side<int64_t> side = spec::bm_atomic::side_of(op, which);
    const MachineShape m = spec::bm_atomic::machine_of(m_, side.memory);
    const Tensor t = spec::bm_atomic::operand_of(m, op, which);
    const int64_t slack = spec::end_slack(m, t) / step * step;
    const int64_t more = random_.pick<int64_t>({1, 1, 1, 2, 5}) * step;
    const int64_t end = spec::last_allowed(m, t.space, t.address) + 1;
    return std::min(side.address + slack + more, end - step);
  }

  Random& random_;
  const Profile& profile_;
  const MachineShape m_;
};

}  // namespace strideproof::props::bm_atomic

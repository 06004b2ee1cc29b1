// The other half of props/tik.h: a legal case is given one fault.

#include <algorithm>

#include "props/tik.h"
#include "spec/operations/tik.h"

namespace strideproof::props::tik {
namespace {

using namespace strideproof::tik;
using spec::tik::block_bytes;

constexpr int64_t largest = 0x7fffffff, smallest = -largest - 1;
constexpr int64_t gm = static_cast<int64_t>(Space::system), ub = static_cast<int64_t>(Space::ub),
                  l1 = static_cast<int64_t>(Space::l1), l0b = static_cast<int64_t>(Space::l0b),
                  local = static_cast<int64_t>(Space::local);

class Violation {
 public:
  Violation(Random& random, const Case& c)
      : random_(random),
        profile_(*c.profile),
        m_(spec::buffers_of<int64_t>(profile_)),
        op_(move_of(c.arguments)) {}

  const Move<int64_t>& violate(ConstraintId label) {
    switch (label) {
      case ConstraintId::path: no_path(); break;
      case ConstraintId::dtype_min: op_.dtype = too_small(0); break;
      case ConstraintId::dtype_max: op_.dtype = too_large(dtype_count - 1); break;
      case ConstraintId::sid_min: op_.sid = too_small(0); break;
      case ConstraintId::sid_max: op_.sid = too_large(spec::tik::largest_sid); break;
      case ConstraintId::nburst_min: op_.nburst = too_small(1); break;
      case ConstraintId::nburst_max: op_.nburst = too_large(spec::tik::largest_nburst); break;
      case ConstraintId::burst_min: op_.burst = too_small(1); break;
      case ConstraintId::burst_max: op_.burst = too_large(spec::tik::largest_burst); break;
      case ConstraintId::src_stride_min: op_.src_stride = too_small(0); break;
      case ConstraintId::src_stride_max:
        op_.src_stride = too_large(spec::tik::largest_stride);
        break;
      case ConstraintId::dst_stride_min: op_.dst_stride = too_small(0); break;
      case ConstraintId::dst_stride_max:
        op_.dst_stride = too_large(spec::tik::largest_stride);
        break;
      case ConstraintId::dst_aligned: misalign(true); break;
      case ConstraintId::src_aligned: misalign(false); break;
      case ConstraintId::dst_start: op_.dst = nowhere(op_.dst_space); break;
      case ConstraintId::src_start: op_.src = nowhere(op_.src_space); break;
      case ConstraintId::dst_end: past_the_end(true); break;
      case ConstraintId::src_end: past_the_end(false); break;
      case ConstraintId::overlap: overlap(); break;
    }
    return op_;
  }

 private:
  int64_t too_small(int64_t least) {
    return random_.pick<int64_t>({least - 1, least - 1, least - 1, -65535, smallest});
  }
  int64_t too_large(int64_t most) {
    return random_.pick<int64_t>({most + 1, most + 1, most + 1, most + 2, 2 * most + 2, largest});
  }

  void no_path() {
    struct Path {
      int64_t src, dst;
    };
    const auto [src, dst] = random_.pick<Path>({{ub, l1},
                                                {gm, gm},
                                                {l1, ub},
                                                {l1, gm},
                                                {l1, l1},
                                                {gm, l0b},
                                                {local, ub},
                                                {ub, local},
                                                {gm, 5},
                                                {-1, ub},
                                                {smallest, largest}});
    op_.src_space = src;
    op_.dst_space = dst;
  }

  void exchange() {
    std::swap(op_.dst_space, op_.src_space);
    std::swap(op_.dst, op_.src);
    std::swap(op_.dst_stride, op_.src_stride);
  }

  // In GM every address is aligned, so the other operand's place is taken.
  void misalign(bool dst) {
    if ((dst ? op_.dst_space : op_.src_space) == gm) {
      if (op_.dst_space == l1) move_to_ub();
      exchange();
    }
    int64_t& address = dst ? op_.dst : op_.src;
    address = moved(address, random_.pick<int64_t>({1, 1, 16, block_bytes - 1}));
  }

  // From L1: a single block fits.
  void move_to_ub() {
    op_.dst_space = ub;
    op_.dst = 0;
    op_.nburst = op_.burst = 1;
  }

  // An offset that is aligned, at which nothing starts.
  int64_t nowhere(int64_t space) {
    if (space == gm) {
      const Window& window = random_.pick(profile_.windows);
      const int64_t below = std::max<int64_t>(window.first - 1, 0);
      return random_.pick<int64_t>(
          {window.end(), window.end(), below > 0 ? below : window.end() + 1, INT64_MAX});
    }
    const int64_t end = spec::buffer_bytes(m_, space);
    return random_.pick<int64_t>({end, end, end + block_bytes, 2 * end, int64_t{1} << 32,
                                  INT64_MAX / block_bytes * block_bytes});
  }

  // Moves an operand so that its last block, or in GM its last byte, is past the end.
  void past_the_end(bool dst) {
    const int64_t space = dst ? op_.dst_space : op_.src_space;
    int64_t& first = dst ? op_.dst : op_.src;
    // A single block of a buffer has no place that starts inside and ends outside.
    if (space != gm && op_.nburst == 1 && op_.burst == 1) op_.burst = 2;
    const int64_t unit = space == gm ? 1 : block_bytes;
    const int64_t last = spec::last_allowed(m_, space, first);
    const int64_t to_the_end = last - spec::tik::last_byte(dst ? dst_of(op_) : src_of(op_));
    const int64_t more = random_.pick<int64_t>({1, 1, 1, 2, 5}) * unit;
    first = std::min(first + to_the_end + more, last + 1 - unit);
  }

  int64_t extent() const {
    return (op_.nburst * op_.burst + (op_.nburst - 1) * op_.src_stride) * block_bytes;
  }

  // Both operands in UB: a few blocks from each other, or from one start on with different steps.
  void overlap() {
    const bool other_path = op_.dst_space != ub || op_.src_space != ub;
    op_.dst_space = op_.src_space = ub;
    if (op_.src_stride > 8) op_.src_stride = random_.below(4);
    while (2 * extent() > m_.ub) (op_.nburst > op_.burst ? op_.nburst : op_.burst) /= 2;
    if (op_.nburst == 1 && op_.burst == 1) op_.nburst = 2;
    if (other_path || op_.src + 2 * extent() > m_.ub) op_.src = 0;
    op_.dst = op_.src;
    op_.dst_stride = op_.src_stride;
    if (op_.nburst > 1 && random_.chance(1, 3)) {
      op_.dst_stride += 1;
      return;
    }
    int64_t shift = op_.burst + op_.src_stride;  // a burst of src under the one before it of dst
    if (op_.burst > 1) shift = random_.pick<int64_t>({1, op_.burst - 1, op_.burst - 1});
    op_.dst += shift * block_bytes;
    if (random_.chance(1, 2)) std::swap(op_.dst, op_.src);
  }

  static spec::tik::Bursts<int64_t> dst_of(const Move<int64_t>& op) {
    return spec::tik::dst_of(op);
  }
  static spec::tik::Bursts<int64_t> src_of(const Move<int64_t>& op) {
    return spec::tik::src_of(op);
  }

  Random& random_;
  const Profile& profile_;
  const spec::Buffers<int64_t> m_;
  Move<int64_t> op_;
};

}  // namespace

void violate(Random& random, Case& c, const Constraint& constraint) {
  put(c, Violation(random, c).violate(static_cast<ConstraintId>(constraint.bit)));
}

}  // namespace strideproof::props::tik

// The small world of data_move: nested loops over everything.

#include <algorithm>

#include "props/tik.h"
#include "spec/operations/tik.h"

namespace strideproof::props::tik {
namespace {

using namespace strideproof::tik;
using spec::tik::block_bytes;

constexpr int64_t most_bursts = 4, largest_burst = 3, largest_stride = 3;
constexpr int64_t gm = static_cast<int64_t>(Space::system), ub = static_cast<int64_t>(Space::ub),
                  l1 = static_cast<int64_t>(Space::l1);

class SmallWorld {
 public:
  SmallWorld(const Operation& operation, const Profile& profile, World world,
             const std::function<void(const Case&)>& visit)
      : world_(world), visit_(visit), m_(spec::buffers_of<int64_t>(profile)), profile_(profile) {
    case_.operation = &operation;
    case_.profile = &profile;
    case_.fill = 1;
  }

  void all() {
    for (op_.nburst = 1; op_.nburst <= most_bursts; ++op_.nburst)
      for (op_.burst = 1; op_.burst <= largest_burst; ++op_.burst)
        for (op_.src_stride = 0; op_.src_stride <= largest_stride; ++op_.src_stride)
          for (op_.dst_stride = 0; op_.dst_stride <= largest_stride; ++op_.dst_stride) {
            between(gm, l1);
            between(gm, ub);
            between(ub, gm);
            within_ub();
          }
  }

 private:
  void between(int64_t src, int64_t dst) {
    op_.src_space = src;
    op_.dst_space = dst;
    if (world_ == World::plain) return at(last(true, dst), last(false, src) / 2);
    for (op_.dtype = 0; op_.dtype < dtype_count; ++op_.dtype) {
      op_.sid = op_.dtype;
      at(start(dst), last(false, src));
      at(last(true, dst), start(src));
      at(middle(true, dst), middle(false, src));
    }
    op_.dtype = op_.sid = 0;
  }

  // Source in the middle, destination in every place of UB.
  void within_ub() {
    op_.src_space = op_.dst_space = ub;
    const int64_t src = m_.ub / 2 - extent(false) / 2 / block_bytes * block_bytes;
    if (world_ == World::plain) return at(0, src);
    for (int64_t dst = 0; dst < m_.ub; dst += block_bytes) at(dst, src);
  }

  void at(int64_t dst, int64_t src) {
    op_.dst = dst;
    op_.src = src;
    put(case_, op_);
    show_apart(case_, element_bytes(static_cast<DType>(op_.dtype)));
    visit_(case_);
  }

  int64_t extent(bool dst) const {
    const int64_t stride = dst ? op_.dst_stride : op_.src_stride;
    return (op_.nburst * op_.burst + (op_.nburst - 1) * stride) * block_bytes;
  }
  // The start of the last window, which holds a multiple of 2^32 on toy.
  int64_t start(int64_t space) const { return space == gm ? profile_.windows.back().first : 0; }
  int64_t bytes(int64_t space) const {
    return space == gm ? profile_.windows.back().size : spec::buffer_bytes(m_, space);
  }
  // With its last byte at the end of its memory.
  int64_t last(bool dst, int64_t space) const { return start(space) + bytes(space) - extent(dst); }
  // In GM across 2^32 and no multiple of a block.
  int64_t middle(bool dst, int64_t space) const {
    const int64_t half = bytes(space) / 2 - extent(dst) / 2 / block_bytes * block_bytes;
    return start(space) + half + (space == gm ? 5 : 0);
  }

  const World world_;
  const std::function<void(const Case&)>& visit_;
  const spec::Buffers<int64_t> m_;
  const Profile& profile_;
  Case case_;
  Move<int64_t> op_{};
};

}  // namespace

void each_small_case(const Operation& operation, const Profile& profile, World world,
                     const std::function<void(const Case&)>& visit) {
  SmallWorld(operation, profile, world, visit).all();
}

}  // namespace strideproof::props::tik

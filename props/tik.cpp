// Random cases of data_move.

#include "props/tik.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "props/families.h"
#include "props/tensor.h"
#include "spec/operations/tik.h"

namespace strideproof::props::tik {
namespace {

using namespace strideproof::tik;
using spec::tik::block_bytes;
using spec::tik::largest_nburst;
using spec::tik::largest_sid;
using spec::tik::largest_stride;

class Generator : CaseGenerator {
 public:
  using CaseGenerator::CaseGenerator;

  Case move() {
    choose_path();
    choose_counts();
    choose_strides();
    while (!place()) reduce();
    if (op_.nburst == 1) choose_unused_strides();
    put(case_, op_);
    choose_data(random_, element_bytes(static_cast<DType>(op_.dtype)), case_);
    return case_;
  }

 private:
  // How source and destination lie in UB.
  enum class Relation { none, apart, in_place, woven, every_other, in_a_gap, anywhere };

  void choose_path() {
    constexpr std::pair<int64_t, int64_t> paths[] = {{gm, l1}, {gm, ub}, {ub, gm}, {ub, ub}};
    const int64_t draw = random_.below(5);
    std::tie(op_.src_space, op_.dst_space) = paths[std::min<int64_t>(draw, 3)];
    op_.dtype = random_.below(dtype_count);
    op_.sid = random_.pick<int64_t>({0, 0, 0, 0, 1, 7, largest_sid});
    if (op_.src_space != op_.dst_space) return;
    relation_ =
        random_.pick({Relation::in_place, Relation::woven, Relation::woven, Relation::every_other,
                      Relation::in_a_gap, Relation::apart, Relation::apart, Relation::apart});
    if (random_.chance(1, 20)) relation_ = Relation::anywhere;
  }

  void choose_counts() {
    op_.nburst = random_.pick({1, 1, 2, 2, 2, 3, 3, 4, 5, 7});
    op_.burst = random_.pick({1, 1, 1, 2, 2, 3, 4, 8});
    switch (random_.below(24)) {
      case 0: op_.burst = random_.between(1, 40); break;
      case 1: op_.burst = random_.around(random_.pick({8, 16, 32})); break;
      case 2: op_.nburst = random_.around(random_.pick({8, 16, 32})); break;
      default: break;
    }
    if (random_.chance(1, 200)) choose_large_counts();
  }

  void choose_large_counts() {
    op_.nburst = op_.burst = 1;
    switch (random_.below(5)) {
      case 0: op_.nburst = largest_nburst; break;
      case 1: op_.nburst = random_.past_power_of_two(largest_nburst); break;
      case 2: op_.burst = random_.around(65536 / block_bytes); break;
      case 3: op_.burst = bytes_of(op_.src_space == gm ? op_.dst_space : ub) / block_bytes; break;
      default: op_.nburst = random_.between(2049, 2060), far_ = true;
    }
  }

  void choose_strides() {
    const auto small = [&] { return random_.pick<int64_t>({0, 0, 0, 1, 1, 2, 3, 8}); };
    op_.src_stride = small();
    op_.dst_stride = random_.chance(1, 4) ? op_.src_stride : small();
    if (op_.nburst > 1 && op_.nburst <= 4 && random_.chance(1, 60)) far_ = true;
    int64_t& outside = op_.src_space == gm ? op_.src_stride : op_.dst_stride;
    if (far_) outside = largest_stride;
    // The bursts from the first byte of the buffer to the last.
    int64_t& inside = op_.src_space == gm ? op_.dst_stride : op_.src_stride;
    if (far_) inside = random_.below(2);
    const int64_t buffer = bytes_of(op_.src_space == gm ? op_.dst_space : ub) / block_bytes;
    if (op_.nburst > 1 && !far_ && random_.chance(1, 30))
      inside = std::clamp<int64_t>((buffer - op_.nburst * op_.burst) / (op_.nburst - 1), 0,
                                   largest_stride);
  }

  void choose_unused_strides() {
    const auto any = [&] {
      return random_.pick<int64_t>({0, 0, 0, 1, 1000, largest_stride, largest_stride});
    };
    op_.src_stride = any();
    op_.dst_stride = any();
  }

  int64_t bytes_of(int64_t space) const {
    return profile_.buffer_bytes[static_cast<size_t>(space)];
  }
  int64_t extent(int64_t stride) const {
    return (op_.nburst * op_.burst + (op_.nburst - 1) * stride) * block_bytes;
  }

  // The start of something of that extent; -1: it fits nowhere.
  int64_t somewhere(int64_t space, int64_t extent) {
    if (space == gm)
      return random_address(random_, profile_, extent, random_.chance(1, 2) ? 1 : block_bytes);
    const int64_t last = bytes_of(space) - extent;
    if (last < 0) return -1;
    switch (random_.below(6)) {
      case 0:
      case 1: return 0;
      case 2: return last;
      case 3: return std::min(last, 65536 - extent / 2 / block_bytes * block_bytes);
      default: return std::min(last, random_.below(64) * block_bytes);
    }
  }

  bool place() {
    if (relation_ == Relation::none || relation_ == Relation::anywhere) {
      op_.dst = somewhere(op_.dst_space, extent(op_.dst_stride));
      op_.src = somewhere(op_.src_space, extent(op_.src_stride));
    } else {
      const int64_t shift = relate();
      const int64_t total =
          std::max(extent(op_.src_stride), shift * block_bytes + extent(op_.dst_stride));
      op_.src = somewhere(ub, total);
      op_.dst = op_.src + shift * block_bytes;
      if (random_.chance(1, 2)) {
        std::swap(op_.dst, op_.src);
        std::swap(op_.dst_stride, op_.src_stride);
      }
      if (op_.src < 0) return false;
    }
    return op_.dst >= 0 && op_.src >= 0;
  }

  // Sets the strides of two operands in UB; by how many blocks dst starts behind src.
  int64_t relate() {
    const int64_t n = op_.nburst, length = op_.burst;
    switch (relation_) {
      case Relation::in_place: op_.dst_stride = op_.src_stride; return 0;
      case Relation::woven: {
        // The gaps of one hold the bursts of the other, a little of them free.
        const int64_t free = random_.pick({0, 0, 1, 2});
        op_.dst_stride = op_.src_stride = length + free;
        const int64_t in_gap = random_.pick<int64_t>({0, free});
        return length + in_gap + random_.pick({0, 0, 1}) * (2 * length + free);
      }
      case Relation::every_other: {
        // Bursts of src in even places, of dst in odd ones, each with its own step.
        op_.src_stride = (2 * random_.between(1, 3) - 1) * length;
        op_.dst_stride = (2 * random_.between(1, 3) - 1) * length;
        return (2 * random_.between(0, 2) + 1) * length;
      }
      case Relation::in_a_gap:
        op_.dst_stride = 0;
        op_.src_stride = n * length + random_.below(3);
        return length + random_.between(0, op_.src_stride - n * length);
      default: return extent(op_.src_stride) / block_bytes + random_.pick({0, 0, 1, 7});
    }
  }

  // Something did not fit.
  void reduce() {
    const bool given = relation_ == Relation::woven || relation_ == Relation::every_other ||
                       relation_ == Relation::in_a_gap;
    if (!given && op_.nburst > 1 && std::max(op_.src_stride, op_.dst_stride) > op_.burst) {
      op_.src_stride /= 2;
      op_.dst_stride /= 2;
    } else {
      halve_largest({&op_.burst, &op_.nburst});
    }
  }

  const Profile& profile_ = *case_.profile;
  Move<int64_t> op_{};
  Relation relation_ = Relation::none;
  bool far_ = false;
};

}  // namespace

Case legal(Random& random, Case c) { return Generator(random, std::move(c)).move(); }

}  // namespace strideproof::props::tik

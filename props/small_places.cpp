#include <algorithm>
#include <numeric>

#include "props/small_world.h"
#include "spec/vocabulary/integer.h"

namespace strideproof::props {
namespace {

constexpr int64_t block_bytes = 32;

// Places operands that lie in one memory.
class Placer {
 public:
  explicit Placer(const std::vector<const SmallOperand*>& all) : all_(all) {
    for (const SmallOperand* one : all) unit_ = std::max(unit_, one->unit);
  }

  std::vector<Places> places() {
    if (all_.size() == 1) {
      starts({}, all_[0]->extent, true);
    } else {
      in_order();
      for (size_t a = 0; a < all_.size(); ++a)
        for (size_t b = a + 1; b < all_.size(); ++b) near_each_other(a, b);
    }
    if (places_.empty()) starts({}, 0, false);  // they do not fit
    return std::move(places_);
  }

 private:
  // Operands at these distances from each other, from several starts of the memory, or from one.
  void starts(const Places& distances, int64_t extent, bool several) {
    const SmallOperand& in = *all_[0];
    const int64_t last = (in.size - extent) / unit_ * unit_;
    if (last < 0) return;
    const auto add = [&](int64_t offset) {
      if (offset < 0 || offset > last) return;
      Places& places = places_.emplace_back();
      for (size_t i = 0; i < all_.size(); ++i) places[i] = in.first + offset + distances[i];
    };
    const bool at_end = !several && places_.size() % 2 == 1;
    if (several || !at_end) add(0);
    if (last > 0 && (several || at_end)) add(last);
    if (last > 0 && several) add((in.size / 2 - extent / 2 - 1) / unit_ * unit_);
    if (in.boundary == 0) return;
    const int64_t boundary = in.boundary - in.first;
    for (int64_t before = 0; before <= std::min(extent, 6 * unit_); before += unit_) {
      add(boundary - before);
      add(boundary - extent + before);
    }
  }
  void at(const Places& distances) {
    int64_t extent = 0;
    for (size_t i = 0; i < all_.size(); ++i)
      extent = std::max(extent, distances[i] + all_[i]->extent);
    starts(distances, extent, false);
  }

  void in_order() {
    std::vector<size_t> order(all_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    do {
      Places distances{};
      int64_t next = 0;
      for (const size_t i : order) {
        distances[i] = next;
        next = round_up(next + all_[i]->extent, unit_);
      }
      at(distances);
    } while (std::ranges::next_permutation(order).found);
  }

  // Places `b` on `a` and a unit further, and the third operand past both. Blocks are placed at
  // every distance at which they meet.
  void near_each_other(size_t a, size_t b) {
    const SmallOperand &first = *all_[a], &second = *all_[b];
    const bool blocks = unit_ >= block_bytes;
    const int64_t least = blocks ? unit_ - second.extent : first.style == second.style ? 0 : unit_;
    for (int64_t by = least; by <= (blocks ? first.extent - unit_ : unit_); by += unit_) {
      Places distances{};
      distances[a] = std::max<int64_t>(-by, 0);
      distances[b] = std::max<int64_t>(by, 0);
      if (all_.size() == 3)
        distances[3 - a - b] =
            round_up(std::max(distances[a] + first.extent, distances[b] + second.extent), unit_);
      at(distances);
    }
  }

  const std::vector<const SmallOperand*>& all_;
  int64_t unit_ = 1;
  std::vector<Places> places_;
};

bool in_one_memory(const SmallOperand& a, const SmallOperand& b) {
  return a.space == b.space && a.lane == b.lane && a.first == b.first;
}

}  // namespace

std::vector<Places> small_places(const std::vector<SmallOperand>& operands) {
  std::vector<std::vector<const SmallOperand*>> memories;
  for (const SmallOperand& one : operands) {
    const auto memory = std::ranges::find_if(
        memories, [&](const auto& members) { return in_one_memory(*members[0], one); });
    (memory == memories.end() ? memories.emplace_back() : *memory).push_back(&one);
  }
  std::vector<std::vector<Places>> found;
  size_t most = 0;
  for (const auto& members : memories)
    most = std::max(most, found.emplace_back(Placer(members).places()).size());
  std::vector<Places> all(most);
  for (size_t m = 0; m < memories.size(); ++m)
    for (size_t i = 0; i < most; ++i) {
      const Places& places = found[m][(i + m) % found[m].size()];
      for (size_t k = 0; k < memories[m].size(); ++k)
        all[i][static_cast<size_t>(memories[m][k] - operands.data())] = places[k];
    }
  return all;
}

}  // namespace strideproof::props

#include "props/small_places.h"

#include <algorithm>
#include <numeric>

#include "spec/vocabulary/integer.h"

namespace strideproof::props {
namespace {

constexpr int64_t block_bytes = 32;

// The operands in one memory.
struct Group {
  std::array<size_t, operand_count> members{};
  size_t count = 0;
  std::vector<Places> places;  // of the members
};

class GroupPlacer {
 public:
  GroupPlacer(std::span<const PlacedOperand> all, Group& group) : all_(all), group_(group) {
    for (size_t i = 0; i < group.count; ++i) unit_ = std::max(unit_, of(i).unit);
  }

  void place() {
    if (group_.count == 1) return starts({}, of(0).extent, true);
    in_order();
    for (size_t a = 0; a < group_.count; ++a)
      for (size_t b = a + 1; b < group_.count; ++b) near_each_other(a, b);
    if (group_.places.empty()) starts({}, 0, false);  // they do not fit
  }

 private:
  const PlacedOperand& of(size_t member) const { return all_[group_.members[member]]; }

  // Members at these distances from each other, from several starts of the memory, or from one.
  void starts(const Places& distances, int64_t extent, bool several) {
    const PlacedOperand& in = of(0);
    const int64_t last = (in.size - extent) / unit_ * unit_;
    if (last < 0) return;
    const auto add = [&](int64_t offset) {
      if (offset < 0 || offset > last) return;
      Places places{};
      for (size_t i = 0; i < group_.count; ++i) places[i] = in.first + offset + distances[i];
      group_.places.push_back(places);
    };
    const bool at_end = !several && group_.places.size() % 2 == 1;
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
    for (size_t i = 0; i < group_.count; ++i)
      extent = std::max(extent, distances[i] + of(i).extent);
    starts(distances, extent, false);
  }

  void in_order() {
    std::array<size_t, operand_count> order{};
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(group_.count);
    std::iota(order.begin(), end, size_t{0});
    do {
      Places distances{};
      int64_t next = 0;
      for (auto member = order.begin(); member != end; ++member) {
        distances[*member] = next;
        next = round_up(next + of(*member).extent, unit_);
      }
      at(distances);
    } while (std::next_permutation(order.begin(), end));
  }

  // Places `b` on `a` and a unit further, and the third operand past both. Blocks: at every distance
  // at which they meet.
  void near_each_other(size_t a, size_t b) {
    const bool blocks = unit_ >= block_bytes;
    const int64_t least = blocks ? unit_ - of(b).extent : of(a).style == of(b).style ? 0 : unit_;
    for (int64_t by = least; by <= (blocks ? of(a).extent - unit_ : unit_); by += unit_) {
      Places distances{};
      distances[a] = std::max<int64_t>(-by, 0);
      distances[b] = std::max<int64_t>(by, 0);
      if (group_.count == 3)
        distances[3 - a - b] =
            round_up(std::max(distances[a] + of(a).extent, distances[b] + of(b).extent), unit_);
      at(distances);
    }
  }

  std::span<const PlacedOperand> all_;
  Group& group_;
  int64_t unit_ = 1;
};

bool in_one_memory(const PlacedOperand& a, const PlacedOperand& b) {
  return a.space == b.space && a.lane == b.lane && a.first == b.first;
}

}  // namespace

void each_place(std::span<const PlacedOperand> operands, std::vector<Places>& into) {
  thread_local std::array<Group, operand_count> groups;
  size_t count = 0, most = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    const auto end = groups.begin() + static_cast<std::ptrdiff_t>(count);
    auto group = std::find_if(groups.begin(), end, [&](const Group& one) {
      return in_one_memory(operands[one.members[0]], operands[i]);
    });
    if (group == end) {
      group->count = 0;
      ++count;
    }
    group->members[group->count++] = i;
  }
  for (size_t g = 0; g < count; ++g) {
    groups[g].places.clear();
    GroupPlacer(operands, groups[g]).place();
    most = std::max(most, groups[g].places.size());
  }
  into.assign(most, {});
  for (size_t g = 0; g < count; ++g)
    for (size_t i = 0; i < most; ++i) {
      const Places& places = groups[g].places[(i + g) % groups[g].places.size()];
      for (size_t m = 0; m < groups[g].count; ++m) into[i][groups[g].members[m]] = places[m];
    }
}

}  // namespace strideproof::props

#include "props/small_world.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/integer.h"
#include "spec/vocabulary/names.h"

namespace strideproof::props {
namespace {

// See SmallValues. A parameter has the values of all rows that match "operation.parameter", for a
// dimension of a shape "operation.parameter.n".
struct RangeOfValues {
  const char* parameter;
  int64_t first, last;
  const char* from = nullptr;
};
constexpr RangeOfValues values_of_parameters[] = {
    {"okk_*.shape.[nh]", 1, 3},
    {"okk_*.shape.[cw]", 1, 5},
    {"okk_*.rows", 1, 4},
    {"okk_*.cols", 1, 9},
    {"okk_*.cols_per_channel", 1, 5},
    {"okk_*.row_stride", 0, 2, "cols"},
    {"okk_*.row_stride", -1, -1, "cols"},
    {"bm_*.*format", 0, 4},
    {"bm_*.direction", 0, 3},
    {"bm_*.@(transpose|result_add|is_local_mem)", 0, 1},
    // The shape of dst follows.
    {"bm_*_@(memset_4D.shape|memcpy_4D.src_shape).[nh]", 1, 2},
    {"bm_*_@(memset_4D.shape|memcpy_4D.src_shape).c", 1, 5},
    {"bm_*_@(memset_4D.shape|memcpy_4D.src_shape).w", 1, 3},
    {"bm_*_mask_memcpy_4D.shape.n", 1, 3},
    {"bm_*_mask_memcpy_4D.shape.[cw]", 1, 6},
    {"bm_*_mask_memcpy_4D.shape.h", 1, 2},
    {"bm_*.length", 1, 9},
    {"bm_*.length", 63, 65},  // around one and two lanes, by format
    {"bm_*.length", 127, 129},
    {"bm_*.length", 255, 257},
    {"bm_*.length", 512, 513},
    {"bm_*.row", 1, 4},
    {"bm_*.col", 1, 9},
    {"bm_*.sec_size", 1, 5},
    {"bm_*.row_stride", 0, 0, "col"},
    {"bm_*.row_stride", 2, 2, "col"},
    {"bm_*.row_stride", -1, -1, "col"},
    {"bm_*_2D.row_stride", 0, 0},
    {"bm_*.src_[cw]", 1, 6},
    {"bm_*.src_c_stride", 0, 1, "src_w"},
    {"bm_*.src_c_stride", 0, 0},
    {"bm_*.dst_c_stride", 0, 0, "src_c"},
    {"bm_*.dst_c_stride", 2, 2, "src_c"},
    {"data_move.*_space", 0, 4},
    {"data_move.dtype", 0, 9},
    {"data_move.nburst", 1, 4},
    {"data_move.burst", 1, 3},
    {"data_move.*_stride", 0, 3},
    {"asc_*.dtype", 0, 6},
    {"asc_*.repeat", 0, 4},
    {"asc_*.index_id", 0, 2},
    {"asc_*.src_stride", 0, 2},
    {"asc_*.dst_stride", 0, 3},
    {"asc_*.dst_frac_stride", 0, 5},
};

using Kind = Style::Kind;
struct SpreadOf {
  const char* operations;
  Style style;
  bool shares = false;  // bytes between elements
};
const SpreadOf styles[] = {
    {"*", {}},
    {"*", {.kind = Kind::nested, .gap = {0, 1, 1, 1}}},
    {"okk_*", {.kind = Kind::layout}},
    {"okk_*", {.kind = Kind::nested, .order = 8}},
    {"okk_*", {.kind = Kind::interleaved}},
    {"okk_bdc_*", {.kind = Kind::nested, .gap = {1}}},
    {"okk_bdc_*", {.kind = Kind::nested, .order = 23}},
    {"*", {.kind = Kind::nested, .dims = 4}, true},
    {"*", {.kind = Kind::nested, .dims = 3}, true},
    {"okk_bdc_*", {.kind = Kind::nested, .dims = 8}, true},
    {"okk_bdc_*", {.kind = Kind::nested, .dims = 15}, true},
};

using BySlot = std::vector<std::vector<SmallValues>>;

BySlot values_of(const Operation& operation) {
  BySlot by_slot;
  for (const Slot& slot : slots_of(operation)) {
    const std::string name =
        std::string(operation.name) + "." + slot_name(slot.parameter, slot.place);
    std::vector<SmallValues>& all = by_slot.emplace_back();
    for (const RangeOfValues& some : values_of_parameters)
      if (matches_glob(some.parameter, name))
        all.push_back({some.first, some.last,
                       some.from == nullptr ? nullptr : operation.parameter(some.from)});
  }
  return by_slot;
}

// ---- places ----

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
    if (extent > in.size) return;
    const int64_t last = (in.size - extent) / unit_ * unit_;
    const auto add = [&](int64_t offset) {
      if (offset < 0 || offset > last) return;
      Places& places = places_.emplace_back();
      for (size_t i = 0; i < all_.size(); ++i) places[i] = in.first + offset + distances[i];
    };
    const bool at_end = !several && places_.size() % 2 == 1;
    if (!at_end || last == 0) add(0);
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

const std::vector<std::vector<SmallValues>>& small_values(const Operation& operation) {
  static const std::vector<BySlot> all = [] {
    std::vector<BySlot> of_each;
    for (const Operation& each : catalogue()) of_each.push_back(values_of(each));
    return of_each;
  }();
  return all[static_cast<size_t>(operation.index)];
}

std::vector<Style> small_styles(const Operation& operation, bool may_share) {
  std::vector<Style> all;
  for (const SpreadOf& some : styles)
    if (matches_glob(some.operations, operation.name) && (may_share || !some.shares))
      all.push_back(some.style);
  return all;
}

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

#include <fnmatch.h>

#include <string>

#include "props/small_world.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props {
namespace {

// See SmallValues. A parameter has the values of all rows that match "operation.parameter", for a
// dimension of a shape "operation.parameter.n".
struct Values {
  const char* parameter;
  int64_t first, last;
  const char* from = nullptr;
};
constexpr Values values_of_parameters[] = {
    {"okk_*.shape.[nh]", 1, 3},
    {"okk_*.shape.[cw]", 1, 5},
    {"okk_*.rows", 1, 4},
    {"okk_*.cols", 1, 9},
    {"okk_*.cols_per_channel", 1, 5},
    {"okk_*.row_stride", 0, 2, "cols"},
    {"okk_*.row_stride", -1, -1, "cols"},
    {"bm_*.*format", 0, 4},
    {"bm_*.direction", 0, 3},
    {"bm_*.transpose", 0, 1},
    {"bm_*.result_add", 0, 1},
    {"bm_*.is_local_mem", 0, 1},
    {"bm_*_memset_4D.shape.[nh]", 1, 2},
    {"bm_*_memset_4D.shape.c", 1, 5},
    {"bm_*_memset_4D.shape.w", 1, 3},
    {"bm_*_memcpy_4D.src_shape.[nh]", 1, 2},  // that of dst follows
    {"bm_*_memcpy_4D.src_shape.c", 1, 5},
    {"bm_*_memcpy_4D.src_shape.w", 1, 3},
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

bool matches(const char* glob, const std::string& name) {
  return fnmatch(glob, name.c_str(), 0) == 0;
}

using BySlot = std::vector<std::vector<SmallValues>>;

BySlot values_of(const Operation& operation) {
  BySlot by_slot;
  for (const Slot& slot : slots_of(operation)) {
    const std::string name =
        std::string(operation.name) + "." + slot_name(slot.parameter, slot.place);
    std::vector<SmallValues>& all = by_slot.emplace_back();
    for (const Values& some : values_of_parameters)
      if (matches(some.parameter, name))
        all.push_back({some.first, some.last,
                       some.from == nullptr ? nullptr : operation.parameter(some.from)});
  }
  return by_slot;
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
    if (matches(some.operations, std::string(operation.name)) && (may_share || !some.shares))
      all.push_back(some.style);
  return all;
}

}  // namespace strideproof::props

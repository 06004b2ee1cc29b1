#include "spec/vocabulary/bm_atomic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "spec/spec.h"
#include "spec/tests/bm_atomic_naive.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

using bm_atomic::Kind;
using bm_atomic_naive::Element;
using bm_atomic_naive::elements;

bool violated(const ConstraintResults& constraint_results, const Constraint& constraint) {
  return (constraint_results.violated >> constraint.bit & 1) != 0;
}
bool evaluated(const ConstraintResults& constraint_results, const Constraint& constraint) {
  return (constraint_results.evaluated >> constraint.bit & 1) != 0;
}

// ---- every label against enumeration ----

int64_t window_of(const Profile& p, int64_t address) {
  for (size_t i = 0; i < p.windows.size(); ++i)
    if (address >= p.windows[i].first && address < p.windows[i].end())
      return static_cast<int64_t>(i);
  return -1;
}

bool starts(const Case& c, const Element& first) {
  if (first.space == Space::system) return window_of(*c.profile, first.offset) >= 0;
  return first.lane >= 0 && first.lane < c.profile->lanes && first.offset < c.profile->lane_bytes;
}

bool inside(const Case& c, const std::vector<Element>& all) {
  const Profile& p = *c.profile;
  return std::all_of(all.begin(), all.end(), [&](const Element& e) {
    const int64_t last = e.offset + e.size - 1;
    if (e.space == Space::local) return e.lane >= 0 && e.lane < p.lanes && last < p.lane_bytes;
    return window_of(p, last) == window_of(p, all.front().offset);
  });
}

// What an address, or "dst", "global", ... of a label names.
Operands operand_of(const Case& c, std::string_view name) {
  if (name == "global" || name == "global_mem_addr") return c["direction"] == 0 ? on_src : on_dst;
  if (name == "local" || name == "local_mem_addr") return c["direction"] == 0 ? on_dst : on_src;
  if (name == "src1" || name.starts_with("mask_")) return on_src1;
  return name.starts_with("src") || name.starts_with("data_") ? on_src : on_dst;
}

bool is_local(const Case& c, std::string_view idx) {
  if (c.operation->parameter("is_local_mem") != nullptr) return c["is_local_mem"] != 0;
  if (bm_atomic::kind(*c.operation) != Kind::memcpy_4D) return true;
  const int64_t direction = c["direction"];
  return direction == 3 || direction == (idx.starts_with("dst") ? 0 : 1);
}

int64_t at(const Case& c, std::string_view parameter, size_t i) {
  return c.arguments.value[static_cast<size_t>(c.operation->parameter(parameter)->slot) + i];
}
int64_t count(const Case& c, std::string_view shape) {
  return at(c, shape, 0) * at(c, shape, 1) * at(c, shape, 2) * at(c, shape, 3);
}

bool converts(int64_t from, int64_t to) {
  // float32, int16, uint8, int8, float16
  constexpr bool known[5][5] = {{true, false, true, true, true},
                                {false, true, false, false, false},
                                {true, false, true, false, true},
                                {true, false, false, true, true},
                                {true, false, true, true, true}};
  return known[from][to];
}

bool address_aligned(const Case& c, std::string_view name) {
  if (bm_atomic::kind(*c.operation) == Kind::mask_memcpy_4D)
    return c[name] % (c.profile->unit_bytes * (name.starts_with("dst") ? 4 : 1)) == 0;
  std::string format = "format";
  if (c.operation->parameter(format) == nullptr) format = std::string(name.substr(0, 4)) + format;
  constexpr int64_t sizes[] = {4, 2, 1, 1, 2};
  return c[name] % sizes[c[format]] == 0;
}

// Does each element become the one of the same index, unconverted?
bool keeps_each_element(const Case& c) {
  if (bm_atomic::kind(*c.operation) != Kind::memcpy_4D) return true;
  for (size_t dim = 0; dim < 4; ++dim)
    if (at(c, "src_shape", dim) != at(c, "dst_shape", dim)) return false;
  const bool exchanges = at(c, "src_shape", 0) > 1 || at(c, "src_shape", 1) > 1;
  return c["src_format"] == c["dst_format"] && (c["transpose"] == 0 || !exchanges);
}

bool apart(const Case& c) {
  const auto dst = elements(c, on_dst), src = elements(c, on_src);
  if (dst == src && keeps_each_element(c)) return true;
  const auto written = bm_atomic_naive::bytes(dst), read = bm_atomic_naive::bytes(src);
  return std::none_of(read.begin(), read.end(),
                      [&](const auto& b) { return written.count(b) > 0; });
}

bool relation_holds(const Case& c, std::string_view label) {
  if (label == "row_stride.col")
    return c["direction"] != 1 || c["row"] == 1 || c["row_stride"] >= c["col"];
  if (label == "dst_c_stride.min") return c["src_w"] == 1 || c["dst_c_stride"] >= c["src_c"];
  if (label == "result_add.float32") return c["result_add"] == 0 || c["format"] == 0;
  if (label == "direction.allowed") return c["direction"] <= 1;
  if (label == "formats.convertible") return converts(c["src_format"], c["dst_format"]);
  if (label == "shapes.count")
    return c["transpose"] != 0 || count(c, "src_shape") == count(c, "dst_shape");
  if (c["transpose"] == 0) return true;
  if (label == "transpose.formats") return c["src_format"] == c["dst_format"];
  EXPECT_EQ(label, "transpose.shape");
  return at(c, "dst_shape", 0) == at(c, "src_shape", 1) &&
         at(c, "dst_shape", 1) == at(c, "src_shape", 0) &&
         at(c, "dst_shape", 2) == at(c, "src_shape", 2) &&
         at(c, "dst_shape", 3) == at(c, "src_shape", 3);
}

bool holds_by_enumeration(const Case& c, std::string_view label) {
  const size_t dot = label.rfind('.');
  const std::string_view what = label.substr(0, dot), how = label.substr(dot + 1);
  const std::string_view name = what.substr(0, what.find('.'));
  const size_t dim = what == name ? 0 : std::string_view("nchw").find(what.back());
  if (label == "overlap") return apart(c);
  if (label == "dst.alias") {
    const auto dst = elements(c, on_dst);
    return bm_atomic_naive::bytes(dst).size() == dst.size() * static_cast<size_t>(dst[0].size);
  }
  if (what.ends_with("idx")) return !is_local(c, what) || c[what] < c.profile->lanes;
  if (how == "known") return c[what] <= (what == "direction" ? 3 : 4);
  if (how == "one") return at(c, name, dim) == 1;
  if (how == "aligned") return address_aligned(c, what);
  if (how == "end") return inside(c, elements(c, operand_of(c, what)));
  if (how == "lane" || how == "window" || how == "place")
    return starts(c, elements(c, operand_of(c, what)).front());
  if (how == "min" && what != "dst_c_stride") return at(c, name, dim) >= 1;
  if (how == "max") return at(c, name, dim) <= 65535;
  return relation_holds(c, label);
}

TEST(BmAtomic, ResultsAgreeWithEnumerationAndSlack) {
  std::mt19937_64 random(7);
  std::map<std::string, int> broken, held;
  int legal = 0, overlaps_in_place = 0;
  for (const Operation* operation : matching("bm_*"))
    for (const Profile* profile : operation->profiles)
      for (int i = 0; i < 4'000; ++i) {
        const Case c = bm_atomic_naive::random_case(random, *operation, *profile);
        const ConstraintResults constraint_results = evaluate(c);
        ASSERT_FALSE(constraint_results.too_costly) << print(c);
        legal += constraint_results.legal() ? 1 : 0;
        for (const Constraint& constraint : operation->constraints) {
          const bool wanted = (constraint_results.violated & operation->needs[constraint.bit]) == 0;
          ASSERT_EQ(evaluated(constraint_results, constraint), wanted)
              << print(c) << constraint.label;
          if (!wanted) {
            ASSERT_FALSE(violated(constraint_results, constraint))
                << print(c) << ' ' << constraint.label;
            continue;
          }
          const bool holds = holds_by_enumeration(c, constraint.label);
          ASSERT_EQ(!violated(constraint_results, constraint), holds)
              << print(c) << ' ' << constraint.label;
          ASSERT_EQ(slack(c, constraint) >= 0, holds) << print(c) << ' ' << constraint.label;
          ++(holds ? held : broken)[std::string(constraint.label)];
          if (constraint.label == "overlap" && holds &&
              elements(c, on_dst).front() == elements(c, on_src).front())
            ++overlaps_in_place;
        }
      }
  for (const auto& [label, times] : held)
    if (!label.ends_with(".max")) {
      EXPECT_GT(broken[label], 20) << label;
      EXPECT_GT(times, 20) << label;
    }
  EXPECT_GT(legal, 5'000);
  EXPECT_GT(overlaps_in_place, 100);
}

// ---- both sides of every edge ----

struct Edge {
  std::string_view line;  // legal but for what is tried
  std::string_view label;
  size_t slot;  // takes these values:
  int64_t inside, outside;
  int64_t slack_outside = -1, slack_inside = 0;
};

constexpr std::string_view run =
    "bm_atomic_memcpy_1D toy src_addr=0xfffff000 dst_addr=0x8000000 length=8 format=2 direction=0";
constexpr std::string_view run_back =
    "bm_atomic_memcpy_1D toy src_addr=0x8000000 dst_addr=0xfffff000 length=8 format=4 direction=1";
constexpr std::string_view run_within =
    "bm_atomic_memcpy_1D toy src_addr=0x8000000 dst_addr=0x8000100 length=8 format=3 direction=3";
constexpr std::string_view matrix =
    "bm_atomic_memcpy_2D toy global_mem_addr=0xfffff000 local_mem_addr=0 local_mem_idx=0 row=2 "
    "col=6 row_stride=6 sec_size=4 format=2 direction=0 transpose=0 result_add=0";
constexpr std::string_view matrix_back =
    "bm_atomic_memcpy_2D toy global_mem_addr=0xfffff000 local_mem_addr=0 local_mem_idx=0 row=2 "
    "col=6 row_stride=6 sec_size=4 format=0 direction=1 transpose=0 result_add=1";
constexpr std::string_view tensor =
    "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=0 src_shape=2,2,2,2 src_stride=8,8,2,1 "
    "src_format=2 dst_addr=128 dst_local_idx=0 dst_shape=2,2,2,2 dst_stride=8,8,2,1 dst_format=2 "
    "direction=3 transpose=0";
constexpr std::string_view broadcast =
    "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=0 src_shape=1,1,1,1 src_stride=0,0,0,1 "
    "src_format=4 dst_addr=0xfffff000 dst_local_idx=9 dst_shape=1,1,1,1 dst_stride=0,0,0,1 "
    "dst_format=0 direction=1 transpose=0";
constexpr std::string_view swapped =
    "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=0 src_shape=2,3,1,2 src_stride=4,2,2,1 "
    "src_format=1 dst_addr=0xfffff000 dst_local_idx=0 dst_shape=3,2,1,2 dst_stride=4,2,2,1 "
    "dst_format=1 direction=1 transpose=1";
constexpr std::string_view fill =
    "bm_atomic_memset_4D toy start_addr=0 shape=1,1,1,1 stride=0,0,0,1 const_val=7 format=0 "
    "is_local_mem=1 local_idx=0";
constexpr std::string_view fill_system =
    "bm_atomic_memset_4D toy start_addr=0xfffff000 shape=1,1,1,1 stride=0,0,0,1 const_val=7 "
    "format=2 is_local_mem=0 local_idx=9";
constexpr std::string_view cwtrans =
    "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=128 dst_local_idx=0 src_c=5 src_w=6 "
    "format=2 src_c_stride=6 dst_c_stride=5";
constexpr std::string_view cwtrans_words =
    "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=128 dst_local_idx=0 src_c=1 src_w=2 "
    "format=0 src_c_stride=6 dst_c_stride=5";
constexpr std::string_view mask =
    "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=128 local_mem_idx=0 "
    "dst_global_mem_addr=0xfffff000 shape=1,4,2,4";

constexpr Edge edges[] = {
    {run, "length.min", 2, 1, 0},
    {run, "format.known", 3, 4, 5},
    {run_within, "direction.known", 4, 3, 4},
    {run_back, "dst_addr.aligned", 1, 0xfffff002, 0xfffff003},
    {run_back, "src_addr.aligned", 0, 0x8000002, 0x8000001},
    {run, "src_addr.place", 0, 0xfffff000, 0xffffefff},
    {run, "dst_addr.place", 1, 0x8000000, 0x7ffffff},
    {run_within, "src_addr.place", 0, 0x80003ff, 0x8000400},
    {run, "src.end", 0, 0x100000ff8, 0x100000ff9},
    {run, "dst.end", 1, 0x80003f8, 0x80003f9},  // over the ends of lanes
    {run_within, "overlap", 1, 0x8000008, 0x8000007},
    {matrix, "row.min", 3, 1, 0},
    {matrix, "row.max", 3, 65535, 65536},
    {matrix, "col.min", 4, 1, 0},
    {matrix, "col.max", 4, 65535, 65536},
    {matrix_back, "row_stride.col", 5, 6, 5},
    {matrix, "sec_size.min", 6, 1, 0},
    {matrix, "sec_size.max", 6, 65535, 65536},
    {matrix, "format.known", 7, 4, 5},
    {matrix, "direction.allowed", 8, 1, 2},
    {matrix_back, "result_add.float32", 7, 0, 1},
    {matrix, "local_mem_idx.max", 2, 3, 4},
    {matrix_back, "global_mem_addr.aligned", 0, 0xfffff004, 0xfffff005},
    {matrix_back, "local_mem_addr.aligned", 1, 4, 6, -2},
    {matrix, "global_mem_addr.window", 0, 0xfffff000, 0xffffefff},
    {matrix, "local_mem_addr.lane", 1, 255, 256},
    {matrix, "global.end", 0, 0x100000ff4, 0x100000ff5},
    {matrix, "local.end", 1, 236, 237},  // the second row lies 16 bytes behind the first
    {tensor, "src_shape.n.min", 2, 1, 0},
    {tensor, "src_shape.n.max", 2, 65535, 65536},
    {tensor, "src_shape.c.min", 3, 1, 0},
    {tensor, "src_shape.c.max", 3, 65535, 65536},
    {tensor, "src_shape.h.min", 4, 1, 0},
    {tensor, "src_shape.h.max", 4, 65535, 65536},
    {tensor, "src_shape.w.min", 5, 1, 0},
    {tensor, "src_shape.w.max", 5, 65535, 65536},
    {tensor, "dst_shape.n.min", 13, 1, 0},
    {tensor, "dst_shape.n.max", 13, 65535, 65536},
    {tensor, "dst_shape.c.min", 14, 1, 0},
    {tensor, "dst_shape.c.max", 14, 65535, 65536},
    {tensor, "dst_shape.h.min", 15, 1, 0},
    {tensor, "dst_shape.h.max", 15, 65535, 65536},
    {tensor, "dst_shape.w.min", 16, 1, 0},
    {tensor, "dst_shape.w.max", 16, 65535, 65536},
    {tensor, "src_format.known", 10, 4, 5},
    {tensor, "dst_format.known", 21, 4, 5},
    {tensor, "direction.known", 22, 3, 4},
    {tensor, "dst_stride.w.one", 20, 1, 2},
    {tensor, "src_stride.w.one", 9, 1, 0},
    {tensor, "dst_local_idx.max", 12, 3, 4},
    {tensor, "src_local_idx.max", 1, 3, 4},
    {tensor, "shapes.count", 2, 2, 1, -8},
    {swapped, "transpose.shape", 13, 3, 4},
    {tensor, "formats.convertible", 21, 2, 1},
    {swapped, "transpose.formats", 21, 1, 4},
    {broadcast, "dst_addr.aligned", 11, 0xfffff004, 0xfffff005},
    {broadcast, "src_addr.aligned", 0, 2, 3},
    {tensor, "dst_addr.place", 11, 255, 256},
    {tensor, "src_addr.place", 0, 255, 256},
    {broadcast, "dst_addr.place", 11, 0xfffff000, 0xffffeffc, -4},
    {tensor, "src.end", 0, 244, 245},  // the last of 2*2*2 lies 8 + 2 + 1 behind the first
    {tensor, "dst.end", 11, 244, 245},
    {tensor, "dst.alias", 19, 2, 1},
    {tensor, "overlap", 11, 12, 11},
    {fill, "shape.n.min", 1, 1, 0},
    {fill, "shape.n.max", 1, 65535, 65536},
    {fill, "shape.c.min", 2, 1, 0},
    {fill, "shape.c.max", 2, 65535, 65536},
    {fill, "shape.h.min", 3, 1, 0},
    {fill, "shape.h.max", 3, 65535, 65536},
    {fill, "shape.w.min", 4, 1, 0},
    {fill, "shape.w.max", 4, 65535, 65536},
    {fill, "format.known", 10, 4, 5},
    {fill, "stride.w.one", 8, 1, 0},
    {fill, "local_idx.max", 12, 3, 4},
    {fill, "start_addr.aligned", 0, 4, 5},
    {fill_system, "start_addr.place", 0, 0x100000fff, 0x100001000},
    {fill, "dst.end", 4, 64, 65, -4},
    {cwtrans, "src_c.min", 4, 1, 0},
    {cwtrans, "src_c.max", 4, 65535, 65536},
    {cwtrans, "src_w.min", 5, 1, 0},
    {cwtrans, "src_w.max", 5, 65535, 65536},
    {cwtrans, "dst_c_stride.min", 8, 5, 4},
    {cwtrans, "format.known", 6, 4, 5},
    {cwtrans, "dst_local_idx.max", 3, 3, 4},
    {cwtrans, "src_local_idx.max", 1, 3, 4},
    {cwtrans_words, "dst_addr.aligned", 2, 4, 5},
    {cwtrans_words, "src_addr.aligned", 0, 4, 5},
    {cwtrans, "dst_addr.lane", 2, 255, 256},
    {cwtrans, "src_addr.lane", 0, 255, 256},
    {cwtrans, "dst.end", 2, 246, 247},  // rows of 5, two in lane 0
    {cwtrans, "src.end", 0, 244, 245},  // rows of 6
    {cwtrans, "overlap", 2, 12, 11},
    {mask, "shape.n.min", 4, 1, 0},
    {mask, "shape.n.max", 4, 65535, 65536},
    {mask, "shape.c.min", 5, 1, 0},
    {mask, "shape.c.max", 5, 65535, 65536},
    {mask, "shape.h.min", 6, 1, 0},
    {mask, "shape.h.max", 6, 65535, 65536},
    {mask, "shape.w.min", 7, 1, 0},
    {mask, "shape.w.max", 7, 65535, 65536},
    {mask, "local_mem_idx.max", 2, 3, 4},
    {mask, "data_local_mem_addr.aligned", 0, 16, 24, -8},
    {mask, "mask_local_mem_addr.aligned", 1, 16, 17},
    {mask, "dst_global_mem_addr.aligned", 3, 0xfffff040, 0xfffff050, -16},
    {mask, "dst_global_mem_addr.window", 3, 0xfffff000, 0xffffefc0, -64},
    {mask, "data_local_mem_addr.lane", 0, 240, 256, -1, 15},
    {mask, "mask_local_mem_addr.lane", 1, 240, 256, -1, 15},
    {mask, "src.end", 0, 224, 240, -16},  // 32 bytes in each lane
    {mask, "src1.end", 1, 224, 240, -16},
    {mask, "dst.end", 3, 0x100000f80, 0x100000fc0, -64},
};

TEST(BmAtomic, EveryEdge) {
  std::map<std::string, std::set<std::string_view>> tried;
  for (const Edge& edge : edges) {
    Case c = parse_case(edge.line);
    EXPECT_TRUE(evaluate(c).legal()) << edge.line;
    const Constraint* constraint = c.operation->constraint(edge.label);
    ASSERT_NE(constraint, nullptr) << edge.label;
    tried[std::string(c.operation->name)].insert(edge.label);

    c.arguments.value[edge.slot] = edge.inside;
    EXPECT_TRUE(evaluated(evaluate(c), *constraint)) << print(c);
    EXPECT_FALSE(violated(evaluate(c), *constraint)) << print(c);
    EXPECT_EQ(slack(c, *constraint), edge.slack_inside) << edge.label << ": " << print(c);

    c.arguments.value[edge.slot] = edge.outside;
    EXPECT_TRUE(violated(evaluate(c), *constraint)) << edge.label << ": " << print(c);
    EXPECT_EQ(slack(c, *constraint), edge.slack_outside) << edge.label << ": " << print(c);
  }
  for (const Operation* operation : matching("bm_*"))
    for (const Constraint& constraint : operation->constraints)
      EXPECT_EQ(tried[std::string(operation->name)].count(constraint.label), 1U)
          << operation->label(constraint);
}

}  // namespace
}  // namespace strideproof::spec

// How far the slacks of an edge are apart, in every family.

#include <gtest/gtest.h>

#include "spec/spec.h"

namespace strideproof::spec {
namespace {

constexpr std::string_view words =
    "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x100000000 shape=1,1,1,1 dst_stride=null "
    "src_stride=null";
constexpr std::string_view logic =
    "okk_bdc_32bit_and_C bm1684 dst_addr=0 src_addr=4 C=0 shape=1,1,1,1 dst_stride=null "
    "src_stride=null";
constexpr std::string_view halves =
    "bm_atomic_memcpy_4D bm1684 src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,1 "
    "src_stride=1,1,1,1 src_format=0 dst_addr=0 dst_local_idx=0 dst_shape=1,1,1,1 "
    "dst_stride=1,1,1,1 dst_format=4 direction=0 transpose=0";
constexpr std::string_view masked =
    "bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0 mask_local_mem_addr=128 "
    "local_mem_idx=0 dst_global_mem_addr=0x100000000 shape=1,1,1,1";
constexpr std::string_view to_gm =
    "data_move ascend310 dst_space=0 dst=0 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=1 "
    "src_stride=0 dst_stride=0";
constexpr std::string_view squares =
    "asc_copy_l12l0b_trans ascend910b dst=0 src=0 index_id=0 repeat=1 src_stride=1 dst_stride=0 "
    "addrmode=0 dst_frac_stride=0 dtype=2";

struct Row {
  std::string_view line, label;
  int64_t step;
};
constexpr Row rows[] = {
    {words, "shape.n.max", 1},
    {words, "src_addr.aligned", 4},
    {words, "dst_addr.lane", 4},
    {words, "dst.end", 4},
    {logic, "dst_addr.lane", 4},
    {logic, "src.end", 4},
    {logic, "src_addr.same_lane", 1},
    {logic, "overlap", 1},
    {halves, "src_addr.place", 4},
    {halves, "dst_addr.place", 2},
    {halves, "src.end", 4},
    {halves, "dst.end", 2},
    {halves, "shapes.count", 1},
    {masked, "data_local_mem_addr.lane", 128},
    {masked, "mask_local_mem_addr.aligned", 128},
    {masked, "dst_global_mem_addr.window", 512},
    {masked, "dst.end", 4},
    {to_gm, "dst.start", 1},
    {to_gm, "dst.end", 1},
    {to_gm, "src.start", 32},
    {to_gm, "src.end", 32},
    {to_gm, "overlap", 32},
    {squares, "dst.end", 512},
    {squares, "src.end", 32},
    {squares, "dst.overlap", 1},
};

TEST(Step, IsThatOfAddressesWhereAlignmentKeepsThemApart) {
  for (const Row& row : rows) {
    const Case c = parse_case(row.line);
    ASSERT_TRUE(evaluate(c).legal()) << row.line;
    const Constraint* constraint = c.operation->constraint(row.label);
    ASSERT_NE(constraint, nullptr) << row.label;
    EXPECT_EQ(step(c, *constraint), row.step) << row.label << " of " << row.line;
  }
}

}  // namespace
}  // namespace strideproof::spec

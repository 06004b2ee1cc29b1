#include <gtest/gtest.h>

#include <set>

#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

// A legal case that meets a landmark, and one close by that does not.
struct Met {
  std::string_view label, line, not_met;
};

constexpr Met met[] = {
    {"one.element", "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,1 dst_stride=null",
     "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,2 dst_stride=null"},
    {"one.element",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=1 "
     "cols_per_channel=4 row_stride=1",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=2 "
     "cols_per_channel=4 row_stride=1"},
    {"dst.explicit",
     "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,1 dst_stride=1,1,1,1",
     "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,1 dst_stride=null"},
    {"src.explicit",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,2,3 dst_stride=null "
     "src_stride=6,6,3,1",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,2,3 "
     "dst_stride=6,6,3,1 src_stride=null"},
    {"rows.collapse",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,2,3 dst_stride=null "
     "src_stride=6,6,3,1",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,2,3 dst_stride=null "
     "src_stride=8,8,4,1"},
    {"rows.collapse",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,2,3 dst_stride=null "
     "src_stride=6,6,3,1",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,1,3 dst_stride=null "
     "src_stride=6,6,3,1"},
    {"rows.apart",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,2,3 dst_stride=null "
     "src_stride=8,8,4,1",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,1,3 dst_stride=null "
     "src_stride=8,8,4,1"},
    {"run.tail", "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,33 dst_stride=null",
     "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,31 dst_stride=null"},
    {"run.tail", "okk_gdma_16bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,17 dst_stride=null",
     "okk_gdma_16bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,32 dst_stride=null"},
    {"run.tail",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=9 "
     "cols_per_channel=4 row_stride=9",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=8 "
     "cols_per_channel=4 row_stride=8"},
    {"run.over.64Ki",
     "okk_gdma_32bit_matrix_S2L bm1684 dst_addr=0 src_addr=0x100000000 rows=256 cols=256 "
     "cols_per_channel=64 row_stride=256",
     "okk_gdma_32bit_matrix_S2L bm1684 dst_addr=0 src_addr=0x100000000 rows=255 cols=257 "
     "cols_per_channel=64 row_stride=257"},
    {"run.over.64Ki",
     "okk_gdma_8bit_set_C_local bm1684 dst_addr=0 C=1 shape=1,1,256,256 dst_stride=null",
     "okk_gdma_8bit_set_C_local bm1684 dst_addr=0 C=1 shape=2,1,255,257 dst_stride=null"},
    {"dst.wrap", "okk_gdma_8bit_set_C_local toy dst_addr=768 C=1 shape=1,2,1,1 dst_stride=null",
     "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,4,1,1 dst_stride=null"},
    {"src.wrap",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=832 shape=1,2,1,1 dst_stride=null "
     "src_stride=null",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=832 src_addr=0 shape=1,2,1,1 dst_stride=null "
     "src_stride=null"},
    {"dst.exact.lanes",
     "okk_gdma_8bit_set_C_local toy dst_addr=512 C=1 shape=1,6,1,1 dst_stride=null",
     "okk_gdma_8bit_set_C_local toy dst_addr=512 C=1 shape=1,5,1,1 dst_stride=null"},
    {"src.exact.lanes",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=832 shape=1,1,1,1 dst_stride=null "
     "src_stride=null",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=832 src_addr=0 shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"dst.start.lane",
     "okk_gdma_8bit_set_C_local toy dst_addr=256 C=1 shape=2,4,1,1 dst_stride=null",
     "okk_gdma_8bit_set_C_local toy dst_addr=256 C=1 shape=2,3,1,1 dst_stride=null"},
    {"src.start.lane",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=320 shape=2,4,1,1 dst_stride=null "
     "src_stride=null",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=320 src_addr=0 shape=2,4,1,1 dst_stride=null "
     "src_stride=null"},
    {"dst.padding", "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,3,5 dst_stride=null",
     "okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,4,4 dst_stride=null"},
    {"src.padding",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=64 shape=1,1,3,5 dst_stride=15,15,5,1 "
     "src_stride=null",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=64 shape=1,1,3,5 dst_stride=null "
     "src_stride=15,15,5,1"},
    {"dst.off.unit", "okk_gdma_8bit_set_C_local toy dst_addr=264 C=1 shape=1,1,1,1 dst_stride=null",
     "okk_gdma_8bit_set_C_local toy dst_addr=272 C=1 shape=1,1,1,1 dst_stride=null"},
    {"src.off.unit",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=65 shape=1,1,1,1 dst_stride=null "
     "src_stride=null",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=65 src_addr=0 shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"dst.over.4GiB",
     "okk_gdma_8bit_set_C_system toy dst_addr=0xffffffff C=1 shape=1,1,1,2 dst_stride=null",
     "okk_gdma_8bit_set_C_system toy dst_addr=0xffffffff C=1 shape=1,1,1,1 dst_stride=null"},
    {"src.over.4GiB",
     "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0xfffffffe shape=1,1,1,3 "
     "dst_stride=null src_stride=null",
     "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffffffe src_addr=0x100000010 shape=1,1,1,3 "
     "dst_stride=null src_stride=null"},
    {"src.over.4GiB",
     "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0xffffffff shape=1,1,1,2 "
     "dst_stride=null src_stride=null",
     "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=0x100000000 shape=1,1,1,2 "
     "dst_stride=null src_stride=null"},
    {"dst.last.byte",
     "okk_gdma_8bit_set_C_local toy dst_addr=254 C=1 shape=1,1,1,2 dst_stride=null",
     "okk_gdma_8bit_set_C_local toy dst_addr=254 C=1 shape=1,1,1,1 dst_stride=null"},
    {"src.last.byte",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000fff shape=1,1,1,1 dst_stride=null "
     "src_stride=null",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=255 src_addr=0x100000ffe shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"src.broadcast",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,2,3 dst_stride=null "
     "src_stride=0,0,0,1",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=1,1,2,3 dst_stride=null "
     "src_stride=0,0,1,1"},
    {"src.broadcast",
     "okk_gdma_8bit_cpy_L2S toy dst_addr=0x100000000 src_addr=0 shape=1,5,1,3 dst_stride=null "
     "src_stride=0,0,0,1",
     "okk_gdma_8bit_cpy_L2S toy dst_addr=0x100000000 src_addr=256 shape=1,4,1,3 dst_stride=null "
     "src_stride=0,0,0,1"},
    {"dst.interleaved",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=2,1,3,1 dst_stride=3,0,2,1 "
     "src_stride=null",
     "okk_gdma_8bit_cpy_S2L toy dst_addr=0 src_addr=0x100000000 shape=2,1,3,1 dst_stride=5,0,2,1 "
     "src_stride=null"},
    {"in.place",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=9 src_addr=9 shape=1,4,2,3 dst_stride=null "
     "src_stride=0,77,3,1",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=9 src_addr=256 shape=1,1,2,3 dst_stride=null "
     "src_stride=null"},
    {"operands.interleaved",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=1 shape=1,1,3,1 dst_stride=0,0,2,1 "
     "src_stride=0,0,2,1",
     "okk_gdma_8bit_cpy_L2L toy dst_addr=0 src_addr=5 shape=1,1,3,1 dst_stride=0,0,2,1 "
     "src_stride=0,0,2,1"},
    {"partial.channel",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=5 "
     "cols_per_channel=2 row_stride=5",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=4 "
     "cols_per_channel=2 row_stride=5"},
    {"partial.channel",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=7 "
     "cols_per_channel=6 row_stride=7",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=5 "
     "cols_per_channel=6 row_stride=5"},
    {"channel.wider",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=5 "
     "cols_per_channel=6 row_stride=5",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=5 "
     "cols_per_channel=5 row_stride=5"},
    {"square",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=3 cols=3 "
     "cols_per_channel=2 row_stride=3",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=1 cols=1 "
     "cols_per_channel=2 row_stride=3"},
    {"rows.gapped",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=3 cols=3 "
     "cols_per_channel=2 row_stride=4",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=1 cols=3 "
     "cols_per_channel=2 row_stride=4"},
    {"rows.gapped",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=2 cols=3 "
     "cols_per_channel=2 row_stride=4",
     "okk_gdma_32bit_matrix_L2S toy dst_addr=0x100000000 src_addr=0 rows=2 cols=3 "
     "cols_per_channel=2 row_stride=3"},
    {"rows.overlap",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=2 cols=3 "
     "cols_per_channel=2 row_stride=2",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=1 cols=3 "
     "cols_per_channel=2 row_stride=2"},
    {"rows.overlap",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=3 cols=3 "
     "cols_per_channel=2 row_stride=2",
     "okk_gdma_32bit_matrix_S2L toy dst_addr=0 src_addr=0x100000000 rows=3 cols=3 "
     "cols_per_channel=2 row_stride=3"},
};

bool meets(std::string_view line, std::string_view label) {
  const Case c = parse_case(line);
  EXPECT_TRUE(evaluate(c).legal()) << line;
  for (const Landmark& landmark : c.operation->landmarks)
    if (landmark.label == label) return (landmarks(c) >> landmark.bit & 1) != 0;
  ADD_FAILURE() << label << " is no landmark of " << line;
  return false;
}

TEST(OkkGdmaLandmarks, EachIsMetAndNotMet) {
  std::set<std::string_view> tried;
  for (const Met& example : met) {
    EXPECT_TRUE(meets(example.line, example.label)) << example.label << ": " << example.line;
    EXPECT_FALSE(meets(example.not_met, example.label)) << example.label << ": " << example.not_met;
    tried.insert(example.label);
  }
  for (const Operation* operation : matching("okk_gdma_*"))
    for (const Landmark& landmark : operation->landmarks)
      EXPECT_EQ(tried.count(landmark.label), 1U) << landmark.label;
}

}  // namespace
}  // namespace strideproof::spec

// Family okk-bdc: each landmark is met, and not met close by.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

struct Met {
  std::string_view label, line, not_met;
};

constexpr Met met[] = {
    {"one.element",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,1 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,2,1,1 dst_stride=null "
     "src_stride=null"},
    {"dst.explicit",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,1 dst_stride=1,1,1,1 "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,1 dst_stride=null "
     "src_stride=1,1,1,1"},
    {"src.explicit",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,1 dst_stride=null "
     "src_stride=1,1,1,1",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,1 dst_stride=1,1,1,1 "
     "src_stride=null"},
    {"src1.explicit",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=1,1,1,1",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,1 dst_stride=null "
     "src0_stride=1,1,1,1 src1_stride=null"},
    {"rows.collapse",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,2,2 dst_stride=null "
     "src0_stride=4,4,2,1 src1_stride=null",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,2,2 dst_stride=null "
     "src0_stride=null src1_stride=4,4,3,1"},
    {"rows.collapse",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,2,1 dst_stride=null "
     "src_stride=1,1,1,5",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,2,2 dst_stride=null "
     "src_stride=1,1,2,2"},
    {"rows.collapse",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,2,2 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=null"},
    {"rows.apart",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,2,2 dst_stride=null "
     "src_stride=1,1,3,1",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=1,1,3,1"},
    {"run.tail",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,9 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,9 dst_stride=null "
     "src_stride=0,0,0,0"},
    {"run.tail",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,9 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,7 dst_stride=null "
     "src_stride=null"},
    {"run.over.64Ki",
     "okk_bdc_32bit_and_C bm1684 dst_addr=0 src_addr=0 C=1 shape=1,1,256,256 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C bm1684 dst_addr=0 src_addr=0 C=1 shape=2,1,255,257 dst_stride=null "
     "src_stride=null"},
    {"wrap",
     "okk_bdc_32bit_and_C toy dst_addr=768 src_addr=832 C=1 shape=1,2,1,1 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,4,1,1 dst_stride=null "
     "src_stride=null"},
    {"exact.lanes",
     "okk_bdc_32bit_and_C toy dst_addr=512 src_addr=576 C=1 shape=1,6,1,1 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=512 src_addr=576 C=1 shape=1,5,1,1 dst_stride=null "
     "src_stride=null"},
    {"dst.start.lane",
     "okk_bdc_32bit_and_C toy dst_addr=256 src_addr=320 C=1 shape=2,4,1,1 dst_stride=null "
     "src_stride=0,0,0,1",
     "okk_bdc_32bit_and_C toy dst_addr=256 src_addr=320 C=1 shape=2,3,1,1 dst_stride=null "
     "src_stride=0,0,0,1"},
    {"src.start.lane",
     "okk_bdc_32bit_and_C toy dst_addr=256 src_addr=384 C=1 shape=2,4,1,1 dst_stride=8,4,1,1 "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=256 src_addr=384 C=1 shape=1,4,1,1 dst_stride=8,4,1,1 "
     "src_stride=null"},
    {"src1.start.lane",
     "okk_bdc_32bit_and toy dst_addr=256 src0_addr=384 src1_addr=256 shape=2,4,1,1 "
     "dst_stride=8,4,1,1 src0_stride=0,0,0,0 src1_stride=null",
     "okk_bdc_32bit_and toy dst_addr=256 src0_addr=384 src1_addr=256 shape=2,4,1,1 "
     "dst_stride=null src0_stride=0,0,0,0 src1_stride=8,4,1,1"},
    {"dst.padding",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,3 dst_stride=null "
     "src_stride=0,0,0,1",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,4 dst_stride=null "
     "src_stride=0,0,0,1"},
    {"src.padding",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,3 dst_stride=0,0,0,1 "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,3 dst_stride=null "
     "src_stride=0,0,0,1"},
    {"src1.padding",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,3 "
     "dst_stride=0,0,0,1 src0_stride=0,0,0,1 src1_stride=null",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,3 dst_stride=null "
     "src0_stride=null src1_stride=0,0,0,1"},
    {"dst.off.unit",
     "okk_bdc_32bit_and_C toy dst_addr=4 src_addr=64 C=1 shape=1,1,1,1 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=16 src_addr=68 C=1 shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"src.off.unit",
     "okk_bdc_32bit_and_C toy dst_addr=16 src_addr=68 C=1 shape=1,1,1,1 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=4 src_addr=64 C=1 shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"src1.off.unit",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=132 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null",
     "okk_bdc_32bit_and toy dst_addr=4 src0_addr=68 src1_addr=128 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"dst.last.byte",
     "okk_bdc_32bit_and_C toy dst_addr=248 src_addr=0 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=248 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=null"},
    {"src.last.byte",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=240 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=0,0,0,3",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=240 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=0,0,0,2"},
    {"src1.last.byte",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=252 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=252 src1_addr=64 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"dst.w.stride",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,2 dst_stride=0,0,0,2 "
     "src_stride=0,0,0,1",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,1 dst_stride=0,0,0,2 "
     "src_stride=0,0,0,1"},
    {"src.w.stride",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,2 dst_stride=0,0,0,1 "
     "src_stride=0,0,0,0",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,2 dst_stride=0,0,0,2 "
     "src_stride=0,0,0,1"},
    {"src1.w.stride",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,2 dst_stride=null "
     "src0_stride=null src1_stride=0,0,0,3",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,2 dst_stride=null "
     "src0_stride=0,0,0,3 src1_stride=null"},
    {"src.broadcast",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,2 dst_stride=null "
     "src_stride=1,1,1,0",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=1,4,1,2 dst_stride=null "
     "src_stride=0,0,0,2"},
    {"src1.broadcast",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,5,1,1 dst_stride=null "
     "src0_stride=null src1_stride=1,0,1,1",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=128 shape=1,5,1,1 dst_stride=null "
     "src0_stride=1,0,1,1 src1_stride=null"},
    {"dst.interleaved",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=2,1,1,3 dst_stride=3,0,0,2 "
     "src_stride=null",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=64 C=1 shape=2,1,1,3 dst_stride=5,0,0,2 "
     "src_stride=null"},
    {"in.place",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=0 C=1 shape=1,1,2,3 dst_stride=null "
     "src_stride=0,0,3,1",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=4 C=1 shape=1,1,1,1 dst_stride=null "
     "src_stride=null"},
    {"src0.in.place",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=0 src1_addr=64 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=0 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"src1.in.place",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=0 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=0 src1_addr=64 shape=1,1,1,1 dst_stride=null "
     "src0_stride=null src1_stride=null"},
    {"operands.interleaved",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=4 C=1 shape=1,1,1,3 dst_stride=0,0,0,2 "
     "src_stride=0,0,0,2",
     "okk_bdc_32bit_and_C toy dst_addr=0 src_addr=20 C=1 shape=1,1,1,3 dst_stride=0,0,0,2 "
     "src_stride=0,0,0,2"},
    {"src0.interleaved",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=4 src1_addr=64 shape=1,1,1,3 dst_stride=0,0,0,2 "
     "src0_stride=0,0,0,2 src1_stride=null",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=4 shape=1,1,1,3 dst_stride=0,0,0,2 "
     "src0_stride=null src1_stride=0,0,0,2"},
    {"src1.interleaved",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=4 shape=1,1,1,3 dst_stride=0,0,0,2 "
     "src0_stride=null src1_stride=0,0,0,2",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=4 src1_addr=64 shape=1,1,1,3 dst_stride=0,0,0,2 "
     "src0_stride=0,0,0,2 src1_stride=null"},
    {"sources.same",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=64 shape=1,1,1,3 dst_stride=null "
     "src0_stride=null src1_stride=0,0,0,1",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=64 shape=1,1,1,3 dst_stride=null "
     "src0_stride=null src1_stride=0,0,0,2"},
    {"sources.overlap",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=72 shape=1,1,1,3 dst_stride=null "
     "src0_stride=null src1_stride=null",
     "okk_bdc_32bit_and toy dst_addr=0 src0_addr=64 src1_addr=76 shape=1,1,1,3 dst_stride=null "
     "src0_stride=null src1_stride=null"},
};

// A landmark of C: met with the first constant and not with the second.
struct MetByC {
  std::string_view label, operation;
  int64_t C, not_met;
};
constexpr MetByC met_by_C[] = {
    {"C.zero", "logical_shift_C", 0, 1},
    {"C.left", "logical_shift_C", 1, 0},
    {"C.right", "arithmetic_shift_C", -1, 0},
    {"C.left.31", "arithmetic_shift_C", 31, 32},
    {"C.right.31", "arithmetic_shift_C", -31, -32},
    {"C.left.32", "arithmetic_shift_C", 32, 31},
    {"C.right.32", "arithmetic_shift_C", -32, -31},
    {"C.top.bit", "and_C", 0x80000000, 0x7fffffff},
    {"C.top.bit", "C_arithmetic_shift", -1, 0x7fffffff},
    {"C.top.bit", "C_arithmetic_shift", -1, 0},
    {"C.over.16.bits", "C_logical_shift", 0x10000, 0xffff},
    {"C.over.16.bits", "C_arithmetic_shift", -1, 0},
};

bool meets(const Case& c, std::string_view label) {
  EXPECT_TRUE(evaluate(c).legal()) << print(c);
  for (const Landmark& landmark : c.operation->landmarks)
    if (landmark.label == label) return (landmarks(c) >> landmark.bit & 1) != 0;
  ADD_FAILURE() << label << " is no landmark of " << print(c);
  return false;
}

TEST(OkkBdcLandmarks, EachIsMetAndNotMet) {
  // Those of src0 are those of the one source, by the same formula.
  std::set<std::string> tried = {"src0.explicit", "src0.start.lane", "src0.padding",
                                 "src0.off.unit", "src0.last.byte",  "src0.w.stride",
                                 "src0.broadcast"};
  for (const Met& example : met) {
    EXPECT_TRUE(meets(parse_case(example.line), example.label)) << example.label;
    EXPECT_FALSE(meets(parse_case(example.not_met), example.label)) << example.label;
    tried.insert(std::string(example.label));
  }
  for (const MetByC& example : met_by_C) {
    Case c = parse_case("okk_bdc_32bit_" + std::string(example.operation) +
                        " toy dst_addr=0 src_addr=64 C=0 shape=1,1,1,1 dst_stride=null "
                        "src_stride=null");
    c["C"] = example.C;
    EXPECT_TRUE(meets(c, example.label)) << print(c);
    c["C"] = example.not_met;
    EXPECT_FALSE(meets(c, example.label)) << print(c);
    tried.insert(std::string(example.label));
  }
  for (const Operation* operation : matching("okk_bdc_*"))
    for (const Landmark& landmark : operation->landmarks)
      EXPECT_EQ(tried.count(std::string(landmark.label)), 1U) << landmark.label;
}

}  // namespace
}  // namespace strideproof::spec

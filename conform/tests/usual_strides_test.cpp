// Strides that no element uses, in smallest cases.

#include "conform/check/usual_strides.h"

#include <gtest/gtest.h>

namespace strideproof {
namespace {

std::string usual(const char* line, const std::function<bool(const Program&)>& still_fails) {
  return print(with_usual_strides(parse_program(line), still_fails));
}

constexpr const char* noisy =
    "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 shape=1,1,2,3 "
    "dst_stride=34,0,7,1 src_stride=null fill=0";

TEST(UsualStrides, AreThoseOfTheLayoutWhereNoElementUsesThem) {
  EXPECT_EQ(usual(noisy, [](const Program&) { return true; }),
            "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 "
            "shape=1,1,2,3 dst_stride=6,6,7,1 src_stride=null fill=0");
}

TEST(UsualStrides, KeepTheCause) {
  const auto unless_zero = [](const Program& program) {
    const Case& c = program.steps.front();
    return c.arguments.value[static_cast<size_t>(c.operation->parameter("dst_stride")->slot) + 1] ==
           0;
  };
  EXPECT_EQ(usual(noisy, unless_zero),
            "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 "
            "shape=1,1,2,3 dst_stride=6,0,7,1 src_stride=null fill=0");
  EXPECT_EQ(usual(noisy, [](const Program&) { return false; }), noisy);
}

}  // namespace
}  // namespace strideproof

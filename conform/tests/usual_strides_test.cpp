// The strides that no element uses become those of NULL, as far as the program still fails.

#include "conform/check/usual_strides.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace strideproof {
namespace {

std::string usual(const std::string& line, const std::function<bool(const Program&)>& still_fails) {
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

// Three channels from lane 1 of 4 lie in one block row, three from lane 2 in two.
TEST(UsualStrides, AreThoseOfChannelsInOneBlockRow) {
  const auto copy = [](const char* addresses_and_strides) {
    return fmt::format("okk_gdma_32bit_cpy_L2L toy {} src_stride=null fill=0",
                       addresses_and_strides);
  };
  const auto always = [](const Program&) { return true; };
  EXPECT_EQ(usual(copy("dst_addr=0x100 src_addr=0x20 shape=1,3,1,1 dst_stride=5,9,1,1"), always),
            copy("dst_addr=0x100 src_addr=0x20 shape=1,3,1,1 dst_stride=4,4,1,1"));
  EXPECT_EQ(usual(copy("dst_addr=0x200 src_addr=0x20 shape=1,3,1,1 dst_stride=5,9,1,1"), always),
            copy("dst_addr=0x200 src_addr=0x20 shape=1,3,1,1 dst_stride=8,9,1,1"));
}

// Strides of such a layout exceed 32 bits.
TEST(UsualStrides, FitTheirParameters) {
  const std::string large =
      "okk_gdma_32bit_cpy_L2L toy dst_addr=0 src_addr=0 shape=1,2,65535,65535 "
      "dst_stride=5,9,65535,1 src_stride=null fill=0";
  EXPECT_EQ(usual(large, [](const Program&) { return true; }), large);
}

// The strides of these operations cannot be NULL.
TEST(UsualStrides, AreThoseOfTheLayoutInBmAtomicOperations) {
  const auto fill = [](const char* strides, int local) {
    return fmt::format(
        "bm_atomic_memset_4D bm1684 start_addr={} shape=1,1,2,3 stride={} const_val=0 format=0 "
        "is_local_mem={} local_idx=0 fill=0",
        local == 1 ? "0" : "0x100000000", strides, local);
  };
  const auto always = [](const Program&) { return true; };
  EXPECT_EQ(usual(fill("2147483647,36,7,1", 0), always), fill("6,6,7,1", 0));
  EXPECT_EQ(usual(fill("2147483647,36,7,1", 1), always), fill("32,32,7,1", 1));
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

// The library rejects n and c strides of src that differ, in another way.
TEST(UsualStrides, AreTriedForOneOperandAtATime) {
  const auto fails = [](const Program& program) {
    const auto stride = [&](const char* name, size_t place) {
      const Case& c = program.steps.front();
      return c.arguments.value[static_cast<size_t>(c.operation->parameter(name)->slot) + place];
    };
    return stride("dst_stride", 1) == 0 && stride("src_stride", 0) == stride("src_stride", 1);
  };
  EXPECT_EQ(usual("okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 "
                  "shape=1,1,2,3 dst_stride=34,0,7,1 src_stride=9,9,3,1 fill=0",
                  fails),
            "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x200000000 "
            "shape=1,1,2,3 dst_stride=6,0,7,1 src_stride=6,6,3,1 fill=0");
}

}  // namespace
}  // namespace strideproof

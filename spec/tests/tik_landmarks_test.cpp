#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

Case with(std::string_view line, std::string_view parameter, int64_t value) {
  Case c = parse_case(line);
  c[parameter] = value;
  return c;
}

constexpr std::string_view gm_ub =
    "data_move ascend310 dst_space=2 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=1 burst=1 "
    "src_stride=0 dst_stride=0";
constexpr std::string_view gm_l1 =
    "data_move ascend310 dst_space=3 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=1 burst=1 "
    "src_stride=0 dst_stride=0";
constexpr std::string_view ub_gm =
    "data_move ascend310 dst_space=0 dst=0 src_space=2 src=0 dtype=0 sid=0 nburst=1 burst=1 "
    "src_stride=0 dst_stride=0";
constexpr std::string_view thin =  // 4095 bursts of a block, 4094 gaps of 65535 blocks in GM
    "data_move ascend310 dst_space=2 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=4095 burst=1 "
    "src_stride=65535 dst_stride=0";
constexpr std::string_view ub_ub =
    "data_move ascend310 dst_space=2 dst=640 src_space=2 src=0 dtype=0 sid=0 nburst=3 burst=2 "
    "src_stride=3 dst_stride=3";
constexpr std::string_view one_after_the_other =
    "data_move ascend310 dst_space=2 dst=640 src_space=2 src=0 dtype=0 sid=0 nburst=3 burst=2 "
    "src_stride=0 dst_stride=0";
constexpr int64_t last_of_gm = (int64_t{1} << 40) - 1;

struct Met {
  std::string_view label, line, parameter;
  int64_t met, not_met;
};

constexpr Met met[] = {
    {"path.gm.l1", gm_l1, "dst_space", 3, 2},
    {"path.gm.ub", gm_ub, "dst_space", 2, 3},
    {"path.ub.gm", ub_gm, "sid", 0, -1},
    {"path.ub.ub", ub_ub, "sid", 0, -1},
    {"dtype.b8", gm_ub, "dtype", 1, 2},
    {"dtype.b16", gm_ub, "dtype", 4, 5},
    {"dtype.b32", gm_ub, "dtype", 7, 8},
    {"dtype.b64", gm_ub, "dtype", 9, 0},
    {"sid.not.zero", gm_ub, "sid", 1, 0},
    {"one.burst", gm_ub, "nburst", 1, 2},
    {"strides.unused", gm_ub, "dst_stride", 1, 0},
    {"one.run", gm_ub, "nburst", 2, 1},
    {"src.adjacent", ub_ub, "src_stride", 0, 3},
    {"dst.adjacent", ub_ub, "dst_stride", 0, 3},
    {"src.adjacent", one_after_the_other, "dst_stride", 1, 0},
    {"dst.adjacent", one_after_the_other, "src_stride", 1, 0},
    {"both.apart", ub_ub, "dst_stride", 4, 3},
    {"both.apart", ub_ub, "dst_stride", 1, 0},
    {"both.apart", ub_ub, "src_stride", 1, 0},
    {"burst.over.64Ki", gm_ub, "burst", 2048, 2047},
    {"src.over.4GiB", gm_ub, "src", 0xffffffff, 0xffffffe0},
    {"src.over.4GiB", gm_ub, "src", 0xffffffff, 0x100000000},
    {"dst.over.4GiB", ub_gm, "dst", 0xffffffe1, 0xffffffe0},
    // 32*(4095 + 4094*stride) > 2^32 from stride 32784 on.
    {"src.extent.4GiB", thin, "src_stride", 32'784, 32'783},
    // 32*(2732*2 + 2731*stride) = 2^32 where stride is 49144.
    {"src.extent.4GiB",
     "data_move ascend310 dst_space=2 dst=0 src_space=0 src=0 dtype=0 sid=0 nburst=2732 burst=2 "
     "src_stride=0 dst_stride=0",
     "src_stride", 49'144, 49'143},
    {"dst.extent.4GiB",
     "data_move ascend310 dst_space=0 dst=0 src_space=2 src=0 dtype=0 sid=0 nburst=4095 burst=1 "
     "src_stride=0 dst_stride=1",
     "dst_stride", 32'784, 32'783},
    {"src.off.block", gm_ub, "src", 33, 64},
    {"dst.off.block", ub_gm, "dst", 63, 64},
    {"src.last.byte", ub_gm, "src", 253'952 - 32, 253'952 - 64},
    {"dst.last.byte", ub_gm, "dst", last_of_gm - 31, last_of_gm - 32},
    {"in.place", ub_ub, "dst", 0, 64},
    {"operands.adjacent", ub_ub, "dst", 32 * 12, 32 * 13},
    {"operands.interleaved", ub_ub, "dst", 64, 32 * 12},
};

TEST(Tik, LandmarksAreMetWhereTheirMeaningIs) {
  std::set<std::string_view> seen;
  const Operation& operation = *find_operation("data_move");
  for (const Met& m : met) {
    const auto landmark = std::find_if(operation.landmarks.begin(), operation.landmarks.end(),
                                       [&](const Landmark& l) { return l.label == m.label; });
    ASSERT_NE(landmark, operation.landmarks.end()) << m.label;
    const auto meets = [&](const Case& c) {
      EXPECT_TRUE(evaluate(c).legal()) << print(c);
      return (landmarks(c) >> landmark->bit & 1) != 0;
    };
    EXPECT_TRUE(meets(with(m.line, m.parameter, m.met))) << m.label;
    const bool path = m.not_met < 0;  // of a path there is only the other
    EXPECT_FALSE(meets(path ? parse_case(gm_ub) : with(m.line, m.parameter, m.not_met))) << m.label;
    seen.insert(m.label);
  }
  for (const Landmark& landmark : operation.landmarks)
    EXPECT_EQ(seen.count(landmark.label), 1U) << landmark.label;
}

}  // namespace
}  // namespace strideproof::spec

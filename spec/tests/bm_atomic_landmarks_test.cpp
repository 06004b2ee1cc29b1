#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

// A legal case that meets a landmark, and one close by that does not: parameters that replace those
// of the line.
struct Met {
  std::string_view label, line, met, not_met;
};

constexpr std::string_view run =
    "bm_atomic_memcpy_1D toy src_addr=0xfffff000 dst_addr=0xfffff800 length=4 format=2 direction=2";
constexpr std::string_view matrix =
    "bm_atomic_memcpy_2D toy global_mem_addr=0xfffff000 local_mem_addr=0 local_mem_idx=0 row=2 "
    "col=6 row_stride=6 sec_size=4 format=2 direction=0 transpose=0 result_add=0";
constexpr std::string_view tensor =
    "bm_atomic_memcpy_4D toy src_addr=0 src_local_idx=0 src_shape=1,2,2,2 src_stride=4,4,2,1 "
    "src_format=0 dst_addr=128 dst_local_idx=0 dst_shape=1,2,2,2 dst_stride=4,4,2,1 dst_format=0 "
    "direction=3 transpose=0";
constexpr std::string_view fill =
    "bm_atomic_memset_4D toy start_addr=0 shape=1,1,2,2 stride=0,0,2,1 const_val=7 format=0 "
    "is_local_mem=1 local_idx=0";
constexpr std::string_view cwtrans =
    "bm_atomic_cwtrans toy src_addr=0 src_local_idx=0 dst_addr=128 dst_local_idx=0 src_c=2 src_w=3 "
    "format=2 src_c_stride=6 dst_c_stride=5";
constexpr std::string_view mask =
    "bm_atomic_mask_memcpy_4D toy data_local_mem_addr=0 mask_local_mem_addr=128 local_mem_idx=0 "
    "dst_global_mem_addr=0xfffff000 shape=1,2,1,4";

constexpr Met met[] = {
    {"one.element", run, "length=1", "length=2"},
    {"one.element", matrix, "row=1 col=1", "row=1 col=2"},
    {"one.element", tensor, "src_shape=1,1,1,1 dst_shape=1,1,1,1", ""},
    {"one.element", fill, "shape=1,1,1,1", "shape=1,1,2,1"},
    {"one.element", cwtrans, "src_c=1 src_w=1", "src_c=1 src_w=2"},
    {"one.element", mask, "shape=1,1,1,1", "shape=1,2,1,1"},
    {"S2L", matrix, "", "direction=1"},
    {"L2S", matrix, "direction=1", ""},
    {"S2S", run, "", "dst_addr=0x8000000 direction=0"},
    {"L2L", tensor, "", "dst_addr=0x100000000 direction=1"},
    {"to.local", fill, "", "start_addr=0x100000000 is_local_mem=0"},
    {"to.system", fill, "start_addr=0x100000000 is_local_mem=0", ""},
    {"float32", tensor, "", "dst_format=4"},
    {"int16", fill, "format=1", "format=4"},
    {"uint8", matrix, "", "format=3"},
    {"int8", cwtrans, "format=3", ""},
    {"float16", run, "format=4", "format=1"},
    {"float32.to.uint8", tensor, "dst_format=2", "src_format=2"},
    {"float32.to.int8", tensor, "dst_format=3", "dst_format=2"},
    {"float32.to.float16", tensor, "dst_format=4", ""},
    {"uint8.to.float32", tensor, "src_format=2", "src_format=3"},
    {"int8.to.float32", tensor, "src_format=3", "src_format=2"},
    {"float16.to.float32", tensor, "src_format=4", "src_format=4 dst_format=4"},
    {"uint8.to.float16", tensor, "src_format=2 dst_format=4", "src_format=2"},
    {"int8.to.float16", tensor, "src_format=3 dst_format=4", "src_format=4 dst_format=3"},
    {"float16.to.uint8", tensor, "src_format=4 dst_format=2", "src_format=0 dst_format=2"},
    {"float16.to.int8", tensor, "src_format=4 dst_format=3", "src_format=4 dst_format=2"},
    {"run.tail", run, "length=33", "length=31"},
    {"run.tail", matrix, "col=17 format=1 row_stride=17", "col=16 format=1 row_stride=17"},
    {"run.tail", fill, "shape=1,1,1,9", "shape=1,1,1,8"},
    {"run.over.64Ki", run, "profile=bm1684 length=65536 src_addr=0x100000000 dst_addr=0x200000000",
     "profile=bm1684 length=65535 src_addr=0x100000000 dst_addr=0x200000000"},
    {"reshaped", tensor, "dst_shape=1,2,1,4", ""},
    {"reshaped", tensor, "dst_shape=1,2,1,4", "dst_shape=2,1,2,2 transpose=1"},
    {"transposed", tensor, "dst_shape=2,1,2,2 transpose=1", "dst_shape=2,1,2,2"},
    {"transposed", matrix, "transpose=1", ""},
    {"transpose.block", tensor,
     "profile=bm1684 direction=2 src_addr=0x2000000 dst_addr=0x10000000 transpose=1 "
     "src_shape=16,17,1,1 src_stride=17,1,1,1 dst_shape=17,16,1,1 dst_stride=16,1,1,1",
     "profile=bm1684 direction=2 src_addr=0x2000000 dst_addr=0x10000000 transpose=1 "
     "src_shape=15,17,1,1 src_stride=17,1,1,1 dst_shape=17,15,1,1 dst_stride=15,1,1,1"},
    {"transpose.block", tensor,
     "profile=bm1684 direction=2 src_addr=0x2000000 dst_addr=0x10000000 transpose=1 "
     "src_shape=17,16,1,1 src_stride=16,1,1,1 dst_shape=16,17,1,1 dst_stride=17,1,1,1",
     "profile=bm1684 direction=2 src_addr=0x2000000 dst_addr=0x10000000 transpose=1 "
     "src_shape=17,15,1,1 src_stride=15,1,1,1 dst_shape=15,17,1,1 dst_stride=17,1,1,1"},
    {"rows.collapse", tensor, "", "src_stride=4,4,3,1"},
    {"rows.collapse", tensor, "dst_shape=1,2,1,4", "src_shape=1,2,1,4 dst_shape=1,2,1,4"},
    {"rows.apart", tensor, "dst_stride=9,9,3,1", ""},
    {"rows.apart", fill, "stride=0,0,3,1", "shape=1,1,1,2 stride=0,0,3,1"},
    {"dst.wrap", tensor, "dst_local_idx=3", "dst_local_idx=2"},
    {"src.wrap", tensor, "src_local_idx=3", "dst_local_idx=3"},
    {"local.wrap", matrix, "local_mem_idx=3", "local_mem_idx=2"},
    {"local.wrap", mask, "local_mem_idx=3", "local_mem_idx=2"},
    {"dst.exact.lanes", cwtrans, "dst_local_idx=1", "dst_local_idx=2"},
    {"src.exact.lanes", cwtrans, "src_local_idx=2", "src_local_idx=1"},
    {"local.exact.lanes", mask, "local_mem_idx=2", ""},
    {"local.exact.lanes", matrix, "local_mem_idx=2", ""},
    {"dst.off.unit", tensor, "dst_addr=132", ""},
    {"src.off.unit", tensor, "src_addr=4", "dst_addr=132"},
    {"local.off.unit", matrix, "local_mem_addr=1", "local_mem_addr=16"},
    {"dst.over.4GiB", run, "dst_addr=0xfffffffd", "dst_addr=0xfffffffc"},
    {"dst.over.4GiB", mask, "dst_global_mem_addr=0xffffffc0 shape=1,2,2,8", ""},
    {"src.over.4GiB", run, "src_addr=0xffffffff", "src_addr=0x100000000"},
    {"global.over.4GiB", matrix, "global_mem_addr=0xfffffff5", "global_mem_addr=0xfffffff4"},
    {"dst.last.byte", fill, "start_addr=240", "start_addr=236"},
    {"dst.last.byte", run, "dst_addr=0x80003fc direction=0", "dst_addr=0x80000fc direction=0"},
    {"src.last.byte", cwtrans, "src_addr=253", "src_addr=252"},
    {"local.last.byte", matrix, "local_mem_addr=236", "local_mem_addr=235"},
    {"global.last.byte", matrix, "global_mem_addr=0x100000ff4", "global_mem_addr=0x100000ff3"},
    {"dst.crosses.lane", run, "dst_addr=0x80000fd direction=0", "dst_addr=0x80000fc direction=0"},
    {"dst.crosses.lane", run, "dst_addr=0x8000000 direction=0 length=257",
     "dst_addr=0x8000000 direction=0 length=256"},
    {"src.crosses.lane", run, "src_addr=0x80000fd direction=1", "src_addr=0x8000100 direction=1"},
    {"src.broadcast", tensor, "src_stride=4,4,0,1", "src_stride=0,0,2,1"},
    {"src.broadcast", cwtrans, "src_c_stride=0 src_c=5", "src_c_stride=0 src_c=4"},
    {"dst.interleaved", fill, "stride=0,0,1,1", ""},
    {"dst.interleaved", tensor, "src_shape=2,1,3,1 dst_shape=2,1,3,1 dst_stride=3,0,2,1",
     "src_shape=2,1,3,1 dst_shape=2,1,3,1 dst_stride=6,0,2,1"},
    {"in.place", run, "dst_addr=0xfffff000", ""},
    {"in.place", tensor, "dst_addr=0", ""},
    {"in.place", cwtrans, "dst_addr=0 src_c=1 src_w=1", "src_c=1 src_w=1"},
    {"operands.interleaved", tensor, "src_stride=9,9,4,1 dst_addr=8 dst_stride=9,9,4,1",
     "dst_addr=0"},
    {"operands.interleaved", cwtrans, "src_c=5 src_w=2 src_c_stride=9 dst_addr=2",
     "src_c=5 src_w=2 src_c_stride=9 dst_addr=20"},
    {"partial.channel", matrix, "", "sec_size=3"},
    {"section.wider", matrix, "sec_size=7", "sec_size=6"},
    {"section.wider", matrix, "transpose=1", "transpose=1 sec_size=2"},
    {"square", matrix, "row=6", ""},
    {"square", cwtrans, "src_c=3", ""},
    {"rows.gapped", matrix, "row_stride=7", ""},
    {"rows.overlap", matrix, "row_stride=5", ""},
    {"result.add", matrix, "format=0 result_add=1", ""},
    {"local.start.lane", matrix, "local_mem_idx=3", "local_mem_idx=2"},
    {"local.start.lane", mask, "local_mem_idx=3 shape=2,2,1,4", "local_mem_idx=3"},
    {"local.padding", matrix, "", "sec_size=16"},
    {"local.padding", mask, "shape=1,2,1,3", ""},
    {"mask.is.data", mask, "mask_local_mem_addr=0", ""},
    {"mask.meets.data", mask, "mask_local_mem_addr=16 shape=1,2,2,3", ""},
};

Case with(std::string_view line, std::string_view changes) {
  std::map<std::string, std::string> replaced;
  for (size_t at = 0; at < changes.size();) {
    const size_t end = std::min(changes.find(' ', at), changes.size());
    const std::string word(changes.substr(at, end - at));
    replaced[word.substr(0, word.find('='))] = word;
    at = end + 1;
  }
  std::string changed;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(' ', at), line.size());
    std::string word(line.substr(at, end - at));
    if (word == "toy" && replaced.count("profile") != 0)
      word = replaced["profile"].substr(8);
    else if (replaced.count(word.substr(0, word.find('='))) != 0)
      word = replaced[word.substr(0, word.find('='))];
    changed += word + " ";
    at = end + 1;
  }
  return parse_case(changed);
}

bool meets(const Case& c, std::string_view label) {
  for (const Landmark& landmark : c.operation->landmarks)
    if (landmark.label == label) return (landmarks(c) >> landmark.bit & 1) != 0;
  ADD_FAILURE() << print(c) << " has no landmark " << label;
  return false;
}

TEST(BmAtomic, LandmarksAreMetWhereTheyAre) {
  std::set<std::string_view> tried;
  for (const Met& m : met) {
    tried.insert(m.label);
    const Case there = with(m.line, m.met), beside = with(m.line, m.not_met);
    EXPECT_TRUE(evaluate(there).legal()) << print(there);
    EXPECT_TRUE(evaluate(beside).legal()) << print(beside);
    EXPECT_TRUE(meets(there, m.label)) << m.label << ": " << print(there);
    EXPECT_FALSE(meets(beside, m.label)) << m.label << ": " << print(beside);
  }
  for (const Operation* operation : matching("bm_*"))
    for (const Landmark& landmark : operation->landmarks)
      EXPECT_EQ(tried.count(landmark.label), 1U) << landmark.label;
}

}  // namespace
}  // namespace strideproof::spec

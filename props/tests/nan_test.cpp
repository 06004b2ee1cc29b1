// Sums and conversions that are NaN: any NaN will do, and whatever is then made of its bits. The
// reference with all bits of its NaN set stands for an implementation that makes another one.

#include "props/tests/testing.h"

namespace strideproof::props {
namespace {

constexpr std::string_view sum =
    "bm_atomic_memcpy_2D global_mem_addr=0x100000000 local_mem_addr=0 local_mem_idx=62 row=8 "
    "col=48 row_stride=50 sec_size=16 format=0 direction=0 transpose=0 result_add=1 "
    "data.dst=floats data.src=floats";
constexpr std::string_view to_float16 =
    "bm_atomic_memcpy_4D src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 "
    "src_stride=1,1,1,1 src_format=0 dst_addr=0x40 dst_local_idx=5 dst_shape=1,2,16,8 "
    "dst_stride=1,1,9,1 dst_format=4 direction=0 transpose=0 data.src=floats";
// The bytes of the sums of lane 62 replace those of lane 63, serve as their own mask, and decide
// how many are kept.
constexpr std::string_view moved =
    " ; bm_atomic_memcpy_1D src_addr=0x09f00000 dst_addr=0x09f80001 length=511 format=2 "
    "direction=3 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=0 "
    "local_mem_idx=63 dst_global_mem_addr=0x100010000 shape=1,1,8,16 ; bm_get_mask_memcpy_res_num";

Program program(std::string_view steps) {
  return parse_program("program bm1684 fill=5 ; " + std::string(steps));
}

size_t nans_made = 0;

Result other_nans(Machine& machine, const Case& c) {
  machine.nans.clear();
  machine.nan_bits = 0xffffffff;
  const Result result = reference::run(machine, c);
  EXPECT_TRUE(result.constraint_results.legal());
  nans_made += machine.nans.size();
  return result;
}

// Also bytes and counts that are computed from the bits of a NaN.
TEST(NanRule, AcceptsAnyNan) {
  const std::string sum_moved = std::string(sum) + std::string(moved);
  for (const std::string_view steps : {sum, to_float16, std::string_view(sum_moved)}) {
    nans_made = 0;
    Harness harness(bm1684, other_nans);
    const Verdict verdict = harness.check(program(steps));
    EXPECT_EQ(verdict.kind, VerdictKind::pass) << steps << "\n" << verdict.detail;
    EXPECT_GT(nans_made, 2u) << steps;
    EXPECT_FALSE(harness.sweep()) << "the shadow holds what was found";
  }
}

// A number, even one whose other byte is that of a NaN, is none; and no NaN will do for a number.
TEST(NanRule, RejectsOtherBits) {
  const auto spoil = [](Machine& machine, const Case& c) {
    const Result result = other_nans(machine, c);
    const Machine::Nan& nan = machine.nans.front();
    machine.base(nan.space)[nan.place + nan.bytes - 1] = 0x3f;
    return result;
  };
  const auto add = [](Machine& machine, const Case& c) {
    const Result result = other_nans(machine, c);
    const Machine::Nan& nan = machine.nans.front();
    const int64_t neighbour = nan.place + (nan.place % 64 == 0 ? nan.bytes : -nan.bytes);
    std::fill_n(machine.base(nan.space) + neighbour, nan.bytes, uint8_t{0x7f});
    return result;
  };
  for (const std::string_view steps : {sum, to_float16}) {
    EXPECT_EQ(Harness(bm1684, spoil).check(program(steps)).kind, VerdictKind::wrong_byte) << steps;
    EXPECT_EQ(Harness(bm1684, add).check(program(steps)).kind, VerdictKind::wrong_byte) << steps;
  }
}

// Other bytes, and counts that do not depend on a NaN, are compared.
TEST(NanRule, RejectsErrorsComputedFromOtherBits) {
  const Program all = program(std::string(sum) + std::string(moved));
  const auto shifted = [](Machine& machine, const Case& c) {
    Case wrong = c;
    if (c.operation->name == "bm_atomic_memcpy_1D") ++wrong["src_addr"];
    return other_nans(machine, wrong);
  };
  const auto counted = [](Machine& machine, const Case& c) {
    Result result = other_nans(machine, c);
    if (c.operation->name == "bm_get_mask_memcpy_res_num") ++result.returned;
    return result;
  };
  EXPECT_TRUE(is_finding(Harness(bm1684, shifted).check(all).kind));
  EXPECT_EQ(Harness(bm1684, counted).check(all).kind, VerdictKind::wrong_return_value);
}

}  // namespace
}  // namespace strideproof::props

// Each fault that can be planted into okk-bdc shows where it may, and nowhere without it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "model/optimized/okk_bdc.h"
#include "model/tests/okk_bdc_world.h"
#include "mutants/faults_families.h"
#include "mutants/mutants.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using mutants::Fault;

// Where each fault shows.
const std::map<Fault, std::string>& shows() {
  static const std::map<Fault, std::string> lines = [] {
    // dst, two sources and the parameters after the addresses.
    const auto two = [](std::string_view name, std::string_view rest) {
      return fmt::format("okk_bdc_32bit_{} toy {}", name, rest);
    };
    const auto one = [](std::string_view name, int64_t C) {
      return fmt::format(
          "okk_bdc_32bit_{} toy dst_addr=0 src_addr=64 C={} shape=1,1,1,8 dst_stride=null "
          "src_stride=null data.src={}",
          name, C, name[0] == 'C' ? "counts" : "unique");
    };
    const auto plain = [](std::string_view address, std::string_view shape,
                          std::string_view strides) {
      return fmt::format("okk_bdc_32bit_xor_C toy {} C=5 shape={} {}", address, shape, strides);
    };
    // A single word, of a fill where it is the count that the fault takes for another.
    const auto far_count = [](std::string_view side, int fill) {
      return fmt::format(
          "okk_bdc_32bit_C_logical_shift toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,1 "
          "dst_stride=null src_stride=null data.src=counts_far_{} fill={}",
          side, fill);
    };
    const std::string_view null = "dst_stride=null src_stride=null";
    const std::string_view apart = "dst_addr=0 src_addr=128";
    const std::string_view apart_in_1 = "dst_addr=256 src_addr=384";
    return std::map<Fault, std::string>{
        {Fault::and_top_bit_kept, one("and_C", 1)},
        {Fault::or_as_xor, one("or_C", 0xffff)},
        {Fault::xor_as_or, one("xor_C", 0xffff)},
        {Fault::left_31_lost, one("logical_shift_C", 31)},
        {Fault::left_32_as_31, one("arithmetic_shift_C", 32)},
        {Fault::left_rotates, one("logical_shift_C", 5)},
        {Fault::left_keeps_sign, one("arithmetic_shift_C", 1)},
        {Fault::right_31_lost, one("arithmetic_shift_C", -31)},
        {Fault::logical_right_32_as_31, one("logical_shift_C", -32)},
        {Fault::arithmetic_right_32_as_0, one("arithmetic_shift_C", -32)},
        {Fault::right_rounds, one("logical_shift_C", -3)},
        {Fault::arithmetic_as_logical, one("C_arithmetic_shift", -1)},
        {Fault::logical_as_arithmetic, one("C_logical_shift", 0x80000000)},
        {Fault::count_sign_ignored, one("C_logical_shift", 77)},
        {Fault::count_sign_reversed, one("C_arithmetic_shift", 77)},
        {Fault::count_masked, one("logical_shift_C", 32)},
        {Fault::zero_count_as_1, one("logical_shift_C", 0)},
        {Fault::bdc_start_lane_ignored, plain(apart_in_1, "1,1,1,1", null)},
        {Fault::bdc_lane_wrap_early, plain("dst_addr=512 src_addr=640", "1,2,1,1", null)},
        {Fault::bdc_channels_unaligned, plain(apart, "1,5,1,1", null)},
        {Fault::bdc_n_stride_ignores_start_lane, plain(apart_in_1, "2,4,1,1", null)},
        {Fault::bdc_lone_channel_lost, plain(apart, "1,5,1,1", null)},
        {Fault::bdc_tail_lost, plain(apart, "1,1,1,9", null)},
        {Fault::bdc_counter_16_bit,
         "okk_bdc_32bit_xor_C bm1684 dst_addr=0 src_addr=0 C=1 shape=1,1,2,32768 "
         "dst_stride=null src_stride=null"},
        {Fault::bdc_rows_collapsed, plain(apart, "1,1,2,2", "dst_stride=9,9,3,1 src_stride=null")},
        {Fault::bdc_broadcast_as_default,
         plain(apart, "1,1,2,1", "dst_stride=null src_stride=0,0,0,0")},
        {Fault::dst_w_stride_ignored,
         plain(apart, "1,1,1,2", "dst_stride=0,0,0,2 src_stride=null")},
        {Fault::src_w_stride_ignored,
         plain(apart, "1,1,1,2", "dst_stride=null src_stride=0,0,0,2")},
        {Fault::src1_w_stride_ignored,
         two("or",
             "dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,2 dst_stride=null "
             "src0_stride=null src1_stride=0,0,0,0")},
        {Fault::sources_swapped, two("logical_shift",
                                     "dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,2 "
                                     "dst_stride=null src0_stride=null src1_stride=null "
                                     "data.src1=counts")},
        {Fault::bdc_constant_truncated, one("or_C", 0x10000000)},
        {Fault::bdc_constant_reversed, one("C_logical_shift", 1)},
        {Fault::src1_stride_of_src0,
         two("and",
             "dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,2 dst_stride=null "
             "src0_stride=0,0,0,1 src1_stride=0,0,0,2")},
        {Fault::src1_address_of_src0,
         two("and",
             "dst_addr=0 src0_addr=64 src1_addr=128 shape=1,1,1,2 dst_stride=null "
             "src0_stride=null src1_stride=null")},
        {Fault::dst_stride_of_src,
         plain(apart, "1,1,1,2", "dst_stride=0,0,0,1 src_stride=0,0,0,2")},
        {Fault::counts_unchecked,
         "okk_bdc_32bit_C_logical_shift toy dst_addr=0 src_addr=64 C=1 shape=1,1,1,8 "
         "dst_stride=null src_stride=null"},
        {Fault::count_33_accepted, one("logical_shift_C", 33)},
        {Fault::count_minus_33_accepted,
         "okk_bdc_32bit_C_arithmetic_shift toy dst_addr=0 src_addr=128 C=1 shape=1,1,1,32 "
         "dst_stride=null src_stride=null data.src=counts_under"},
        {Fault::counts_read_in_16_bits, far_count("over", 89)},
        {Fault::count_smallest_accepted, far_count("under", 15)},
        {Fault::c_4095_rejected,
         "okk_bdc_32bit_xor_C bm1684 dst_addr=0 src_addr=262144 C=1 shape=1,4095,1,1 "
         "dst_stride=null src_stride=null"},
        {Fault::other_lane_accepted, plain("dst_addr=0 src_addr=256", "1,1,1,1", null)},
        {Fault::bdc_alias_accepted, plain(apart, "1,1,1,2", "dst_stride=0,0,0,0 src_stride=null")},
        {Fault::bdc_overlap_accepted, plain("dst_addr=0 src_addr=4", "1,1,1,2", null)},
        {Fault::src1_overlap_accepted,
         two("xor",
             "dst_addr=0 src0_addr=64 src1_addr=4 shape=1,1,1,2 dst_stride=null "
             "src0_stride=null src1_stride=null")},
        {Fault::bdc_interleaved_rejected,
         plain("dst_addr=0 src_addr=4", "1,1,1,2", "dst_stride=0,0,0,2 src_stride=0,0,0,2")},
        {Fault::bdc_in_place_rejected, plain("dst_addr=0 src_addr=0", "1,1,1,1", null)},
        {Fault::w_broadcast_rejected,
         plain(apart, "1,1,1,2", "dst_stride=null src_stride=0,0,0,0")},
        {Fault::sources_overlap_rejected,
         two("xor",
             "dst_addr=0 src0_addr=64 src1_addr=68 shape=1,1,1,2 dst_stride=null "
             "src0_stride=null src1_stride=null")},
        {Fault::lane_end_rejected, plain("dst_addr=252 src_addr=0", "1,1,1,1", null)},
        {Fault::bdc_touching_rejected, plain("dst_addr=0 src_addr=4", "1,1,1,1", null)},
        {Fault::bdc_range_one_short, plain("dst_addr=0 src_addr=4", "1,1,1,2", null)},
        {Fault::bdc_writes_though_rejected, plain("dst_addr=252 src_addr=0", "1,1,1,2", null)},
        {Fault::bdc_padding_written, plain(apart, "1,1,1,1", null)},
        {Fault::bdc_far_lane_written, plain(apart, "1,1,1,1", null)},
        {Fault::bdc_source_changed, plain(apart, "1,1,1,1", null)},
        {Fault::bdc_last_row_skipped, plain(apart, "1,1,2,1", null)},
    };
  }();
  return lines;
}

class OkkBdcFaults : public testing::TestWithParam<mutants::FaultRow> {
 protected:
  ~OkkBdcFaults() override { mutants::activate(Fault::none); }
};

TEST_P(OkkBdcFaults, Shows) {
  const Case c = parse_case(shows().at(GetParam().fault));
  World sound(c), none(c), faulty(c);
  const Result expected = optimized::run(sound.machine, c);
  EXPECT_EQ(mutants::run(none.machine, c), expected);
  EXPECT_TRUE(none.memory() == sound.memory()) << "nothing is planted";

  mutants::activate(GetParam().fault);
  const Result found = mutants::run(faulty.machine, c);
  EXPECT_TRUE(found != expected || faulty.memory() != sound.memory());
}

TEST_P(OkkBdcFaults, IsDescribed) {
  EXPECT_EQ(mutants::find_fault(GetParam().name)->fault, GetParam().fault);
  EXPECT_EQ(GetParam().description.back(), '.');
  const auto operations = matching(GetParam().operations);
  const Case c = parse_case(shows().at(GetParam().fault));
  EXPECT_NE(std::find(operations.begin(), operations.end(), c.operation), operations.end());
}

INSTANTIATE_TEST_SUITE_P(Optimized, OkkBdcFaults, testing::ValuesIn(mutants::faults_okk_bdc()),
                         [](const auto& row) { return std::string(row.param.name); });

// Without a fault it is the sound implementation, though it goes word by word.
TEST(OkkBdcMutant, WithoutAFaultIsTheOriginal) {
  props::Random random(9);
  mutants::activate(Fault::none);
  for (const Operation* operation : matching("okk_bdc_*"))
    for (int i = 0; i < 500; ++i) {
      Case c = props::generate_case(random, *operation, *find_profile("toy"));
      if (okk_bdc::counts_of(okk_bdc::kind(*operation)) != 0) counts_of(c) = DataClass::counts;
      World sound(c), none(c);
      ASSERT_EQ(mutants::run(none.machine, c), optimized::run(sound.machine, c)) << print(c);
      ASSERT_TRUE(none.memory() == sound.memory()) << print(c);
    }
}

TEST(OkkBdcMutant, ManyFaultsInEachFunction) {
  EXPECT_GE(mutants::faults_okk_bdc().size(), 36U);
  for (const Operation* operation : matching("okk_bdc_*")) {
    int here = 0;
    for (const mutants::FaultRow& row : mutants::faults_okk_bdc()) {
      const auto operations = matching(row.operations);
      here += std::find(operations.begin(), operations.end(), operation) != operations.end();
    }
    EXPECT_GE(here, 3) << operation->name;
  }
}

}  // namespace
}  // namespace strideproof

// Counts of okk-bdc are data: which words of memory are read as counts.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string_view>

#include "model/implementation.h"
#include "model/optimized/okk_bdc.h"
#include "spec/spec.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof {
namespace {

const Constraint& bound(const Case& c, std::string_view end_of_label) {
  const auto& all = c.operation->constraints;
  return *std::find_if(all.begin(), all.end(), [&](const Constraint& constraint) {
    return constraint.label.ends_with(end_of_label);
  });
}

// Each word of the machine in turn holds a count at the edge or outside: reference, optimized and
// spec see it where it is an element.
TEST(Counts, EveryElementIsSeenAndNothingElse) {
  for (const char* line :
       {"okk_bdc_32bit_arithmetic_shift toy dst_addr=256 src0_addr=256 src1_addr=384 "
        "shape=2,6,2,2 dst_stride=null src0_stride=null src1_stride=null",
        "okk_bdc_32bit_logical_shift toy dst_addr=0 src0_addr=0 src1_addr=128 shape=2,6,2,2 "
        "dst_stride=null src0_stride=null src1_stride=17,8,1,3",
        "okk_bdc_32bit_C_logical_shift toy dst_addr=768 src_addr=896 C=1 shape=2,6,2,2 "
        "dst_stride=null src_stride=3,0,0,5",
        "okk_bdc_32bit_C_arithmetic_shift toy dst_addr=0 src_addr=252 C=1 shape=2,6,2,2 "
        "dst_stride=null src_stride=0,0,0,0"}) {
    const Case c = parse_case(line);
    Machine machine(*c.profile);
    const Operands operand = okk_bdc::counts_of(okk_bdc::kind(*c.operation));
    const spec::Contents contents = [&](Space space, int64_t lane, int64_t offset) {
      return *machine.at(space, lane, offset);
    };
    std::set<const uint8_t*> counts;
    for (const spec::OperandRange& range : spec::footprint(c))
      for (int64_t i = 0; range.operand == operand && i < range.size; i += 4)
        counts.insert(machine.at(range.space, range.lane, range.first + i));
    for (int64_t at = 0; at < c.profile->lanes * c.profile->lane_bytes; at += 4) {
      uint8_t* const place = machine.base(Space::local) + at;
      const bool element = counts.count(place) == 1;
      for (const int32_t count : {32, -32, 33, -33, INT32_MAX, INT32_MIN}) {
        std::memcpy(place, &count, 4);
        const Constraint& edge = bound(c, count > 0 ? "counts.max" : "counts.min");
        const okk_bdc::CountRange extremes = *optimized::counts_in(machine, c);
        const ConstraintResults by_reference = reference::evaluate(machine, c);
        const ConstraintResults by_spec = spec::evaluate(c, contents);
        const int64_t slack = spec::slack(c, edge, contents);
        std::memset(place, 0, 4);
        const int64_t seen = element ? count : 0;
        ASSERT_EQ(count > 0 ? extremes.most : extremes.least, seen) << line << at;
        ASSERT_EQ(slack, 32 - std::abs(seen)) << line << at;
        ASSERT_EQ(has_bit(by_spec.violated, edge.bit), slack < 0) << line << at;
        ASSERT_EQ(by_reference.violated, by_spec.violated) << line << at;
        ASSERT_EQ(by_reference.evaluated, by_spec.evaluated) << line << at;
      }
    }
  }
}

// More reads than are worth it, of few words: whether a count is out of its range stays open.
TEST(Counts, PastTheBudgetStayOpen) {
  const Case many = parse_case(
      "okk_bdc_32bit_logical_shift bm1684 dst_addr=0 src0_addr=0x400 src1_addr=0x800 "
      "shape=300,4095,300,300 dst_stride=null src0_stride=0,0,0,0 src1_stride=7,1,11,13");
  Machine machine(*many.profile);
  const ConstraintResults results = optimized::run(machine, many).constraint_results;
  EXPECT_TRUE(results.too_costly);
  EXPECT_EQ(results.evaluated & uint64_t{3} << static_cast<int>(ConstraintId::counts_min), 0u);
}

}  // namespace
}  // namespace strideproof

#include "spec/vocabulary/case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

Case random_case(std::mt19937_64& random, const Operation& operation, const Profile& profile) {
  Case c;
  c.operation = &operation;
  c.profile = &profile;
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    if (parameter.nullable && random() % 2 == 0) {
      c.arguments.null_mask |= uint32_t{1} << p;
      continue;
    }
    const int64_t low = lowest(parameter.type), high = highest(parameter.type);
    for (int slot = parameter.slot; slot < parameter.slot + slots(parameter.type); ++slot) {
      const int64_t values[] = {low, high, 0, std::min<int64_t>(10, high),
                                std::uniform_int_distribution<int64_t>(low, high)(random)};
      c.arguments.value[static_cast<size_t>(slot)] = values[random() % 5];
    }
  }
  for (DataClass& data : c.data) data = static_cast<DataClass>(random() % data_class_count);
  return c;
}

TEST(CaseLine, RoundTrip) {
  std::mt19937_64 random(5);
  for (const Operation& operation : catalogue())
    for (const Profile* profile : operation.profiles)
      for (int i = 0; i < 200; ++i) {
        Case c = random_case(random, operation, *profile);
        c.fill = i == 0 ? ~uint64_t{0} : random();
        ASSERT_EQ(parse_case(print(c)), c) << print(c);
        ASSERT_EQ(print(parse_case(print(c))), print(c));
      }
}

TEST(CaseLine, Text) {
  const std::string line =
      "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x80004 src_addr=0x100000000 shape=2,65,7,7 "
      "dst_stride=null src_stride=3185,49,7,1 fill=7";
  const Case c = parse_case(line);
  EXPECT_EQ(print(c), line);
  EXPECT_EQ(c["dst_addr"], 0x80004);
  EXPECT_EQ(c["shape"], 2);
  EXPECT_TRUE(c.arguments.is_null(3));
  EXPECT_EQ(c.fill, 7U);
  // Another order, other bases, other white space; fill left out.
  EXPECT_EQ(parse_case("  okk_gdma_32bit_cpy_S2L\tbm1684 src_stride=0xC71,49,7,1 "
                       "shape=2,0x41,7,7 dst_stride=null src_addr=4294967296 dst_addr=524292 "
                       "fill=0x7\n"),
            c);
  EXPECT_THROW(c["rows"], std::out_of_range);
}

struct Wrong {
  std::string_view line;
  std::string_view what;
};

constexpr Wrong wrong_cases[] = {
    {"", "column 1: the line is empty"},
    {" okk_gdma_cpy toy", "column 2: unknown operation 'okk_gdma_cpy'; see: strideproof list"},
    {"okk_gdma_8bit_set_C_local", "column 26: the profile is missing"},
    {"okk_gdma_8bit_set_C_local bm",
     "column 27: unknown profile 'bm'; known: bm1684 toy ascend310 ascend910b"},
    {"okk_gdma_8bit_set_C_local toy dst_addr", "column 31: 'dst_addr' is not name=value"},
    {"okk_gdma_8bit_set_C_local toy dst_addr=",
     "column 40: dst_addr takes 1 value, separated by "
     "commas, but here is ''"},
    {"okk_gdma_8bit_set_C_local toy dst_addr=x1", "column 40: 'x1' is not a number"},
    {"okk_gdma_8bit_set_C_local toy dst_addr=99999999999999999999",
     "column 40: '99999999999999999999' does not fit 64 bits"},
    {"okk_gdma_8bit_set_C_local toy dst_addr=-1",
     "column 40: -1 is outside the type of dst_addr: [0, 4294967295]"},
    {"okk_gdma_8bit_set_C_local toy C=256", "column 33: 256 is outside the type of C: [0, 255]"},
    {"okk_gdma_8bit_set_C_local toy shape=1,2,3",
     "column 37: shape takes 4 values, separated by commas, but here is '1,2,3'"},
    {"okk_gdma_8bit_set_C_local toy shape=1,2,-2147483649,4",
     "column 41: -2147483649 is outside the type of shape: [-2147483648, 2147483647]"},
    {"okk_gdma_8bit_set_C_local toy shape=null", "column 37: shape cannot be null"},
    {"okk_gdma_8bit_set_C_local toy C=1 C=1", "column 35: C is given twice"},
    {"okk_gdma_8bit_set_C_local toy fill=1 fill=1", "column 38: fill is given twice"},
    {"okk_gdma_8bit_set_C_local toy rows=1",
     "column 31: okk_gdma_8bit_set_C_local has no parameter 'rows'"},
    {"okk_gdma_8bit_set_C_local toy data.dest=low",
     "column 36: 'dest' is not one of dst, src, src1"},
    {"okk_gdma_8bit_set_C_local toy data.dst=big",
     "column 40: unknown data class 'big'; known: unique low high counts counts_over counts_under "
     "mask floats counts_far_over counts_far_under"},
    {"okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape=1,1,1,1",
     "column 59: dst_stride is missing"},
};

constexpr Wrong wrong_programs[] = {
    {"program", "column 8: the profile is missing"},
    {"program toy", "column 12: the program has no operation"},
    {"program toy fill=1 ;", "column 21: the program has no operation"},
    {"program toy fill=x ;", "column 18: 'x' is not a number"},
    {"program toy okk_gdma_8bit_set_C_local",
     "column 13: expected ' ; ' before the next operation"},
    {"program toy ; nothing", "column 15: unknown operation 'nothing'; see: strideproof list"},
    {"program toy ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,1,1 dst_stride=null fill=1",
     "column 86: okk_gdma_8bit_set_C_local has no parameter 'fill'"},
    {"okk_gdma_8bit_set_C_local toy C=300", "column 33: 300 is outside the type of C: [0, 255]"},
};

template <class Parse>
void expect_error(const Wrong& wrong, Parse parse) {
  try {
    parse(wrong.line);
    ADD_FAILURE() << "accepted: " << wrong.line;
  } catch (const LineError& error) {
    EXPECT_EQ(std::string_view(error.what()), wrong.what) << wrong.line;
    EXPECT_EQ("column " + std::to_string(error.column), wrong.what.substr(0, wrong.what.find(':')));
  }
}

TEST(CaseLine, ErrorsSayWhatAndWhere) {
  for (const Wrong& wrong : wrong_cases) expect_error(wrong, parse_case);
  for (const Wrong& wrong : wrong_programs) expect_error(wrong, parse_program);
}

TEST(CaseLine, ProgramsHaveAtMostTwentySteps) {
  std::string line = "program toy";
  for (int i = 0; i < max_steps; ++i)
    line += " ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,1,1 dst_stride=null";
  EXPECT_EQ(parse_program(line).steps.size(), 20U);
  const size_t at = line.size() + 4;
  line += " ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,1,1 dst_stride=null";
  expect_error({line, "column " + std::to_string(at) + ": more than 20 operations"}, parse_program);
}

}  // namespace
}  // namespace strideproof

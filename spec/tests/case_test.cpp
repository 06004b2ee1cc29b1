#include "spec/vocabulary/case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "spec/tests/rows.h"
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

void expect_error(const std::string& line, const std::string& what) {
  try {
    parse_program(line);
    ADD_FAILURE() << "accepted: " << line;
  } catch (const LineError& error) {
    EXPECT_EQ(error.what(), what) << line;
    EXPECT_EQ("column " + std::to_string(error.column), what.substr(0, what.find(':')));
  }
}

TEST(CaseLine, ErrorsSayWhatAndWhere) {
  const std::vector<tests::Row> rows = tests::read_rows("spec/tests/tables/wrong_lines.txt");
  for (const auto& [place, fields] : rows) {
    ASSERT_EQ(fields.size(), 2U) << place;
    expect_error(fields[0], fields[1]);
  }
  EXPECT_EQ(rows.size(), 24U);
  expect_error("", "column 1: the line is empty");
  expect_error(" okk_gdma_cpy toy",
               "column 2: unknown operation 'okk_gdma_cpy'; see: strideproof list");
}

TEST(CaseLine, ProgramsHaveAtMostTwentySteps) {
  std::string line = "program toy";
  for (int i = 0; i < max_steps; ++i)
    line += " ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,1,1 dst_stride=null";
  EXPECT_EQ(parse_program(line).steps.size(), 20U);
  const size_t at = line.size() + 4;
  line += " ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,1,1 dst_stride=null";
  expect_error(line, "column " + std::to_string(at) + ": more than 20 operations");
}

}  // namespace
}  // namespace strideproof

// The texts of list and explain about every operation.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "conform/report/describe.h"
#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

// Both sides of each edge and landmark, and the two values of the deciding parameter.
TEST(ExplainLabel, ShowsBothSidesOfEachEdgeAndItsNumber) {
  EXPECT_TRUE(contains(explain_label("okk_gdma_32bit_cpy_S2L.dst.wrap"), "past the last lane"));
  int labels = 0, numbers = 0;
  const auto check_text = [&](const std::string& label, bool with_number) {
    const std::string text = explain_label(label);
    ASSERT_NE(text, "") << label;
    ++labels;
    const bool number = text.find("it\n") != std::string::npos ||
                        text.find(" does not\n") != std::string::npos ||
                        text.find(" is not\n") != std::string::npos ||
                        text.find("violated by ") != std::string::npos;
    numbers += number ? 1 : 0;
    EXPECT_TRUE(number || !with_number) << text;
    EXPECT_FALSE(contains(text, "of the boundary corpus"));
  };
  // Operations with the same labels share their code.
  std::set<std::vector<std::string_view>> known;
  for (const Operation& operation : catalogue()) {
    std::vector<std::string_view> of_operation;
    for (const Constraint& constraint : operation.constraints)
      of_operation.push_back(constraint.label);
    if (!known.insert(of_operation).second) continue;
    for (const Constraint& constraint : operation.constraints)
      check_text(operation.label(constraint), constraint.stage != Stage::data);
    for (const Landmark& landmark : operation.landmarks)
      check_text(fmt::format("{}.{}", operation.name, landmark.label), false);
  }
  EXPECT_GT(labels, 300);
  EXPECT_GE(10 * numbers, 8 * labels) << numbers << " of " << labels;
  EXPECT_TRUE(
      contains(explain_label("okk_gdma_16bit_cpy_L2L.src_addr.aligned"), "a multiple of 2"));
  EXPECT_TRUE(
      contains(explain_label("okk_bdc_32bit_and.shape.w.max"), "65535 (0xffff) holds, 65536"));
}

TEST(List, JsonHasEveryOperationInEveryLayer) {
  const Answer answer = strideproof("list --json");
  ASSERT_EQ(answer.status, 0) << answer.err;
  const nlohmann::json list = answer.json();
  ASSERT_EQ(list.size(), 42U);  // the functions of the documents
  const std::string targets = contents("fuzz/CMakeLists.txt");
  for (const nlohmann::json& row : list) {
    const std::string name = row["name"], fuzz_target = row["layers"]["fuzz_target"];
    const nlohmann::json& layers = row["layers"];
    EXPECT_TRUE(layers["reference"]) << name;
    EXPECT_TRUE(layers["optimized"]) << name;
    EXPECT_GT(layers["properties"], find_operation(name)->parameters.empty() ? 0 : 1)
        << name << ": no law speaks of it";
    EXPECT_TRUE(layers["theorems"] > 0 || row["constraints"].empty()) << name;
    EXPECT_GT(layers["boundary_cases"], 0) << name;
    const std::string stem = fuzz_target.substr(std::string("strideproof_fuzz_").size());
    EXPECT_TRUE(contains(targets, " " + stem + " ")) << fuzz_target;
  }
}

}  // namespace
}  // namespace strideproof::tests

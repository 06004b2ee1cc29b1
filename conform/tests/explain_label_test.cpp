// The texts of explain about every label.

#include "conform/command/explain_label.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "conform/tests/contains.h"
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

}  // namespace
}  // namespace strideproof::tests

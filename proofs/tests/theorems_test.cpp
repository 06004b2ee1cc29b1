// Every theorem is proved, and its control refuted by a case that confirms the
// fault; the confirmation can fail.

#include "proofs/theorems/theorems.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "mutants/mutants.h"
#include "proofs/engine/proof_page.h"
#include "proofs/tests/case_values.h"
#include "proofs/theorems/counterexample.h"
#include "spec/tests/contents.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/split.h"

namespace strideproof::solver {
namespace {

std::string page() { return tests::contents("docs/proofs.md"); }

bool page_has(const std::string& section) {
  return page().find("\n" + section.substr(0, section.size() - 1)) != std::string::npos;
}

std::vector<std::string> page_titles() {
  std::vector<std::string> titles;
  std::istringstream lines(page());
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("### ")) titles.push_back(line.substr(4));
  return titles;
}

class EveryTheorem : public ::testing::TestWithParam<Theorem> {};

TEST_P(EveryTheorem, Holds) {
  const Theorem& theorem = GetParam();
  const Report report = run(theorem);
  EXPECT_EQ(report.status, ProofStatus::proved) << report.reason;
  EXPECT_EQ(report.control.status, ProofStatus::refuted) << "a proof that would not have noticed";
  EXPECT_TRUE(report.control.confirmed) << report.control.counterexample.text() << "\n"
                                        << report.control.case_line;
  EXPECT_FALSE(report.operations.empty());
  for (const std::string& operation : report.operations)
    EXPECT_NE(find_operation(operation), nullptr) << operation;
  EXPECT_TRUE(page_has(proof_section(report)))
      << "docs/proofs.md is stale: strideproof prove --page docs/proofs.md\n"
      << proof_section(report);
}

INSTANTIATE_TEST_SUITE_P(Of, EveryTheorem, ::testing::ValuesIn(theorems()),
                         [](const auto& test) { return test_name(test.param.name); });

// Each section is compared by the test of its theorem; here, that there is no other.
TEST(Theorems, AreThoseOfThePageInItsOrder) {
  std::vector<std::string> expected;
  for (const Theorem& theorem : theorems()) expected.push_back(theorem.name);
  EXPECT_EQ(page_titles(), expected);
}

// docs/faults.md has a row for each fault, in each row a layer that finds it, and in the last column
// the theorems. The other numbers are the effort of layers, which moves.
TEST(FaultsPage, HasARowForEachFaultWithALayerThatFindsIt) {
  const std::string how = "run: strideproof faults --layers > docs/faults.md";
  std::vector<std::vector<std::string>> rows;  // fault, its effect, six layers of cases, theorems
  std::istringstream page(tests::contents("docs/faults.md"));
  for (std::string line; std::getline(page, line);)
    if (line.starts_with("| ")) rows.push_back(split(line.substr(2, line.rfind(" |") - 2), " | "));
  const auto faults = mutants::faults();
  ASSERT_EQ(rows.size(), 2 + faults.size()) << how;  // under the names of the columns and a line
  for (size_t i = 0; i < faults.size(); ++i) {
    const std::vector<std::string>& row = rows[2 + i];
    ASSERT_EQ(row.size(), 9U) << row[0];
    EXPECT_EQ(row[0], faults[i].name) << how;
    EXPECT_EQ(row[1], faults[i].description) << how;
    EXPECT_TRUE(std::any_of(row.begin() + 2, row.end() - 1, [](const std::string& cell) {
      return cell != "-";
    })) << row[0];
    const int64_t count = theorems_with_mutant(mutants::row_of(faults[i].fault).description);
    EXPECT_EQ(row[8], count > 0 ? std::to_string(count) : "-") << row[0] << ": " << how;
  }
}

std::string bytes_in_lanes(int64_t address, int64_t width) {
  return "okk_gdma_8bit_set_C_local toy dst_addr=" + std::to_string(address) +
         " C=255 shape=2,1,1," + std::to_string(width) + " dst_stride=null";
}

TEST(Counterexample, IsNotConfirmedIfPlacesAreRight) {
  const auto without_padding = [](Runs& runs) {
    runs.back().first = runs.front().first + runs.front().size;
  };
  EXPECT_TRUE(is_wrong(bytes_in_lanes(0, 3), without_padding));
  EXPECT_FALSE(is_wrong(bytes_in_lanes(0, 3), [](Runs&) {}));
  // Rejected: nothing is written, so nothing is confirmed.
  EXPECT_FALSE(is_wrong(bytes_in_lanes(255, 3), without_padding));
}

TEST(Counterexample, IsNotConfirmedIfOverlapIsRight) {
  const auto rows_with_stride = [](int64_t stride) {
    return "okk_gdma_8bit_cpy_L2S toy dst_addr=0xfffff000 src_addr=0 shape=2,1,1,3 dst_stride=" +
           std::to_string(stride) + ",0,0,1 src_stride=0,0,0,1";
  };
  EXPECT_TRUE(is_missed(rows_with_stride(2), ConstraintId::dst_alias, 1));
  EXPECT_FALSE(is_missed(rows_with_stride(1), ConstraintId::dst_alias, 1));
  EXPECT_FALSE(is_missed(rows_with_stride(3), ConstraintId::dst_alias, 1));

  const auto operands_at_distance = [](int64_t bytes) {
    return "okk_gdma_8bit_cpy_S2S toy dst_addr=0xfffff000 src_addr=" +
           std::to_string(0xfffff000 + bytes) + " shape=1,1,1,3 dst_stride=null src_stride=null";
  };
  EXPECT_TRUE(is_missed(operands_at_distance(2), ConstraintId::overlap, 1));
  EXPECT_FALSE(is_missed(operands_at_distance(1), ConstraintId::overlap, 1));
  EXPECT_FALSE(is_missed(operands_at_distance(3), ConstraintId::overlap, 1));
}

TEST(Counterexample, IsNotConfirmedIfRejectionIsRight) {
  const auto move_to = [](int64_t dst) {
    return "data_move toy dst_space=2 dst=" + std::to_string(dst) +
           " src_space=0 src=0x100000000 dtype=0 sid=0 nburst=2 burst=1 src_stride=0 dst_stride=0";
  };
  EXPECT_FALSE(violates(move_to(2048 - 64), ConstraintId::dst_end));
  EXPECT_TRUE(violates(move_to(2048 - 32), ConstraintId::dst_end));
  EXPECT_FALSE(violates(move_to(2048 - 32), ConstraintId::dst_start));
  EXPECT_FALSE(violates(move_to(2048 - 31), ConstraintId::dst_end));  // unaligned
}

// ---- the text of a case ----

TEST(Counterexample, FillsUnknownsIn) {
  Control control;
  control.claim = [](Proof& proof) { proof.conclude("not 7", proof.variable("x.y2", 7, 7) != 7); };
  control.case_line = case_of("a={x.y2} b={x.y2*4-2},{x.y2/2+1} c");
  control.confirm = [](const std::string& line) { return line == "a=7 b=26,4 c"; };
  EXPECT_TRUE(run(control).confirmed);
}

}  // namespace
}  // namespace strideproof::solver

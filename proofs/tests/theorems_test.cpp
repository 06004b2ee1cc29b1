// Every theorem is proved, and its control refuted by a case that confirms the
// fault; the confirmation can fail.

#include "proofs/theorems/theorems.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "proofs/engine/proof_page.h"
#include "proofs/tests/page.h"
#include "proofs/theorems/ascend.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/counterexample.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

std::set<std::string> names_of(const std::vector<Theorem>& theorems) {
  std::set<std::string> names;
  for (const Theorem& theorem : theorems) names.insert(theorem.name);
  return names;
}

class EveryTheorem : public ::testing::TestWithParam<Theorem> {};

TEST_P(EveryTheorem, Holds) {
  const Theorem& theorem = GetParam();
  const Report report = run(theorem);
  EXPECT_EQ(report.status, Status::proved) << report.reason;
  EXPECT_EQ(report.control.status, Status::refuted) << "a proof that would not have noticed";
  EXPECT_TRUE(report.control.confirmed) << report.control.counterexample.text() << "\n"
                                        << report.control.case_line;
  EXPECT_FALSE(report.operations.empty());
  for (const std::string& operation : report.operations)
    EXPECT_NE(find_operation(operation), nullptr) << operation;
  EXPECT_TRUE(page_has(proof_section(report)))
      << "docs/proofs.md is stale: strideproof prove --page docs/proofs.md\n"
      << proof_section(report);
}

std::string test_name(const ::testing::TestParamInfo<Theorem>& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (c == '.') c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(Of, EveryTheorem, ::testing::ValuesIn(theorems()), test_name);

TEST(Theorems, NamesAreUnique) { EXPECT_EQ(names_of(theorems()).size(), theorems().size()); }

// Each section is compared by the test of its theorem; here, that there is no other.
TEST(Theorems, AreThoseOfThePageInItsOrder) {
  std::vector<std::string> expected;
  for (const Theorem& theorem : theorems()) expected.push_back(theorem.name);
  EXPECT_EQ(page_titles(), expected);
}

TEST(Theorems, SpeakOfEveryOperation) {
  std::set<std::string_view> missing;
  for (const Operation& operation : catalogue()) missing.insert(operation.name);
  for (const Theorem& theorem : theorems())
    for (const std::string& operation : theorem.operations) missing.erase(operation);
  EXPECT_EQ(missing, std::set<std::string_view>());
}

// Channels of the aligned layout follow without padding.
struct NotRounded : Formulas {
  static auto tensor(const auto&, auto t) {
    t.stride.c = t.shape.h * t.shape.w;
    t.stride.n = t.stride.c;  // of one block row
    return t;
  }
};

TEST(Confirmation, OfPlacesCanFail) {
  const std::string padded = fill_line(1, {2, 1, 1, 3}, {Space::local, 0, {}});
  EXPECT_TRUE(replay_differs<NotRounded>(padded));
  EXPECT_FALSE(replay_differs<Formulas>(padded));
  EXPECT_FALSE(replay_differs<NotRounded>(fill_line(1, {2, 1, 1, 16}, {Space::local, 0, {}})));
  // Rejected: nothing is written, so nothing is confirmed.
  EXPECT_FALSE(replay_differs<NotRounded>(fill_line(1, {2, 1, 1, 3}, {Space::local, 255, {}})));
}

TEST(Confirmation, OfOverlapCanFail) {
  const auto rows_apart_by = [](int64_t stride) {
    return copy_line(1, {2, 1, 1, 3}, {Space::system, toy_window, Dim4<int64_t>{stride, 0, 0, 1}},
                     {Space::local, 0, Dim4<int64_t>{0, 0, 0, 1}});
  };
  EXPECT_TRUE(is_missed(rows_apart_by(2), ConstraintId::dst_alias, 1));
  EXPECT_FALSE(is_missed(rows_apart_by(1), ConstraintId::dst_alias, 1));
  EXPECT_FALSE(is_missed(rows_apart_by(3), ConstraintId::dst_alias, 1));

  const auto operands_apart_by = [](int64_t bytes) {
    return copy_line(1, {1, 1, 1, 3}, {Space::system, toy_window, {}},
                     {Space::system, toy_window + bytes, {}});
  };
  EXPECT_TRUE(is_missed(operands_apart_by(2), ConstraintId::overlap, 1));
  EXPECT_FALSE(is_missed(operands_apart_by(1), ConstraintId::overlap, 1));
  EXPECT_FALSE(is_missed(operands_apart_by(3), ConstraintId::overlap, 1));
}

std::string move_to(int64_t dst) {
  return move_line({Space::ub, dst, Space::system, int64_t{1} << 32, 2, 1, 0, 0});
}

TEST(Confirmation, OfRejectionsCanFail) {
  EXPECT_TRUE(accepts(move_to(2048 - 64)));
  EXPECT_FALSE(violates(parse_case(move_to(2048 - 64)), tik::ConstraintId::dst_end));
  EXPECT_FALSE(accepts(move_to(2048 - 32)));
  EXPECT_TRUE(violates(parse_case(move_to(2048 - 32)), tik::ConstraintId::dst_end));
  EXPECT_FALSE(violates(parse_case(move_to(2048 - 32)), tik::ConstraintId::dst_start));
  EXPECT_FALSE(
      violates(parse_case(move_to(2048 - 31)), tik::ConstraintId::dst_end));  // off its alignment
}

TEST(Confirmation, SeesWhatATransposeMoves) {
  const auto square = [](int64_t dtype, int64_t dst) {
    return toy_program + set_step(-1, 0, 0, 512, bm_atomic::Format::uint8) +
           set_step(-1, 2 * (16 * 1 + 5), 7, 2, bm_atomic::Format::uint8) +
           as_step(move_line({Space::l1, 0, Space::system, dst_window, 1, 16, 0, 0})) +
           as_step(transpose_line({dst, 0, 0, 1, 0, 0, 0, dtype}));
  };
  // Element (1, 5) of 16 by 16 becomes element (5, 1).
  const Buffers after = buffers_after(square(2, 0), 512);
  ASSERT_EQ(after.l0b.size(), 512U);
  for (size_t b = 0; b < 512; ++b) {
    EXPECT_EQ(after.l1[b], b / 2 == 16 * 1 + 5 ? 7 : 0) << b;
    EXPECT_EQ(after.l0b[b], b / 2 == 16 * 5 + 1 ? 7 : 0) << b;
  }
  EXPECT_TRUE(buffers_after(square(2, 8192), 512).l0b.empty());  // rejected
}

}  // namespace
}  // namespace strideproof::solver

// Checks cases worked by hand from the documents: spec/tests/tables/<family>.txt, a row a line,
// CASE | CLAIM.
//
//   legal                 violates LABEL...     skips LABEL...  (not evaluated)
//   slack LABEL N         holds LABEL           evaluated, and violated where N < 0
//   step LABEL N
//   meets LANDMARK        misses LANDMARK       of a legal case
//   footprint RANGE...    bounds RANGE...       operand[@lane]:first+size
//   costly LABEL...       not decided, and no content of memory read
//   cost N                locate SPACE LANE OFFSET (none | OPERAND N,C,H,W BYTE)

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "oracle/verdict.h"
#include "spec/spec.h"
#include "spec/tests/table.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::spec {
namespace {

struct SpecRow {
  Case c;
  std::string kind;
  std::vector<std::string> words;  // of the claim, after its kind
  std::string place;
};

std::vector<SpecRow> rows_of(Family family) {
  std::vector<SpecRow> rows;
  for (const TableRow& row : read_table("spec/tests/tables", family))
    rows.push_back(
        {parse_case(row.subject), row.clauses.at(0).kind, row.clauses[0].words, row.place});
  return rows;
}

std::string text(const std::vector<OperandRange>& ranges) {
  std::vector<std::string> all;
  for (const OperandRange& range : ranges) {
    const std::string lane = range.space == Space::local ? fmt::format("@{}", range.lane) : "";
    all.push_back(
        fmt::format("{}{}:{}+{}", operand_name(range.operand), lane, range.first, range.size));
  }
  return join(all);
}

std::string place_text(const Located& located) {
  if (located.operand == 0) return "none";
  return fmt::format("{} {} {}", operand_name(located.operand), fmt::join(located.element, ","),
                     located.byte_of_element);
}

int64_t number(const std::string& word) { return std::stoll(word, nullptr, 0); }

void check_slack(const SpecRow& row, const Constraint& constraint) {
  const ConstraintResults results = evaluate(row.c);
  const bool violated = has_bit(results.violated, constraint.bit);
  EXPECT_TRUE(has_bit(results.evaluated, constraint.bit));
  EXPECT_EQ(slack(row.c, constraint) < 0, violated);
  if (row.kind == "holds") {
    EXPECT_FALSE(violated);
  } else {
    EXPECT_EQ(slack(row.c, constraint), number(row.words.at(1)));
  }
}

void check_violated(const SpecRow& row) {
  const Operation& operation = *row.c.operation;
  const ConstraintResults results = evaluate(row.c);
  EXPECT_EQ(short_labels(operation, results.violated), join(row.words));
  for (const Constraint& constraint : operation.constraints)
    if (has_bit(results.violated, constraint.bit)) {
      EXPECT_LT(slack(row.c, constraint), 0) << constraint.label;
    }
}

void check_landmark(const SpecRow& row) {
  EXPECT_TRUE(evaluate(row.c).legal());
  for (const Landmark& landmark : row.c.operation->landmarks)
    if (landmark.label == row.words.at(0)) {
      EXPECT_EQ(has_bit(landmarks(row.c), landmark.bit), row.kind == "meets");
      return;
    }
  ADD_FAILURE() << "no such landmark";
}

void check_place(const SpecRow& row) {
  for (int space = 0; space < space_count; ++space)
    if (name(static_cast<Space>(space)) == row.words.at(0)) {
      const Located located = locate(row.c, static_cast<Space>(space), number(row.words.at(1)),
                                     number(row.words.at(2)));
      EXPECT_EQ(place_text(located), join({row.words.begin() + 3, row.words.end()}));
      return;
    }
  ADD_FAILURE() << "no such space";
}

void check_edge(const SpecRow& row) {
  const Constraint* constraint = row.c.operation->constraint(row.words.at(0));
  ASSERT_NE(constraint, nullptr);
  if (row.kind == "step") {
    EXPECT_EQ(step(row.c, *constraint), number(row.words.at(1)));
  } else {
    ASSERT_TRUE(row.kind == "slack" || row.kind == "holds") << row.kind;
    check_slack(row, *constraint);
  }
}

void check_skipped(const SpecRow& row) {
  const uint64_t evaluated = evaluate(row.c).evaluated;
  for (const std::string& label : row.words)
    EXPECT_FALSE(evaluated >> row.c.operation->constraint(label)->bit & 1) << label;
}

void check_costly(const SpecRow& row) {
  const ConstraintResults results = evaluate(row.c, [](Space, int64_t, int64_t) {
    ADD_FAILURE() << "contents are read";
    return uint8_t{0};
  });
  EXPECT_TRUE(results.too_costly);
  const uint64_t all = row.c.operation->labels;
  EXPECT_EQ(short_labels(*row.c.operation, all & ~results.evaluated), join(row.words));
}

void check(const SpecRow& row) {
  if (row.kind == "legal" || row.kind == "violates") return check_violated(row);
  if (row.kind == "meets" || row.kind == "misses") return check_landmark(row);
  if (row.kind == "locate") return check_place(row);
  if (row.kind == "skips") return check_skipped(row);
  if (row.kind == "costly") return check_costly(row);
  if (row.kind == "footprint") {
    EXPECT_EQ(text(footprint(row.c)), join(row.words));
  } else if (row.kind == "bounds") {
    EXPECT_EQ(text(bounding_ranges(row.c)), join(row.words));
  } else if (row.kind == "cost") {
    EXPECT_EQ(cost(row.c), number(row.words.at(0)));
  } else {
    check_edge(row);
  }
}

class SpecTable : public testing::TestWithParam<Family> {};

TEST_P(SpecTable, AgreesWithTheSpecInEachRow) {
  const std::vector<SpecRow> rows = rows_of(GetParam());
  EXPECT_GT(rows.size(), 100U);
  for (const SpecRow& row : rows) {
    SCOPED_TRACE(row.place);
    check(row);
  }
}

// Each operation of bm-atomic has its own rows; in the other families a label means one thing.
std::string key(const Operation& operation, std::string_view label) {
  const bool own = operation.family == Family::bm_atomic;
  return fmt::format("{}{}", own ? operation.name : "", label);
}

TEST_P(SpecTable, HasBothSidesOfEachEdge) {
  std::set<std::string> inside, outside;
  for (const SpecRow& row : rows_of(GetParam())) {
    const bool is_outside =
        row.kind == "violates" || (row.kind == "slack" && row.words[1][0] == '-');
    if (row.kind != "violates" && row.kind != "slack" && row.kind != "holds") continue;
    for (const std::string& word : row.words)
      (is_outside ? outside : inside).insert(key(*row.c.operation, word));
  }
  for (const Operation& operation : catalogue())
    for (const Constraint& constraint : operation.constraints) {
      if (operation.family != GetParam() || constraint.stage == Stage::data) continue;
      EXPECT_EQ(inside.count(key(operation, constraint.label)), 1U) << constraint.label;
      EXPECT_EQ(outside.count(key(operation, constraint.label)), 1U) << constraint.label;
    }
}

// Landmarks of src0 are those of the one source, by the same formula.
TEST_P(SpecTable, HasBothSidesOfEachLandmark) {
  std::set<std::string> met, missed;
  for (const SpecRow& row : rows_of(GetParam())) {
    if (row.kind == "meets") met.insert(row.words.at(0));
    if (row.kind == "misses") missed.insert(row.words.at(0));
  }
  for (const Operation& operation : catalogue())
    for (const Landmark& landmark : operation.landmarks) {
      if (operation.family != GetParam()) continue;
      std::string label(landmark.label);
      if (label.starts_with("src0.") && met.count(label) == 0) label.erase(3, 1);
      EXPECT_EQ(met.count(label), 1U) << landmark.label;
      EXPECT_EQ(missed.count(label), 1U) << landmark.label;
    }
}

INSTANTIATE_TEST_SUITE_P(Each, SpecTable, testing::ValuesIn(all_families),
                         [](const auto& test) { return std::string(stem(test.param)); });

}  // namespace
}  // namespace strideproof::spec

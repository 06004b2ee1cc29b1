// The edges and landmarks that count as met, and the report of those that do not.

#include "conform/report/boundary_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "conform/report/report.h"
#include "conform/tests/shell.h"
#include "corpus/corpus.h"
#include "oracle/oracle.h"
#include "oracle/windows.h"
#include "proofs/boundary/boundary_corpus.h"
#include "proofs/boundary/pairs.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using tests::contains;

const Operation& fill() { return *find_operation("okk_gdma_32bit_set_C_local"); }

Case a_fill(const std::string& values) {
  return parse_case("okk_gdma_32bit_set_C_local toy " + values + " dst_stride=null fill=1");
}

void add(BoundaryTable& table, const std::string& layer, const Case& c) {
  table.add(layer, {c.profile, c.fill, {c}}, {{evaluate_fresh(c), 0}});
}

// "shape.n.min inside: fuzz" for each goal that was met.
std::vector<std::string> met(const BoundaryTable& table) {
  std::vector<std::string> all;
  for (const BoundaryTable::BoundaryRow& row : table.rows()) {
    if (!row.met()) continue;
    std::string text(row.goal.label());
    if (row.goal.constraint != nullptr) text += " " + std::string(name(row.goal.side));
    for (const std::string_view layer : row.layers) text += ": " + std::string(layer);
    all.push_back(text);
  }
  return all;
}

bool holds(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

TEST(BoundaryTable, CountsEdgesOfLegalCasesAndWhatLiesJustOutsideAlone) {
  BoundaryTable table;
  table.add_operation(fill(), {});
  EXPECT_TRUE(met(table).empty());
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=1,2,2,2"));
  EXPECT_TRUE(holds(met(table), "shape.n.min inside: fuzz"));
  EXPECT_FALSE(holds(met(table), "shape.c.min inside: fuzz"));
  const size_t inside = met(table).size();
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=2,0,1,2"));  // also h.min inside, yet illegal
  EXPECT_TRUE(holds(met(table), "shape.c.min outside: fuzz"));
  EXPECT_EQ(met(table).size(), inside + 1);
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=2,-1,1,2"));  // not just outside
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=0,0,1,2"));   // two at once
  EXPECT_EQ(met(table).size(), inside + 1);
  add(table, "networks", a_fill("dst_addr=0x100 C=7 shape=1,3,2,2"));
  EXPECT_TRUE(holds(met(table), "shape.n.min inside: fuzz: networks"));
}

// Like met_by() of the solver, which evaluates every goal on one case.
TEST(BoundaryTable, AgreesWithTheSearchForPairs) {
  for (const char* name : {"okk_bdc_32bit_logical_shift", "bm_atomic_memcpy_2D", "data_move"}) {
    const Operation& operation = *find_operation(name);
    std::ifstream in("corpus/boundary/" + std::string(name) + ".txt");
    int cases = 0;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("#")) continue;
      const Case c = parse_case(line);
      if (spec::cost(c) > 4096) continue;
      BoundaryTable table;
      table.add_operation(operation, {});
      // Contents as in the solver: each operand has its own, even if operands overlap.
      table.add("boundary", {c.profile, c.fill, {c}}, {{solver::evaluate(c), 0}});
      std::vector<size_t> expected = solver::met_by(c), found;
      const auto outside = [&](size_t goal) {
        return goal < 2 * operation.constraints.size() && goal % 2 == 1;
      };
      const auto one = std::find_if(expected.begin(), expected.end(), outside);
      if (one != expected.end()) expected = {*one};
      const std::vector<BoundaryTable::BoundaryRow> rows = table.rows();
      for (size_t goal = 0; goal < rows.size(); ++goal)
        if (rows[goal].met()) found.push_back(goal);
      EXPECT_EQ(found, expected) << line;
      ++cases;
    }
    EXPECT_GT(cases, 30) << name;
  }
}

// A step of a program reads the results of earlier steps, so its contents differ from those of the
// case.
TEST(BoundaryTable, AsksContentsOfSingleStepsOnly) {
  const Operation& shift = *find_operation("okk_bdc_32bit_logical_shift");
  const Constraint& counts = shift.constraints.back();
  ASSERT_EQ(counts.stage, Stage::data);
  const auto counted = [&](size_t steps) {
    BoundaryTable table;
    table.add_operation(shift, {});
    std::ifstream in("corpus/boundary/okk_bdc_32bit_logical_shift.txt");
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("#")) continue;
      const Case c = parse_case(line);
      if (spec::cost(c) > 4096) continue;  // contents of larger ones are not read
      table.add("boundary", {c.profile, c.fill, std::vector<Case>(steps, c)},
                std::vector<Result>(steps, {evaluate_fresh(c), 0}));
    }
    const auto all = met(table);
    return holds(all, std::string(counts.label) + " inside: boundary");
  };
  EXPECT_TRUE(counted(1));
  EXPECT_FALSE(counted(2));
}

RunReport passing(BoundaryTable table) {
  RunReport report;
  report.operations.push_back({std::string(fill().name), "", Conformance::conforms, {5, 0, {}}, 0});
  report.boundaries = std::move(table);
  report.all_boundaries = true;
  return report;
}

// Every goal of the corpus except one, then that one too.
TEST(Boundaries, AGapMakesARunIncompleteAndIsNamed) {
  const std::string text = tests::contents("corpus/boundary/okk_gdma_32bit_set_C_local.txt");
  BoundaryTable table;
  BoundaryTable::Unreachable unreachable = solver::read_unreachable(fill(), text);
  const std::vector<solver::Goal> goals = solver::goals_of(fill());
  for (size_t goal = 0; goal < goals.size(); ++goal)  // goals that the corpus need not meet
    if (goals[goal].landmark != nullptr) unreachable[goal] = "left out here";
  table.add_operation(fill(), unreachable);
  const std::string left_out = "shape.w.max inside";
  std::string heading, line;
  std::istringstream in(text);
  std::vector<Case> later;
  while (std::getline(in, line)) {
    if (line.starts_with("#")) {
      heading = line;
      continue;
    }
    const Case c = parse_case(line);
    const bool of_it = solver::meets(c, solver::evaluate(c), {fill().constraint("shape.w.max")});
    if (of_it && solver::evaluate(c).legal())
      later.push_back(c);
    else
      add(table, "boundary", c);
  }
  ASSERT_FALSE(later.empty());
  RunReport report = passing(table);
  EXPECT_EQ(exit_status(report), 3);
  EXPECT_TRUE(contains(to_text(report), "not met: okk_gdma_32bit_set_C_local: " + left_out + "\n"));
  EXPECT_FALSE(contains(to_text(report), "(100 %)"));
  EXPECT_TRUE(contains(to_html(report), "<td class=\"gap\">not met</td>"));
  const nlohmann::json json = nlohmann::json::parse(to_json(report))["boundaries"];
  EXPECT_EQ(json["met"].get<int>() + 1, json["reachable"].get<int>());
  report.all_boundaries = false;  // for example of one profile
  EXPECT_EQ(exit_status(report), 0);

  for (const Case& c : later) add(table, "plug-in", c);
  report = passing(table);
  EXPECT_EQ(exit_status(report), 0) << to_text(report);
  EXPECT_TRUE(contains(to_text(report), "(100 %)"));
  EXPECT_FALSE(contains(to_html(report), "class=\"gap\""));
}

// The layer that replays the corpus meets every reachable goal, for any time, seed and operations.
TEST(Boundaries, TheCorpusAloneMeetsAllThatIsReachable) {
  BoundaryTable table;
  for (const Operation& operation : catalogue()) {
    const std::string file = "corpus/boundary/" + std::string(operation.name) + ".txt";
    table.add_operation(operation, solver::read_unreachable(operation, tests::contents(file)));
  }
  for (const auto& file : std::filesystem::directory_iterator("corpus/boundary")) {
    if (file.path().extension() == ".md") continue;
    for (const corpus::Entry& entry : corpus::read(file.path())) {
      const Case& c = entry.program.steps.front();
      if (entry.program.steps.size() > 1 || too_costly(entry.program)) continue;
      if (open_too_many(windows(entry.program))) continue;
      table.add("boundary", entry.program, {{evaluate_fresh(c), 0}});
    }
  }
  EXPECT_TRUE(table.refuted().empty());
  for (const BoundaryTable::BoundaryRow& row : table.rows())
    EXPECT_FALSE(row.is_gap()) << row.operation->name << ": " << row.goal.label() << " "
                               << (row.goal.landmark ? "" : name(row.goal.side));
}

TEST(Boundaries, PercentIsNeverRoundedUp) {
  BoundaryTable table;
  table.add_operation(fill(), {});
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=1,2,2,2"));
  const BoundarySum all = sum(table.rows());
  ASSERT_NE(1000 * all.met % all.reachable, 0);
  const int64_t tenths = 1000 * all.met / all.reachable;
  const std::string text = to_text(passing(table));
  EXPECT_TRUE(contains(
      text, "(" + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %)"));
}

TEST(Boundaries, OneThatIsProvedUnreachableAndMetIsKept) {
  const Case c = parse_case(
      "okk_gdma_32bit_set_C_local bm1684 dst_addr=0x100 C=7 shape=1,2,2,2 dst_stride=null");
  BoundaryTable table;
  table.add_operation(fill(), {{0, "lemma against nothing"}});
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=1,2,2,2"));  // elsewhere it may be met
  EXPECT_TRUE(table.refuted().empty());
  table = {};
  table.add_operation(fill(), {{0, "lemma against nothing"}});
  add(table, "fuzz", c);
  ASSERT_EQ(table.refuted().size(), 1U);
  EXPECT_EQ(table.refuted()[0].layer, "fuzz");
  EXPECT_EQ(table.refuted()[0].witness, c);
}

// Each on its own profile, even if the layer met it on another profile before.
TEST(Boundaries, OneThatIsProvedUnreachableOnAnotherProfileAndMetIsKept) {
  const Case there = parse_case(
      "okk_gdma_32bit_set_C_local bm1684 dst_addr=0x100 C=7 shape=1,2,2,2 dst_stride=null");
  const Case here = a_fill("dst_addr=0x100 C=7 shape=1,2,2,2");
  BoundaryTable table;
  table.add_operation(fill(), {}, {{here.profile, {{0, "lemma against nothing"}}}});
  add(table, "fuzz", there);
  EXPECT_TRUE(table.refuted().empty());
  add(table, "fuzz", here);
  add(table, "fuzz", here);
  ASSERT_EQ(table.refuted().size(), 1U);
  EXPECT_EQ(table.refuted()[0].witness, here);
}

TEST(Boundaries, TheCorpusSaysWhatIsUnreachable) {
  const Operation& rows = *find_operation("okk_gdma_32bit_matrix_S2L");
  const std::string edge = "# okk_gdma_32bit_matrix_S2L.rows.max ";
  const auto read = [&](const std::string& text) { return solver::read_unreachable(rows, text); };
  EXPECT_EQ(read(edge + "inside: unreachable, lemma against dst.end\n").begin()->second,
            "lemma against dst.end");
  EXPECT_TRUE(read(edge + "inside\n").empty());
  EXPECT_TRUE(read(edge + "inside: not decided in time\n").empty());
  EXPECT_TRUE(read("# okk_gdma_32bit_matrix_S2L.none.max inside: unreachable, type\n").empty());
  const std::string line =
      "# okk_gdma_32bit_matrix_S2L toy rows.max inside: unreachable, lemma against dst.end\n";
  EXPECT_TRUE(read(line).empty());
  EXPECT_EQ(solver::read_unreachable(rows, *find_profile("toy"), line).begin()->second,
            "lemma against dst.end");
  EXPECT_TRUE(solver::read_unreachable(rows, *find_profile("bm1684"), line).empty());
}

}  // namespace
}  // namespace strideproof

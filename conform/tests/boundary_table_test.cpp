// The edges and landmarks that count as met, the report of those that do not, and those that the
// suite of a check meets.

#include "conform/report/boundary_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "conform/check/edges.h"
#include "conform/report/report.h"
#include "conform/tests/contains.h"
#include "corpus/corpus.h"
#include "proofs/boundary/goal.h"
#include "props/parameters.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

using tests::contains;

const Operation& fill() { return *find_operation("okk_gdma_32bit_set_C_local"); }

Case a_fill(const std::string& values) {
  return parse_case("okk_gdma_32bit_set_C_local toy " + values + " dst_stride=null fill=1");
}

void add(BoundaryTable& table, const std::string& layer, const Case& c) {
  table.add(layer, {c.profile, c.fill, {c}}, {{props::evaluate_fresh(c), 0}});
}

// The cases of an operation's file of the boundary corpus.
std::vector<Case> corpus_of(std::string_view operation) {
  std::vector<Case> all;
  for (const corpus::Entry& entry : corpus::read(fmt::format("corpus/boundary/{}.txt", operation)))
    all.push_back(entry.program.steps[0]);
  return all;
}

// "shape.n.min inside: fuzz" for each goal that was met.
std::set<std::string> met(const BoundaryTable& table) {
  std::set<std::string> all;
  for (const BoundaryTable::BoundaryRow& row : table.rows()) {
    if (!row.met()) continue;
    std::string text(row.goal.label());
    if (row.goal.constraint != nullptr) text += " " + std::string(name(row.goal.edge));
    for (const std::string& layer : row.layers) text += ": " + layer;
    all.insert(text);
  }
  return all;
}

TEST(BoundaryTable, CountsEdgesOfLegalCasesAndWhatLiesJustOutsideAlone) {
  BoundaryTable table;
  table.add_operation(fill(), {});
  EXPECT_TRUE(met(table).empty());
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=1,2,2,2"));
  EXPECT_TRUE(met(table).contains("shape.n.min inside: fuzz"));
  EXPECT_FALSE(met(table).contains("shape.c.min inside: fuzz"));
  const size_t inside = met(table).size();
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=2,0,1,2"));  // also h.min inside, yet illegal
  EXPECT_TRUE(met(table).contains("shape.c.min outside: fuzz"));
  EXPECT_EQ(met(table).size(), inside + 1);
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=2,-1,1,2"));  // not just outside
  add(table, "fuzz", a_fill("dst_addr=0x100 C=7 shape=0,0,1,2"));   // two at once
  EXPECT_EQ(met(table).size(), inside + 1);
  add(table, "networks", a_fill("dst_addr=0x100 C=7 shape=1,3,2,2"));
  EXPECT_TRUE(met(table).contains("shape.n.min inside: fuzz: networks"));
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
    for (const Case& c : corpus_of(shift.name))
      if (spec::cost(c) <= 4096)  // contents of larger ones are not read
        table.add("boundary", {c.profile, c.fill, std::vector<Case>(steps, c)},
                  std::vector<Result>(steps, {props::evaluate_fresh(c), 0}));
    return met(table).contains(std::string(counts.label) + " inside: boundary");
  };
  EXPECT_TRUE(counted(1));
  EXPECT_FALSE(counted(2));
}

TEST(BoundaryReport, IsIncompleteWithAGapAndRoundsTheShareDown) {
  RunReport report;
  report.operations.push_back({std::string(fill().name), "", Conformance::conforms, {5, 0, {}}, 0});
  report.boundaries.add_operation(fill(), {});
  int64_t share = 0;  // in hundredths of a percent
  const auto is_rounded = [&] { return share % 10 >= 5; };
  for (const Case& c : corpus_of(fill().name)) {
    if (is_rounded()) break;
    add(report.boundaries, "boundary", c);
    const nlohmann::json json = nlohmann::json::parse(to_json(report))["boundaries"];
    share = 10000 * json["met"].get<int64_t>() / json["reachable"].get<int64_t>();
  }
  ASSERT_TRUE(is_rounded());
  EXPECT_EQ(exit_status(report), 0);  // for example of one profile
  report.all_boundaries = true;
  EXPECT_EQ(exit_status(report), 3);
  EXPECT_TRUE(
      contains(to_text(report), fmt::format("({:.4g} %)", static_cast<double>(share / 10) / 10)));
}

// Each on its own profile, even if the layer met it on another profile before.
TEST(Boundaries, OneThatIsProvedUnreachableAndMetIsKept) {
  const Case first = parse_case(
      "okk_gdma_32bit_set_C_local bm1684 dst_addr=0x100 C=7 shape=1,2,2,2 dst_stride=null");
  const Case other = a_fill("dst_addr=0x100 C=7 shape=1,2,2,2");
  const BoundaryTable::Unreachable unreachable = {{0, "lemma against nothing"}};
  for (const auto& [there, here] : {std::pair{other, first}, {first, other}}) {
    BoundaryTable table;
    if (here == first)
      table.add_operation(fill(), unreachable);
    else
      table.add_operation(fill(), {}, {{here.profile, unreachable}});
    add(table, "fuzz", there);
    EXPECT_TRUE(table.refuted().empty());
    add(table, "fuzz", here);
    add(table, "fuzz", here);
    ASSERT_EQ(table.refuted().size(), 1U);
    EXPECT_EQ(table.refuted()[0].layer, "fuzz");
    EXPECT_EQ(table.refuted()[0].witness, here);
  }
}

// An edge that the suite did not meet would not count as reachable. No function of the transposing
// copy takes a type that is not known, so such a case cannot be given.
TEST(Edges, AreAllMetByTheSuiteOrProvedUnreachableOnBuiltInProfiles) {
  for (const Operation& operation : catalogue())
    for (const Profile* profile : operation.profiles) {
      ASSERT_TRUE(has_solved_edges(*profile));
      Edges edges({&operation}, *profile);
      edges.expect(edge_suite({&operation}, *profile, PluginCapabilities::everything()));
      for (const solver::Goal& goal : edges.not_offered(operation))
        if (solver::label(goal) != "dtype.known outside" || operation.family != Family::asc)
          ADD_FAILURE() << operation.name << " on " << profile->name << ": " << solver::label(goal)
                        << "; to solve it: strideproof boundary --write corpus/boundary "
                           "--other-profiles";
    }
}

}  // namespace
}  // namespace strideproof

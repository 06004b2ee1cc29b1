// The planted faults: their table, and docs/faults.md, which has a row for each and in each row a
// layer that finds it.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "mutants/mutants.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/split.h"

namespace strideproof {
namespace {

using FaultRow = std::vector<std::string>;  // fault, what it does, six layers of cases, proofs

constexpr const char* how = "run: strideproof faults --layers > docs/faults.md";

FaultRow cells_of(const std::string& line) {
  return split(line.substr(2, line.rfind(" |") - 2), " | ");
}

std::vector<FaultRow> rows() {
  std::vector<FaultRow> rows;
  std::ifstream page("docs/faults.md");
  for (std::string line; std::getline(page, line);)
    if (line.starts_with("| ") && !line.starts_with("| ---")) rows.push_back(cells_of(line));
  if (!rows.empty()) rows.erase(rows.begin());  // the names of the columns
  return rows;
}

TEST(FaultsPage, HasARowForEachFaultWithALayerThatFindsIt) {
  const auto faults = mutants::faults();
  const std::vector<FaultRow> found = rows();
  ASSERT_EQ(found.size(), faults.size()) << how;
  for (size_t i = 0; i < faults.size(); ++i) {
    const FaultRow& row = found[i];
    ASSERT_EQ(row.size(), 9U) << row[0];
    EXPECT_EQ(row[0], faults[i].name) << how;
    EXPECT_EQ(row[1], faults[i].description) << how;
    EXPECT_TRUE(std::any_of(row.begin() + 2, row.end() - 1, [](const std::string& cell) {
      return cell != "-";
    })) << row[0];
    EXPECT_FALSE(matching(faults[i].operations).empty()) << row[0];
  }
}

}  // namespace
}  // namespace strideproof

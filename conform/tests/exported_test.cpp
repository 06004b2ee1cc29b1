// Symbols of libraries, and C tests.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "conform/base/paths.h"
#include "conform/plugin/call/call.h"
#include "conform/report/report.h"
#include "conform/tests/shell.h"
#include "corpus/corpus.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

// The symbols that a file exports.
std::set<std::string> exported(const std::string& file) {
  const Answer answer = shell(fmt::format("nm -D --defined-only --format=posix {}", file));
  EXPECT_EQ(answer.status, 0) << answer.err;
  std::set<std::string> names;
  std::istringstream lines(answer.out);
  for (std::string line; std::getline(lines, line);) names.insert(line.substr(0, line.find(' ')));
  return names;
}

TEST(Exports, LibrariesExportTheDocumentedNamesAlone) {
  std::set<std::string> documented = {"sp_abi_version", "sp_reset",  "sp_write",
                                      "sp_read",        "sp_status", "sp_name"};
  for (const Operation& operation : catalogue())
    documented.insert(symbols(operation).begin(), symbols(operation).end());
  for (const char* name : {"reference", "optimized", "faulty"})
    EXPECT_EQ(exported(library(name)), documented) << name;
}

class CTest : public FolderTest {
 protected:
  void SetUp() override {
    if (shell("nm -D " + library("optimized") + " | grep -q __asan").status == 0)
      GTEST_SKIP() << "a C program cannot load a library with sanitizers";
  }
};

// The first case of the boundary corpus that can be exported, of one operation for each list of
// parameter types.
TEST_F(CTest, CallsEveryKindOfOperation) {
  std::set<std::vector<CType>> known;
  for (const Operation& operation : catalogue()) {
    std::vector<CType> types;
    for (const Parameter& parameter : operation.parameters) types.push_back(parameter.type);
    if (!known.insert(types).second) continue;
    const std::string source = folder_ + "/case.c";
    bool exported = false;
    for (const corpus::Entry& entry :
         corpus::read(corpus_folder(fmt::format("boundary/{}.txt", operation.name)))) {
      Finding finding;
      finding.operation = operation.name;
      finding.line = print(entry.program);
      std::string why;
      const std::string text = c_test(finding, {}, why);
      if (text.empty() || text.size() > 100'000) continue;
      std::ofstream(source) << text;
      exported = true;
      break;
    }
    ASSERT_TRUE(exported) << operation.name;
    const Answer right = shell(fmt::format(
        "cc -std=c99 -Wall -Wextra -Werror -I {0}/conform {1}/case.c {2} -o {1}/test && {1}/test",
        SOURCE_FOLDER, folder_, library("optimized")));
    EXPECT_EQ(right.status, 0) << operation.name << '\n' << right.out << right.err;
  }
}

TEST(CTests, ExpectTheReadingsOfTheFinding) {
  Finding finding;
  finding.operation = "okk_gdma_32bit_cpy_L2L";
  finding.line =
      "okk_gdma_32bit_cpy_L2L toy dst_addr=4 src_addr=0 shape=1,1,1,4 dst_stride=null "
      "src_stride=null fill=1";
  std::string why;
  const std::string by_default = c_test(finding, {}, why);
  const std::string held = c_test(finding, {{"copy-overlap", 2}}, why);
  EXPECT_NE(held, by_default);
  finding.readings = {"copy-overlap=2"};
  EXPECT_EQ(c_test(finding, {}, why), held);
}

}  // namespace
}  // namespace strideproof::tests

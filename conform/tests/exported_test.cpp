// Symbols of libraries.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "conform/plugin/call/call.h"
#include "conform/tests/shell.h"
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

}  // namespace
}  // namespace strideproof::tests

// The symbols that the libraries export, and that the worker does not. Read with nm.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "conform/plugin/call/call.h"
#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

std::set<std::string> exported(const std::string& file) {
  const Answer answer = shell(fmt::format("nm -D --defined-only --format=posix {}", file));
  EXPECT_EQ(answer.status, 0) << answer.err;
  std::set<std::string> names;
  std::istringstream lines(answer.out);
  for (std::string line; std::getline(lines, line);) names.insert(line.substr(0, line.find(' ')));
  return names;
}

std::set<std::string> operation_symbols() {
  std::set<std::string> all;
  for (const Operation& operation : catalogue())
    all.insert(symbols(operation).begin(), symbols(operation).end());
  return all;
}

TEST(Exports, LibrariesExportTheDocumentedNamesAlone) {
  std::set<std::string> documented = operation_symbols();
  documented.insert({"sp_abi_version", "sp_reset", "sp_write", "sp_read", "sp_status", "sp_name"});
  for (const char* name : {"reference", "optimized", "faulty"})
    EXPECT_EQ(exported(library(name)), documented) << name;
}

TEST(Exports, WorkerExportsNoOperation) {
  const std::set<std::string> operations = operation_symbols();
  for (const std::string& name : exported(WORKER))
    EXPECT_TRUE(operations.count(name) == 0 && name.rfind("sp_", 0) != 0) << name;
}

TEST(Exports, WorkerLinksNoImplementation) {
  const Answer answer = shell(fmt::format("nm --defined-only -C {}", WORKER));
  ASSERT_EQ(answer.status, 0) << answer.err;
  EXPECT_FALSE(contains(answer.out, "strideproof::reference::"));
  EXPECT_FALSE(contains(answer.out, "strideproof::optimized::"));
  EXPECT_TRUE(contains(answer.out, "strideproof::fill("));
}

TEST(Headers, AreC99) {
  for (const char* header : {"strideproof.h", "strideproof_ops.h"}) {
    const Answer answer =
        shell(fmt::format("cc -std=c99 -pedantic-errors -Werror -fsyntax-only -x c -I {0} "
                          "-include conform/{1} /dev/null",
                          SOURCE_FOLDER, header));
    EXPECT_EQ(answer.status, 0) << answer.err;
  }
}

}  // namespace
}  // namespace strideproof::tests

#pragma once
// C tests that are exported, compiled and run.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "conform/report/report.h"
#include "conform/tests/contains.h"
#include "conform/tests/shell.h"

namespace strideproof::tests {

inline Finding finding_of(const std::string& line) {
  Finding finding;
  const Program program = parse_program(line);
  finding.operation = program.steps.front().operation->name;
  finding.line = line;
  return finding;
}

// An answer has this status, and these words in its output: words with a line end are all of it.
inline void expect(const Answer& answer, int status, std::string_view words = "") {
  EXPECT_EQ(answer.status, status) << answer.out;
  EXPECT_TRUE(contains(answer.out, words));
  if (words.ends_with('\n')) {
    EXPECT_EQ(answer.out, words);
  }
}

class ExportedTest : public FolderTest {
 protected:
  Answer compile(const std::string& text, const std::string& library) const {
    std::ofstream(folder_ + "/case.c") << text;
    return shell(fmt::format(
        "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I {0}/conform {1}/case.c {2} -o {1}/test",
        SOURCE_FOLDER, folder_, library));
  }

  // The answer of a C test that is linked with a library.
  Answer run(const std::string& text, const std::string& library) const {
    const Answer compiled = compile(text, library);
    return compiled.status == 0 ? shell(folder_ + "/test") : compiled;
  }

  // The answer of the C test of a case, of a library or of the command of the options.
  Answer run(const Finding& finding, const std::string& library,
             const CTestOptions& options = {}) const {
    std::string why;
    const std::string text = c_test(finding, options, why);
    EXPECT_EQ(why, "");
    return run(text, library);
  }
};

// A fill of one byte, three rows or no row.
inline std::string fill_of(const std::string& shape) {
  return fmt::format("okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape={} dst_stride=null fill=0",
                     shape);
}
inline const Finding small = finding_of(fill_of("1,1,1,1")),
                     three_rows = finding_of(fill_of("1,1,3,1")),
                     no_row = finding_of(fill_of("1,1,0,1"));

inline constexpr const char* in_fill = " in okk_gdma_8bit_set_C_local";

// The finding of a last program after earlier ones.
inline Finding after(std::vector<std::string> earlier, Finding last) {
  last.with = std::move(earlier);
  return last;
}

}  // namespace strideproof::tests

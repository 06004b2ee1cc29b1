// The examples, as new-plugin writes them: each builds, conforms, and is found wrong on request.

#include <gtest/gtest.h>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

class Example : public FolderTest {
 protected:
  void write(const std::string& language) {
    const Answer answer = strideproof("new-plugin " + language + " " + folder_);
    ASSERT_EQ(answer.status, 0) << answer.err;
    EXPECT_TRUE(contains(answer.out, "strideproof check "));
    const size_t next = answer.out.find("next:\n") + 6;
    first_command_ = answer.out.substr(next, answer.out.find('\n', next) - next);
    const Answer again = strideproof("new-plugin " + language + " " + folder_);
    EXPECT_EQ(again.status, 2);
    EXPECT_TRUE(contains(again.err, "File exists"));
  }

  void check_both_ways(const std::string& target) {
    const std::string arguments = "check " + target + " --cases 200 --json -";
    const Answer right = strideproof(arguments);
    EXPECT_EQ(right.status, 0) << right.out << right.err;
    const Setting deviates("WRONG", "1");
    const Answer wrong = strideproof(arguments);
    EXPECT_EQ(wrong.status, 1) << wrong.out << wrong.err;
    const nlohmann::json report = wrong.json();
    for (const nlohmann::json& row : report["operations"]) {
      const std::string name = row["name"];
      const std::string expected = name == "okk_gdma_32bit_set_C_local" ? "conforms"
                                   : name == "okk_gdma_32bit_cpy_S2L"   ? "fails"
                                                                        : "not provided";
      EXPECT_EQ(row["status"], expected) << name;
    }
  }

  // Built as the output of new-plugin says.
  void build_and_check(const std::string& language) {
    write(language);
    const Answer answer =
        shell("export CMAKE_GENERATOR=Ninja CFLAGS=-Werror CXXFLAGS=-Werror; " + first_command_);
    ASSERT_EQ(answer.status, 0) << answer.out << answer.err;
    check_both_ways(folder_ + "/build/mine.so");
  }

  std::string first_command_;
};

TEST_F(Example, InC) { build_and_check("c"); }
TEST_F(Example, InCpp) { build_and_check("cpp"); }

TEST_F(Example, InPython) {
  write("python");
  check_both_ways("--exec 'python3 -B " + folder_ + "/plugin.py'");
}

}  // namespace
}  // namespace strideproof::tests

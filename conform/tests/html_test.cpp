// The HTML page in a real browser, where there is one.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

namespace fs = std::filesystem;

constexpr const char* shown = "<tr data-op=\"okk_gdma_8bit_set_C_local\">";
constexpr const char* hidden = "<tr data-op=\"okk_gdma_8bit_set_C_local\" hidden=\"\">";

class Page : public FolderTest {
 protected:
  void SetUp() override {
    const Answer which = shell("command -v chromium || command -v google-chrome");
    if (which.status != 0) GTEST_SKIP() << "no chromium here: the HTML page is not tested";
    browser_ = which.out.substr(0, which.out.find('\n'));
    const Answer found = strideproof(fmt::format(
        "check {} --profile toy --cases 200 --html {}/page.html", plugin("accepts_all"), folder_));
    ASSERT_EQ(found.status, 1) << found.err;
  }

  // The browser's output; its log is in the error output.
  Answer open(const std::string& how, const std::string& behind = "") const {
    return shell(
        fmt::format("timeout 120 {} --headless --no-sandbox --disable-gpu "
                    "--enable-logging=stderr --user-data-dir={}/profile {} "
                    "'file://{}/page.html{}'",
                    browser_, folder_, how, folder_, behind));
  }
  std::string start_of(const std::string& file, size_t bytes) const {
    return contents(folder_ + "/" + file).substr(0, bytes);
  }

  std::string browser_;
};

TEST_F(Page, IsShownFilteredAndPrintedWithoutErrors) {
  const Answer page = open("--dump-dom");
  EXPECT_EQ(page.status, 0) << page.err;
  EXPECT_FALSE(contains(page.err, "CONSOLE"));
  EXPECT_TRUE(contains(page.out, "<svg"));
  EXPECT_TRUE(contains(page.out, shown));
  EXPECT_FALSE(contains(page.out, "hidden=\"\""));
  const Answer drawn = open(fmt::format("--screenshot={}/page.png", folder_));
  EXPECT_EQ(start_of("page.png", 4), "\x89PNG") << drawn.err;
  const Answer printed = open(fmt::format("--print-to-pdf={}/page.pdf", folder_));
  EXPECT_EQ(start_of("page.pdf", 5), "%PDF-") << printed.err;
  EXPECT_GT(fs::file_size(folder_ + "/page.pdf"), 10'000U);

  const Answer some = open("--dump-dom", "#filter=8bit_set");
  EXPECT_FALSE(contains(some.err, "CONSOLE"));
  EXPECT_TRUE(contains(some.out, shown));
  const Answer none = open("--dump-dom", "#filter=data_move");
  EXPECT_TRUE(contains(none.out, hidden));
  EXPECT_FALSE(contains(none.out, shown));

  // The browser's log has the errors of a page: one with an error is seen.
  std::ofstream(folder_ + "/page.html") << "<script>nothing.there()</script>";
  EXPECT_TRUE(contains(open("--dump-dom").err, "CONSOLE"));
}

}  // namespace
}  // namespace strideproof::tests

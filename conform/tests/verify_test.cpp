// verify with a corpus that is broken: the other layers continue, and every report names the broken
// file.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

constexpr const char* operation = "okk_gdma_8bit_set_C_system";

// A copy of the installed tree, which finds its corpus next to its binaries.
class Verify : public FolderTest {
 protected:
  Verify() {
    shell(
        fmt::format("mkdir -p {0}/bin {0}/share/strideproof && ln -s {1} {0}/lib && "
                    "cp {2} {3} {0}/bin && cp -rL {1}/../share/strideproof/corpus "
                    "{0}/share/strideproof",
                    folder_, LIBRARIES, STRIDEPROOF, WORKER));
  }

  std::string corpus(const std::string& file) const {
    return fmt::format("{}/share/strideproof/corpus/{}", folder_, file);
  }
  Answer verify(const char* what = operation, const char* profile = "bm1684",
                int seconds = 1) const {
    return shell(
        fmt::format("{0}/bin/strideproof verify --op {1} --profile {2} --seconds {3} "
                    "--report {0}/report",
                    folder_, what, profile, seconds));
  }
  std::string report(const std::string& kind) const {
    return contents(fmt::format("{}/report/report.{}", folder_, kind));
  }
};

TEST_F(Verify, SaysInEveryReportWhatIsBroken) {
  shell("echo nothing > " + corpus("networks/broken.txt"));
  // Another finding: an edge that cases meet but that is called unreachable.
  shell(fmt::format("echo '# {}.shape.n.min inside: unreachable, type' >> {}", operation,
                    corpus(fmt::format("boundary/{}.txt", operation))));
  const Answer answer = verify();
  EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
  EXPECT_TRUE(contains(answer.out, "refuted"));
  EXPECT_TRUE(contains(answer.out, "note: networks: "));
  EXPECT_TRUE(contains(answer.err, "strideproof: networks: "));
  const nlohmann::json rules =
      nlohmann::json::parse(std::ifstream(SOURCE_FOLDER "/docs/schema/report.json"));
  EXPECT_EQ(breaks(rules, nlohmann::json::parse(report("json"))), "");
  for (const std::string& text :
       {answer.err, answer.out, report("json"), report("xml"), report("html")})
    EXPECT_TRUE(contains(text, "networks/broken.txt:1:1: unknown operation "));
}

// A library in place of ours that supports nothing.
TEST_F(Verify, FindsThatOurOwnLibraryRefuses) {
  shell(
      fmt::format("rm {0}/lib && mkdir {0}/lib && ln -s {1}/* {0}/lib && "
                  "ln -sf {2} {0}/lib/libstrideproof_optimized.so",
                  folder_, LIBRARIES, plugin("unsupported")));
  const Setting behaviour("STRIDEPROOF_TOY", "unsupported");
  // A quarter of the seconds is left for the plug-in and for random cases in any case.
  const Answer answer = verify("okk_gdma_8bit_set_C_local", "toy", 10);
  EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
  const nlohmann::json findings = nlohmann::json::parse(report("json"))["findings"];
  ASSERT_FALSE(findings.empty()) << answer.out;
  for (const nlohmann::json& finding : findings) {
    EXPECT_EQ(finding["kind"], "refused");
    EXPECT_EQ(finding["layer"], "plug-in");
    EXPECT_TRUE(
        finding["detail"].get<std::string>().starts_with("refuses a case that the reference runs"));
  }
}

TEST_F(Verify, WantsTheSuitesOfEveryOperationWithConstraints) {
  const std::string suites = fmt::format("boundary/{}.txt", operation);
  shell("rm " + corpus(suites));
  const Answer answer = verify();
  EXPECT_EQ(answer.status, 2) << answer.out << answer.err;
  EXPECT_TRUE(contains(answer.err, "strideproof: boundary: "));
  EXPECT_TRUE(contains(answer.err, suites));
}

}  // namespace
}  // namespace strideproof::tests

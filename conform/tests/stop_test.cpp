// Interrupted commands: they print their results so far, write whole reports, leave no files, and
// return the documented exit status.

#include "conform/tests/stop.h"

#include <csignal>

#include "spec/stop.h"

namespace strideproof::tests {
namespace {

// A shell starts background commands so. A signal that is ignored can be lost (spec/stop.cpp).
TEST(StopOnSignals, AreNotIgnoredAfterwards) {
  const auto ignores_after = [](int signal) {
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_IGN);
    stop_on_signals();
    return std::signal(signal, SIG_DFL) == SIG_IGN;
  };
  EXPECT_EXIT(_exit(ignores_after(SIGINT) ? 1 : 0), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(_exit(ignores_after(SIGTERM) ? 1 : 0), testing::ExitedWithCode(0), "");
}

TEST_F(Stop, VerifyReportsWhatItKnows) {
  const std::string words =
      fmt::format("{} verify --op bm_atomic_memcpy_1D --profile bm1684 --seconds 600 --report {}",
                  STRIDEPROOF, path("report"));
  struct Point {
    const char* text;
    int signal;
    To to;
  };
  for (const auto& [text, signal, to] :
       {Point{" cases, 0 findings", SIGINT, To::process}, Point{"boundary: ", SIGTERM, To::group},
        Point{"networks: ", SIGINT, To::group}}) {
    const Answer answer = interrupted(words, "err", text, signal, to);
    EXPECT_EQ(answer.status, 3) << answer.err;
    EXPECT_TRUE(contains(answer.out, ", interrupted\n"));
    const auto report = nlohmann::json::parse(contents("report/report.json"), nullptr, false);
    ASSERT_FALSE(report.is_discarded()) << text;
    EXPECT_EQ(report["interrupted"], true);
    EXPECT_GT(report["cases"], 0);
    EXPECT_TRUE(contains(contents("report/report.xml"), "</testsuite>"));
    EXPECT_TRUE(contains(contents("report/report.html"), "</html>"));
  }
}

TEST_F(Stop, CheckKeepsItsFindings) {
  for (const auto& [signal, to] : {std::pair(SIGINT, To::process), std::pair(SIGTERM, To::group)}) {
    const Answer answer =
        interrupted(fmt::format("{} check {} --profile toy --seconds 600 --json {}", STRIDEPROOF,
                                plugin("crash"), path("json")),
                    "err", " [plug-in, crash]: ", signal, to);
    EXPECT_EQ(answer.status, 1) << answer.err;
    EXPECT_TRUE(contains(answer.out, " replay --on "));
    const auto report = nlohmann::json::parse(contents("json"), nullptr, false);
    ASSERT_FALSE(report.is_discarded());
    EXPECT_EQ(report["interrupted"], true);
    EXPECT_GE(report["findings"].size(), 1U);
  }
}

// The command does not wait for a worker that hangs in its operation.
TEST_F(Stop, CheckWaitsForNoPlugin) {
  const std::string words = fmt::format("{} check {} --profile toy --seconds 600 --timeout 600",
                                        STRIDEPROOF, plugin("hang"));
  const Answer answer = interrupted(words, "err", " cases, ", SIGTERM, To::process);
  EXPECT_EQ(answer.status, 3) << answer.err;
}

TEST_F(Stop, ProveSaysWhatIsProved) {
  const std::string words = fmt::format("{} prove --second none", STRIDEPROOF);
  const Answer answer = interrupted(words, "out", "proved ", SIGINT, To::process);
  EXPECT_EQ(answer.status, 3) << answer.out;
  EXPECT_TRUE(contains(answer.out, " goals; no second solver was asked\n"));
  EXPECT_FALSE(contains(answer.out, "cancel"));
  const Answer as_json = interrupted(words + " --json", "err", " theorems, ", SIGTERM, To::group);
  EXPECT_EQ(as_json.status, 3) << as_json.err;
  const auto theorems = as_json.json();
  ASSERT_FALSE(theorems.is_discarded()) << as_json.out;
  for (const nlohmann::json& theorem : theorems) EXPECT_EQ(theorem["status"], "proved");
}

TEST_F(Stop, FaultsSaysWhatIsFound) {
  const std::string words = fmt::format("{} faults", STRIDEPROOF);
  const Answer answer = interrupted(words, "out", "found ", SIGTERM, To::process);
  EXPECT_EQ(answer.status, 3) << answer.out;
  EXPECT_TRUE(contains(answer.out, " not found; of "));
  const Answer as_json = interrupted(words + " --json", "err", " cases, ", SIGINT, To::group);
  EXPECT_EQ(as_json.status, 3) << as_json.err;
  EXPECT_TRUE(as_json.json().is_array()) << as_json.out;
}

TEST_F(Stop, BoundarySaysWhatIsDecided) {
  const std::string words = fmt::format("{} boundary okk_gdma_32bit_cpy_S2L --pairs", STRIDEPROOF);
  const Answer answer = interrupted(words, "out", " inside", SIGINT, To::group);
  EXPECT_EQ(answer.status, 3) << answer.err;
  EXPECT_FALSE(contains(answer.out, "unknown"));
  const Answer as_json = interrupted(words + " --json", "err", " edges, ", SIGTERM, To::process);
  EXPECT_EQ(as_json.status, 3) << as_json.err;
  const auto edges = as_json.json();
  ASSERT_TRUE(edges.is_array()) << as_json.out;
  EXPECT_GE(edges.size(), 1U);
}

}  // namespace
}  // namespace strideproof::tests

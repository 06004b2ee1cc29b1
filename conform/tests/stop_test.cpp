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

TEST_F(Stop, VerifyReportsPartialResults) {
  const std::string words =
      fmt::format("{} verify --op bm_atomic_memcpy_1D --profile bm1684 --seconds 600 --report {}",
                  STRIDEPROOF, path("report"));
  for (const auto& [text, signal, to] : {std::tuple{", 0 findings", SIGINT, To::process},
                                         {"boundary: ", SIGTERM, To::group},
                                         {"networks: ", SIGINT, To::group}}) {
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

// The command does not wait for a worker that hangs in its operation, and a time without end is no
// short one.
TEST_F(Stop, CheckWaitsForNoPlugin) {
  const std::string words = fmt::format("{} check {} --profile toy --seconds 1e12 --timeout 600",
                                        STRIDEPROOF, plugin("hang"));
  const Answer answer = interrupted(words, "err", ", 0 findings", SIGTERM, To::process);
  EXPECT_EQ(answer.status, 3) << answer.err;
  EXPECT_TRUE(contains(answer.out, "interrupted"));
}

// A command stopped when its output says `text`, and once more with --json when its progress says
// `progress`.
class StopTwice : public Stop {
 protected:
  std::pair<std::string, nlohmann::json> stopped(const std::string& arguments,
                                                 const std::string& text,
                                                 const std::string& progress) {
    const std::string words = fmt::format("{} {}", STRIDEPROOF, arguments);
    const Answer answer = interrupted(words, "out", text, SIGINT, To::process);
    EXPECT_EQ(answer.status, 3) << answer.out << answer.err;
    const Answer as_json = interrupted(words + " --json", "err", progress, SIGTERM, To::group);
    EXPECT_EQ(as_json.status, 3) << as_json.err;
    EXPECT_TRUE(as_json.json().is_array()) << as_json.out;
    return {answer.out, as_json.json()};
  }
};

TEST_F(StopTwice, ProveSaysWhatIsProved) {
  const auto [text, theorems] = stopped("prove --second none", "proved ", " theorem");
  EXPECT_TRUE(contains(text, " goals; no second solver was asked\n"));
  EXPECT_FALSE(contains(text, "cancel"));
  for (const nlohmann::json& theorem : theorems) EXPECT_EQ(theorem["status"], "proved");
}

TEST_F(StopTwice, FaultsSaysWhatIsFound) {
  EXPECT_TRUE(contains(stopped("faults", "found ", ", 0 findings").first, " not found; of "));
}

TEST_F(StopTwice, BoundarySaysWhatIsDecided) {
  const auto [text, edges] =
      stopped("boundary okk_gdma_32bit_cpy_S2L --pairs", " inside", " edge, ");
  EXPECT_FALSE(contains(text, "unknown"));
  EXPECT_GE(edges.size(), 1U);
}

}  // namespace
}  // namespace strideproof::tests

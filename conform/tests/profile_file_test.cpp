// A profile of the user's: examples/profiles/lanes32.json.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

const std::string chip = "examples/profiles/lanes32.json";

nlohmann::json operations_of(const std::string& target) {
  const Answer answer =
      strideproof(fmt::format("check {} --profile {} --cases 200 --json -", target, chip));
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  return answer.json()["operations"];
}

TEST(ProfileFile, HasEveryOperationWithItsEdges) {
  for (const std::string& target : {library("optimized"), std::string("--adapter numpy")}) {
    const nlohmann::json rows = operations_of(target);
    EXPECT_EQ(rows.size(), catalogue().size());
    for (const nlohmann::json& row : rows) {
      EXPECT_EQ(row["profile"], "lanes32");
      EXPECT_EQ(row["status"], "conforms") << row;
      EXPECT_EQ(row["edges"]["judged"], row["edges"]["reachable"]) << row;
      if (row["name"] != "bm_get_mask_memcpy_res_num") {
        EXPECT_GT(row["edges"]["judged"], 30) << row;
      }
    }
  }
}

TEST(ProfileFile, FindsAFaultAndItsLineReplays) {
  const Setting fault("STRIDEPROOF_FAULT", "lone_channel_lost");
  const Answer answer = strideproof(fmt::format(
      "check {} --profile {} --op okk_gdma_32bit_cpy_S2L --cases 500", library("faulty"), chip));
  EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
  const size_t at = answer.out.find("STRIDEPROOF_PROFILE=");
  ASSERT_NE(at, std::string::npos) << answer.out;
  const std::string line = answer.out.substr(at, answer.out.find('\n', at) - at);
  const Answer again = shell(line);
  EXPECT_EQ(again.status, 1) << line << again.out << again.err;
  EXPECT_TRUE(contains(again.out, "wrong byte"));
}

TEST(ProfileFile, IsSolvedLikeTheOthers) {
  const Answer solved =
      strideproof(fmt::format("boundary okk_gdma_32bit_set_C_local --profile {} --json", chip));
  EXPECT_EQ(solved.status, 0) << solved.out << solved.err;
  EXPECT_TRUE(contains(solved.out, "okk_gdma_32bit_set_C_local lanes32 "));
}

TEST(ProfileFile, ThatIsWrongIsRefusedInOneLine) {
  const auto refused = [](const std::string& text, const std::string& words) {
    const std::string path = testing::TempDir() + "strideproof_profile.json";
    std::ofstream(path) << text;
    expect_unusable("check " + plugin("good") + " --profile " + path, words);
    std::remove(path.c_str());
  };
  expect_unusable("check " + plugin("good") + " --profile /nowhere/chip.json",
                  "cannot read the profile /nowhere/chip.json");
  refused("{", "parse error");
  refused(R"({"lanes": 4})", "'name' must have 1 to 31 letters, digits, _ or -");
  refused(R"({"name": "toy"})", "the name is taken");
  refused(R"({"name": "a", "lanse": 4})",
          "unknown 'lanse' in the file; known: name lanes lane_bytes");
  refused(R"({"name": "a", "lanes": 4})",
          "'lanes' and 'lane_bytes' must both be given, or neither");
  refused(R"({"name": "a", "lanes": 4, "lane_bytes": 256, "unit_bytes": 3})",
          "'unit_bytes' must be a multiple of 4");
  refused(R"({"name": "a", "lanes": "0x"})",
          R"('lanes' must be a number from 0 to 4096, not "0x")");
  refused(R"({"name": "a", "lanes": "abc"})",
          R"('lanes' must be a number from 0 to 4096, not "abc")");
  refused(R"({"name": "a", "lanes": 5000})", "'lanes' must be a number from 0 to 4096, not 5000");
  refused(R"({"name": "a", "windows": [{"first": 0, "size": 8}, {"first": 8, "size": 8}]})",
          "windows must be ascending and must not touch");
}

}  // namespace
}  // namespace strideproof::tests

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

TEST(ProfileFile, HasEveryOperationWithItsEdges) {
  for (const std::string& target : {library("optimized"), std::string("--adapter numpy")}) {
    const Answer answer =
        strideproof(fmt::format("check {} --profile {} --cases 200 --json -", target, chip));
    EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
    const nlohmann::json rows = answer.json()["operations"];
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
  const std::string line = first_replay(answer.out);
  EXPECT_TRUE(contains(line, "STRIDEPROOF_PROFILE="));
  const Answer again = shell(line);
  EXPECT_EQ(again.status, 1) << line << again.out << again.err;
  EXPECT_TRUE(contains(again.out, "wrong byte"));
}

TEST(ProfileFile, IsSolvedLikeTheOthers) {
  const Operation& operation = *find_operation("okk_gdma_32bit_set_C_local");
  const Answer solved =
      strideproof(fmt::format("boundary {} --profile {} --json", operation.name, chip));
  EXPECT_EQ(solved.status, 0) << solved.out << solved.err;
  EXPECT_TRUE(contains(solved.out, "okk_gdma_32bit_set_C_local lanes32 "));
  const nlohmann::json edges = solved.json();
  ASSERT_EQ(edges.size(), 2 * operation.constraints.size());
  for (const nlohmann::json& edge : edges) {
    EXPECT_TRUE(edge["edge"] == "inside" || edge["edge"] == "outside");
    EXPECT_TRUE(edge["status"] == "case" ? edge.contains("case") : edge.contains("reason")) << edge;
  }
}

class WrongProfileFile : public FolderTest {};

TEST_F(WrongProfileFile, IsRefusedInOneLine) {
  const std::string check_on = "check " + plugin("good") + " --profile ";
  expect_unusable(check_on + "/nowhere/chip.json", "cannot read the profile /nowhere/chip.json");
  const std::string path = folder_ + "/profile.json";
  for (const auto& [text, words] : {
           std::pair{"{", "parse error"},
           {R"({"lanes": 4})", "'name' must have 1 to 31 letters, digits, _ or -"},
           {R"({"name": "toy"})", "the name is taken"},
           {R"({"name": "a", "lanse": 4})",
            "unknown 'lanse' in the file; known: name lanes lane_bytes"},
           {R"({"name": "a", "lanes": 4})",
            "'lanes' and 'lane_bytes' must both be given, or neither"},
           {R"({"name": "a", "lanes": 4, "lane_bytes": 256, "unit_bytes": 3})",
            "'unit_bytes' must be a multiple of 4"},
           {R"({"name": "a", "lanes": "0x"})",
            R"('lanes' must be a number from 0 to 4096, not "0x")"},
           {R"({"name": "a", "lanes": "abc"})",
            R"('lanes' must be a number from 0 to 4096, not "abc")"},
           {R"({"name": "a", "lanes": 5000})", "'lanes' must be a number from 0 to 4096, not 5000"},
           {R"({"name": "a", "windows": [{"first": 0, "size": 8}, {"first": 8, "size": 8}]})",
            "windows must be ascending and must not touch"},
       }) {
    std::ofstream(path) << text;
    expect_unusable(check_on + path, words);
  }
}

}  // namespace
}  // namespace strideproof::tests

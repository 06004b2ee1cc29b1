// The numbers of a check, and the cases that a known cause hides.

#include <gtest/gtest.h>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

using nlohmann::json;

constexpr const char* fill8 = "okk_gdma_8bit_set_C_local";

int64_t sum(const json& reasons) {
  int64_t sum = 0;
  for (const auto& [why, count] : reasons.items()) sum += count.get<int64_t>();
  return sum;
}

int64_t not_judged(const json& row) { return sum(row["reasons"]); }

// A program of several operations counts once in all, and once for each of its operations.
TEST(Counts, AddUp) {
  for (const std::string& name : {plugin("unsupported_fifth"), plugin("crash"),
                                  plugin("accepts_all"), library("reference")}) {
    const Checked c = check(name, "--cases 600");
    int64_t given = 0, failures = 0;
    for (const json& row : c.report["operations"]) {
      EXPECT_EQ(row["cases"].get<int64_t>(),
                row["executed"].get<int64_t>() + row["rejected"].get<int64_t>());
      EXPECT_EQ(not_judged(row),
                row["unsupported"].get<int64_t>() + row["not_judged"].get<int64_t>());
      EXPECT_LE(row["failures"], row["executed"]) << row;
      EXPECT_EQ(row["status"] == "fails", row["failures"] > 0) << row;
      given += row["cases"].get<int64_t>() + not_judged(row);
      failures += row["failures"].get<int64_t>();
    }
    EXPECT_LE(c.report["cases"].get<int64_t>() + not_judged(c.report), given) << name;
    EXPECT_GE(failures, static_cast<int64_t>(c.report["findings"].size())) << name;
    EXPECT_EQ(c.status == 1, failures > 0) << name;
    if (name != plugin("unsupported_fifth")) continue;
    EXPECT_GT(c.operation(fill8)["reasons"]["unsupported"], 80);
    // Every case given is judged or counted: 600, and those on edges before them.
    EXPECT_GE(given, 600);
    EXPECT_LE(given, 660);
  }
}

TEST(Plugin, CrashIsShrunkAndReplaysAndHidesCasesOfItsCause) {
  const Checked c = check(plugin("crash"), "--cases 3000");
  EXPECT_EQ(c.status, 1) << c.text;
  const json crash = c.report["findings"][0];
  EXPECT_EQ(crash["detail"], "SIGSEGV in okk_gdma_8bit_set_C_local");
  const std::string line = crash["case"];
  EXPECT_TRUE(contains(line, "shape=1,1,3,1"));
  const Answer again = strideproof("replay --on " + plugin("crash") + " '" + line + "'");
  EXPECT_EQ(again.status, 1);
  EXPECT_TRUE(contains(again.out, "crash: SIGSEGV"));
  ASSERT_EQ(c.report["causes"].size(), 1U) << c.text;
  const json cause = c.report["causes"][0];
  EXPECT_EQ(cause["condition"], "shape.h > 2") << c.text;
  EXPECT_EQ(cause["operations"][0]["case"], line);
  const int64_t met = cause["hides"]["met"], drawn = cause["hides"]["drawn"];
  EXPECT_GT(met, 100) << c.text;
  EXPECT_LT(met, drawn);
  const int64_t left_out = c.report["left_out"]["known cause"];
  EXPECT_GE(left_out, met - met / 50) << c.text;
  EXPECT_LE(left_out, met + 128) << c.text;  // and those drawn before the cause was known
}

// A case that is spread too far for every byte to be seen is drawn again, and its edges get others.
TEST(Plugin, GivesOnlyCasesThatCanBeJudged) {
  const std::string operation = "okk_gdma_16bit_cpy_L2S";
  const auto check_with = [&](const char* cases) {
    return check(library("optimized"), "--op " + operation + " --cases " + cases, "bm1684");
  };
  const Checked few = check_with("1"), many = check_with("2000");
  EXPECT_EQ(few.operation(operation)["edges"], many.operation(operation)["edges"]);
  EXPECT_EQ(few.operation(operation)["edges"]["missed"].size(), 0U) << few.text;
  EXPECT_LT(100 * not_judged(many.report), many.report["cases"].get<int64_t>()) << many.text;
}

TEST(Plugin, AnAbortCanBeARejection) {
  const Checked c = check(plugin("aborts"), "--cases 3000 --abort rejects");
  EXPECT_EQ(c.status, 0) << c.text;
  const json row = c.operation(fill8);
  EXPECT_EQ(row["status"], "conforms");
  EXPECT_GT(row["rejected"], 20);
  EXPECT_GT(c.report["restarts"], 20);  // it is not left alone
  EXPECT_GT(row["left_out"]["held back after 3 failures"], 0) << c.text;
  const int64_t left_out = sum(c.report["left_out"]);
  const int64_t all = c.report["cases"].get<int64_t>() + not_judged(c.report) + left_out;
  EXPECT_GE(all, 3000) << c.text;
  EXPECT_LE(all, 3060) << c.text;  // those on edges come first
  // Without the option no illegal case is given.
  EXPECT_EQ(check(plugin("aborts"), "--cases 500").operation(fill8)["rejected"], 0);
}

}  // namespace
}  // namespace strideproof::tests

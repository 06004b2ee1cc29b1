// Adapters: our own, and those to implementations of others, which the user brings.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "conform/tests/shell.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

// Written from the documents alone: a third opinion next to the reference and the optimized
// implementation.
TEST(NumpyAdapter, ConformsInEveryOperation) {
  std::set<std::string> conforming;
  for (const char* profile : {"toy", "bm1684", "ascend310", "ascend910b"}) {
    const Answer answer = strideproof(
        std::string("check --adapter numpy --cases 300 --seed 3 --json - --profile ") + profile);
    ASSERT_EQ(answer.status, 0) << answer.out << answer.err;
    const nlohmann::json report = answer.json();
    EXPECT_EQ(report["implementation"], "numpy");
    for (const nlohmann::json& row : report["operations"])
      if (row["status"] == "conforms") conforming.insert(row["name"]);
  }
  EXPECT_EQ(conforming.size(), catalogue().size());
}

// A reorder knows no constraints, so only legal cases are judged and the check is incomplete.
TEST(Adapter, OfOneDnnIsRightInWhatItSupports) {
  const Answer answer = strideproof("check --adapter onednn --cases 400 --json -");
  if (answer.err.find("no adapter 'onednn'") != std::string::npos)
    GTEST_SKIP() << "libdnnl-dev was not installed when this build was configured";
  EXPECT_EQ(answer.status, 3) << answer.err;
  const nlohmann::json report = answer.json();
  EXPECT_TRUE(report["findings"].empty()) << report["findings"];
  int with_cases = 0;
  for (const nlohmann::json& row : report["operations"]) with_cases += row["executed"] > 0 ? 1 : 0;
  EXPECT_GE(with_cases, 2 * 13 + 2 * 3);  // copies on two profiles; data_move, transposes
}

TEST(Adapter, OfTheCModelHasWaiversThatCanBeRead) {
  const Answer answer = strideproof(
      fmt::format("check {} --profile toy --cases 50 --waivers {}/docs/bm1684-cmodel.waivers",
                  plugin("good"), SOURCE_FOLDER));
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  EXPECT_TRUE(contains(answer.out, "matched no finding"));
}

// The model is the user's. It ends its process where it rejects.
TEST(Adapter, RunsTheCModel) {
  const char* model = std::getenv("STRIDEPROOF_BM1684_CMODEL");
  if (model == nullptr)
    GTEST_SKIP() << "STRIDEPROOF_BM1684_CMODEL, the path of the model's libbmlib.so, is not set";
  for (const auto& [dst, words] :
       {std::pair{"0x80004", "BM1684 C model: pass"},
        std::pair{"0x80002", "BM1684 C model: rejected as documented"}}) {
    const Answer answer = strideproof(fmt::format(
        "replay --adapter bm1684-cmodel {} --abort rejects 'okk_gdma_32bit_cpy_S2L bm1684 "
        "dst_addr={} src_addr=0x100000000 shape=2,65,7,7 dst_stride=null "
        "src_stride=3185,49,7,1 fill=7'",
        model, dst));
    EXPECT_EQ(answer.status, 0) << answer.err;
    EXPECT_TRUE(contains(answer.out, words));
  }
}

}  // namespace
}  // namespace strideproof::tests

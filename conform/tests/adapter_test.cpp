// Adapters to implementations of others, which the user brings.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "conform/tests/shell.h"

namespace strideproof::tests {
namespace {

TEST(Adapter, OfTheCModelNamesAPathThatItCannotLoad) {
  const Answer answer =
      strideproof("check --profile bm1684 --adapter bm1684-cmodel /nowhere/libbmlib.so");
  EXPECT_EQ(answer.status, 2) << answer.out;
  EXPECT_EQ(answer.error_lines(), 1) << answer.err;
  EXPECT_TRUE(contains(answer.err, "bm1684-cmodel: /nowhere/libbmlib.so: cannot open"));
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
  const std::string replay =
      fmt::format("replay --adapter bm1684-cmodel {} --abort rejects ", model);
  const Answer legal = strideproof(
      replay +
      "'okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x80004 src_addr=0x100000000 shape=2,65,7,7 "
      "dst_stride=null src_stride=3185,49,7,1 fill=7'");
  EXPECT_EQ(legal.status, 0) << legal.err;
  EXPECT_TRUE(contains(legal.out, "BM1684 C model: pass"));
  const Answer unaligned = strideproof(
      replay +
      "'okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0x80002 src_addr=0x100000000 shape=2,65,7,7 "
      "dst_stride=null src_stride=null'");
  EXPECT_EQ(unaligned.status, 0) << unaligned.err;
  EXPECT_TRUE(contains(unaligned.out, "BM1684 C model: rejected as documented"));
}

}  // namespace
}  // namespace strideproof::tests

// Which readings of the ledger a plug-in takes: our reference under other readings, as a plug-in.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "conform/tests/shell.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::tests {
namespace {

class Reading : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Reading, IsRecognisedAndNoFinding) {
  const auto [id, operation] = GetParam();
  const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(id))];
  for (size_t reading = 0; reading < entry.readings.size(); ++reading) {
    setenv("STRIDEPROOF_READINGS", fmt::format("{}={}", id, reading).c_str(), 1);
    const Checked c = check(library("reference"), fmt::format("--op {} --cases 6000", operation));
    unsetenv("STRIDEPROOF_READINGS");
    EXPECT_EQ(c.status, 0) << c.text;
    for (const nlohmann::json& row : c.report["readings"]) {
      if (row["id"] != id) continue;
      EXPECT_EQ(row["taken"], entry.readings[reading]) << row;
      EXPECT_GT(row["cases"], 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ledger, Reading,
                         testing::Values(std::pair("matrix-start-npu", "okk_gdma_32bit_matrix_S2L"),
                                         std::pair("negative-stride", "okk_gdma_8bit_cpy_S2L"),
                                         std::pair("address-alignment", "okk_gdma_16bit_cpy_L2L"),
                                         std::pair("fill-w-stride", "okk_gdma_32bit_set_C_local"),
                                         std::pair("destination-alias", "okk_gdma_32bit_cpy_L2S"),
                                         std::pair("copy-overlap", "okk_gdma_8bit_cpy_L2L"),
                                         std::pair("aligned-tail", "okk_gdma_32bit_set_C_local"),
                                         std::pair("wide-section", "bm_atomic_memcpy_2D"),
                                         std::pair("add-subnormal", "bm_atomic_memcpy_2D"),
                                         std::pair("cwtrans-stride", "bm_atomic_cwtrans"),
                                         std::pair("mask-room", "bm_atomic_mask_memcpy_4D"),
                                         std::pair("mask-element", "'bm_*mask*'"),
                                         std::pair("mask-count-read", "'bm_*mask*'")));

TEST(Readings, AnEntryThatWasNeverMetIsNotDetermined) {
  const Checked c = check(plugin("good"), "--cases 2000");
  for (const nlohmann::json& row : c.report["readings"])
    if (row["operation"] == "okk_gdma_32bit_cpy_S2L") {
      EXPECT_TRUE(row["taken"].is_null());
      EXPECT_GT(row["left"].size(), 1U);
      EXPECT_EQ(row["cases"], 0);
    }
}

TEST(Readings, AnUnknownOneIsABrokenLibrary) {
  setenv("STRIDEPROOF_READINGS", "matrix-start-npu=7", 1);
  const Checked c = check(library("reference"), "--cases 100");
  unsetenv("STRIDEPROOF_READINGS");
  EXPECT_NE(c.status, 0);
}

}  // namespace
}  // namespace strideproof::tests

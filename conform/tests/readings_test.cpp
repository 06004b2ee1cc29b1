// The readings of a plug-in: our reference under other readings, as a plug-in.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "conform/tests/entry_readings.h"
#include "conform/tests/shell.h"
#include "oracle/windows.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::tests {
namespace {

std::string text_of(const EntryReading& reading) {
  return fmt::format("{}={}", reading.first, reading.second);
}

// Our reference under a reading.
Checked check_under(const EntryReading& reading, const std::string& more) {
  setenv("STRIDEPROOF_READINGS", text_of(reading).c_str(), 1);
  Checked checked;
  const Answer answer = strideproof(fmt::format(
      "check {} --json - --profile {} {}", library("reference"), profile_of(reading.first), more));
  unsetenv("STRIDEPROOF_READINGS");
  checked.status = answer.status;
  checked.text = answer.out + answer.err;
  checked.report = nlohmann::json::parse(answer.out, nullptr, false);
  return checked;
}

// The default is ruled out; another reading than this may be left where none of the cases tells.
void expect_named(const nlohmann::json& row, const EntryReading& reading) {
  const std::vector<std::string> left = row["left"];
  const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(reading.first))];
  EXPECT_EQ(std::count(left.begin(), left.end(), words_of(reading)), 1) << row;
  EXPECT_EQ(std::count(left.begin(), left.end(), entry.readings[0]), 0) << row;
  EXPECT_GT(row["cases"], 0);
}

// Random programs of the operation, half of them illegal, on the plug-in `variant`.
Answer replay_on_variant(const Operation& operation, std::string_view profile) {
  const std::string file = testing::TempDir() + fmt::format("strideproof_{}.txt", getpid());
  std::ofstream lines(file);
  props::Random random(1);
  std::vector<const Operation*> all;
  for (const Operation& each : catalogue()) all.push_back(&each);
  for (int i = 0; i < 100; ++i) {
    const Program program =
        props::generate_single(random, operation, all, *find_profile(profile), 2);
    if (hold_every_reading(program)) lines << print(program) << '\n';
  }
  lines.close();
  const Answer answer = strideproof(fmt::format("replay --on {} {}", plugin("variant"), file));
  std::filesystem::remove(file);
  return answer;
}

class Reading : public testing::TestWithParam<EntryReading> {};

TEST_P(Reading, IsNamed) {
  const std::string_view name = operation_of(GetParam().first).name;
  const bool counts = GetParam().first.starts_with("mask-");
  const Checked c =
      check_under(GetParam(), fmt::format("--cases {} --op {}",
                                          GetParam().first.starts_with("trans-") ? 12000 : 3000,
                                          counts ? "'bm_*mask*'" : std::string(name)));
  EXPECT_EQ(c.status, 0) << c.text;
  int rows = 0;
  for (const nlohmann::json& row : c.report["readings"]) {
    if (row["id"] != GetParam().first) continue;
    ++rows;
    expect_named(row, GetParam());
  }
  EXPECT_GT(rows, 0);
}

// The address that is written to loses its upper bits. A mask copy alone shows what is read of
// masks.
TEST_P(Reading, WithAFaultIsAFinding) {
  const std::string_view id = GetParam().first;
  const Operation& operation =
      id.starts_with("mask-") ? *find_operation("bm_atomic_mask_memcpy_4D") : operation_of(id);
  for (const Parameter& parameter : operation.parameters)
    if (parameter.role == Role::address && (parameter.operands & on_dst) != 0)
      setenv("STRIDEPROOF_CUT", fmt::format("{}.{}:7", operation.name, parameter.name).c_str(), 1);
  setenv("STRIDEPROOF_READINGS", text_of(GetParam()).c_str(), 1);
  const Answer answer = replay_on_variant(operation, profile_of(id));
  unsetenv("STRIDEPROOF_READINGS");
  unsetenv("STRIDEPROOF_CUT");
  EXPECT_EQ(answer.status, 1) << answer.out << answer.err;
}

INSTANTIATE_TEST_SUITE_P(Ledger, Reading, testing::ValuesIn(other_readings()),
                         [](const auto& of) { return name_of(of.param); });

// Implementations written from the words of the ledger, without the reference.
struct Variant {
  std::string_view reading;    // "ID=NUMBER"
  std::string_view operation;  // "OPERATION.PARAMETER": the parameter that loses its upper bits
};

std::string_view id_of(const Variant& variant) {
  return variant.reading.substr(0, variant.reading.find('='));
}

class Variants : public testing::TestWithParam<Variant> {
 protected:
  static Checked check(bool faulty) {
    const Variant& variant = GetParam();
    setenv("STRIDEPROOF_VARIANT", std::string(variant.reading).c_str(), 1);
    if (faulty) setenv("STRIDEPROOF_CUT", fmt::format("{}:9", variant.operation).c_str(), 1);
    const std::string operation(variant.operation.substr(0, variant.operation.find('.')));
    Checked checked;
    const Answer answer = strideproof(
        fmt::format("check {} --json - --profile {} --cases {} --op {}", plugin("variant"),
                    profile_of(id_of(variant)), faulty ? 60 : 3000, operation));
    unsetenv("STRIDEPROOF_VARIANT");
    unsetenv("STRIDEPROOF_CUT");
    checked.status = answer.status;
    checked.text = answer.out + answer.err;
    checked.report = nlohmann::json::parse(answer.out, nullptr, false);
    return checked;
  }
};

TEST_P(Variants, AreNamed) {
  const std::string_view id = id_of(GetParam());
  const size_t number = static_cast<size_t>(GetParam().reading.back() - '0');
  const Checked c = check(false);
  EXPECT_EQ(c.status, 0) << c.text;
  int rows = 0;
  for (const nlohmann::json& row : c.report["readings"]) {
    if (row["id"] != id) continue;
    ++rows;
    expect_named(row, {id, number});
  }
  EXPECT_GT(rows, 0);
}

TEST_P(Variants, WithAFaultAreFindings) {
  const Checked c = check(true);
  EXPECT_EQ(c.status, 1) << c.text;
}

INSTANTIATE_TEST_SUITE_P(
    Ledger, Variants,
    testing::Values(Variant{"linear-base=1", "bm_atomic_memcpy_1D.src_addr"},
                    Variant{"linear-length=1", "bm_atomic_memcpy_1D.src_addr"},
                    Variant{"linear-lanes=1", "bm_atomic_memcpy_1D.src_addr"},
                    Variant{"local-address=1", "bm_atomic_memcpy_4D.src_addr"},
                    Variant{"local-address=1", "bm_atomic_memcpy_2D.global_mem_addr"},
                    Variant{"local-address=1", "bm_atomic_memset_4D.start_addr"},
                    Variant{"global-only=1", "bm_atomic_memset_4D.start_addr"},
                    Variant{"global-only=1", "bm_atomic_mask_memcpy_4D.dst_global_mem_addr"},
                    Variant{"stride-unit=1", "bm_atomic_memset_4D.start_addr"},
                    Variant{"section-unit=1", "bm_atomic_memcpy_2D.global_mem_addr"},
                    Variant{"transpose-shape=2", "bm_atomic_memcpy_4D.src_addr"},
                    Variant{"source-broadcast=1", "bm_atomic_memcpy_4D.src_addr"},
                    Variant{"source-overlap=1", "okk_gdma_32bit_matrix_S2L.dst_addr"},
                    Variant{"in-place=1", "bm_atomic_memcpy_1D.src_addr"},
                    Variant{"empty-copy=2", "okk_gdma_16bit_set_C_local.dst_addr"},
                    Variant{"unused-stride=2", "okk_gdma_16bit_set_C_system.dst_addr"},
                    Variant{"shift-by-32=2", "okk_bdc_32bit_arithmetic_shift_C.dst_addr"},
                    Variant{"trans-dst-stride=1", "asc_copy_l12l0b_trans.dst"},
                    Variant{"trans-index-unit=1", "asc_copy_l12l0b_trans.dst"},
                    Variant{"trans-repeat-zero=1", "asc_copy_l12l0b_trans.dst"},
                    Variant{"trans-frac-stride-limit=2", "asc_copy_l12l0b_trans_sync.dst"}),
    [](const auto& of) {
      std::string name = fmt::format("{}_{}", of.param.reading, of.param.operation);
      std::replace_if(
          name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
      return name;
    });

// It takes one reading on some cases and another on others; the lines of the finding show it and
// are minimal.
TEST(Readings, AMixtureIsAFindingAndItsLinesReplay) {
  for (const auto& [fault, operation] : {std::pair{"src1_overlap_accepted", "okk_bdc_*"},
                                         std::pair{"interleaved_rejected", "*cpy_L2L"}}) {
    setenv("STRIDEPROOF_FAULT", fault, 1);
    const Checked c = check(library("faulty"), fmt::format("--cases 3000 --op '{}'", operation));
    EXPECT_EQ(c.status, 1) << c.text;
    for (const nlohmann::json& finding : c.report["findings"]) {
      std::string lines;
      for (const nlohmann::json& line : finding.value("with", nlohmann::json::array()))
        lines += fmt::format(" '{}'", line.get<std::string>());
      lines += fmt::format(" '{}'", finding["case"].get<std::string>());
      EXPECT_EQ(strideproof(fmt::format("replay --on {}{}", library("faulty"), lines)).status, 1)
          << finding;
    }
    unsetenv("STRIDEPROOF_FAULT");
  }
}

// Rejected cases that another reading accepts are irrelevant to the fault.
TEST(Readings, UnexplainedOutcomesUseTheDefaultReadings) {
  setenv("STRIDEPROOF_FAULT", "interleaved_rejected", 1);
  const Checked c = check(library("faulty"), "--cases 1000 --op okk_gdma_8bit_cpy_L2L");
  unsetenv("STRIDEPROOF_FAULT");
  ASSERT_EQ(c.status, 1) << c.text;
  const nlohmann::json& finding = c.report["findings"][0];
  EXPECT_EQ(finding["kind"], "no reading explains");
  const std::string said = finding["explanation"];
  EXPECT_EQ(said.find("under the default readings: fails when "), 0U) << said;
  EXPECT_NE(said.find("operands.interleaved"), std::string::npos) << said;
}

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
  const Answer answer = strideproof("check " + library("reference") + " --profile toy --cases 100");
  unsetenv("STRIDEPROOF_READINGS");
  EXPECT_EQ(answer.status, 2) << answer.out;
  EXPECT_EQ(answer.error_lines(), 1) << answer.err;
  EXPECT_NE(answer.err.find("STRIDEPROOF_READINGS: 'matrix-start-npu=7' is not ID=NUMBER"),
            std::string::npos)
      << answer.err;
}

}  // namespace
}  // namespace strideproof::tests

// The readings of a plug-in: our reference under other readings, as a plug-in.

#include "conform/check/readings.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "conform/tests/shell.h"
#include "mutants/cut.h"
#include "oracle/windows.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::tests {
namespace {

// An entry and one of its readings that is not the default.
using ReadingDifference = std::pair<std::string_view, size_t>;

std::vector<ReadingDifference> reading_differences() {
  std::vector<ReadingDifference> all;
  for (const LedgerEntry& entry : ledger())
    for (size_t reading = 1; reading < entry.readings.size(); ++reading)
      all.push_back({entry.id, reading});
  return all;
}

std::string text_of(const ReadingDifference& reading_difference) {
  return fmt::format("{}={}", reading_difference.first, reading_difference.second);
}

// Our reference under a reading, on every profile of the operation.
Checked check_under(const ReadingDifference& reading_difference, const std::string& more) {
  setenv("STRIDEPROOF_READINGS", text_of(reading_difference).c_str(), 1);
  Checked checked;
  const Answer answer =
      strideproof(fmt::format("check {} --json - {}", library("reference"), more));
  unsetenv("STRIDEPROOF_READINGS");
  checked.status = answer.status;
  checked.text = answer.out + answer.err;
  checked.report = nlohmann::json::parse(answer.out, nullptr, false);
  return checked;
}

std::string_view words_of(const ReadingDifference& reading_difference) {
  return ledger()[static_cast<size_t>(ledger_index(reading_difference.first))]
      .readings[reading_difference.second];
}

// The default is ruled out; another reading than this may be left where none of the cases tells.
void expect_named(const nlohmann::json& row, const ReadingDifference& reading_difference) {
  const std::vector<std::string> left = row["left"];
  const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(reading_difference.first))];
  EXPECT_EQ(std::count(left.begin(), left.end(), words_of(reading_difference)), 1) << row;
  EXPECT_EQ(std::count(left.begin(), left.end(), entry.readings[0]), 0) << row;
  EXPECT_GT(row["cases"], 0);
}

class Reading : public testing::TestWithParam<ReadingDifference> {};

TEST_P(Reading, OfAllOperationsIsNoFinding) {
  const Checked c = check_under(GetParam(), "--cases 600");
  EXPECT_EQ(c.status, 0) << c.text;
  for (const nlohmann::json& row : c.report["readings"]) {
    if (row["taken"].is_null()) continue;
    const LedgerEntry& entry =
        ledger()[static_cast<size_t>(ledger_index(row["id"].get<std::string>()))];
    EXPECT_EQ(row["taken"], entry.id == GetParam().first ? words_of(GetParam()) : entry.readings[0])
        << row;
  }
}

// Uses the operation with the fewest other entries, so that most cases concern this one.
const Operation& operation_of(std::string_view id) {
  const Operation* best = nullptr;
  for (const Operation& operation : catalogue()) {
    const auto& ids = operation.ambiguities;
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) continue;
    if (best == nullptr || ids.size() < best->ambiguities.size()) best = &operation;
  }
  return *best;
}

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

INSTANTIATE_TEST_SUITE_P(Ledger, Reading, testing::ValuesIn(reading_differences()),
                         [](const auto& of) {
                           std::string name = fmt::format("{}_{}", of.param.first, of.param.second);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// The reference under a reading, in this process, as the implementation under test. The number of
// findings among random programs of the operation.
int findings_under(const ReadingDifference& reading_difference, const Operation& operation,
                   const mutants::Cut& cut, int programs) {
  const Profile& profile = *find_profile("toy");
  Readings readings = default_readings;
  readings[static_cast<size_t>(ledger_index(reading_difference.first))] =
      static_cast<uint8_t>(reading_difference.second);
  Oracle oracle(profile);
  ReadingTable table(profile);
  Machine machine(profile);
  props::Random random(1);
  std::vector<const Operation*> all;
  for (const Operation& each : catalogue()) all.push_back(&each);
  int findings = 0;
  for (int i = 0; i < programs; ++i) {
    const Program program = props::generate_single(random, operation, all, profile, 2);
    if (!hold_every_reading(program)) continue;
    const Expectation& expected = oracle.expect(program, table.expected(program));
    if (expected.verdict_only || expected.left_windows) continue;
    prepare(machine, expected.windows, program.fill);
    machine.mask_count = 0;
    machine.mask_rejected = false;
    Outcome outcome;
    for (const Case& step : program.steps) {
      Case received = step;
      mutants::apply(cut, received);
      const Result result = reference::run(machine, received, readings);
      const ConstraintResults& results = result.constraint_results;
      outcome.status.push_back(results.legal() ? Status::done : Status::rejected);
      outcome.returned.push_back(result.returned);
    }
    const Found found = [&](const MemoryRange& region) {
      return machine.at(region.space, region.lane, region.first);
    };
    const Verdict verdict = oracle.compare(program, outcome, found);
    if (is_finding(table.learn(program, verdict, outcome, found).kind)) ++findings;
  }
  return findings;
}

// The parameter that loses its upper bits is the address that is written to.
TEST_P(Reading, WithAFaultIsAFinding) {
  const bool counts = GetParam().first.starts_with("mask-");
  const Operation& operation =
      counts ? *find_operation("bm_atomic_mask_memcpy_4D") : operation_of(GetParam().first);
  mutants::Cut cut;
  EXPECT_EQ(findings_under(GetParam(), operation, cut, 400), 0) << operation.name;
  for (const Parameter& parameter : operation.parameters)
    if (parameter.role == Role::address && (parameter.operands & on_dst) != 0)
      cut = mutants::parse_cut(fmt::format("{}.{}:9", operation.name, parameter.name));
  EXPECT_GT(findings_under(GetParam(), operation, cut, 400), 0) << operation.name;
}

// Implementations written from the words of the ledger, without the reference.
struct Variant {
  std::string_view reading;    // "ID=NUMBER"
  std::string_view operation;  // "OPERATION.PARAMETER": the parameter that loses its upper bits
};

class Variants : public testing::TestWithParam<Variant> {
 protected:
  static Checked check(bool faulty) {
    const Variant& variant = GetParam();
    setenv("STRIDEPROOF_VARIANT", std::string(variant.reading).c_str(), 1);
    if (faulty) setenv("STRIDEPROOF_CUT", fmt::format("{}:9", variant.operation).c_str(), 1);
    const std::string operation(variant.operation.substr(0, variant.operation.find('.')));
    Checked checked;
    const Answer answer = strideproof(fmt::format(
        "check {} --json - --cases {} --op {}", plugin("variant"), faulty ? 60 : 3000, operation));
    unsetenv("STRIDEPROOF_VARIANT");
    unsetenv("STRIDEPROOF_CUT");
    checked.status = answer.status;
    checked.text = answer.out + answer.err;
    checked.report = nlohmann::json::parse(answer.out, nullptr, false);
    return checked;
  }
};

TEST_P(Variants, AreNamed) {
  const std::string_view id = GetParam().reading.substr(0, GetParam().reading.find('='));
  const size_t number = static_cast<size_t>(GetParam().reading.back() - '0');
  const Checked c = check(false);
  EXPECT_EQ(c.status, 0) << c.text;
  for (const nlohmann::json& row : c.report["readings"])
    if (row["id"] == id) expect_named(row, {id, number});
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
                    Variant{"source-overlap=1", "okk_gdma_32bit_matrix_S2L.src_addr"},
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

// Implementations that take other readings of the ledger; see plugins/variant.cpp.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>

#include "conform/tests/entry_readings.h"
#include "conform/tests/shell.h"
#include "oracle/windows.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

// Expects a row of the entry, and of each that the reading is left and the default is not. Another
// reading may be left where none of the cases tells.
void expect_named(const nlohmann::json& report, const EntryReading& reading) {
  const LedgerEntry& entry = ledger()[static_cast<size_t>(ledger_index(reading.first))];
  int rows = 0;
  for (const nlohmann::json& row : report["readings"]) {
    if (row["id"] != reading.first) continue;
    ++rows;
    const std::vector<std::string> left = row["left"];
    EXPECT_EQ(std::count(left.begin(), left.end(), entry.readings[reading.second]), 1) << row;
    EXPECT_EQ(std::count(left.begin(), left.end(), entry.readings[0]), 0) << row;
    EXPECT_GT(row["cases"], 0);
  }
  EXPECT_GT(rows, 0);
}

struct Variant {
  std::string_view reading;     // "ID=NUMBER"
  std::string_view operations;  // "one|another"
  int cases = 2000;             // for each
};

// Written from the words of the ledger, as other cases for the optimized implementation.
constexpr Variant of_other_cases[] = {
    {"empty-copy=1", "bm_atomic_memcpy_1D"},
    {"empty-copy=2", "bm_atomic_memcpy_1D|okk_gdma_16bit_set_C_local"},
    {"unused-stride=1", "okk_gdma_32bit_matrix_L2S|okk_bdc_32bit_and_C"},
    {"unused-stride=2", "okk_gdma_16bit_set_C_system"},
    {"stride-unit=1",
     "okk_gdma_16bit_cpy_S2S|okk_gdma_32bit_matrix_L2S|okk_bdc_32bit_xor|bm_atomic_memcpy_2D|"
     "bm_atomic_memcpy_4D|bm_atomic_memset_4D|bm_atomic_cwtrans"},
    {"w-stride-unit=1", "okk_bdc_32bit_xor|okk_bdc_32bit_logical_shift_C"},
    {"fill-w-stride=1", "okk_gdma_32bit_set_C_local|bm_atomic_memset_4D"},
    {"source-broadcast=1", "okk_gdma_8bit_cpy_S2L|okk_bdc_32bit_or|bm_atomic_memcpy_4D"},
    {"source-overlap=1", "okk_gdma_32bit_matrix_S2L|bm_atomic_memcpy_2D|bm_atomic_cwtrans"},
    {"in-place=1", "bm_atomic_memcpy_1D|data_move"},
    {"local-address=1", "bm_atomic_memcpy_4D|bm_atomic_memcpy_2D|bm_atomic_memset_4D"},
    {"global-only=1", "bm_atomic_memset_4D|bm_atomic_memcpy_2D|bm_atomic_mask_memcpy_4D"},
    {"linear-base=1", "bm_atomic_memcpy_1D"},
    {"linear-length=1", "bm_atomic_memcpy_1D"},
    {"linear-lanes=1", "bm_atomic_memcpy_1D"},
    {"single-row-stride=1", "bm_atomic_memcpy_2D|bm_atomic_cwtrans"},
    {"section-unit=1", "bm_atomic_memcpy_2D"},
    {"transpose-shape=2", "bm_atomic_memcpy_4D"},
    {"memcpy4d-src-w-stride=1", "bm_atomic_memcpy_4D"},
    {"memcpy4d-dst-w-stride=1", "bm_atomic_memcpy_4D"},
    {"shift-by-32=1", "okk_bdc_32bit_logical_shift_C"},
    {"shift-by-32=2", "okk_bdc_32bit_arithmetic_shift_C"},
    {"data-move-src-scope=1", "data_move"},
    {"trans-index-unit=1", "asc_copy_l12l0b_trans"},
    {"trans-stride-unit=1", "asc_copy_l12l0b_trans"},
    {"trans-dst-stride=1", "asc_copy_l12l0b_trans"},
    {"trans-frac-stride-limit=1", "asc_copy_l12l0b_trans", 12000},
    {"trans-frac-stride-limit=2", "asc_copy_l12l0b_trans_sync"},
    {"trans-repeat-zero=1", "asc_copy_l12l0b_trans"},
};

// The reference under the reading; the rows of model/tests/tables test what the reading means.
constexpr Variant of_the_reference[] = {
    {"gdma-shape-limit=1", "okk_gdma_8bit_set_C_local|okk_gdma_32bit_matrix_S2L"},
    {"gdma-shape-limit=2", "okk_gdma_8bit_set_C_system|bm_atomic_memset_4D"},
    {"negative-stride=1", "okk_gdma_8bit_cpy_S2L|okk_gdma_32bit_matrix_S2L"},
    {"address-alignment=1",
     "okk_gdma_32bit_cpy_L2S|okk_gdma_16bit_set_C_local|bm_atomic_memcpy_1D"},
    {"fill-w-stride=2", "okk_gdma_32bit_set_C_system"},
    {"fill-alias=1", "okk_gdma_16bit_set_C_local|bm_atomic_memset_4D"},
    {"matrix-start-npu=1", "okk_gdma_32bit_matrix_S2L"},
    {"destination-alias=1", "okk_gdma_16bit_cpy_S2L"},
    {"copy-overlap=1", "okk_gdma_32bit_cpy_L2L"},
    {"copy-overlap=2", "okk_gdma_32bit_cpy_S2S"},
    {"disjoint-by=1", "okk_gdma_8bit_cpy_L2L"},
    {"aligned-tail=1", "okk_gdma_16bit_cpy_L2S"},
    {"section-cut=1", "bm_atomic_memcpy_2D"},
    {"wide-section=1", "bm_atomic_memcpy_2D"},
    {"transpose-shape=1", "bm_atomic_memcpy_4D"},
    {"memcpy4d-src-w-stride=2", "bm_atomic_memcpy_4D"},
    {"memcpy4d-dst-w-stride=2", "bm_atomic_memcpy_4D"},
    {"conversion-pairs=1", "bm_atomic_memcpy_4D"},
    {"transpose-conversion=1", "bm_atomic_memcpy_4D"},
    {"f32-to-f16=1", "bm_atomic_memcpy_4D"},
    {"f16-overflow=1", "bm_atomic_memcpy_4D"},
    {"f16-to-f32=1", "bm_atomic_memcpy_4D"},
    {"to-int-rounding=1", "bm_atomic_memcpy_4D"},
    {"to-int-rounding=2", "bm_atomic_memcpy_4D"},
    {"to-int-rounding=3", "bm_atomic_memcpy_4D"},
    {"to-int-rounding=4", "bm_atomic_memcpy_4D"},
    {"to-int-range=1", "bm_atomic_memcpy_4D"},
    {"nan-to-int=1", "bm_atomic_memcpy_4D"},
    {"nan-to-int=2", "bm_atomic_memcpy_4D"},
    {"add-subnormal=1", "bm_atomic_memcpy_2D"},
    {"cwtrans-stride=1", "bm_atomic_cwtrans"},
    {"mask-element=1", "bm_atomic_mask_memcpy_4D"},
    {"mask-layout=1", "bm_atomic_mask_memcpy_4D"},
    {"mask-negative-zero=1", "bm_atomic_mask_memcpy_4D"},
    {"mask-local-alignment=1", "bm_atomic_mask_memcpy_4D"},
    {"mask-dst-alignment=1", "bm_atomic_mask_memcpy_4D"},
    {"mask-room=1", "bm_atomic_mask_memcpy_4D"},
    {"mask-count-read=1", "bm_atomic_mask_memcpy_4D"},
    {"mask-count-after-rejection=1", "bm_atomic_mask_memcpy_4D"},
    {"count-out-of-range=1", "okk_bdc_32bit_logical_shift|okk_bdc_32bit_C_arithmetic_shift"},
    {"data-move-stride=1", "data_move"},
    {"data-move-src-scope=2", "data_move"},
    {"trans-src-alignment=1", "asc_copy_l12l0b_trans"},
    {"trans-dst-alignment=1", "asc_copy_l12l0b_trans"},
};

class Variants : public FolderTest, public testing::WithParamInterface<Variant> {
 protected:
  const std::string_view id_ = GetParam().reading.substr(0, GetParam().reading.find('='));
  const std::string_view profile_ = profile_of(id_), operations_ = GetParam().operations;
  const bool by_cases_ =
      std::ranges::count(of_other_cases, GetParam().reading, &Variant::reading) > 0;
  const Setting reading_{by_cases_ ? "STRIDEPROOF_VARIANT" : "STRIDEPROOF_READINGS",
                         std::string(GetParam().reading)};
};

TEST_P(Variants, AreNamed) {
  const auto count = 1 + std::count(operations_.begin(), operations_.end(), '|');
  const bool counts = id_.starts_with("mask-count");
  const Answer answer = strideproof(
      fmt::format("check {} --json - --profile {} --cases {} --op '@({})'", plugin("variant"),
                  profile_, count * GetParam().cases, counts ? "bm_*mask*" : operations_));
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  expect_named(answer.json(), {id_, static_cast<size_t>(GetParam().reading.back() - '0')});
}

// The address that is written to loses its upper bits.
std::string cut_of(const Operation& operation) {
  std::string cut;
  for (const Parameter& p : operation.parameters)
    if (p.role == Role::address && (p.operands & on_dst) != 0)
      cut = fmt::format("{}.{}:7", operation.name, p.name);
  return cut;
}

TEST(Variant, WithAFaultIsAFindingOfCheck) {
  const Setting fault("STRIDEPROOF_CUT", cut_of(*find_operation("okk_gdma_16bit_cpy_S2S")));
  const Setting variant("STRIDEPROOF_VARIANT", "stride-unit=1");
  const std::string words = " --cases 100 --profile toy --op okk_gdma_16bit_cpy_S2S";
  EXPECT_EQ(strideproof("check " + plugin("variant") + words).status, 1);
}

// Random programs, half of them illegal: quicker than a check, which shrinks and explains.
TEST_P(Variants, WithAFaultAreFindings) {
  const std::string file = folder_ + "/programs.txt";
  for (const Operation* operation : matching(fmt::format("@({})", operations_))) {
    std::ofstream lines(file);
    props::Random random(1);
    for (int i = 0; i < 100; ++i) {
      const Program program =
          props::generate_single(random, *operation, matching("*"), *find_profile(profile_), 2);
      if (hold_every_reading(program)) lines << print(program) << '\n';
    }
    lines.close();
    const Setting fault("STRIDEPROOF_CUT", cut_of(*operation));
    const Answer answer = strideproof(fmt::format("replay --on {} {}", plugin("variant"), file));
    EXPECT_EQ(answer.status, 1) << operation->name << answer.out << answer.err;
  }
}

// Two entries at once.
TEST(Variant, OfEveryStrideInBytesIsNamed) {
  const Setting variant("STRIDEPROOF_VARIANT", "stride-unit=1 w-stride-unit=1");
  const Answer answer = strideproof(fmt::format(
      "check {} --json - --profile toy --cases 2000 --op okk_bdc_32bit_xor", plugin("variant")));
  EXPECT_EQ(answer.status, 0) << answer.out << answer.err;
  const nlohmann::json report = answer.json();
  for (const char* entry : {"stride-unit", "w-stride-unit"}) expect_named(report, {entry, 1});
}

TEST(VariantTable, HasEveryOtherReading) {
  for (const auto& [id, number] : other_readings()) {
    const std::string reading = fmt::format("{}={}", id, number);
    EXPECT_EQ(std::ranges::count(of_other_cases, reading, &Variant::reading) +
                  std::ranges::count(of_the_reference, reading, &Variant::reading),
              1)
        << reading;
  }
}

std::string name_of(const testing::TestParamInfo<Variant>& of) {
  std::string name(of.param.reading);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Cases, Variants, testing::ValuesIn(of_other_cases), name_of);
INSTANTIATE_TEST_SUITE_P(Reference, Variants, testing::ValuesIn(of_the_reference), name_of);

}  // namespace
}  // namespace strideproof::tests

// C tests of libraries.

#include "conform/tests/c_test.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "conform/base/paths.h"
#include "corpus/corpus.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

std::string plugin(const std::string& name) { return fmt::format("{}/{}.so", PLUGINS, name); }

using CTest = ExportedTest;

// One of the first cases of the boundary corpus, small where there is a small one, of one operation
// for each list of parameter types.
TEST_F(CTest, CallsEveryKindOfOperation) {
  std::set<std::vector<CType>> known;
  for (const Operation& operation : catalogue()) {
    std::vector<CType> types;
    for (const Parameter& parameter : operation.parameters) types.push_back(parameter.type);
    if (!known.insert(types).second) continue;
    const auto cases = corpus::read(corpus_folder(fmt::format("boundary/{}.txt", operation.name)));
    std::string text;
    for (size_t i = 0; i < std::min<size_t>(cases.size(), 20); ++i) {
      std::string why;
      const std::string next = c_test(finding_of(print(cases[i].program)), {}, why);
      if (!next.empty() && (text.empty() || next.size() < text.size())) text = next;
      if (!text.empty() && text.size() <= 20'000) break;
    }
    ASSERT_NE(text, "") << operation.name;
    const Answer right = run(text, library("optimized"));
    EXPECT_EQ(right.status, 0) << operation.name << '\n' << right.out << right.err;
  }
}

TEST_F(CTest, NamesTheOperationThatEndsTheProcess) {
  expect(run(three_rows, plugin("exits")), 1,
         fmt::format("the library ended its process{}: exit status 3\n", in_fill));
  expect(run(three_rows, plugin("crash")), 1,
         fmt::format("the library ended its process{}: signal 11 (Segmentation fault)\n", in_fill));
  expect(run(three_rows, plugin("good")), 0);
}

TEST_F(CTest, HasAnotherStatusIfTheLibraryDoesNotStart) {
  expect(run(small, plugin("hang_in_reset"), {.start_seconds = 0.3}), 2,
         "no answer in 0.3 s in sp_reset: the library cannot be used\n");
}

TEST_F(CTest, CompilesWithAnyDetail) {
  Finding finding = small;
  finding.detail = "a /* b */ c /*/ d\\\ne";
  expect(run(finding, plugin("good")), 0);
}

TEST_F(CTest, SetsTheEnvironmentOfTheCheck) {
  setenv("STRIDEPROOF_ADAPTER_ARGS", "a b\n\"c", 1);
  std::string why;
  const std::string text = c_test(small, {}, why);
  unsetenv("STRIDEPROOF_ADAPTER_ARGS");
  EXPECT_PRED2(contains, text, R"(setenv("STRIDEPROOF_ADAPTER_ARGS", "a b\012\042c", 1))");
  expect(run(text, plugin("good")), 0);
}

TEST_F(CTest, AcceptsProcessEndAsRejectionWithOption) {
  const CTestOptions rejects{.abort_rejects = true};
  expect(run(no_row, plugin("aborts")), 2,
         "the library has no status, so it is given no illegal case\n");
  expect(run(no_row, plugin("aborts"), rejects), 0);
  expect(run(no_row, plugin("aborts_and_says_so")), 0);
  // A legal case.
  expect(run(three_rows, plugin("exits"), rejects), 1, "exit status 3");
  // No end, and no status.
  expect(run(no_row, plugin("no_status"), rejects), 1, "status: expected 1, found 0");
}

// The rejected step changes nothing, so the others run without it.
TEST_F(CTest, RunsTheStepsAfterARejectionByTheEnd) {
  const CTestOptions rejects{.abort_rejects = true};
  const Finding finding = finding_of(
      "program toy fill=0 ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,1,4 "
      "dst_stride=null ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,0,1 dst_stride=null ; "
      "okk_gdma_8bit_set_C_local dst_addr=0 C=2 shape=1,1,3,1 dst_stride=null");
  expect(run(finding, plugin("aborts"), rejects), 0);
  expect(run(finding, plugin("no_status"), rejects), 1);
  expect(shell("STRIDEPROOF_TOY=exits " + folder_ + "/test"), 1, "exit status 3");
}

// The optimized implementation keeps the sign and the upper bits of a NaN, the reference does not.
TEST_F(CTest, AcceptsAnyBitsOfANan) {
  const Finding conversion = finding_of(
      "bm_atomic_memcpy_4D bm1684 src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 "
      "src_stride=1,1,1,1 src_format=0 dst_addr=0x40 dst_local_idx=5 dst_shape=1,2,16,8 "
      "dst_stride=1,1,9,1 dst_format=4 direction=0 transpose=0 data.src=floats fill=5");
  expect(run(conversion, library("optimized")), 0);
  expect(run(conversion, library("faulty")), 0);
  expect(shell("STRIDEPROOF_FAULT=bm_nan_to_zero " + folder_ + "/test"), 1,
         "expected a NaN, such as one that begins with 0x00, found 0x00");
  expect(shell("STRIDEPROOF_FAULT=bm_half_flushed " + folder_ + "/test"), 1);
}

// Sums that are copied, serve as a mask, and decide how many words it keeps.
TEST_F(CTest, AcceptsAnythingComputedFromNanBits) {
  const Finding sums = finding_of(
      "program bm1684 fill=5 ; bm_atomic_memcpy_2D global_mem_addr=0x100000000 local_mem_addr=0 "
      "local_mem_idx=62 row=8 col=48 row_stride=50 sec_size=16 format=0 direction=0 transpose=0 "
      "result_add=1 data.dst=floats data.src=floats ; bm_atomic_memcpy_1D src_addr=0x09f00000 "
      "dst_addr=0x09f80001 length=511 format=2 direction=3 ; bm_atomic_mask_memcpy_4D "
      "data_local_mem_addr=0 mask_local_mem_addr=0 local_mem_idx=63 "
      "dst_global_mem_addr=0x100010000 shape=1,1,8,16 ; bm_get_mask_memcpy_res_num");
  expect(run(sums, library("optimized")), 0);
}

TEST_F(CTest, RunsEarlierPrograms) {
  const Finding twice = after({three_rows.line}, three_rows);
  expect(run(three_rows, plugin("right_once")), 0);
  expect(run(twice, plugin("right_once")), 1,
         "local memory, lane 0, offset 0x0: expected 0x01, found 0x00\n");
  expect(run(twice, plugin("good")), 0);
  // The widest fill must be the first.
  const std::string wide = fill_of("1,1,1,5"), narrow = fill_of("2,1,1,1");
  const Finding pair = finding_of(fill_of("1,1,1,2"));
  expect(run(after({narrow, narrow}, pair), plugin("garbage")), 0);
  expect(run(after({wide, narrow}, pair), plugin("garbage")), 1);
  expect(shell("STRIDEPROOF_TOY=good " + folder_ + "/test"), 0);
}

// Only the last program is compared, and it must run.
TEST_F(CTest, FailsIfAnEarlierProgramEndsTheProcess) {
  expect(run(after({three_rows.line}, small), plugin("exits")), 1, "exit status 3");
  expect(run(after({no_row.line}, small), plugin("aborts"), {.abort_rejects = true}), 0);
  expect(run(after({no_row.line}, small), plugin("accepts_all")), 0);
}

// The count of a mask copy remains, and nothing says how large it is.
TEST_F(CTest, ComparesNoCountOfAnEarlierProgram) {
  const Finding count = after(
      {"bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0 mask_local_mem_addr=0x1000 "
       "local_mem_idx=0 dst_global_mem_addr=0x100010000 shape=1,1,8,16 data.src1=mask fill=5"},
      finding_of("bm_get_mask_memcpy_res_num bm1684 fill=5"));
  expect(run(count, library("optimized")), 0);
}

TEST(CTests, RefusesContradictingCases) {
  Finding finding = after({no_row.line}, small);
  finding.kind = VerdictKind::no_reading_explains;
  std::string why;
  EXPECT_EQ(c_test(finding, {}, why), "");
  EXPECT_PRED2(contains, why, "together");
}

TEST(CTests, RefusesAComparisonOfAllMemory) {
  Finding finding = small;
  finding.by_sweep = true;
  std::string why;
  EXPECT_EQ(c_test(finding, {}, why), "");
  EXPECT_EQ(why, "only a comparison of all memory shows it");
}

TEST(CTests, RefusesManyBytes) {
  std::string why;
  const Finding large = finding_of(
      "okk_gdma_32bit_set_C_local bm1684 dst_addr=0 C=1 shape=1,64,64,128 dst_stride=null fill=0");
  EXPECT_EQ(c_test(large, {}, why), "");
  EXPECT_PRED2(contains, why, " bytes of memory would be compared, more than 1048576");
}

TEST(CTests, ExpectsTheReadingsOfTheFinding) {
  Finding finding = finding_of(
      "okk_gdma_32bit_cpy_L2L toy dst_addr=4 src_addr=0 shape=1,1,1,4 dst_stride=null "
      "src_stride=null fill=1");
  std::string why;
  const std::string by_default = c_test(finding, {}, why);
  const std::string held = c_test(finding, {{{"copy-overlap", 2}}}, why);
  EXPECT_NE(held, by_default);
  finding.readings = {"copy-overlap=2"};
  EXPECT_EQ(c_test(finding, {}, why), held);
}

}  // namespace
}  // namespace strideproof::tests

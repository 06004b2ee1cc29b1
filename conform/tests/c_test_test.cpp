// C tests: programs that are exported, compiled and run; those of a command need no library.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "conform/base/paths.h"
#include "conform/report/report.h"
#include "conform/tests/shell.h"
#include "corpus/corpus.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::tests {
namespace {

std::string plugin(const std::string& name) { return fmt::format("{}/{}.so", PLUGINS, name); }

Finding finding_of(const std::string& line) {
  Finding finding;
  const Program program = parse_program(line);
  finding.operation = program.steps.front().operation->name;
  finding.line = line;
  return finding;
}

class CTestOfACommand : public FolderTest {
 protected:
  // The answer of a C test that is linked with a library.
  Answer run(const std::string& text, const std::string& library) const {
    std::ofstream(folder_ + "/case.c") << text;
    return shell(fmt::format(
        "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -I {0}/conform {1}/case.c {2} -o {1}/test && "
        "{1}/test",
        SOURCE_FOLDER, folder_, library));
  }

  // The answer of the C test of a case, of a library or of the command of the options.
  Answer run(const Finding& finding, const std::string& library,
             const CTestOptions& options = {}) const {
    std::string why;
    const std::string text = c_test(finding, options, why);
    EXPECT_EQ(why, "");
    return run(text, library);
  }
};

class CTest : public CTestOfACommand {
 protected:
  void SetUp() override {
    if (shell("nm -D " + library("optimized") + " | grep -q __asan").status == 0)
      GTEST_SKIP() << "a C program cannot load a library with sanitizers";
  }
};

// The first case of the boundary corpus that can be exported, of one operation for each list of
// parameter types.
TEST_F(CTest, CallsEveryKindOfOperation) {
  std::set<std::vector<CType>> known;
  for (const Operation& operation : catalogue()) {
    std::vector<CType> types;
    for (const Parameter& parameter : operation.parameters) types.push_back(parameter.type);
    if (!known.insert(types).second) continue;
    std::string text;
    for (const corpus::Entry& entry :
         corpus::read(corpus_folder(fmt::format("boundary/{}.txt", operation.name)))) {
      std::string why;
      text = c_test(finding_of(print(entry.program)), {}, why);
      if (!text.empty() && text.size() <= 100'000) break;
    }
    ASSERT_NE(text, "") << operation.name;
    const Answer right = run(text, library("optimized"));
    EXPECT_EQ(right.status, 0) << operation.name << '\n' << right.out << right.err;
  }
}

// A fill of one byte, three rows or no row.
std::string fill_of(const std::string& shape) {
  return fmt::format("okk_gdma_8bit_set_C_local toy dst_addr=0 C=1 shape={} dst_stride=null fill=0",
                     shape);
}
const Finding small = finding_of(fill_of("1,1,1,1")), three_rows = finding_of(fill_of("1,1,3,1")),
              no_row = finding_of(fill_of("1,1,0,1"));

constexpr const char* in_fill = " in okk_gdma_8bit_set_C_local";

TEST_F(CTest, NamesTheOperationThatEndsTheProcess) {
  const Answer exits = run(three_rows, plugin("exits"));
  EXPECT_EQ(exits.status, 1);
  EXPECT_EQ(exits.out, fmt::format("the library ended its process{}: exit status 3\n", in_fill));
  const Answer crash = run(three_rows, plugin("crash"));
  EXPECT_EQ(crash.status, 1);
  EXPECT_EQ(
      crash.out,
      fmt::format("the library ended its process{}: signal 11 (Segmentation fault)\n", in_fill));
  EXPECT_EQ(run(three_rows, plugin("good")).status, 0);
}

TEST_F(CTest, FailsAfterAHang) {
  std::string why, text = c_test(three_rows, {}, why);
  const std::string seconds = "seconds = 60";
  text.replace(text.find(seconds), seconds.size(), "seconds = 1");
  const Answer hang = run(text, plugin("hang"));
  EXPECT_EQ(hang.status, 1);
  EXPECT_EQ(hang.out, fmt::format("no answer in 1 s{}\n", in_fill));
}

TEST_F(CTest, TakesAnEndForARejectionOnlyWhereItCountsAsOne) {
  const CTestOptions rejects{.abort_rejects = true};
  const Answer fails = run(no_row, plugin("aborts"));
  EXPECT_EQ(fails.status, 1);
  EXPECT_PRED2(contains, fails.out, fmt::format("{}: signal 6 (Aborted)", in_fill));
  EXPECT_EQ(run(no_row, plugin("aborts"), rejects).status, 0);
  EXPECT_EQ(run(no_row, plugin("aborts_and_says_so")).status, 0);
  // A legal case.
  const Answer exits = run(three_rows, plugin("exits"), rejects);
  EXPECT_EQ(exits.status, 1);
  EXPECT_PRED2(contains, exits.out, "exit status 3");
  // No end, and no status.
  const Answer accepts = run(no_row, plugin("no_status"), rejects);
  EXPECT_EQ(accepts.status, 1);
  EXPECT_PRED2(contains, accepts.out, "status: expected 1, found 0");
}

// The rejected step changes nothing, so the others run without it.
TEST_F(CTest, RunsTheStepsAfterARejectionByTheEnd) {
  const CTestOptions rejects{.abort_rejects = true};
  const Finding finding = finding_of(
      "program toy fill=0 ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,1,4 "
      "dst_stride=null ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,0,1 dst_stride=null ; "
      "okk_gdma_8bit_set_C_local dst_addr=0 C=2 shape=1,1,3,1 dst_stride=null");
  EXPECT_EQ(run(finding, plugin("aborts"), rejects).status, 0);
  EXPECT_EQ(run(finding, plugin("no_status"), rejects).status, 1);
  const Answer ends = shell("STRIDEPROOF_TOY=exits " + folder_ + "/test");
  EXPECT_EQ(ends.status, 1);
  EXPECT_PRED2(contains, ends.out, "exit status 3");
}

// The optimized implementation keeps the sign and the upper bits of a NaN, the reference does not.
TEST_F(CTest, AcceptsAnyBitsOfANan) {
  const Finding conversion = finding_of(
      "bm_atomic_memcpy_4D bm1684 src_addr=0x100000000 src_local_idx=0 src_shape=1,1,1,256 "
      "src_stride=1,1,1,1 src_format=0 dst_addr=0x40 dst_local_idx=5 dst_shape=1,2,16,8 "
      "dst_stride=1,1,9,1 dst_format=4 direction=0 transpose=0 data.src=floats fill=5");
  EXPECT_EQ(run(conversion, library("optimized")).status, 0);
  EXPECT_EQ(run(conversion, library("faulty")).status, 0);
  const Answer zero = shell("STRIDEPROOF_FAULT=bm_nan_to_zero " + folder_ + "/test");
  EXPECT_EQ(zero.status, 1);
  EXPECT_PRED2(contains, zero.out, "expected a NaN, such as one that begins with 0x00, found 0x00");
  EXPECT_EQ(shell("STRIDEPROOF_FAULT=bm_half_flushed " + folder_ + "/test").status, 1);
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
  EXPECT_EQ(run(sums, library("optimized")).status, 0);
}

Finding after(std::vector<std::string> earlier, Finding last) {
  last.with = std::move(earlier);
  return last;
}

TEST_F(CTest, RunsTheProgramsBeforeFirst) {
  const Finding twice = after({three_rows.line}, three_rows);
  EXPECT_EQ(run(three_rows, plugin("right_once")).status, 0);
  const Answer wrong = run(twice, plugin("right_once"));
  EXPECT_EQ(wrong.status, 1);
  EXPECT_PRED2(contains, wrong.out, "expected 0x01, found 0x00");
  EXPECT_EQ(run(twice, plugin("good")).status, 0);
  // The widest fill must be the first.
  const std::string wide = fill_of("1,1,1,5"), narrow = fill_of("2,1,1,1");
  const Finding pair = finding_of(fill_of("1,1,1,2"));
  EXPECT_EQ(run(after({narrow, narrow}, pair), plugin("garbage")).status, 0);
  EXPECT_EQ(run(after({wide, narrow}, pair), plugin("garbage")).status, 1);
  EXPECT_EQ(shell("STRIDEPROOF_TOY=good " + folder_ + "/test").status, 0);
}

// Only the last program is compared, and it must run.
TEST_F(CTest, FailsIfAProgramBeforeEndsTheProcess) {
  const Answer exits = run(after({three_rows.line}, small), plugin("exits"));
  EXPECT_EQ(exits.status, 1);
  EXPECT_PRED2(contains, exits.out, "exit status 3");
  EXPECT_EQ(run(after({no_row.line}, small), plugin("aborts"), {.abort_rejects = true}).status, 0);
  EXPECT_EQ(run(after({no_row.line}, small), plugin("accepts_all")).status, 0);
}

// The count of a mask copy remains, and nothing says how large it is.
TEST_F(CTest, ComparesNoCountOfAnEarlierProgram) {
  const Finding count = after(
      {"bm_atomic_mask_memcpy_4D bm1684 data_local_mem_addr=0 mask_local_mem_addr=0x1000 "
       "local_mem_idx=0 dst_global_mem_addr=0x100010000 shape=1,1,8,16 data.src1=mask fill=5"},
      finding_of("bm_get_mask_memcpy_res_num bm1684 fill=5"));
  EXPECT_EQ(run(count, library("optimized")).status, 0);
}

constexpr const char* protocols[] = {" text", " bytes"};
const std::string command = COMMAND_UNDER_TEST;

TEST_F(CTestOfACommand, ComparesItsAnswers) {
  for (const char* protocol : protocols) {
    EXPECT_EQ(run(small, "", {.command = command + protocol}).status, 0) << protocol;
    EXPECT_EQ(run(no_row, "", {.command = command + protocol}).status, 0) << protocol;
    EXPECT_EQ(run(after({three_rows.line}, small), "", {.command = command + protocol}).status, 0);
  }
  const std::string filter = "sed -u 's/ C=1 / C=2 /; s/w=/\"?/' | ";
  const Answer wrong = run(small, "", {.command = filter + command + " text"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_PRED2(contains, wrong.out, "expected 0x01, found 0x02");
  EXPECT_EQ(shell(fmt::format("{}/test '{} bytes'", folder_, command)).status, 0);
  const Answer rejects = run(small, "", {.command = command + " text | sed -u s/^done/rejected/"});
  EXPECT_EQ(rejects.status, 1);
  EXPECT_PRED2(contains, rejects.out, "status: expected 0, found 1");
}

TEST_F(CTestOfACommand, NamesTheOperationThatEndsIt) {
  const std::string crashes = command + " text crash";
  const Answer crash = run(small, "", {.command = crashes});
  EXPECT_EQ(crash.status, 1);
  EXPECT_EQ(crash.out, fmt::format("the command ended its process{}: exit status 9\n", in_fill));
  EXPECT_EQ(run(no_row, "", {.command = crashes}).status, 1);
  EXPECT_EQ(run(no_row, "", {.abort_rejects = true, .command = crashes}).status, 0);
}

TEST_F(CTestOfACommand, RefusesOtherAnswers) {
  for (const char* protocol : protocols) {
    const Answer babbles = run(small, "", {.command = command + protocol + " babble"});
    EXPECT_EQ(babbles.status, 1);
    EXPECT_PRED2(contains, babbles.out, "the command answered 'what'");
  }
  const Answer denies = run(small, "", {.command = command + " bytes deny"});
  EXPECT_EQ(denies.status, 2);
  EXPECT_PRED2(contains, denies.out, "sp_write failed");
}

// A shell and the command that it started both end.
TEST_F(CTestOfACommand, EndsACommandThatHangs) {
  const std::string hangs = command + " text spin " + folder_ + "; exit $?";
  std::string why, text = c_test(small, {.command = hangs}, why);
  const std::string seconds = "seconds = 60";
  text.replace(text.find(seconds), seconds.size(), "seconds = 1 ");
  const Answer hang = run(text, "");
  EXPECT_EQ(hang.status, 1);
  EXPECT_EQ(hang.out, fmt::format("no answer in 1 s{}\n", in_fill));
  EXPECT_EQ(shell("pgrep -f 'text [s]pin " + folder_ + "'").out, "");
}

TEST(CTests, HaveSeveralProgramsOnlyIfTheyLeaveAState) {
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

TEST(CTests, ExpectTheReadingsOfTheFinding) {
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

// C tests of commands, which need no library.

#include "conform/tests/c_test.h"

namespace strideproof::tests {
namespace {

using CTestOfCommand = ExportedTest;
constexpr const char* protocols[] = {" text", " bytes"};
const std::string command = COMMAND_UNDER_TEST;

TEST_F(CTestOfCommand, ComparesItsAnswers) {
  for (const char* protocol : protocols) {
    expect(run(small, "", {.command = command + protocol}), 0);
    expect(run(no_row, "", {.command = command + protocol}), 0);
    expect(run(after({three_rows.line}, small), "", {.command = command + protocol}), 0);
  }
  const std::string filter = "sed -u 's/ C=1 / C=2 /; s/w=/\"?/' | ";
  expect(run(small, "", {.command = filter + command + " text"}), 1, "expected 0x01, found 0x02");
  expect(shell(fmt::format("{}/test '{} bytes'", folder_, command)), 0);
  expect(run(small, "", {.command = command + " text | sed -u s/^done/rejected/"}), 1,
         "status: expected 0, found 1");
}

TEST_F(CTestOfCommand, NamesTheOperationThatEndsIt) {
  const std::string crashes = command + " text crash";
  expect(run(small, "", {.command = crashes}), 1,
         fmt::format("the command ended its process{}: exit status 9\n", in_fill));
  expect(run(no_row, "", {.command = crashes}), 1);
  expect(run(no_row, "", {.abort_rejects = true, .command = crashes}), 0);
}

TEST_F(CTestOfCommand, RefusesOtherAnswers) {
  for (const char* protocol : protocols) {
    expect(run(small, "", {.command = command + protocol + " babble"}), 1,
           "the command answered 'what'");
  }
  expect(run(small, "", {.command = command + " bytes deny"}), 2, "sp_write failed");
}

TEST_F(CTestOfCommand, RefusesMalformedAnswers) {
  const auto filtered = [&](const Finding& finding, const std::string& filter) {
    return run(finding, "", {.command = fmt::format("{} text | sed -u {}", command, filter)});
  };
  expect(filtered(small, "s/^01/+1/"), 2);
  expect(filtered(small, "'s/^strideproof 1 /strideproof 12 /'"), 2);
  expect(filtered(small, "'s/^done/done 5x/'"), 1, "the command answered 'done 5x'");
  expect(filtered(after({three_rows.line}, small), "0,/^done/s/^done/what/"), 1,
         "the command answered 'what'");
}

TEST_F(CTestOfCommand, GivesNoIllegalCaseIfUnjudged) {
  const std::string unjudged = command + " text | sed -u 's/^strideproof 1/& unjudged/'";
  expect(run(small, "", {.command = unjudged}), 0);
  expect(run(no_row, "", {.command = unjudged}), 2,
         "the command has no status, so it is given no illegal case\n");
}

TEST_F(CTestOfCommand, FailsThoughALaterStepIsUnsupported) {
  const Finding two = finding_of(
      "program toy fill=0 ; okk_gdma_8bit_set_C_local dst_addr=0 C=1 shape=1,1,1,4 "
      "dst_stride=null ; okk_gdma_8bit_set_C_local dst_addr=0 C=2 shape=1,1,1,1 dst_stride=null");
  const std::string second = "-e t -e s/^done/unsupported/";
  const std::string text = command + " text | sed -u -e 0,/^done/s/^done/";
  expect(run(two, "", {.command = text + "rejected/ " + second}), 1);
  expect(run(two, "", {.command = text + "done/ " + second}), 2);
}

// The count is 0 if nothing is done.
TEST_F(CTestOfCommand, ComparesAReturnedValueOnlyIfDone) {
  const Finding count = finding_of(
      "program bm1684 fill=5 ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 "
      "mask_local_mem_addr=0x1000 local_mem_idx=0 dst_global_mem_addr=0x100010000 shape=1,1,8,16 "
      "data.src1=mask ; bm_get_mask_memcpy_res_num");
  const std::string answers =
      "while read -r word line; do case $word$line in hello*) echo strideproof 1;; "
      "*res_num*) echo unsupported;; call*) echo done;; *) echo ok;; esac; done";
  expect(run(count, "", {.command = answers}), 2, "status: unsupported, so no byte may change\n");
}

TEST_F(CTestOfCommand, HasAnotherStatusIfTheCommandDoesNotStart) {
  expect(run(small, "", {.command = "./missing"}), 2,
         "the command ended its process in sp_abi_version: exit status 127: the command cannot "
         "be used\n");
  expect(run(small, "", {.command = "sleep 60", .start_seconds = 0.3}), 2,
         "no answer in 0.3 s in sp_abi_version: the command cannot");
}

// A shell and the command that it started both end.
TEST_F(CTestOfCommand, EndsACommandThatHangs) {
  const std::string spin = command + " text spin " + folder_ + "; exit $?";
  expect(run(small, "", {.command = spin, .seconds = 1.5}), 1,
         fmt::format("no answer in 1.5 s{}\n", in_fill));
  const std::string find = "pgrep -f 'text [s]pin " + folder_ + "'";
  // A command that ends may take long on a busy machine.
  const std::string find_at_last =
      fmt::format("for i in $(seq 600); do {0} || break; sleep 0.1; done; {0}", find);
  expect(shell(find_at_last), 1);
  std::string why;
  EXPECT_EQ(compile(c_test(small, {.command = spin}, why), "").status, 0);
  for (const char* signal : {"INT", "TERM", "HUP"}) {
    shell(fmt::format("timeout --foreground -s {} 0.5 {}/test", signal, folder_));
    EXPECT_EQ(shell(find_at_last).status, 1) << signal;
  }
}

TEST_F(CTestOfCommand, EndsACommandThatContinues) {
  const std::string sleeps = command + " text; sleep 60; : " + folder_;
  expect(run(small, "", {.command = sleeps}), 0);
  expect(shell("pgrep -f '; [:] " + folder_ + "'"), 1);
}

}  // namespace
}  // namespace strideproof::tests

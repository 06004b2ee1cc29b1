// The kind of an end of the plug-in's process, and its last output.

#include <gtest/gtest.h>

#include "conform/check/last_output.h"
#include "conform/check/process.h"

namespace strideproof {
namespace {

TEST(KindOfEnd, IsTheMessageOrTheSignalOfAnOperation) {
  EXPECT_EQ(kind_of_end({false, ipc::WorkerPhase::calling, 0, "SIGSEGV", "SUMMARY: at 0x12f"}),
            "SUMMARY: at ");
  EXPECT_EQ(kind_of_end({false, ipc::WorkerPhase::calling, 0, "exit(1)",
                         "KeyError: 12 | File \"a2.py\", line 7, in f | raise"}),
            "KeyError:  | File \"a2.py\", line 7, in f");
  EXPECT_EQ(kind_of_end({false, ipc::WorkerPhase::calling, 0, "exit(1)", "a.c:7: f: assert: 3: x"}),
            "a.c:7: f: assert: 3: x");
  EXPECT_EQ(
      kind_of_end({false, ipc::WorkerPhase::calling, 0, "SIGABRT", "what():  too many: 9 | b"}),
      "what():  too many: ");
  EXPECT_EQ(kind_of_end({false, ipc::WorkerPhase::calling, 0, "SIGSEGV",
                         "crashed by SIGSEGV in copy+0x4f (a.so+0x1149), address 0x0 | a, log"}),
            "crashed by SIGSEGV in copy+ (a.so+)");
  EXPECT_EQ(
      kind_of_end({false, ipc::WorkerPhase::calling, 0, "exit(1)", "a log | bank 65 is busy"}),
      "exit(1): bank  is busy");
  EXPECT_EQ(kind_of_end({false, ipc::WorkerPhase::calling, 0, "SIGSEGV", "a word"}), "SIGSEGV");
  EXPECT_EQ(kind_of_end({false, ipc::WorkerPhase::reading, 0, "SIGSEGV", ""}), "");
  EXPECT_EQ(kind_of_end({true, ipc::WorkerPhase::calling, 0, "no answer for 5 s", ""}), "");
}

TEST(LastOutput, BeginsWithTheMessage) {
  const std::string frames =
      "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    serve()\n"
      "  File \"b.py\", line 2, in copy\n    assert h < 9, \"at: 9\"\n           ^^^^^\n";
  EXPECT_EQ(last_output_of("loads\n" + frames + "AssertionError: at: 9\n"),
            "AssertionError: at: 9 | File \"b.py\", line 2, in copy | assert h < 9, \"at: 9\"");
  EXPECT_EQ(last_output_of(frames + "a.BankConflict\n"),
            "a.BankConflict | File \"b.py\", line 2, in copy | assert h < 9, \"at: 9\"");
  EXPECT_EQ(last_output_of("loads\nterminate called after throwing\n  what():  no lane\n"),
            "what():  no lane | terminate called after throwing");
  EXPECT_EQ(last_output_of("a.c:7: Assertion `x' failed.\nx = 3\nbye\n"),
            "a.c:7: Assertion `x' failed. | x = 3");
  EXPECT_EQ(last_output_of("loads\n\ncrashed by SIGSEGV in _ZN3sim4copyEi+0x4f (a.so+0x1149)\n"),
            "crashed by SIGSEGV in sim::copy(int)+0x4f (a.so+0x1149) | loads");
  EXPECT_EQ(
      last_output_of("a.c:7: Assertion `x' failed.\ncrashed by SIGTRAP in stop+0x4f (a.so+0x2)\n"),
      "a.c:7: Assertion `x' failed. | crashed by SIGTRAP in stop+0x4f (a.so+0x2)");
  EXPECT_EQ(last_output_of("1\n2\n\n--\n3\n4\n5\n"), "2 | 3 | 4 | 5");
  EXPECT_EQ(last_output_of(""), "");
}

}  // namespace
}  // namespace strideproof

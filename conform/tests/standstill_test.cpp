// The clock of a hang, with synthetic times and with real processes; the kind of an end of a
// process, and its last output.

#include "conform/check/standstill.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "conform/check/process.h"

namespace strideproof {
namespace {

using std::chrono::seconds;
constexpr Standstill::Clock::time_point start{};
constexpr int worker = 7, command = 8;

// After 6 seconds in which a worker slept and its command ran and waited for these times.
Standstill::Clock::duration counted(seconds ran, seconds waited) {
  Standstill standstill;
  standstill.begin(start, {{worker, seconds(1), seconds(1)}, {command, seconds(3), seconds(2)}});
  standstill.look(start + seconds(6), {{worker, seconds(1), seconds(1)},
                                       {command, seconds(3) + ran, seconds(2) + waited}});
  return standstill.counted();
}

TEST(Standstill, CountsWhatACommandRunsAndSleepsButNotItsWaits) {
  EXPECT_EQ(counted(seconds(0), seconds(0)), seconds(6));
  EXPECT_EQ(counted(seconds(6), seconds(0)), seconds(6));
  EXPECT_EQ(counted(seconds(2), seconds(0)), seconds(6));
  EXPECT_EQ(counted(seconds(0), seconds(6)), seconds(0));
  EXPECT_EQ(counted(seconds(1), seconds(5)), seconds(1));
  EXPECT_EQ(counted(seconds(1), seconds(3)), seconds(3));
}

// The kernel may report a wait when it is over: after the measurement at its end.
TEST(Standstill, SubtractsAWaitReportedLate) {
  Standstill standstill;
  standstill.begin(start, {{worker, seconds(0), seconds(0)}});
  standstill.look(start + seconds(4), {{worker, seconds(0), seconds(0)}});
  EXPECT_EQ(standstill.counted(), seconds(4));
  standstill.look(start + seconds(5), {{worker, seconds(0), seconds(5)}});
  EXPECT_EQ(standstill.counted(), seconds(0));
}

// More threads than processors, all of them busy: each of them waits.
TEST(Standstill, CountsWhatIsRunWhileOthersWait) {
  Standstill standstill;
  standstill.begin(start, {{1, {}, {}}, {2, {}, {}}, {3, {}, {}}, {4, {}, {}}});
  const ThreadTime half{0, seconds(3), seconds(3)};
  std::vector<ThreadTime> times(4, half);
  for (int i = 0; i < 4; ++i) times[static_cast<size_t>(i)].id = i + 1;
  standstill.look(start + seconds(6), times);
  EXPECT_EQ(standstill.counted(), seconds(6));
}

TEST(Standstill, KeepsTheTimesOfThreadsThatEnded) {
  Standstill standstill;
  standstill.begin(start, {{worker, {}, {}}});
  standstill.look(start + seconds(2), {{worker, {}, {}}, {command, seconds(0), seconds(2)}});
  standstill.look(start + seconds(3), {{worker, {}, {}}});
  EXPECT_EQ(standstill.counted(), seconds(1));
  standstill.begin(start + seconds(3), {{worker, {}, {}}});
  EXPECT_EQ(standstill.counted(), seconds(0));
}

// A shell that starts another one, which prints its process id.
TEST(Standstill, IncludesChildProcesses) {
  std::array<int, 2> says{};
  ASSERT_EQ(pipe(says.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    dup2(says[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", "(sh -c 'echo $$; exec sleep 600'); true", nullptr);
    _exit(127);
  }
  setpgid(child, child);
  close(says[1]);
  FILE* in = fdopen(says[0], "r");
  int working = 0;
  EXPECT_EQ(std::fscanf(in, "%d", &working), 1);
  // The kernel counts the time of a process once it has given the processor back.
  const auto ran = [&](int id) {
    const std::vector<ThreadTime> times = thread_times(child);
    return std::any_of(times.begin(), times.end(), [&](const ThreadTime& time) {
      return time.id == id && time.ran.count() > 0;
    });
  };
  for (const int id : {child, working}) {
    for (int tries = 0; tries < 1000 && !ran(id); ++tries) usleep(10'000);
    EXPECT_TRUE(ran(id)) << id;
  }
  kill(-child, SIGKILL);
  waitpid(child, nullptr, 0);
  std::fclose(in);
  EXPECT_TRUE(thread_times(child).empty());
}

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

// Libraries and commands in their worker: what one program shows of those that deviate, and that no
// case shows anything of those that conform.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <initializer_list>
#include <string>

#include "conform/check/session.h"
#include "conform/tests/contains.h"
#include "conform/tests/listed_programs.h"
#include "props/generate.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr double timeout = 0.3;  // seconds
constexpr double enough = 30;

// A name in PLUGINS, or the arguments of the command under test.
Target target_of(Target::Kind kind, const std::string& words) {
  // Under AddressSanitizer a crash must end the worker by its signal, as without it.
  setenv("ASAN_OPTIONS", "handle_segv=0", 1);
  const bool is_library = kind == Target::Kind::library;
  return {kind, fmt::format("{}{}", is_library ? PLUGINS "/" : COMMAND_UNDER_TEST " ", words)};
}
Target toy_library(const std::string& name) {
  return target_of(Target::Kind::library, name + ".so");
}
Target toy_command(const std::string& arguments) {
  Target target = target_of(Target::Kind::command, arguments);
  target.sweeps = false;
  return target;
}

Verdict verdict_of(const Target& target, const char* shape, double allowed) {
  Session session(target, *find_profile("toy"), allowed);
  EXPECT_TRUE(session.accepted());
  return check(session, parse_program(fmt::format("okk_gdma_8bit_set_C_local toy dst_addr=0 C=7 "
                                                  "shape={} dst_stride=null fill=0",
                                                  shape)));
}

TEST(Worker, ShowsHowALibraryDeviates) {
  struct Row {
    const char *name, *shape;
    double seconds;
    VerdictKind kind;
    const char* detail;
  };
  for (const Row& row : {
           Row{"good", "1,1,3,1", enough, VerdictKind::pass, ""},
           {"crash", "1,1,3,1", enough, VerdictKind::crash, "SIGSEGV in okk_gdma_8bit_set_C_local"},
           {"exits", "1,1,3,1", enough, VerdictKind::crash, "exit(3) in okk_gdma_8bit_set_C_local"},
           {"hang", "1,1,3,1", timeout, VerdictKind::timeout, "no answer for 0.3 s in okk_gdma"},
           {"asserts", "1,1,1,5", enough, VerdictKind::crash, "assertion: asserts.cpp:7: "},
           {"two_faults", "1,1,1,2", enough, VerdictKind::wrong_byte, "local lane 0 offset 0x0"},
           {"bad_read", "1,3,1,1", enough, VerdictKind::hook_failed,
            "sp_read refuses local memory, lane 2"},
           {"status_seven", "1,1,1,1", enough, VerdictKind::hook_failed, "sp_status answered 7"},
           {"far_write", "2,1,1,1", enough, VerdictKind::write_outside, "far from every operand: "},
           {"loses_memory", "1,1,3,1", enough, VerdictKind::hook_failed, "SIGSEGV in sp_read"},
       }) {
    SCOPED_TRACE(row.name);
    const Verdict verdict = verdict_of(toy_library(row.name), row.shape, row.seconds);
    EXPECT_EQ(verdict.kind, row.kind) << name(verdict.kind);
    EXPECT_TRUE(tests::contains(verdict.detail, row.detail));
  }
}

TEST(Worker, ShowsHowACommandDeviates) {
  struct Row {
    const char* arguments;
    double seconds;
    VerdictKind kind;
    const char* detail;
  };
  for (const Row& row : {
           Row{"text crash", enough, VerdictKind::crash, "exit(9) in okk_gdma_8bit_set_C_local"},
           {"text kill; exit $?", enough, VerdictKind::crash, "killed by SIGKILL in okk_gdma"},
           {"bytes spin", timeout, VerdictKind::timeout, "no answer for 0.3 s in okk_gdma"},
           {"bytes deny", enough, VerdictKind::hook_failed, "sp_write refuses local memory, lane "},
           {"text babble", enough, VerdictKind::hook_failed,
            "the command answered 'what' to 'call okk_gdma_8bit_set_C_local toy dst_addr=0 C=7 "},
           {"bytes babble", enough, VerdictKind::hook_failed,
            "the command answered 'what' to 'run with the case okk_gdma_8bit_set_C_local toy "},
       }) {
    SCOPED_TRACE(row.arguments);
    const Verdict verdict = verdict_of(toy_command(row.arguments), "1,1,1,1", row.seconds);
    EXPECT_EQ(verdict.kind, row.kind) << name(verdict.kind);
    EXPECT_TRUE(tests::contains(verdict.detail, row.detail));
  }
}

// Random cases of every operation that the implementation has.
std::deque<Program> random_programs(const Session& session, const Profile& profile, int cases) {
  std::deque<Program> all;
  for (const Operation* operation : props::keep_on(matching("*"), profile))
    for (const Case& c : props::generate_cases(*operation, profile, cases))
      if (const Program program{&profile, c.fill, {c}}; !session.refusal(program))
        all.push_back(program);
  return all;
}

int right_cases(const Target& target, const Profile& profile, int cases) {
  SCOPED_TRACE(fmt::format("{} on {}", target.what, profile.name));
  Session session(target, profile, enough);
  EXPECT_TRUE(session.accepted());
  session.test_hooks();
  tests::ListedPrograms stream(random_programs(session, profile, cases));
  session.run(stream);
  return stream.right;
}

TEST(Worker, ShowsNothingOfWhatConforms) {
  const Profile& toy = *find_profile("toy");
  EXPECT_GT(right_cases(toy_library("good"), toy, 1000), 900);
  for (const char* name : {"no_status", "window", "two_types"})
    EXPECT_GT(right_cases(toy_library(name), toy, 200), 50) << name;
  Target aborts = toy_library("aborts");
  aborts.rejects_by_abort = true;
  aborts.sweeps = false;
  EXPECT_EQ(right_cases(aborts, toy, 40), 40);
  for (const char* form : {"text", "bytes"})
    for (const bool sweeps : {false, true}) {
      Target target = toy_command(form);
      target.sweeps = sweeps;
      EXPECT_EQ(right_cases(target, toy, 60), 60);
    }
}

TEST(Worker, ShowsNothingOfOurLibraries) {
  for (const char* name : {"reference", "optimized"})
    for (const Profile& profile : profiles()) {
      Target ours = toy_library("");
      ours.what = fmt::format("{}/libstrideproof_{}.so", LIBRARIES, name);
      ours.ours = true;
      EXPECT_GE(right_cases(ours, profile, 20), 20);
    }
}

}  // namespace
}  // namespace strideproof

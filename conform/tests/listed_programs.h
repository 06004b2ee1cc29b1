#pragma once
// Programs for a session, each of which must be right.

#include <gtest/gtest.h>

#include <climits>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "conform/check/session.h"

namespace strideproof::tests {

// Gives up after some verdicts.
class ListedPrograms : public ProgramStream {
 public:
  explicit ListedPrograms(std::deque<Program> programs, int verdicts = INT_MAX)
      : waiting_(std::move(programs)), left_(verdicts) {}
  void allow(int verdicts) { left_ = verdicts; }

  std::optional<Program> next() override {
    if (waiting_.empty() || gives_up()) return std::nullopt;
    Program program = waiting_.front();
    waiting_.pop_front();
    return program;
  }
  bool gives_up() const override { return left_ <= 0; }
  bool admits_again(const Program& program) override {
    waiting_.push_back(program);
    return false;
  }
  StepReadings readings(const Program&) override { return {}; }
  void judged(const Program& program, const Expectation&, const Verdict& verdict, const Outcome&,
              const Found&) override {
    EXPECT_TRUE(is_right(verdict.kind)) << print(program) << ": " << verdict.detail;
    ++times[print(program)];
    ++right;
    --left_;
  }
  void not_judged(const Program& program, const char* reason) override {
    EXPECT_STREQ(reason, spread_too_far) << print(program);
  }
  void found_in_sweep(const Program& program, const Verdict& verdict) override {
    ADD_FAILURE() << print(program) << ": " << verdict.detail;
  }

  std::map<std::string, int> times;  // that each program was judged
  int right = 0;                     // verdicts

 private:
  std::deque<Program> waiting_;
  int left_;
};

}  // namespace strideproof::tests

#pragma once
// One exploration around a failing program: cases like it are run until a rule tells which of them
// fail, or cases or time are at an end.

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conform/region/neighbours.h"
#include "conform/region/opposites.h"
#include "conform/region/region.h"
#include "conform/region/rule.h"
#include "props/random.h"

namespace strideproof::region {

class Explorer {
 public:
  using Clock = std::chrono::steady_clock;
  // centre: fails; of wanted.one_element its contents matter. end: when no case is begun any more.
  Explorer(Program centre, Neighbourhood wanted, const Fails& fails, int cases,
           Clock::time_point end);

  void explore();
  Explanation explanation() const;
  // How many samples the rule is wrong about.
  size_t mistakes() const;
  size_t samples() const { return samples_.size(); }

 private:
  struct Open {
    Program program;
    Values values;
    bool taken = false;
  };

  size_t pool_size() const;
  bool spent() const;
  std::optional<bool> ask(const Program& program) const;
  void sample(const Program& program);
  std::string sentence() const;

  // ---- a pool of programs, of which some are run ----
  void fill_pool(const std::vector<Program>& programs);
  void refill_pool();
  std::vector<size_t> first_of_pool(size_t most) const;
  void run(const std::vector<size_t>& picked);
  void find_rare_contents();
  std::vector<size_t> picks(const std::vector<Rule>& rules);

  // ---- what the solver finds (doubts.cpp) ----
  void turn(size_t from, const Demand& turned, const std::vector<Demand>& kept);
  void see_other_sides();
  void doubt(const std::vector<Rule>& rules);
  void tell_apart(const Rule& a, const Rule& b);
  std::vector<size_t> failing_where(const Conjunction& conjunction) const;

  const Program centre_;
  const Neighbourhood wanted_;
  const Fails& fails_;
  const size_t cases_;
  const Clock::time_point end_;
  Clock::duration solver_time_;  // left: on a busy machine cases come first
  const int64_t elements_;       // of the centre
  Terms terms_;
  props::Random random_{1};
  std::vector<Open> pool_;
  std::vector<Sample> samples_;    // the first is the centre
  std::vector<Program> programs_;  // of the samples
  std::set<std::string> known_;
  Opposites opposites_;
  std::set<std::string> turned_;
  Rule rule_;  // the best, in the end
};

// Whether some step is a mask copy: how many words its mask keeps is told of every case.
bool reads_mask(const Program& program);

// Of the largest step that has parameters.
int64_t elements_of(const Program& program);

}  // namespace strideproof::region

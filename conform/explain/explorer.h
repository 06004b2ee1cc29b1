#pragma once
// One exploration around a failing program: cases like it are run until a rule tells which of them
// fail, or the cases are at an end.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conform/explain/counterexamples.h"
#include "conform/explain/explain.h"
#include "conform/explain/neighbours.h"
#include "conform/explain/rule.h"
#include "props/random.h"

namespace strideproof::explanation {

class Explorer {
 public:
  // centre: fails; of wanted.one_element its contents matter.
  Explorer(Program failing_case, Neighbourhood wanted, const Fails& fails, const Budget& budget);

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
  bool spent();
  std::optional<bool> answer_of(const Program& program);
  std::optional<bool> ask(const Program& program);
  void sample(const Program& program);
  std::string sentence() const;

  // ---- a pool of programs, of which some are run ----
  void fill_pool(const std::vector<Program>& programs);
  void refill_pool();
  std::vector<size_t> first_of_pool(size_t most) const;
  void run(const std::vector<size_t>& picked);
  void find_rare_contents();
  std::vector<size_t> picks(const std::vector<Rule>& rules);

  // ---- what the solver finds (../explain/refinement.cpp) ----
  void turn(size_t from, const Demand& turned, const std::vector<Demand>& kept);
  void see_other_sides();
  void doubt(const std::vector<Rule>& rules);
  void tell_apart(const Rule& a, const Rule& b);
  std::vector<size_t> failing_where(const Conjunction& conjunction) const;

  const Program failing_case_;
  const Neighbourhood wanted_;
  const Fails& fails_;
  const Budget& budget_;
  bool ended_ = false;      // by the budget, before the cases were
  const int64_t elements_;  // of the centre
  int64_t elements_run_ = 0;
  Terms terms_;
  props::Random random_{1};
  std::vector<Open> pool_;
  std::vector<Sample> samples_;    // the first is the centre
  std::vector<Program> programs_;  // of the samples
  std::set<std::string> known_;
  Counterexamples counterexamples_;
  std::set<std::string> turned_;
  Rule rule_;  // the best, in the end
};

// Whether some step is a mask copy: how many words its mask keeps is told of every case.
bool reads_mask(const Program& program);

}  // namespace strideproof::explanation

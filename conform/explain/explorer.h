#pragma once
// The search behind explain().

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conform/explain/explain.h"
#include "conform/explain/neighbours.h"
#include "conform/explain/rule.h"

namespace strideproof::explanation {

inline constexpr size_t one_mistake_in = 50;  // of a good rule

// Runs cases near a failing program and learns a rule that separates failing from passing ones.
class Explorer {
 public:
  // one_element: the program has one element; its contents are varied and are features.
  // suggested: a condition to test, instead of looking for one.
  Explorer(const Program& failing, bool one_element, const Fails& fails, const Budget& budget,
           const Condition* suggested = nullptr)
      : failing_(failing),
        one_element_(one_element),
        contents_decide_(one_element || reads_mask(failing)),
        fails_(fails),
        budget_(budget),
        neighbours_(failing_, one_element),
        features_(suggested == nullptr ? Features(one_element) : suggested->features()) {
    known_.insert(print(failing_));
    samples_.push_back({features_.values(failing_), true});
    programs_.push_back(failing_);
    if (suggested == nullptr) {
      explore();
    } else {
      rule_ = suggested->rule();
      test();
    }
  }

  size_t mistakes() const { return counts().mistakes(); }
  bool is_good() const { return mistakes() * one_mistake_in <= samples_.size(); }
  Explanation explanation() const;
  bool is_confirmed() const;

 private:
  struct Unsampled {
    Program program;
    Values values;
  };
  void explore();
  bool is_over();
  std::optional<bool> run(const Program& program);
  // A passing case may hold the right bytes by chance, so it is run with other contents too.
  std::optional<bool> run_with_other_contents(const Program& program);
  // None if the program is no new sample.
  std::optional<bool> sample(const Program& program);
  // Small cases first, so that an explanation that is cut short has samples; every fourth is one of
  // the largest. The others go to the pool.
  void sample_first();
  // The nearest cases that one part of the rule alone decides, and some for which the rule holds: a
  // counterexample among them shows before the sentence is said.
  void sample_nearest();
  // Runs cases on both sides of a rule that was found elsewhere.
  void test();
  // Contents that fail may be rare, so contents that pass are left out until enough fail.
  void sample_rare_contents();
  // Removes and samples programs for which the rule holds, and as many others.
  void sample_either_side(std::vector<Unsampled>& from);
  void sample_thresholds();
  // Halves the distance between a failing and a passing sample on the two sides of the threshold
  // until they are adjacent. Takes the pair that differs in the fewest values.
  void bisect(const Conjunction& conjunction, const Literal& threshold);
  std::vector<Unsampled> neighbours_of_a_sample();
  // Samples: all, those that fail, those for which the rule holds, and those of which both is true.
  struct Counts {
    size_t all = 0, failing = 0, where = 0, both = 0;
    size_t passing() const { return all - failing; }
    size_t mistakes() const { return failing + where - 2 * both; }
  };
  Counts counts() const;

  std::string sentence() const;
  // If nearly all fail, a rule is useful only if it finds most of those that pass.
  bool is_vague() const;
  std::string stated() const;
  std::shared_ptr<const Condition> condition() const;

  const Program failing_;
  const bool one_element_, contents_decide_;
  const Fails& fails_;
  const Budget& budget_;
  const Neighbours neighbours_;
  Features features_;
  bool ended_ = false;  // by Budget::ended
  int64_t elements_run_ = 0;
  size_t failing_run_ = 0;
  props::Random random_{1};
  std::vector<Unsampled> pool_;
  std::vector<Sample> samples_;    // the first is the failing program
  std::vector<Program> programs_;  // of the samples
  std::set<std::string> known_;    // lines of programs that were run
  Rule rule_;
};

}  // namespace strideproof::explanation

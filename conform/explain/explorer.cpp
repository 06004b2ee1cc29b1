#include "conform/explain/explorer.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "conform/explain/neighbours.h"
#include "conform/explain/sampler.h"
#include "props/random.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t largest_pool = 1200, least_pool = 150;
constexpr size_t first_samples = 120, changed_first = 24, samples_of_a_side = 6,
                 samples_of_a_rival = 2, samples_at_limit = 4, samples_at_mistake = 2,
                 samples_beyond = 2, samples_beyond_only_value = 6, changes_tested = 60,
                 violations_tested = 6, fills_of_a_mask = 60, confirming = 24, most_refuting = 1;
constexpr int idle_rounds = 4, last_rounds = 3, most_corrected = 4, most_left_out = 2;
constexpr size_t drawn_afresh = 256, most_fresh = 16, corrections = 8;  // in a round

class Explorer {
 public:
  Explorer(const Program& failing, bool one_element, const Fails& fails, const Budget& budget,
           Features features)
      : failing_(failing),
        one_element_(one_element),
        budget_(budget),
        neighbours_(failing_, one_element),
        sampler_(failing, one_element, fails, budget, std::move(features)) {
    if (!one_element && failing.steps.size() == 1)
      for (const Program& program : budget.passed)
        if (sampler_.mark_known(program))
          passed_.push_back({program, sampler_.values(program), false});
  }

  void explore() {
    sample_first();
    const size_t many = std::max(first_samples / 2, samples().size() - 1);
    if (!passed_.empty() || sampler_.failing_run() < many) refine_rule();  // else few would pass
    learn_limits();
    sampler_.begin_last_cases();
    for (int round = 0; round < last_rounds; ++round) {
      const std::vector<Conjunction> before = rule_.any_of;
      for_each_literal(&Explorer::sample_beyond);
      sample_afresh();
      learn_limits();
      if (rule_.any_of == before) break;
    }
  }

  void compare_with(const FailureRule& rule) {
    rule_ = rule;
    const size_t most = budget_.failing / 2;  // some are left for the other side
    if (next_violation_passes(std::min(violations_tested, most))) return;
    correct_rule();
    std::vector<Program> all = neighbours_.with_each_slot_changed(changes_tested, random_);
    std::ranges::copy(neighbours_.around(least_pool, random_), std::back_inserter(all));
    const auto may_fail = [&] { return most - std::min(most, sampler_.failing_run()); };
    size_t holding = std::min(confirming, may_fail()), passing = confirming / 2;
    bool is_doubted = false;  // by one mistake: other changes of the same slot may be mistakes too
    for (size_t i = 0; i < all.size(); ++i) {
      const size_t mistakes = counts_of(samples(), rule_).mistakes();
      if (sampler_.is_over() || mistakes > most_refuting) return;
      if (mistakes > 0 && !std::exchange(is_doubted, true)) {
        holding = std::min(holding + confirming, may_fail());
        const auto mistake =
            std::find_if(samples().rbegin(), samples().rend(),
                         [&](const Sample& one) { return one.fails != rule_.holds(one.values); });
        const auto alike = neighbours_.with_slot_changed_as(mistake->program, random_);
        all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), alike.begin(), alike.end());
      }
      size_t& left = rule_.holds(sampler_.values(all[i])) ? holding : passing;
      if (left > 0 && sampler_.sample(all[i])) --left;
    }
  }

  Explored result() const {
    return {sampler_.samples(), sampler_.features(), rule_, sampler_.was_cut_short()};
  }

 private:
  // Runs cases for which this rule and others, as right so far, disagree, and some on both sides.
  void refine_rule() {
    for (int idle = 0; !sampler_.is_over() && idle < idle_rounds;) {
      const size_t before = samples().size();
      learn_rule();
      for_each_literal(&Explorer::bisect);
      for_each_literal(&Explorer::sample_at_limit);
      // More failing cases that the rule leaves out make an alternative of it.
      sample_near(last_left_out(samples(), rule_, most_left_out), samples_at_mistake,
                  [&](const Values& values) { return !rule_.holds(values); });
      for (const FailureRule& rival : rivals_)
        sample_from_pool(samples_of_a_rival, [&](const Values& values) {
          return rule_.holds(values) != rival.holds(values);
        });
      for (const bool side : {true, false})
        sample_from_pool(samples_of_a_side,
                         [&](const Values& values) { return rule_.holds(values) == side; });
      idle = samples().size() == before ? idle + 1 : 0;
    }
  }

  void learn_limits() {
    learn_rule();
    for_each_literal(&Explorer::bisect);
    learn_rule();
  }

  // Runs other values that violate the constraint of the failing program. True if the first of them
  // with an outcome, the nearest to the edge, passes. Others that pass count as mistakes.
  bool next_violation_passes(size_t most) {
    return std::ranges::any_of(neighbours_.with_violated_changed(true, most),
                               [&](const Program& other) {
                                 return rule_.holds(sampler_.values(other)) &&
                                        sampler_.sample(other) == false && samples().size() == 2;
                               });
  }

  // Small cases first: an explanation may be cut short. The others go to the pool.
  void sample_first() {
    const int64_t times = std::max(int64_t{1}, elements_of(failing_) / Neighbours::few_elements);
    std::vector<Program> all = neighbours_.around(
        static_cast<size_t>(std::max(least_pool, largest_pool / times)), random_);
    const auto put_first = [&](const auto& some) {
      all.insert(all.begin(), some.begin(), some.end());
    };
    if (sampler_.contents_decide() && !one_element_) put_first(refilled(failing_, fills_of_a_mask));
    if (!one_element_) put_first(neighbours_.with_each_slot_changed(changed_first, random_));
    const size_t first = std::min(all.size(), first_samples);
    std::ranges::stable_sort(std::span(all).first(first), {}, elements_of);
    if (!one_element_) {
      put_first(neighbours_.with_violated_changed(true, violations_tested));
      put_first(neighbours_.with_violated_changed(false, violations_tested));
    }
    for (size_t i = 0; i < all.size(); ++i)
      if (i < first && !sampler_.is_over() && 2 * sampler_.failing_run() < budget_.failing)
        sampler_.sample(all[i]);
      else
        pool_.push_back({all[i], sampler_.values(all[i]), false});
  }

  const std::vector<Sample>& with_one_change() {
    props::Random random(1);
    if (one_change_.empty())
      for (const Program& program : neighbours_.with_one_change(SIZE_MAX, random))
        one_change_.push_back({program, sampler_.values(program), false});
    return one_change_;
  }

  void for_each_literal(void (Explorer::*call)(const Conjunction&, const Literal&)) {
    for (const Conjunction& conjunction : rule_.any_of)
      for (const Literal& literal : conjunction) (this->*call)(conjunction, literal);
  }

  // Runs the cases nearest to a failing one for which this literal alone does not hold: perhaps
  // they fail too. A threshold is bisected instead, but if all failing samples have one value,
  // perhaps only this value fails: then runs cases with the nearest other one.
  void sample_beyond(const Conjunction& conjunction, const Literal& literal) {
    std::optional<int64_t> value;
    bool is_only = true;
    for (const Sample& sample : samples()) {
      if (!sample.fails || !holds(conjunction, sample.values)) continue;
      const int64_t fails_at = value_of(sample.values, literal.feature);
      is_only = is_only && value.value_or(fails_at) == fails_at;
      if (!value) value = fails_at;
    }
    if (!value || (literal.is_threshold() && !is_only)) return;
    Conjunction others = conjunction;
    if (!literal.is_threshold()) std::erase(others, literal);
    const std::vector<const Sample*> nearest =
        nearest_in(with_one_change(), literal.feature, *value, [&](const Sample& next) {
          return holds(others, next.values) && !sampler_.knows(next.program) &&
                 (literal.is_threshold() || !rule_.holds(next.values));
        });
    const bool is_truth = sampler_.features()[literal.feature].sort == Sort::truth;
    const size_t most = is_only && !is_truth ? samples_beyond_only_value : samples_beyond;
    for (size_t i = 0; i < std::min(nearest.size(), most); ++i)
      sampler_.sample(nearest[i]->program);
  }

  // Changes the case nearest to a threshold, up to one step beyond: other parameters may move it.
  void sample_at_limit(const Conjunction& conjunction, const Literal& literal) {
    if (!literal.is_threshold()) return;
    Conjunction wider = conjunction;
    std::ranges::find(wider, literal)->value += literal.relation == Relation::above ? -1 : 1;
    sample_near(nearest_to_limit(samples(), conjunction, literal), samples_at_limit,
                [&](const Values& values) { return holds(wider, values); });
  }

  void sample_near(const Sample* sample, size_t most,
                   const std::function<bool(const Values&)>& is_wanted) {
    if (sample == nullptr || sampler_.is_over()) return;
    const Program program = sample->program;
    for (const Program& next :
         Neighbours(program, one_element_).with_each_slot_changed(SIZE_MAX, random_)) {
      if (most == 0 || sampler_.is_over()) return;
      if (is_wanted(sampler_.values(next)) && sampler_.sample(next)) --most;
    }
  }

  // Near cases may share what the rule leaves out. Three in four of those run meet the rule.
  void sample_afresh() {
    if (one_element_ || failing_.steps.size() > 1) return;
    const size_t most = std::min(most_fresh, sampler_.cases_left() / 3);
    size_t others = most / 4, meeting = most - others;
    for (const Program& next : neighbours_.afresh(drawn_afresh, random_)) {
      if (sampler_.is_over() || meeting + others == 0) return;
      size_t& left = rule_.holds(sampler_.values(next)) ? meeting : others;
      if (left > 0 && sampler_.sample(next).has_value()) --left;
    }
  }

  // Halves the distance between a failing and a passing sample on the two sides of the threshold
  // until they are adjacent: of the pair that differs in the fewest values, and then in this alone.
  void bisect(const Conjunction& conjunction, const Literal& literal) {
    if (!literal.is_threshold()) return;
    const std::optional<SamplePair> nearest = nearest_pair(samples(), conjunction, literal);
    if (!nearest || (nearest->differing == 1 && nearest->gap == 1)) return;
    Program failing = nearest->failing->program, passing = nearest->passing->program;
    const std::string& name = sampler_.features()[literal.feature].name;
    const auto alike = neighbours_.with_value_of(passing, name, failing);
    if (alike && nearest->differing > 1) {
      if (sampler_.sample(*alike) != false) return;
      passing = *alike;
    }
    while (const auto middle = neighbours_.between(failing, passing)) {
      const std::optional<bool> fails = sampler_.sample(*middle);
      if (!fails) return;
      (*fails ? failing : passing) = *middle;
    }
  }

  void learn_rule() {
    int corrected = 0;
    do {
      Learned learned = learn(samples(), sampler_.features());
      rule_ = std::move(learned.rule);
      rivals_ = std::move(learned.rivals);
    } while (corrected++ < most_corrected && correct_rule());
  }

  // Adds some programs that passed before, although the rule holds for them. False: there are none.
  bool correct_rule() {
    size_t left = std::min(corrections, most_samples - samples().size());
    return std::erase_if(passed_, [&](const Sample& next) {
             if (left == 0 || !rule_.holds(next.values)) return false;
             --left;
             sampler_.add(next);
             return true;
           }) > 0;
  }

  void sample_from_pool(size_t most, const std::function<bool(const Values&)>& is_wanted) {
    std::erase_if(pool_, [&](const Sample& next) {
      if (most == 0 || !is_wanted(next.values) || sampler_.is_over()) return false;
      --most;
      sampler_.sample(next.program);
      return true;
    });
  }

  const std::vector<Sample>& samples() const { return sampler_.samples(); }

  const Program& failing_;
  const bool one_element_;
  const Budget& budget_;
  const Neighbours neighbours_;
  Sampler sampler_;
  props::Random random_{1};
  std::vector<Sample> pool_;        // not run yet; fails is not set
  std::vector<Sample> one_change_;  // all programs with one change; fails is not set
  std::vector<Sample> passed_;      // before, in other runs
  FailureRule rule_;
  std::vector<FailureRule> rivals_;  // as right as the rule so far
};

}  // namespace

Explored explore(const Program& failing, bool one_element, const Fails& fails,
                 const Budget& budget) {
  Explorer explorer(failing, one_element, fails, budget,
                    Features(one_element, budget.offered, false, failing.steps.size()));
  explorer.explore();
  Explored explored = explorer.result();
  if (explored.is_few()) explored.rule = narrowed(std::move(explored.rule), explored.samples);
  return explored;
}

Explored compare_with(const Condition& condition, const Program& failing, const Fails& fails,
                      const Budget& budget) {
  Explorer explorer(failing, condition.of_contents(), fails, budget, condition.features);
  explorer.compare_with(condition.rule);
  return explorer.result();
}

}  // namespace strideproof::explanation

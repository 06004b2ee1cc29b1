#include "conform/explain/explorer.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "conform/explain/neighbours.h"
#include "oracle/windows.h"
#include "props/parameters.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t largest_pool = 1200, least_pool = 150;
constexpr size_t first_samples = 120, samples_of_a_side = 6, samples_of_a_rival = 2,
                 changes_tested = 60, violations_tested = 6;
constexpr int idle_rounds = 4;
constexpr int64_t most_elements_run = int64_t{1} << 26;  // in all cases: seconds of work
constexpr uint64_t other_fills = 3;
constexpr size_t fills_of_a_mask = 60;
constexpr size_t confirming = 12, most_refuting = 1;
constexpr size_t corrections = 8;  // programs that passed before, for a rule
constexpr int most_corrected = 4;  // rules, one after the other

// The distance of two values, which may be those of an address.
uint64_t gap(int64_t a, int64_t b) {
  return static_cast<uint64_t>(std::max(a, b)) - static_cast<uint64_t>(std::min(a, b));
}

class Explorer {
 public:
  Explorer(const Program& failing, bool one_element, const Fails& fails, const Budget& budget,
           Features features)
      : failing_(failing),
        one_element_(one_element),
        contents_decide_(one_element || reads_mask(failing)),
        fails_(fails),
        budget_(budget),
        neighbours_(failing_, one_element),
        features_(std::move(features)) {
    known_.insert(print(failing_));
    samples_.push_back({failing_, features_.values(failing_), true});
    if (!one_element && failing.steps.size() == 1)
      for (const Program& program : budget.passed)
        if (known_.insert(print(program)).second)
          passed_.push_back({program, features_.values(program), false});
  }

  void explore() {
    sample_first();
    for (int idle = 0; !is_over() && idle < idle_rounds;) {
      const size_t before = samples_.size();
      learn_rule();
      for_each_literal(&Explorer::bisect);
      for (const FailureRule& rival : rivals_)
        sample_from_pool(samples_of_a_rival, [&](const Values& values) {
          return rule_.holds(values) != rival.holds(values);
        });
      for (const bool side : {true, false})
        sample_from_pool(samples_of_a_side,
                         [&](const Values& values) { return rule_.holds(values) == side; });
      idle = samples_.size() == before ? idle + 1 : 0;
    }
    learn_rule();
    failing_kept_ = 0;
    for_each_literal(&Explorer::sample_beyond);
    learn_rule();
    for_each_literal(&Explorer::bisect);
    learn_rule();
  }

  void test(const FailureRule& rule) {
    rule_ = rule;
    if (only_this_value_fails()) return;
    correct_rule();
    std::vector<Program> all = neighbours_.with_one_change(changes_tested, random_);
    const std::vector<Program> others = neighbours_.around(least_pool, random_);
    all.insert(all.end(), others.begin(), others.end());
    // Few cases may fail where each costs a timeout: some are left for the other side.
    size_t holding = std::min(confirming, budget_.failing / 2), passing = confirming;
    for (const Program& next : all) {
      if (is_over() || counts_of(samples_, rule_).mistakes() > most_refuting) return;
      size_t& left = rule_.holds(features_.values(next)) ? holding : passing;
      if (left > 0 && sample(next)) --left;
    }
  }

  Explored result() && {
    return {std::move(samples_), std::move(features_), std::move(rule_), ended_};
  }

 private:
  // True if the failing program violates a constraint by a value, and others that do so pass.
  bool only_this_value_fails() {
    size_t passing = 0;
    props::Random random(1);
    for (const Program& other : neighbours_.with_same_violations(violations_tested, random)) {
      if (is_over() || !rule_.holds(features_.values(other))) continue;
      const std::optional<bool> fails = run(other);
      if (fails == true) return false;
      if (fails == false) ++passing;
    }
    return passing > 1;
  }

  // Small cases first, so that an explanation that is cut short has samples. The others go to the
  // pool.
  void sample_first() {
    // Large cases are slow.
    const int64_t times = std::max(int64_t{1}, elements_of(failing_) / Neighbours::few_elements);
    std::vector<Program> all = neighbours_.around(
        static_cast<size_t>(std::max(least_pool, largest_pool / times)), random_);
    if (contents_decide_ && !one_element_) {
      const std::vector<Program> masks = refilled(failing_, fills_of_a_mask);
      all.insert(all.begin(), masks.begin(), masks.end());
    }
    const std::span first = std::span(all).first(std::min(all.size(), first_samples));
    std::ranges::stable_sort(first, {}, elements_of);
    for (size_t i = 0; i < all.size(); ++i)
      if (i < first.size() && 2 * failing_run_ < budget_.failing)
        sample(all[i]);
      else
        pool_.push_back({all[i], features_.values(all[i]), false});
  }

  void for_each_literal(void (Explorer::*call)(const Conjunction&, const Literal&)) {
    for (const Conjunction& conjunction : rule_.any_of)
      for (const Literal& literal : conjunction) (this->*call)(conjunction, literal);
  }

  // If all failing samples have one value, runs cases with the nearest other value: for a threshold,
  // perhaps only this value fails; for an equality, perhaps others fail too.
  void sample_beyond(const Conjunction& conjunction, const Literal& literal) {
    const bool is_equality =
        literal.relation == Relation::equal && features_[literal.feature].sort == Sort::number;
    if (!literal.is_threshold() && !is_equality) return;
    std::optional<int64_t> value;
    for (const Sample& sample : samples_) {
      if (!sample.fails || !holds(conjunction, sample.values)) continue;
      const int64_t fails_at = value_of(sample.values, literal.feature);
      if (value.value_or(fails_at) != fails_at) return;
      value = fails_at;
    }
    if (!value) return;
    Conjunction beyond = conjunction;
    if (is_equality) std::erase(beyond, literal);
    props::Random random(1);
    std::vector<Program> nearest;
    uint64_t least = UINT64_MAX;
    for (const Program& next : neighbours_.with_one_change(SIZE_MAX, random)) {
      const Values values = features_.values(next);
      const int64_t other = value_of(values, literal.feature);
      if (other == absent || !holds(beyond, values) || known_.contains(print(next))) continue;
      const uint64_t away = gap(other, *value);
      if (away == 0 || away > least) continue;
      if (away < least) nearest.clear();
      nearest.push_back(next);
      least = away;
    }
    for (size_t i = 0; i < std::min(nearest.size(), samples_of_a_side); ++i) sample(nearest[i]);
  }

  // Halves the distance between a failing and a passing sample on the two sides of the threshold
  // until they are adjacent. Takes the pair that differs in the fewest values.
  void bisect(const Conjunction& conjunction, const Literal& literal) {
    if (!literal.is_threshold()) return;
    std::optional<size_t> least;
    Program failing, passing;
    for (const Sample& f : samples_) {
      const int64_t fails_at = value_of(f.values, literal.feature);
      if (!f.fails || !holds(conjunction, f.values)) continue;
      for (const Sample& p : samples_) {
        const int64_t passes_at = value_of(p.values, literal.feature);
        if (p.fails || passes_at == absent || literal.holds(passes_at)) continue;
        if (gap(fails_at, passes_at) == 1) continue;
        const std::optional<size_t> d = distance(f.program, p.program);
        if (!d || (least && *least <= *d)) continue;
        least = d, failing = f.program, passing = p.program;
      }
    }
    if (!least) return;
    while (const auto middle = neighbours_.between(failing, passing)) {
      const std::optional<bool> fails = sample(*middle);
      if (!fails) return;
      (*fails ? failing : passing) = *middle;
    }
  }

  void learn_rule() {
    int corrected = 0;
    do {
      Learned learned = learn(samples_, features_);
      rule_ = std::move(learned.rule);
      rivals_ = std::move(learned.rivals);
    } while (corrected++ < most_corrected && correct_rule());
  }

  // Adds some of the programs that passed before, although the rule holds for them. Returns false if
  // there are none.
  bool correct_rule() {
    size_t left = std::min(corrections, most_samples - samples_.size());
    return std::erase_if(passed_, [&](const Sample& next) {
             if (left == 0 || !rule_.holds(next.values)) return false;
             --left;
             samples_.push_back(next);
             return true;
           }) > 0;
  }

  void sample_from_pool(size_t most, const std::function<bool(const Values&)>& is_wanted) {
    std::erase_if(pool_, [&](const Sample& next) {
      if (most == 0 || !is_wanted(next.values)) return false;
      --most;
      sample(next.program);
      return true;
    });
  }

  bool is_over() {
    const size_t most = std::min(most_samples, static_cast<size_t>(budget_.cases));
    if (samples_.size() >= most || elements_run_ > most_elements_run ||
        failing_run_ + failing_kept_ >= budget_.failing)
      return true;
    ended_ = ended_ || (budget_.ended && budget_.ended());
    return ended_;
  }

  std::optional<bool> run(const Program& program) {
    const int64_t elements = elements_of(program);
    if (elements <= run_budget) elements_run_ += elements;  // larger ones are not run
    return fails_(program);
  }

  // A passing case may hold the right bytes by chance, so it is run with other contents too.
  std::optional<bool> run_with_other_contents(const Program& program) {
    const std::optional<bool> result = run(program);
    if (result != false || contents_decide_ || !budget_.vary_contents ||
        elements_of(program) > most_refilled)
      return result;
    const uint64_t violated = evaluate(program.steps[0]).violated;
    Program other = program;
    for (uint64_t n = 1; n <= other_fills; ++n) {
      props::set_fill(other, program.fill + n);
      const bool is_alike = other.steps.size() > 1 || evaluate(other.steps[0]).violated == violated;
      if (is_alike && run(other) == true) return true;
    }
    return false;
  }

  // None if the program is no new sample.
  std::optional<bool> sample(const Program& program) {
    if (is_over() || !known_.insert(print(program)).second) return std::nullopt;
    const std::optional<bool> result = run_with_other_contents(program);
    if (!result) return std::nullopt;
    if (*result) ++failing_run_;
    samples_.push_back({program, features_.values(program), *result});
    return result;
  }

  const Program& failing_;
  const bool one_element_, contents_decide_;
  const Fails& fails_;
  const Budget& budget_;
  const Neighbours neighbours_;
  Features features_;
  bool ended_ = false;  // by Budget::ended
  int64_t elements_run_ = 0;
  size_t failing_run_ = 0, failing_kept_ = 2;  // kept: for the last test of the rule
  props::Random random_{1};
  std::vector<Sample> samples_;
  std::vector<Sample> pool_;     // not run yet; fails is not set
  std::vector<Sample> passed_;   // before, in other runs
  std::set<std::string> known_;  // lines of programs that were run
  FailureRule rule_;
  std::vector<FailureRule> rivals_;  // as right as the rule so far
};

}  // namespace

Explored explore(const Program& failing, bool one_element, const Fails& fails,
                 const Budget& budget) {
  Explorer explorer(failing, one_element, fails, budget, Features(one_element, budget.offered));
  explorer.explore();
  return std::move(explorer).result();
}

Explored test(const Condition& condition, const Program& failing, const Fails& fails,
              const Budget& budget) {
  Explorer explorer(failing, condition.of_contents(), fails, budget, condition.features);
  explorer.test(condition.rule);
  return std::move(explorer).result();
}

}  // namespace strideproof::explanation

#include "conform/region/region.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <set>

#include "conform/region/neighbours.h"
#include "conform/region/rule.h"
#include "spec/spec.h"

namespace strideproof::region {
namespace {

constexpr size_t largest_pool = 1200, least_pool = 150, first_samples = 120, picks_of_a_round = 40;
constexpr size_t picks_of_a_rule = 2, picks_at_random = 6, near_each = 60;
constexpr int idle_rounds = 4;
constexpr size_t fills_tried = 16, fills_of_an_element = 100, enough = 8;
constexpr int passing_by_contents = 4;

class Explorer {
 public:
  Explorer(const Program& failing, const Fails& fails, const Budget& budget)
      : centre_(failing),
        fails_(fails),
        budget_(budget),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(budget.seconds))) {}

  std::string explain() {
    if (spent()) return "no case near it was tried: no time was left";
    if (ask(centre_) != true) return "no case near it was tried: it does not fail again alone";
    wanted_.most_violated = std::popcount(judge(centre_.steps[0]).violated);
    wanted_.one_element = hangs_on_contents();
    terms_ = Terms(wanted_.one_element ? Speak::of_contents_too : Speak::of_parameters);
    known_.insert(print(centre_));
    samples_.push_back({terms_.values(centre_), true});
    programs_.push_back(centre_);
    fill_pool(neighbours(centre_, wanted_, pool_size(), random_));
    run(first_of_pool(first_samples));
    for (int idle = 0; !spent() && idle < idle_rounds;) {
      const size_t before = samples_.size();
      run(picks(learn(samples_, terms_)));
      idle = samples_.size() == before ? idle + 1 : 0;
      refill_pool();
    }
    return sentence();
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Open {
    Program program;
    Values values;
    bool taken = false;
  };

  // Of large cases, which take long to judge and to run, fewer.
  size_t pool_size() const {
    int64_t elements = 1;
    for (const Case& step : centre_.steps)
      if (!step.operation->parameters.empty()) elements = std::max(elements, spec::cost(step));
    const int64_t times = std::max(int64_t{1}, elements / 4096);
    return std::max(least_pool, static_cast<size_t>(static_cast<int64_t>(largest_pool) / times));
  }
  bool spent() const {
    return static_cast<int>(samples_.size()) >= budget_.cases || Clock::now() >= end_;
  }

  std::optional<bool> ask(const Program& program) {
    return spent() ? std::nullopt : fails_(program);
  }

  void sample(const Program& program) {
    if (!known_.insert(print(program)).second) return;
    if (const std::optional<bool> fails = ask(program)) {
      samples_.push_back({terms_.values(program), *fails});
      programs_.push_back(program);
    }
  }

  // Whether the same parameters often pass on other bytes. Then what the bytes are is told of single
  // elements, and the case is one of them, if one fails. (Seldom: some byte was right by chance.)
  bool hangs_on_contents() {
    if (centre_.steps.size() > 1 || wanted_.most_violated > 0) return false;
    int passing = 0;
    for (const Program& other : refilled(centre_, fills_tried))
      if (judge(other.steps[0]).legal() && ask(other) == false) ++passing;
    if (passing < passing_by_contents) return false;
    Program one = centre_;
    for (const Parameter& parameter : one.steps[0].operation->parameters)
      for (int i = 0; i < slots(parameter.type) && parameter.role == Role::extent; ++i)
        one.steps[0].arguments.value[static_cast<size_t>(parameter.slot + i)] = 1;
    if (one == centre_) return true;
    for (const Program& other : refilled(one, fills_of_an_element))
      if (judge(other.steps[0]).legal() && ask(other) == true) {
        centre_ = other;
        return true;
      }
    return false;
  }

  void fill_pool(const std::vector<Program>& programs) {
    for (const Program& program : programs) pool_.push_back({program, terms_.values(program)});
  }

  // Near one that fails, by turns another one, and between it and one that passes.
  void refill_pool() {
    std::vector<size_t> failing, passing;
    for (size_t i = 0; i < samples_.size(); ++i)
      (samples_[i].fails ? failing : passing).push_back(i);
    const Program& fails = programs_[random_.pick(failing)];
    fill_pool(nearest(fails, wanted_, near_each, random_));
    if (!passing.empty()) fill_pool(between(fails, programs_[random_.pick(passing)], wanted_));
  }

  std::vector<size_t> first_of_pool(size_t most) const {
    std::vector<size_t> all;
    for (size_t i = 0; i < pool_.size() && all.size() < most; ++i) all.push_back(i);
    return all;
  }

  void run(const std::vector<size_t>& picked) {
    for (const size_t i : picked) {
      pool_[i].taken = true;
      sample(pool_[i].program);
    }
  }

  // Those of the pool that tell the best rule from others; and a few that may refute it.
  std::vector<size_t> picks(const std::vector<Rule>& rules) {
    std::vector<size_t> all;
    std::vector<bool> taken(pool_.size()), best(pool_.size());
    for (size_t i = 0; i < pool_.size(); ++i) {
      taken[i] = pool_[i].taken;
      best[i] = rules.front().holds(pool_[i].values);
    }
    const auto pick = [&](size_t most, const auto& wanted) {
      for (size_t i = 0; i < pool_.size() && most > 0 && all.size() < picks_of_a_round; ++i) {
        if (taken[i] || !wanted(i)) continue;
        taken[i] = true;
        all.push_back(i);
        --most;
      }
    };
    pick(picks_at_random, [&](size_t i) { return best[i]; });
    pick(picks_at_random, [&](size_t i) { return !best[i]; });
    for (size_t r = 1; r < rules.size(); ++r)
      pick(picks_of_a_rule, [&](size_t i) { return rules[r].holds(pool_[i].values) != best[i]; });
    return all;
  }

  std::string sentence() const {
    size_t failing = 0, where = 0, failing_where = 0;
    const Rule rule = learn(samples_, terms_).front();
    for (const Sample& sample : samples_) {
      const bool holds = rule.holds(sample.values);
      failing += sample.fails ? 1 : 0;
      where += holds ? 1 : 0;
      failing_where += holds && sample.fails ? 1 : 0;
    }
    const size_t all = samples_.size();
    const std::string which = wanted_.one_element ? "with one element: " : "";
    const std::string tried = fmt::format("{} cases tried", all);
    if (all < enough)
      return fmt::format("fails in {} of {} cases tried near it: too few to say when", failing,
                         all);
    if (failing == all) return fmt::format("{}fails in all {}", which, tried);
    if (rule.any_of.front().empty())
      return fmt::format("{}fails in {} of {} cases tried near it", which, failing, all);
    std::string out = fmt::format("{}fails when {}", which, rule.text(terms_));
    if (failing_where < where) out += fmt::format(" ({} of {} such cases)", failing_where, where);
    out += failing == failing_where
               ? "; passes otherwise"
               : fmt::format("; otherwise in {} of {}", failing - failing_where, all - where);
    return fmt::format("{}; {}", out, tried);
  }

  Program centre_;
  const Fails& fails_;
  const Budget budget_;
  const Clock::time_point end_;
  Neighbourhood wanted_{0, false};
  Terms terms_{Speak::of_parameters};
  props::Random random_{1};
  std::vector<Open> pool_;
  std::vector<Sample> samples_;
  std::vector<Program> programs_;  // of the samples
  std::set<std::string> known_;
};

}  // namespace

std::string explain(const Program& failing, const Fails& fails, const Budget& budget) {
  return Explorer(failing, fails, budget).explain();
}

}  // namespace strideproof::region

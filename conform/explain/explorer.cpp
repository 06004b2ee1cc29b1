#include "conform/explain/explorer.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "oracle/windows.h"
#include "spec/spec.h"
#include "spec/vocabulary/bm_atomic.h"

namespace strideproof::explanation {
namespace {

constexpr size_t largest_pool = 1200, least_pool = 150, first_samples = 120, picks_of_a_round = 40;
constexpr size_t picks_of_a_rule = 2, picks_at_random = 6, near_each = 60;
constexpr int64_t small = 512;
constexpr int idle_rounds = 4, most_questions = 150;
constexpr size_t enough = 8, contents_tried = 300;
constexpr std::ptrdiff_t enough_failing = 12;
constexpr size_t nearly_all = 8, much_better = 4;
constexpr uint64_t other_fills = 3;
constexpr size_t fills_of_a_mask = 60;
// Limit for all runs together: some seconds of work.
constexpr int64_t most_elements_run = int64_t{1} << 26;

}  // namespace

bool reads_mask(const Program& program) {
  return std::any_of(program.steps.begin(), program.steps.end(), [](const Case& step) {
    return bm_atomic::is_kind(*step.operation, bm_atomic::Kind::mask_memcpy_4D);
  });
}

int64_t elements_of(const Program& program) {
  int64_t all = 1;
  for (const Case& step : program.steps)
    if (!step.operation->parameters.empty()) all = std::max(all, spec::cost(step));
  return all;
}

Explorer::Explorer(Program failing_case, Neighbourhood wanted, const Fails& fails,
                   const Budget& budget)
    : failing_case_(std::move(failing_case)),
      wanted_(wanted),
      fails_(fails),
      budget_(budget),
      elements_(elements_of(failing_case_)),
      terms_(wanted.one_element ? Speak::of_contents_too : Speak::of_parameters),
      counterexamples_(terms_, std::min(most_questions, budget.cases)) {}

void Explorer::explore() {
  known_.insert(print(failing_case_));
  samples_.push_back({terms_.values(failing_case_), true});
  programs_.push_back(failing_case_);
  if (!wanted_.one_element && reads_mask(failing_case_))
    fill_pool(refilled(failing_case_, fills_of_a_mask));
  fill_pool(neighbours(failing_case_, wanted_, pool_size(), random_));
  run(first_of_pool(first_samples));
  if (wanted_.one_element) find_rare_contents();
  see_other_sides();
  for (int idle = 0; !spent() && idle < idle_rounds;) {
    const size_t before = samples_.size();
    const std::vector<Rule> rules = learn(samples_, terms_);
    run(picks(rules));
    doubt(rules);
    idle = samples_.size() == before ? idle + 1 : 0;
    refill_pool();
  }
  rule_ = learn(samples_, terms_).front();
}

// Of large cases, which take long to judge and to run, fewer.
size_t Explorer::pool_size() const {
  const int64_t times = std::max(int64_t{1}, elements_ / few_elements);
  return std::max(least_pool, static_cast<size_t>(static_cast<int64_t>(largest_pool) / times));
}

bool Explorer::spent() {
  if (samples_.size() >= static_cast<size_t>(budget_.cases) || elements_run_ > most_elements_run)
    return true;
  ended_ = ended_ || (budget_.ended && budget_.ended());
  return ended_;
}

std::optional<bool> Explorer::answer_of(const Program& program) {
  const int64_t elements = elements_of(program);
  if (elements <= run_budget) elements_run_ += elements;  // others are not run
  return fails_(program);
}

// Where the contents are not what is spoken of (a mask is): whether it fails with any of a few. By
// chance one may hold the bytes that are wanted.
std::optional<bool> Explorer::ask(const Program& program) {
  if (spent()) return std::nullopt;
  const std::optional<bool> as_it_stands = answer_of(program);
  if (as_it_stands != false || wanted_.one_element || reads_mask(program)) return as_it_stands;
  if (elements_of(program) > small) return as_it_stands;
  Program other = program;
  for (uint64_t n = 1; n <= other_fills; ++n) {
    set_fill(other, program.fill + n);
    if (other.steps.size() == 1 &&
        evaluate(other.steps[0]).violated != evaluate(program.steps[0]).violated)
      continue;
    if (answer_of(other) == true) return true;
  }
  return false;
}

void Explorer::sample(const Program& program) {
  if (!known_.insert(print(program)).second) return;
  if (const std::optional<bool> answer = ask(program)) {
    samples_.push_back({terms_.values(program), *answer});
    programs_.push_back(program);
  }
}

void Explorer::fill_pool(const std::vector<Program>& programs) {
  for (const Program& program : programs) pool_.push_back({program, terms_.values(program)});
}

// Near one that fails, by turns another one, and between it and one that passes.
void Explorer::refill_pool() {
  std::vector<size_t> failing, passing;
  for (size_t i = 0; i < samples_.size(); ++i) (samples_[i].fails ? failing : passing).push_back(i);
  const Program& fails = programs_[random_.pick(failing)];
  fill_pool(nearest(fails, wanted_, near_each, random_));
  if (!passing.empty()) fill_pool(between(fails, programs_[random_.pick(passing)], wanted_));
}

// Cheap cases first, so that there is something to say when it is ended early; but every fourth
// is one of those that cost most.
std::vector<size_t> Explorer::first_of_pool(size_t most) const {
  std::vector<size_t> by_cost(std::min(most, pool_.size()));
  std::iota(by_cost.begin(), by_cost.end(), size_t{0});
  std::stable_sort(by_cost.begin(), by_cost.end(), [&](size_t a, size_t b) {
    return elements_of(pool_[a].program) < elements_of(pool_[b].program);
  });
  std::vector<size_t> all;
  for (size_t cheap = 0, dear = by_cost.size(); cheap < dear;)
    all.push_back(all.size() % 4 == 3 ? by_cost[--dear] : by_cost[cheap++]);
  return all;
}

void Explorer::run(const std::vector<size_t>& picked) {
  for (const size_t i : picked) {
    pool_[i].taken = true;
    sample(pool_[i].program);
  }
}

// Contents that fail may be one in many: until some are known, those that pass are no samples.
void Explorer::find_rare_contents() {
  auto failing =
      std::count_if(samples_.begin(), samples_.end(), [](const Sample& s) { return s.fails; });
  for (const Program& program : refilled(failing_case_, contents_tried)) {
    if (failing >= enough_failing || spent()) return;
    if (!evaluate(program.steps[0]).legal() || ask(program) != true) continue;
    sample(program);
    ++failing;
  }
}

// Those of the pool that tell the best rule from others; and a few that may refute it.
std::vector<size_t> Explorer::picks(const std::vector<Rule>& rules) {
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

size_t Explorer::mistakes() const {
  return static_cast<size_t>(std::count_if(samples_.begin(), samples_.end(), [&](const Sample& s) {
    return rule_.holds(s.values) != s.fails;
  }));
}

Explanation Explorer::explanation() const {
  const size_t all = samples_.size();
  const std::string end = ended_ ? "; cut short" : "";
  return {sentence() + end, all, all < enough ? all : mistakes()};
}

std::string Explorer::sentence() const {
  size_t failing = 0, where = 0, failing_where = 0;
  for (const Sample& sample : samples_) {
    const bool holds = rule_.holds(sample.values);
    failing += sample.fails ? 1 : 0;
    where += holds ? 1 : 0;
    failing_where += holds && sample.fails ? 1 : 0;
  }
  const size_t all = samples_.size();
  const std::string which = wanted_.one_element ? "with one element: " : "";
  const std::string tried = fmt::format("{} cases tried", all);
  if (all < enough)
    return fmt::format("fails in {} of {} cases tried near it: too few to say when", failing, all);
  if (failing == all) return fmt::format("{}fails in all {}", which, tried);
  // Where nearly all fail a rule is worth its words if it knows most of those that pass.
  const bool vague =
      (all - failing) * nearly_all <= all && mistakes() * much_better > all - failing;
  if (rule_.any_of.front().empty() || vague)
    return fmt::format("{}fails in {} of {} cases tried near it", which, failing, all);
  std::string out = fmt::format("{}fails when {}", which, rule_.text(terms_));
  if (failing_where < where) out += fmt::format(" ({} of {} such cases)", failing_where, where);
  out += failing == failing_where
             ? "; passes otherwise"
             : fmt::format("; otherwise in {} of {}", failing - failing_where, all - where);
  return fmt::format("{}; {}", out, tried);
}

}  // namespace strideproof::explanation

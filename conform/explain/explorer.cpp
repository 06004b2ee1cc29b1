#include "conform/explain/explorer.h"

#include <algorithm>

#include "oracle/windows.h"
#include "props/parameters.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t largest_pool = 1200, least_pool = 150;
constexpr size_t first_samples = 120, samples_of_a_side = 6, next_to_each = 60;
constexpr int idle_rounds = 4;
constexpr int64_t most_elements_run = int64_t{1} << 26;  // in all cases: seconds of work
constexpr uint64_t other_fills = 3;
constexpr size_t fills_of_a_mask = 60;
constexpr size_t enough_failing = 12;
constexpr size_t nearest_of_a_literal = 3, confirming = 12, most_refuting = 1;

}  // namespace

void Explorer::explore() {
  sample_first();
  if (one_element_) sample_rare_contents();
  for (int idle = 0; !is_over() && idle < idle_rounds;) {
    const size_t before = samples_.size();
    rule_ = learn(samples_, features_);
    sample_nearest();
    sample_thresholds();
    sample_either_side(pool_);
    std::vector<Unsampled> near = neighbours_of_a_sample();
    sample_either_side(near);
    idle = samples_.size() == before ? idle + 1 : 0;
  }
  rule_ = learn(samples_, features_);
}

bool Explorer::is_over() {
  const size_t most = std::min(most_samples, static_cast<size_t>(budget_.cases));
  if (samples_.size() >= most || elements_run_ > most_elements_run ||
      failing_run_ >= budget_.failing)
    return true;
  ended_ = ended_ || (budget_.ended && budget_.ended());
  return ended_;
}

std::optional<bool> Explorer::run(const Program& program) {
  const int64_t elements = elements_of(program);
  if (elements <= run_budget) elements_run_ += elements;  // larger ones are not run
  return fails_(program);
}

std::optional<bool> Explorer::run_with_other_contents(const Program& program) {
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

std::optional<bool> Explorer::sample(const Program& program) {
  if (is_over() || !known_.insert(print(program)).second) return std::nullopt;
  const std::optional<bool> result = run_with_other_contents(program);
  if (!result) return std::nullopt;
  if (*result) ++failing_run_;
  samples_.push_back({features_.values(program), *result});
  programs_.push_back(program);
  return result;
}

void Explorer::sample_first() {
  // Large cases are slow.
  const int64_t times = std::max(int64_t{1}, elements_of(failing_) / Neighbours::few_elements);
  std::vector<Program> all =
      neighbours_.around(static_cast<size_t>(std::max(least_pool, largest_pool / times)), random_);
  if (contents_decide_ && !one_element_) {
    const std::vector<Program> masks = refilled(failing_, fills_of_a_mask);
    all.insert(all.begin(), masks.begin(), masks.end());
  }
  const size_t first = std::min(all.size(), first_samples);
  std::ranges::stable_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first), {},
                           elements_of);
  for (size_t small = 0, large = first; small < large && 2 * failing_run_ < budget_.failing;)
    sample((small + first - large) % 4 == 3 ? all[--large] : all[small++]);
  for (size_t i = first; i < all.size(); ++i) pool_.push_back({all[i], features_.values(all[i])});
}

void Explorer::sample_rare_contents() {
  size_t failing = counts().failing;
  for (const Program& program : refilled(failing_, fills_of_an_element)) {
    if (failing >= enough_failing || is_over()) return;
    if (!evaluate(program.steps[0]).legal() || run(program) != true) continue;
    sample(program);
    ++failing;
  }
}

void Explorer::sample_nearest() {
  if (one_element_) return;
  std::vector<Unsampled> near;
  for (const Program& next : neighbours_.adjacent(failing_))
    if (known_.count(print(next)) == 0) near.push_back({next, features_.values(next)});
  const Rule rule = rule_;
  const auto sample_where = [&](auto wanted) {
    size_t left = nearest_of_a_literal;
    for (const Unsampled& next : near)
      if (left > 0 && wanted(next.values) && sample(next.program)) --left;
  };
  for (const Conjunction& conjunction : rule.any_of)
    for (const Literal& literal : conjunction)
      sample_where([&](const Values& values) {
        return !rule.holds(values) && !literal.holds(value_of(values, literal.feature)) &&
               std::ranges::all_of(conjunction, [&](const Literal& other) {
                 return &other == &literal || other.holds(value_of(values, other.feature));
               });
      });
  sample_where([&](const Values& values) { return rule.holds(values); });
}

void Explorer::test() {
  std::vector<Program> all = neighbours_.adjacent(failing_);
  const std::vector<Program> others = neighbours_.around(least_pool, random_);
  all.insert(all.end(), others.begin(), others.end());
  // Few cases may fail where each costs a timeout: some are left for the other side.
  size_t holding = std::min(confirming, budget_.failing / 2), passing = confirming;
  for (const Program& next : all) {
    if (is_over() || mistakes() > most_refuting) return;
    size_t& left = rule_.holds(features_.values(next)) ? holding : passing;
    if (left > 0 && sample(next)) --left;
  }
}

void Explorer::sample_thresholds() {
  for (const Conjunction& conjunction : rule_.any_of)
    for (const Literal& literal : conjunction)
      if (literal.relation == Relation::above || literal.relation == Relation::below)
        bisect(conjunction, literal);
}

void Explorer::bisect(const Conjunction& conjunction, const Literal& threshold) {
  std::optional<size_t> least;
  Program failing, passing;
  for (size_t f = 0; f < samples_.size(); ++f) {
    const int64_t fails_at = value_of(samples_[f].values, threshold.feature);
    if (!samples_[f].fails || !holds(conjunction, samples_[f].values)) continue;
    for (size_t p = 0; p < samples_.size(); ++p) {
      const int64_t passes_at = value_of(samples_[p].values, threshold.feature);
      if (samples_[p].fails || passes_at == absent || threshold.holds(passes_at)) continue;
      if (fails_at == passes_at + 1 || fails_at == passes_at - 1) continue;
      const std::optional<size_t> d = distance(programs_[f], programs_[p]);
      if (!d || (least && *least <= *d)) continue;
      least = d, failing = programs_[f], passing = programs_[p];
    }
  }
  if (!least) return;
  while (const auto middle = neighbours_.between(failing, passing)) {
    const std::optional<bool> fails = sample(*middle);
    if (!fails) return;
    (*fails ? failing : passing) = *middle;
  }
}

void Explorer::sample_either_side(std::vector<Unsampled>& from) {
  size_t holding = samples_of_a_side, others = samples_of_a_side;
  std::erase_if(from, [&](const Unsampled& next) {
    size_t& left = rule_.holds(next.values) ? holding : others;
    if (left == 0) return false;
    --left;
    sample(next.program);
    return true;
  });
}

std::vector<Explorer::Unsampled> Explorer::neighbours_of_a_sample() {
  std::vector<size_t> failing;
  for (size_t i = 0; i < samples_.size(); ++i)
    if (samples_[i].fails) failing.push_back(i);
  const Program& fails = programs_[random_.pick(failing)];
  std::vector<Unsampled> all;
  for (const Program& next : neighbours_.next_to(fails, next_to_each, random_))
    all.push_back({next, features_.values(next)});
  return all;
}

}  // namespace strideproof::explanation

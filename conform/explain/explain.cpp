#include "conform/explain/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "conform/explain/neighbours.h"
#include "conform/explain/rule.h"
#include "oracle/windows.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t largest_pool = 1200, least_pool = 150;
constexpr size_t first_samples = 120, samples_of_a_side = 6, next_to_each = 60;
constexpr int idle_rounds = 4;
constexpr size_t enough_to_say = 8, nearly_all = 8, much_better = 4, one_mistake_in = 50;
constexpr int64_t most_elements_run = int64_t{1} << 26;  // in all cases: seconds of work
constexpr uint64_t other_fills = 3;
constexpr size_t fills_of_a_mask = 60;
constexpr size_t enough_failing = 12;

// Runs cases near a failing program and learns a rule that separates failing from passing ones.
class Explorer {
 public:
  // one_element: the program has one element; its contents are varied and are features.
  Explorer(const Program& failing, bool one_element, const Fails& fails, const Budget& budget)
      : failing_(failing),
        one_element_(one_element),
        contents_decide_(one_element || reads_mask(failing)),
        fails_(fails),
        budget_(budget),
        neighbours_(failing_, one_element),
        features_(one_element) {
    explore();
  }

  size_t mistakes() const {
    return count([](bool holds, bool fails) { return holds != fails; });
  }
  bool is_good() const { return mistakes() * one_mistake_in <= samples_.size(); }
  Explanation explanation() const {
    const size_t all = samples_.size();
    return {sentence() + (ended_ ? "; cut short" : ""), all,
            all < enough_to_say ? all : mistakes()};
  }

 private:
  struct Unsampled {
    Program program;
    Values values;
  };

  void explore() {
    known_.insert(print(failing_));
    samples_.push_back({features_.values(failing_), true});
    programs_.push_back(failing_);
    sample_first();
    if (one_element_) sample_rare_contents();
    for (int idle = 0; !is_over() && idle < idle_rounds;) {
      const size_t before = samples_.size();
      rule_ = learn(samples_, features_);
      sample_thresholds();
      sample_either_side(pool_);
      std::vector<Unsampled> near = neighbours_of_a_sample();
      sample_either_side(near);
      idle = samples_.size() == before ? idle + 1 : 0;
    }
    rule_ = learn(samples_, features_);
  }

  bool is_over() {
    const size_t most = std::min(most_samples, static_cast<size_t>(budget_.cases));
    if (samples_.size() >= most || elements_run_ > most_elements_run) return true;
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
    if (result != false || contents_decide_ || elements_of(program) > most_refilled) return result;
    const uint64_t violated = evaluate(program.steps[0]).violated;
    Program other = program;
    for (uint64_t n = 1; n <= other_fills; ++n) {
      set_fill(other, program.fill + n);
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
    samples_.push_back({features_.values(program), *result});
    programs_.push_back(program);
    return result;
  }

  // Small cases first, so that an explanation that is cut short has samples; every fourth is one of
  // the largest. The others go to the pool.
  void sample_first() {
    // Large cases are slow.
    const int64_t times = std::max(int64_t{1}, elements_of(failing_) / Neighbours::few_elements);
    std::vector<Program> all = neighbours_.around(
        static_cast<size_t>(std::max(least_pool, largest_pool / times)), random_);
    if (contents_decide_ && !one_element_) {
      const std::vector<Program> masks = refilled(failing_, fills_of_a_mask);
      all.insert(all.begin(), masks.begin(), masks.end());
    }
    const size_t first = std::min(all.size(), first_samples);
    std::stable_sort(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first),
        [](const Program& a, const Program& b) { return elements_of(a) < elements_of(b); });
    for (size_t small = 0, large = first; small < large;)
      sample((small + first - large) % 4 == 3 ? all[--large] : all[small++]);
    for (size_t i = first; i < all.size(); ++i) pool_.push_back({all[i], features_.values(all[i])});
  }

  // Contents that fail may be rare, so contents that pass are left out until enough fail.
  void sample_rare_contents() {
    size_t failing = count([](bool, bool fails) { return fails; });
    for (const Program& program : refilled(failing_, fills_of_an_element)) {
      if (failing >= enough_failing || is_over()) return;
      if (!evaluate(program.steps[0]).legal() || run(program) != true) continue;
      sample(program);
      ++failing;
    }
  }

  // Removes and samples programs for which the rule holds, and as many others.
  void sample_either_side(std::vector<Unsampled>& from) {
    size_t holding = samples_of_a_side, others = samples_of_a_side;
    std::erase_if(from, [&](const Unsampled& next) {
      size_t& left = rule_.holds(next.values) ? holding : others;
      if (left == 0) return false;
      --left;
      sample(next.program);
      return true;
    });
  }

  void sample_thresholds() {
    for (const Conjunction& conjunction : rule_.any_of)
      for (const Literal& literal : conjunction)
        if (literal.relation == Relation::above || literal.relation == Relation::below)
          bisect(conjunction, literal);
  }

  // Halves the distance between a failing and a passing sample on the two sides of the threshold
  // until they are adjacent. Takes the pair that differs in the fewest values.
  void bisect(const Conjunction& conjunction, const Literal& threshold) {
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

  // Neighbours of a failing sample, one that the rule gets wrong if there is one.
  std::vector<Unsampled> neighbours_of_a_sample() {
    std::vector<size_t> failing, wrong;
    for (size_t i = 0; i < samples_.size(); ++i)
      if (samples_[i].fails) (rule_.holds(samples_[i].values) ? failing : wrong).push_back(i);
    const Program& fails = programs_[random_.pick(wrong.empty() ? failing : wrong)];
    std::vector<Unsampled> all;
    for (const Program& next : neighbours_.next_to(fails, next_to_each, random_))
      all.push_back({next, features_.values(next)});
    return all;
  }

  template <class Wanted>  // of (rule holds, sample fails)
  size_t count(Wanted wanted) const {
    return static_cast<size_t>(std::count_if(
        samples_.begin(), samples_.end(),
        [&](const Sample& sample) { return wanted(rule_.holds(sample.values), sample.fails); }));
  }

  std::string sentence() const {
    const size_t all = samples_.size(), failing = count([](bool, bool fails) { return fails; }),
                 passing = all - failing, where = count([](bool holds, bool) { return holds; }),
                 both = count([](bool holds, bool fails) { return holds && fails; });
    if (all < enough_to_say)
      return fmt::format("fails in {} of {} cases tried near it: too few to say when", failing,
                         all);
    std::string out = one_element_ ? "with one element: " : "";
    if (passing == 0) return fmt::format("{}fails in all {} cases tried", out, all);
    // If nearly all fail, a rule is useful only if it finds most of those that pass.
    const bool is_vague = passing * nearly_all <= all && mistakes() * much_better > passing;
    if (rule_.any_of.front().empty() || is_vague)
      return fmt::format("{}fails in {} of {} cases tried near it", out, failing, all);
    out += fmt::format("fails when {}", rule_.text(features_));
    if (both < where) out += fmt::format(" ({} of {} such cases)", both, where);
    out += failing == both ? "; passes otherwise"
                           : fmt::format("; otherwise in {} of {}", failing - both, all - where);
    return fmt::format("{}; {} cases tried", out, all);
  }

  const Program failing_;
  const bool one_element_, contents_decide_;
  const Fails& fails_;
  const Budget& budget_;
  const Neighbours neighbours_;
  Features features_;
  bool ended_ = false;  // by Budget::ended
  int64_t elements_run_ = 0;
  props::Random random_{1};
  std::vector<Unsampled> pool_;
  std::vector<Sample> samples_;    // the first is the failing program
  std::vector<Program> programs_;  // of the samples
  std::set<std::string> known_;    // lines of programs that were run
  Rule rule_;
};

}  // namespace

int64_t elements_of(const Program& program) {
  int64_t most = 1;
  for (const Case& step : program.steps)
    if (!step.operation->parameters.empty()) most = std::max(most, spec::cost(step));
  return most;
}

Explanation explain(const Program& failing, const Fails& fails, const Budget& budget) {
  if (budget.cases <= 0) return {"no case near it was tried: others were explained before it"};
  if (budget.ended && budget.ended()) return {"no case near it was tried: no time was left"};
  if (fails(failing) != true) return {"no case near it was tried: it does not fail again alone"};
  std::optional<Explorer> of_element;
  const auto answer = [&](const Program& program) -> std::optional<bool> {
    if ((budget.ended && budget.ended()) || !evaluate(program.steps[0]).legal())
      return std::nullopt;
    return fails(program);
  };
  if (failing.steps.size() == 1 && evaluate(failing.steps[0]).violated == 0)
    if (const auto one = element_of(failing, answer)) {
      of_element.emplace(*one, true, fails, budget);
      if (of_element->is_good()) return of_element->explanation();
    }
  const Explorer whole(failing, false, fails, budget);
  const bool contents_say_more = of_element && of_element->mistakes() < whole.mistakes();
  return contents_say_more ? of_element->explanation() : whole.explanation();
}

}  // namespace strideproof::explanation

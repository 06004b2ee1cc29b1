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
constexpr size_t first_samples = 120, samples_of_a_round = 40;
constexpr size_t samples_of_a_rival = 2, samples_at_random = 6, next_to_each = 60;
constexpr int idle_rounds = 4;
constexpr size_t enough_to_say = 8, nearly_all = 8, much_better = 4, one_mistake_in = 50;
constexpr int64_t most_refilled = 512;                   // elements
constexpr int64_t most_elements_run = int64_t{1} << 26;  // by all cases: seconds of work
constexpr uint64_t other_fills = 3;
constexpr size_t fills_tried = 16, fills_of_a_mask = 60, fills_of_an_element = 300;
constexpr size_t passing_by_contents = 4, enough_failing = 12;
constexpr int64_t elements_tried = 32;

// Runs cases near a failing program until one rule says which of them fail, or none are left.
class Explorer {
 public:
  // one_element: the program has one element; its contents are varied and described.
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
      sample_counterexamples(learn(samples_, features_));
      idle = samples_.size() == before ? idle + 1 : 0;
      add_neighbours_of_a_sample();
    }
    rule_ = learn(samples_, features_).front();
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

  // A case that passes may hold the right bytes by chance, so it is run with a few other contents.
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

  void sample(const Program& program) {
    if (is_over() || !known_.insert(print(program)).second) return;
    if (const std::optional<bool> result = run_with_other_contents(program)) {
      samples_.push_back({features_.values(program), *result});
      programs_.push_back(program);
    }
  }

  // Small cases first, so that there is something to say if the run is cut short; but every fourth
  // is one of the largest. The rest goes to the pool.
  void sample_first() {
    // Large cases take long to run and to describe.
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
    for (size_t i = first; i < all.size(); ++i) add_to_pool(all[i]);
  }

  // One in many contents may fail. Until a few are known, those that pass are no samples.
  void sample_rare_contents() {
    size_t failing = count([](bool, bool fails) { return fails; });
    for (const Program& program : refilled(failing_, fills_of_an_element)) {
      if (failing >= enough_failing || is_over()) return;
      if (!evaluate(program.steps[0]).legal() || run(program) != true) continue;
      sample(program);
      ++failing;
    }
  }

  void add_to_pool(const Program& program) {
    pool_.push_back({program, features_.values(program)});
  }

  // Samples programs of the pool on which the best rule and a rival disagree, and a few on either
  // side of the best rule.
  void sample_counterexamples(const std::vector<Rule>& rules) {
    std::vector<bool> taken(pool_.size()), best(pool_.size());
    for (size_t i = 0; i < pool_.size(); ++i) best[i] = rules.front().holds(pool_[i].values);
    size_t left = samples_of_a_round;
    const auto take = [&](size_t most, const auto& wanted) {
      for (size_t i = 0; i < pool_.size() && most > 0 && left > 0; ++i) {
        if (taken[i] || !wanted(i)) continue;
        taken[i] = true;
        sample(pool_[i].program);
        --most, --left;
      }
    };
    take(samples_at_random, [&](size_t i) { return best[i]; });
    take(samples_at_random, [&](size_t i) { return !best[i]; });
    for (size_t r = 1; r < rules.size(); ++r)
      take(samples_of_a_rival,
           [&](size_t i) { return rules[r].holds(pool_[i].values) != best[i]; });
    size_t at = 0;
    std::erase_if(pool_, [&](const Unsampled&) { return taken[at++]; });
  }

  void add_neighbours_of_a_sample() {
    std::vector<size_t> failing;
    for (size_t i = 0; i < samples_.size(); ++i)
      if (samples_[i].fails) failing.push_back(i);
    const Program& fails = programs_[random_.pick(failing)];
    for (const Program& next : neighbours_.next_to(fails, next_to_each, random_)) add_to_pool(next);
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
    // If nearly all fail, a rule is worth its words if it knows most of those that pass.
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
  bool ended_ = false;  // by the caller
  int64_t elements_run_ = 0;
  props::Random random_{1};
  std::vector<Unsampled> pool_;
  std::vector<Sample> samples_;    // the first is the failing program
  std::vector<Program> programs_;  // of the samples
  std::set<std::string> known_;    // lines of programs that were run
  Rule rule_;
};

// If the same parameters often pass with other contents: a failing case of one element. (If they
// seldom do, a byte was right by chance. Large cases fail because of sizes.)
std::optional<Program> element_of(const Program& failing, const Fails& fails,
                                  const Budget& budget) {
  if (elements_of(failing) > most_refilled) return std::nullopt;
  const auto answer = [&](const Program& program) -> std::optional<bool> {
    if ((budget.ended && budget.ended()) || !evaluate(program.steps[0]).legal())
      return std::nullopt;
    return fails(program);
  };
  const std::vector<Program> others = refilled(failing, fills_tried);
  const auto passing = std::count_if(others.begin(), others.end(),
                                     [&](const Program& p) { return answer(p) == false; });
  if (static_cast<size_t>(passing) < passing_by_contents) return std::nullopt;
  Program one = failing;
  auto& values = one.steps[0].arguments.value;
  const std::vector<Parameter>& parameters = one.steps[0].operation->parameters;
  for (const Parameter& parameter : parameters)
    if (parameter.role == Role::extent)
      std::fill_n(&values[static_cast<size_t>(parameter.slot)], slots(parameter.type), 1);
  if (one == failing) return one;
  // An element in its place, or the first one with other contents.
  std::vector<Program> candidates = refilled(one, fills_of_an_element);
  for (int64_t element = elements_tried; element-- > 0;) {
    Program& at = *candidates.insert(candidates.begin(), one);
    for (const Parameter& parameter : parameters)
      if (parameter.role == Role::address)
        at.steps[0].arguments.value[static_cast<size_t>(parameter.slot)] += 4 * element;
  }
  const auto found = std::find_if(candidates.begin(), candidates.end(),
                                  [&](const Program& p) { return answer(p) == true; });
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

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
  if (failing.steps.size() == 1 && evaluate(failing.steps[0]).violated == 0)
    if (const auto one = element_of(failing, fails, budget)) {
      of_element.emplace(*one, true, fails, budget);
      if (of_element->is_good()) return of_element->explanation();
    }
  const Explorer whole(failing, false, fails, budget);
  const bool contents_say_more = of_element && of_element->mistakes() < whole.mistakes();
  return contents_say_more ? of_element->explanation() : whole.explanation();
}

}  // namespace strideproof::explanation

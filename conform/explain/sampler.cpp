#include "conform/explain/sampler.h"

#include <tuple>

#include "conform/explain/neighbours.h"
#include "props/parameters.h"

namespace strideproof::explanation {
namespace {

constexpr uint64_t other_fills = 3;
constexpr size_t most_kept = 48;

// The distance of two values, which may be those of an address.
uint64_t gap(int64_t a, int64_t b) {
  return static_cast<uint64_t>(std::max(a, b)) - static_cast<uint64_t>(std::min(a, b));
}

}  // namespace

Sampler::Sampler(const Program& failing, bool one_element, const Fails& fails, const Budget& budget,
                 Features features)
    : contents_decide_(one_element || reads_mask(failing)),
      fails_(fails),
      budget_(budget),
      features_(std::move(features)),
      most_(std::min(most_samples, static_cast<size_t>(budget.cases))),
      kept_(std::min(most_kept, most_ / 8)),
      failing_kept_(std::max(size_t{2}, budget.failing / 8)) {
  mark_known(failing);
  add({failing, values(failing), true});
}

std::optional<bool> Sampler::sample(const Program& program) {
  if (is_over() || !mark_known(program)) return std::nullopt;
  const std::optional<bool> result = run_with_other_contents(program);
  if (!result) return std::nullopt;
  ++run_;
  if (*result) ++failing_run_;
  add({program, values(program), *result});
  return result;
}

bool Sampler::is_over() {
  if (run_ + kept_ >= most_ || samples_.size() >= most_samples ||
      failing_run_ + failing_kept_ >= budget_.failing)
    return true;
  const bool ended = budget_.ended && budget_.ended();
  cut_short_ = cut_short_ || ended;
  return ended;
}

void Sampler::begin_last_cases() {
  kept_ = failing_kept_ = 0;
  if (budget_.begin_last_cases) budget_.begin_last_cases();
}

// A passing case may hold the right bytes by chance, so it is run with other contents too.
std::optional<bool> Sampler::run_with_other_contents(const Program& program) {
  const std::optional<bool> result = fails_(program);
  if (result != false || contents_decide_ || !budget_.vary_contents ||
      elements_of(program) > most_refilled)
    return result;
  const uint64_t violated = evaluate(program.steps[0]).violated;
  Program other = program;
  for (uint64_t n = 1; n <= other_fills; ++n) {
    props::set_fill(other, program.fill + n);
    const bool is_alike = other.steps.size() > 1 || evaluate(other.steps[0]).violated == violated;
    if (is_alike && fails_(other) == true) return true;
  }
  return false;
}

std::optional<SamplePair> nearest_pair(const std::vector<Sample>& samples,
                                       const Conjunction& conjunction, const Literal& threshold) {
  std::optional<SamplePair> nearest;
  for (const Sample& f : samples) {
    if (!f.fails || !holds(conjunction, f.values)) continue;
    for (const Sample& p : samples) {
      const int64_t passes_at = value_of(p.values, threshold.feature);
      if (p.fails || passes_at == absent || threshold.holds(passes_at)) continue;
      const std::optional<size_t> differing = distance(f.program, p.program);
      if (!differing) continue;
      const SamplePair pair{&f, &p, *differing,
                            gap(value_of(f.values, threshold.feature), passes_at)};
      if (!nearest ||
          std::tie(pair.differing, pair.gap) < std::tie(nearest->differing, nearest->gap))
        nearest = pair;
    }
  }
  return nearest;
}

std::vector<const Sample*> nearest_in(const std::vector<Sample>& samples, size_t feature,
                                      int64_t value,
                                      const std::function<bool(const Sample&)>& is_wanted) {
  std::vector<const Sample*> nearest;
  uint64_t least = UINT64_MAX;
  for (const Sample& sample : samples) {
    const int64_t other = value_of(sample.values, feature);
    const uint64_t away = other == absent ? 0 : gap(other, value);
    if (away == 0 || away > least || !is_wanted(sample)) continue;
    if (away < least) nearest.clear();
    nearest.push_back(&sample);
    least = away;
  }
  return nearest;
}

const Sample* last_left_out(const std::vector<Sample>& samples, const FailureRule& rule,
                            size_t most) {
  const Sample* last = nullptr;
  size_t count = 0;
  for (const Sample& sample : samples)
    if (sample.fails && !rule.holds(sample.values)) {
      last = &sample;
      ++count;
    }
  return count > most ? nullptr : last;
}

const Sample* nearest_to_limit(const std::vector<Sample>& samples, const Conjunction& conjunction,
                               const Literal& threshold) {
  const std::vector<const Sample*> nearest = nearest_in(
      samples, threshold.feature, threshold.value,
      [&](const Sample& sample) { return sample.fails && holds(conjunction, sample.values); });
  return nearest.empty() ? nullptr : nearest.front();
}

}  // namespace strideproof::explanation

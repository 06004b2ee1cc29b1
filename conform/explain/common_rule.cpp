#include "conform/explain/common_rule.h"

#include <algorithm>
#include <utility>

namespace strideproof::explanation {
namespace {

constexpr int rounds = 6;
constexpr size_t corrections_of_a_round = 24;
constexpr size_t learned_first = most_samples - rounds * corrections_of_a_round;

}  // namespace

std::optional<CommonRule> common_rule(const std::vector<Tried>& tried,
                                      const std::vector<Program>& passed,
                                      const std::vector<Window>& offered) {
  Features features(false, offered, true);
  std::vector<Sample> samples, others;
  for (size_t i = 0; i < std::min(tried.size(), most_compared); ++i)
    (samples.size() < learned_first ? samples : others)
        .push_back({tried[i].program, features.values(tried[i].program), tried[i].fails});
  for (size_t i = 0; i < passed.size(); i += 1 + passed.size() / most_compared)
    others.push_back({passed[i], features.values(passed[i]), false});
  if (std::ranges::none_of(samples, &Sample::fails)) return std::nullopt;
  FailureRule rule = learn(samples, features).rule;
  for (int round = 0; round < rounds; ++round) {
    size_t left = corrections_of_a_round;
    const size_t corrected = std::erase_if(others, [&](const Sample& sample) {
      if (left == 0 || rule.holds(sample.values) == sample.fails) return false;
      --left;
      samples.push_back(sample);
      return true;
    });
    if (corrected == 0) break;
    rule = learn(samples, features).rule;
  }
  rule = narrowed(std::move(rule), samples);
  const SampleCounts n = counts_of(samples, rule), more = counts_of(others, rule);
  const size_t where = n.where + more.where, both = n.both + more.both;
  if (!is_confirmed(where, both) || rule.any_of.empty() || rule.any_of.front().empty())
    return std::nullopt;
  return CommonRule{rule.text(features), where, both};
}

}  // namespace strideproof::explanation

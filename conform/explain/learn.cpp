// A beam search for conjunctions of literals that the samples suggest.

#include <algorithm>
#include <bitset>
#include <limits>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "conform/explain/rule.h"

namespace strideproof::explanation {
namespace {

constexpr size_t literals_of_a_group = 5;
constexpr size_t most_literals = 3, beam_width = 24, most_conjunctions = 3;
// A sample that the rule gets wrong costs 1. A second literal on a feature is easily read.
constexpr double cost_of_literal = 1.4, cost_of_same_feature = 1, cost_of_conjunction = 1.4;

struct ScoredRule {
  FailureRule rule;
  double cost = 0;
  // It holds for half of the failing samples, and nine of ten samples for which it holds fail.
  bool is_often_right = false;
};

// most: the number of samples, at most.
template <size_t most>
class Learner {
 public:
  Learner(const std::vector<Sample>& samples, const Features& features)
      : samples_(samples), features_(features) {
    for (size_t i = 0; i < samples.size(); ++i) fails_[i] = samples[i].fails, every_[i] = true;
    for (size_t feature = 0; feature < features.size(); ++feature) {
      for (const Sample& sample : samples)
        columns_[feature].push_back(value_of(sample.values, feature));
      for (const Literal& literal : literals_of(features, feature, samples)) add(literal);
    }
  }

  // The rules that differ from this one in a literal, and hold for the same samples.
  std::vector<FailureRule> rivals_of(const FailureRule& rule) const {
    std::vector<FailureRule> rivals;
    for (size_t i = 0; i < rule.any_of.size(); ++i)
      for (size_t j = 0; j < rule.any_of[i].size(); ++j) {
        const Literal& literal = rule.any_of[i][j];
        const auto at = index_.find(holding(literal));
        if (at == index_.end()) continue;
        for (const Literal& other : groups_[at->second].literals) {
          if (other.feature == literal.feature && other.divisor == literal.divisor) continue;
          rivals.push_back(rule);
          rivals.back().any_of[i][j] = other;
        }
      }
    return rivals;
  }

  // One conjunction for all failing samples may be best, or several for a part of them each. A rule
  // that is often right is better than one that is not, whatever its cost.
  FailureRule rule() const {
    ScoredRule best = choose(1);
    for (const double cost_of_open : {0.2, 0.1, 0.05}) {
      if (cost_of_open < 0.2 && best.is_often_right) break;
      ScoredRule other = choose(cost_of_open);
      const bool is_better = other.is_often_right == best.is_often_right ? other.cost < best.cost
                                                                         : other.is_often_right;
      if (is_better) best = std::move(other);
    }
    for (Conjunction& conjunction : best.rule.any_of)
      for (Literal& literal : conjunction) tighten(literal, conjunction);
    return pruned(std::move(best.rule), samples_);
  }

 private:
  using Bits = std::bitset<most>;  // one for each sample

  // Literals that hold for the same samples, each of another feature: the cheapest one first.
  struct LiteralGroup {
    Bits holds;
    std::vector<Literal> literals;
  };

  struct Candidate {
    Conjunction literals;
    Bits holds;
    double cost = cost_of_conjunction;
    double score = 0;
  };

  // Sorts by score. Keeps one of those that hold for the same samples.
  static void keep_best(std::vector<Candidate>& all) {
    std::ranges::stable_sort(all, {}, &Candidate::score);
    std::unordered_set<Bits> known;
    std::erase_if(all, [&](const Candidate& each) { return !known.insert(each.holds).second; });
    if (all.size() > beam_width) all.erase(all.begin() + beam_width, all.end());
  }

  // Moves a threshold past the passing samples for which it holds, if it then holds for the same
  // failing samples: a cheap limit may stand for the true one.
  void tighten(Literal& literal, const Conjunction& conjunction) const {
    if (!literal.is_threshold()) return;
    const bool is_above = literal.relation == Relation::above;
    std::optional<int64_t> passing, failing;  // nearest to the failing side, or to the limit
    for (const Sample& sample : samples_) {
      if (!holds(conjunction, sample.values)) continue;
      const int64_t value = value_of(sample.values, literal.feature);
      std::optional<int64_t>& end = sample.fails ? failing : passing;
      const bool towards_failing = is_above != sample.fails;
      end = towards_failing ? std::max(end.value_or(value), value)
                            : std::min(end.value_or(value), value);
    }
    if (passing && failing && (is_above ? *passing < *failing : *passing > *failing))
      literal.value = *passing;
  }

  Bits holding(const Literal& literal) const {
    Bits holds;
    const std::vector<int64_t>& values = columns_[literal.feature];
    for (size_t i = 0; i < values.size(); ++i)
      if (literal.holds(values[i])) holds.set(i);
    return holds;
  }

  void add(const Literal& literal) {
    const Bits holds = holding(literal);
    if ((holds & fails_).none() || holds == every_) return;
    const auto [at, added] = index_.emplace(holds, groups_.size());
    if (added) groups_.push_back({holds, {}});
    std::vector<Literal>& all = groups_[at->second].literals;
    const auto same = std::ranges::find_if(all, [&](const Literal& known) {
      return known.feature == literal.feature && known.divisor == literal.divisor;
    });
    if (same == all.end())
      all.push_back(literal);
    else if (literal.cost < same->cost)
      *same = literal;
    std::ranges::stable_sort(all, {}, &Literal::cost);
    if (all.size() > literals_of_a_group) all.pop_back();
  }

  // Adds conjunctions for failing samples that those before leave open. A sample that stays open
  // costs cost_of_open while looking, and 1 in the end.
  ScoredRule choose(double cost_of_open) const {
    ScoredRule choice;
    Bits open = fails_, holds, wrong;
    while (choice.rule.any_of.size() < most_conjunctions && open.any()) {
      Candidate best = best_conjunction(open, cost_of_open);
      const Bits passing = best.holds & ~fails_;
      const double gained = static_cast<double>((open & best.holds).count());
      const double paid = best.cost + static_cast<double>((passing & ~wrong).count());
      if (paid >= gained && !choice.rule.any_of.empty()) break;
      choice.cost += best.cost;
      open &= ~best.holds;
      holds |= best.holds;
      wrong |= passing;
      choice.rule.any_of.push_back(std::move(best.literals));
    }
    choice.cost += static_cast<double>(open.count() + wrong.count());
    choice.is_often_right =
        10 * wrong.count() <= holds.count() && 2 * open.count() <= fails_.count();
    return choice;
  }

  Candidate best_conjunction(const Bits& open, double cost_of_open) const {
    const Bits passes = ~fails_;
    double worst = std::numeric_limits<double>::infinity();
    const auto score = [&](const Candidate& c) {
      const double wrong = static_cast<double>((c.holds & passes).count()) + c.cost;
      if (wrong >= worst) return wrong;
      return wrong + static_cast<double>((open & ~c.holds).count()) * cost_of_open;
    };
    Candidate best{{}, every_};
    best.score = score(best);
    std::vector<Candidate> beam = {best};
    for (size_t length = 1; length <= most_literals; ++length) {
      std::vector<Candidate> next;
      worst = std::numeric_limits<double>::infinity();
      for (const Candidate& from : beam) {
        const auto cost = [&](const Literal& literal) {
          const auto same = std::ranges::count(from.literals, literal.feature, &Literal::feature);
          return literal.cost * (same > 0 ? cost_of_same_feature : cost_of_literal);
        };
        for (const LiteralGroup& group : groups_) {
          Candidate longer{{}, from.holds & group.holds};
          if (longer.holds == from.holds || (longer.holds & open).none()) continue;
          const Literal& literal = *std::ranges::min_element(group.literals, {}, cost);
          longer.cost = from.cost + cost(literal);
          longer.score = score(longer);
          if (longer.score >= worst) continue;
          longer.literals = from.literals;
          longer.literals.push_back(literal);
          next.push_back(std::move(longer));
          if (next.size() < 4 * beam_width) continue;
          keep_best(next);
          if (next.size() == beam_width) worst = next.back().score;
        }
      }
      keep_best(next);
      if (!next.empty() && next.front().score < best.score) best = next.front();
      beam = std::move(next);
    }
    return best;
  }

  const std::vector<Sample>& samples_;
  const Features& features_;
  std::vector<std::vector<int64_t>> columns_{features_.size()};  // the values of each feature
  Bits fails_, every_;
  std::vector<LiteralGroup> groups_;
  std::unordered_map<Bits, size_t> index_;  // of groups_
};

template <size_t most>
Learned learn(const std::vector<Sample>& samples, const Features& features) {
  const Learner<most> learner(samples, features);
  Learned learned{learner.rule()};
  learned.rivals = learner.rivals_of(learned.rule);
  return learned;
}

}  // namespace

Learned learn(const std::vector<Sample>& samples, const Features& features) {
  if (samples.size() <= 128) return learn<128>(samples, features);
  if (samples.size() <= 256) return learn<256>(samples, features);
  return learn<most_samples>(samples, features);
}

}  // namespace strideproof::explanation

// A beam search for conjunctions over the literals that the samples suggest: a threshold lies
// between neighbouring values of which one fails and one passes.

#include <algorithm>
#include <bitset>
#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "conform/explain/rule.h"

namespace strideproof::explanation {
namespace {

constexpr size_t most_literals = 3, beam_width = 24, most_conjunctions = 3;
constexpr size_t rivals_of_a_literal = 6, most_rules = 40;
constexpr int64_t usual_limits[] = {-1, 0, 1, 31, 32, 63, 64, 127, 255, 2047, 4095, 65'535};
constexpr int often = 5;  // samples with one value that make it worth naming
// An error is a sample that the rule is wrong about; it costs 1.
constexpr double cost_of_literal = 1.4, cost_of_conjunction = 1.4;
constexpr double rival_margin = 2.5;

using Bits = std::bitset<most_samples>;

// Literals that hold for the same samples, the cheapest first.
struct Group {
  Bits holds;
  std::vector<Literal> literals;
};

struct Candidate {
  std::vector<const Group*> groups;
  Bits holds;
  double cost = cost_of_conjunction;
  double score = 0;

  Conjunction cheapest() const {
    Conjunction conjunction;
    for (const Group* group : groups) conjunction.push_back(group->literals.front());
    return conjunction;
  }
};

// Conjunctions that make up a rule, each with the candidates that it was chosen from.
struct Choice {
  std::vector<std::vector<Candidate>> found;
  double cost = 0;
};

// Cheap for limits that people name.
double roundness(int64_t limit) {
  if (std::count(std::begin(usual_limits), std::end(usual_limits), limit) > 0) return 0;
  return limit > -100 && limit < 100 ? 0.3 : 1;
}

// The best first; of those that hold for the same samples the best one.
void keep_best(std::vector<Candidate>& all) {
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
  std::unordered_set<Bits> known;
  std::erase_if(all, [&](const Candidate& each) { return !known.insert(each.holds).second; });
  if (all.size() > beam_width) all.erase(all.begin() + beam_width, all.end());
}

class Learner {
 public:
  Learner(const std::vector<Sample>& samples, const Features& features)
      : samples_(samples), features_(features) {
    for (size_t i = 0; i < samples.size(); ++i) fails_[i] = samples[i].fails, every_[i] = true;
    for (size_t feature = 0; feature < features.size(); ++feature) add_literals(feature);
    for (Group& group : groups_)
      std::stable_sort(group.literals.begin(), group.literals.end(),
                       [](const Literal& a, const Literal& b) { return a.cost < b.cost; });
  }

  // One conjunction for all failing samples may be best, or several that each leave out most.
  std::vector<Rule> rules() const {
    const Choice whole = choose(1), parts = choose(0.2);
    return rivals(parts.cost < whole.cost ? parts : whole);
  }

 private:
  void add(const Literal& literal, double cost) {
    Bits holds;
    for (size_t i = 0; i < samples_.size(); ++i)
      holds[i] = literal.holds(value_of(samples_[i].values, literal.feature));
    if ((holds & fails_).none() || holds == every_) return;
    const auto [at, added] = index_.emplace(holds, groups_.size());
    if (added) groups_.push_back({holds, {}});
    groups_[at->second].literals.push_back(literal);
    groups_[at->second].literals.back().cost = features_[literal.feature].cost + cost;
  }

  void add_threshold(size_t feature, int64_t limit) {
    add({feature, Relation::above, limit}, roundness(limit));
    add({feature, Relation::below, limit + 1}, roundness(limit) + 0.1);
  }

  void add_literals(size_t feature) {
    const Sort sort = features_[feature].sort;
    std::map<int64_t, std::pair<int, int>> seen;  // by value: failing and passing samples
    for (const Sample& sample : samples_)
      if (const int64_t v = value_of(sample.values, feature); v != absent)
        ++(sample.fails ? seen[v].first : seen[v].second);
    if (sort == Sort::truth) {
      add({feature, Relation::equal, 1}, 0);
      add({feature, Relation::equal, 0}, 0.3);
      return;
    }
    if (seen.size() < 2) return;
    for (const auto& [value, tally] : seen) {
      const bool odd = roundness(value) > 0 && tally.first + tally.second < often;
      const double cost = roundness(value) + (odd && sort != Sort::choice ? 2 : 0);
      add({feature, Relation::equal, value}, cost);
      if (tally.second > 0) add({feature, Relation::unequal, value}, cost + (value == 0 ? 0.2 : 1));
    }
    if (sort == Sort::choice) return;
    for (const int64_t limit : usual_limits)
      if (seen.begin()->first <= limit && limit < seen.rbegin()->first)
        add_threshold(feature, limit);
    for (auto low = seen.begin(), high = std::next(low); high != seen.end(); ++low, ++high) {
      const auto &a = low->second, &b = high->second;
      if (a.first + b.first == 0 || a.second + b.second == 0) continue;
      add_threshold(feature, low->first);
      if (high->first - 1 > low->first) add_threshold(feature, high->first - 1);
    }
    if (sort == Sort::remainder) return;
    for (const int64_t modulus : {256, 128, 64, 32, 16, 8, 4, 2}) {  // the largest claims least
      add({feature, Relation::multiple, modulus}, 0.6);
      add({feature, Relation::not_multiple, modulus}, 0.5);
      if (modulus > 4) add({feature, Relation::one_over, modulus}, 0.9);
    }
  }

  // Looks for each conjunction from a failing sample that those before it leave open. A sample
  // that stays open costs cost_of_open while looking, and 1 in the end.
  Choice choose(double cost_of_open) const {
    Choice choice;
    Bits open = fails_, wrong;
    while (choice.found.size() < most_conjunctions && open.any()) {
      std::vector<Candidate> found = conjunctions(open, cost_of_open);
      const Candidate& best = found.front();
      const Bits passing = best.holds & ~fails_;
      const double gained = static_cast<double>((open & best.holds).count());
      const double paid = best.cost + static_cast<double>((passing & ~wrong).count());
      if (paid >= gained && !choice.found.empty()) break;
      choice.cost += best.cost;
      open &= ~best.holds;
      wrong |= passing;
      choice.found.push_back(std::move(found));
    }
    choice.cost += static_cast<double>(open.count() + wrong.count());
    return choice;
  }

  // The best that hold for the first open sample.
  std::vector<Candidate> conjunctions(const Bits& open, double cost_of_open) const {
    size_t seed = 0;
    while (!open[seed]) ++seed;
    const auto score = [&](const Candidate& c) {
      return static_cast<double>((c.holds & ~fails_).count()) +
             static_cast<double>((open & ~c.holds).count()) * cost_of_open + c.cost;
    };
    Candidate always{{}, every_};
    always.score = score(always);
    std::vector<Candidate> beam = {always}, all = {always};
    for (size_t length = 1; length <= most_literals; ++length) {
      std::vector<Candidate> next;
      double worst = std::numeric_limits<double>::infinity();
      for (const Candidate& from : beam)
        for (const Group& group : groups_) {
          if (!group.holds[seed]) continue;
          Candidate longer{{}, from.holds & group.holds};
          if (longer.holds == from.holds) continue;
          longer.cost = from.cost + group.literals.front().cost * cost_of_literal;
          longer.score = score(longer);
          if (longer.score >= worst) continue;
          longer.groups = from.groups;
          longer.groups.push_back(&group);
          next.push_back(std::move(longer));
          if (next.size() < 4 * beam_width) continue;
          keep_best(next);
          if (next.size() == beam_width) worst = next.back().score;
        }
      keep_best(next);
      all.insert(all.end(), next.begin(), next.end());
      beam = std::move(next);
    }
    keep_best(all);
    return all;
  }

  // The best rule; then those with another literal that holds for the same samples, or with another
  // conjunction that is little worse.
  std::vector<Rule> rivals(const Choice& choice) const {
    Rule best;
    for (const std::vector<Candidate>& found : choice.found)
      best.any_of.push_back(found.front().cheapest());
    std::vector<Rule> all = {best};
    for (size_t i = 0; i < choice.found.size(); ++i) {
      const Candidate& chosen = choice.found[i].front();
      for (size_t l = 0; l < chosen.groups.size(); ++l)
        for (size_t k = 1; k < std::min(chosen.groups[l]->literals.size(), rivals_of_a_literal);
             ++k) {
          all.push_back(best);
          all.back().any_of[i][l] = chosen.groups[l]->literals[k];
        }
      for (const Candidate& other : choice.found[i]) {
        if (other.score > chosen.score + rival_margin) break;
        all.push_back(best);
        all.back().any_of[i] = other.cheapest();
      }
    }
    if (all.size() > most_rules) all.resize(most_rules);
    return all;
  }

  const std::vector<Sample>& samples_;
  const Features& features_;
  Bits fails_, every_;
  std::vector<Group> groups_;
  std::unordered_map<Bits, size_t> index_;  // of groups_
};

}  // namespace

std::vector<Rule> learn(const std::vector<Sample>& samples, const Features& features) {
  return Learner(samples, features).rules();
}

}  // namespace strideproof::explanation

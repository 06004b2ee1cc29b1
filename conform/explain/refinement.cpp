// What the solver adds to an exploration: cases on the other side of what all samples have in common,
// and of each condition of the rule that leads.

#include <fmt/format.h>

#include <algorithm>

#include "conform/explain/explorer.h"

namespace strideproof::explanation {
namespace {

constexpr int questions_kept = 110;  // for doubts about rules
constexpr size_t few = 2;            // samples, which may be there by chance

bool all_hold(const std::vector<Demand>& demands, const Values& values) {
  return std::all_of(demands.begin(), demands.end(),
                     [&](const Demand& d) { return d.literal.holds(values) == d.holds; });
}

}  // namespace

// Runs a program that is like sample `from` but for one statement, which is turned round.
void Explorer::turn(size_t from, const Demand& turned, const std::vector<Demand>& kept) {
  if (spent() || counterexamples_.spent()) return;
  if (!turned_.insert(fmt::format("{} {}", from, turned.literal.text(terms_))).second) return;
  const int64_t most_elements = wanted_.one_element ? 1 : std::max(few_elements, 2 * elements_);
  if (const auto found = counterexamples_.find(programs_[from], turned, kept, most_elements))
    sample(*found);
}

// Of what all samples say alike, or nearly so: one like the failing one of which it is not true.
void Explorer::see_other_sides() {
  std::vector<std::pair<double, Demand>> open;
  for (size_t term = 0; term < terms_.size(); ++term) {
    const Term& t = terms_[term];
    const int64_t here = value_of(samples_[0].values, term);
    if (here == unsaid || t.sort == Sort::choice) continue;
    size_t other = 0;
    for (const Sample& s : samples_) {
      const int64_t there = value_of(s.values, term);
      other += there != unsaid && there != here ? 1 : 0;
    }
    if (other < few) open.push_back({t.cost, {{term, Relation::equal, here}, false}});
  }
  std::stable_sort(open.begin(), open.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [_, demand] : open)
    if (counterexamples_.left() > questions_kept) turn(0, demand, {});
}

// Failing samples of which the conjunction is true: the first, which is the one to be explained if it
// can be, and the last.
std::vector<size_t> Explorer::failing_where(const Conjunction& conjunction) const {
  std::vector<size_t> all;
  for (size_t i = 0; i < samples_.size(); ++i)
    if (samples_[i].fails && Rule{{conjunction}}.holds(samples_[i].values)) {
      if (all.size() == 2) all.pop_back();
      all.push_back(i);
    }
  return all;
}

// A condition stays in the sentence if what lacks it alone passes, and of two that no sample tells
// apart one: cases are sought that show it.
void Explorer::doubt(const std::vector<Rule>& rules) {
  for (const Conjunction& conjunction : rules.front().any_of) {
    const std::vector<size_t> from = failing_where(conjunction);
    for (const Literal& literal : conjunction) {
      std::vector<Demand> kept;
      for (const Literal& other : conjunction)
        if (&other != &literal) kept.push_back({other, true});
      size_t without = 0;
      for (const Sample& s : samples_)
        without += !literal.holds(s.values) && all_hold(kept, s.values) ? 1 : 0;
      for (const size_t i : from)
        if (without <= few) turn(i, {literal, false}, kept);
    }
  }
  for (size_t r = 1; r < rules.size(); ++r) tell_apart(rules.front(), rules[r]);
}

// Of conjunctions in the same place cases are sought of which one is true and the other is not.
void Explorer::tell_apart(const Rule& a, const Rule& b) {
  for (size_t i = 0; i < std::min(a.any_of.size(), b.any_of.size()); ++i)
    for (const auto& [x, y] :
         {std::pair(&a.any_of[i], &b.any_of[i]), std::pair(&b.any_of[i], &a.any_of[i])}) {
      std::vector<Demand> kept;
      for (const Literal& literal : *x) kept.push_back({literal, true});
      const std::vector<size_t> from = failing_where(*x);
      for (const Literal& other : *y)
        if (!from.empty() && std::find(x->begin(), x->end(), other) == x->end() &&
            other.holds(samples_[from.front()].values))
          turn(from.front(), {other, false}, kept);
    }
}

}  // namespace strideproof::explanation

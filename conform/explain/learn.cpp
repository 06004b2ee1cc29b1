// A beam search for conjunctions, over the literals that the samples themselves suggest: thresholds
// lie between neighbours of which one fails and one passes.

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "conform/explain/rule.h"

namespace strideproof::explanation {
namespace {

constexpr size_t most_literals = 3, beam_width = 24, most_conjunctions = 3;
constexpr size_t alternatives_of_a_literal = 6, most_rules = 40;
constexpr int64_t usual_limits[] = {-1, 0, 1, 31, 32, 63, 64, 127, 255, 2047, 4095, 65'535};
constexpr int often = 5;  // samples with one value, so that it is worth naming
constexpr double price_of_error = 1, price_of_open = 0.2, price_of_literal = 1.4,
                 price_of_conjunction = 1.4;
constexpr double worse_by = 2.5;  // than the best rule: still worth asking

using Bits = std::vector<uint64_t>;  // by sample

size_t count(const Bits& bits) {
  size_t n = 0;
  for (const uint64_t word : bits) n += static_cast<size_t>(std::popcount(word));
  return n;
}
Bits both(const Bits& a, const Bits& b) {
  Bits out(a.size());
  for (size_t i = 0; i < a.size(); ++i) out[i] = a[i] & b[i];
  return out;
}
Bits without(const Bits& a, const Bits& b) {
  Bits out(a.size());
  for (size_t i = 0; i < a.size(); ++i) out[i] = a[i] & ~b[i];
  return out;
}
size_t count_both(const Bits& a, const Bits& b) {
  size_t n = 0;
  for (size_t i = 0; i < a.size(); ++i) n += static_cast<size_t>(std::popcount(a[i] & b[i]));
  return n;
}

// Literals that hold of the same samples.
struct Class {
  Bits holds;
  std::vector<Literal> literals;  // the cheapest first
};

struct Candidate {
  std::vector<const Class*> classes;
  Bits holds;
  double literals = 0;
  double score = 0;
};

// Conjunctions that together are a rule, and for each what else could stand in its place.
struct Choice {
  std::vector<Candidate> conjunctions;
  std::vector<std::vector<Candidate>> beside;
  double cost = 0;
};

class Learner {
 public:
  Learner(const std::vector<Sample>& samples, const Terms& terms)
      : samples_(samples), terms_(terms), fails_(where([](const Sample& s) { return s.fails; })) {
    for (size_t term = 0; term < terms.size(); ++term) add_literals(term);
    for (auto& [holds, of_same] : found_) {
      std::stable_sort(of_same.literals.begin(), of_same.literals.end(),
                       [](const Literal& a, const Literal& b) { return a.cost < b.cost; });
      classes_.push_back(&of_same);
    }
  }

  // A conjunction that covers all failing samples but some passing ones too may be better, or
  // several that each leave out most: both are tried.
  std::vector<Rule> rules() const {
    const Choice together = choose(price_of_error), apart = choose(price_of_open);
    return variants(apart.cost < together.cost ? apart : together);
  }

 private:
  template <class Holds>
  Bits where(Holds holds) const {
    Bits bits((samples_.size() + 63) / 64, 0);
    for (size_t i = 0; i < samples_.size(); ++i)
      if (holds(samples_[i])) bits[i / 64] |= uint64_t{1} << i % 64;
    return bits;
  }
  static bool has(const Bits& bits, size_t sample) {
    return (bits[sample / 64] >> sample % 64 & 1) != 0;
  }
  size_t first(const Bits& bits) const {
    size_t i = 0;
    while (!has(bits, i)) ++i;
    return i;
  }

  // Each conjunction is sought for a failing sample that those before it leave out; what it leaves
  // out itself has a price of its own.
  Choice choose(double price_left) const {
    Choice choice;
    Bits open = fails_, wrong(open.size(), 0);
    while (choice.conjunctions.size() < most_conjunctions && count(open) > 0) {
      std::vector<Candidate> found = conjunctions(first(open), open, price_left);
      const Candidate& best = found.front();
      const double gained = static_cast<double>(count_both(open, best.holds)) * price_of_error;
      const Bits passing = without(best.holds, fails_);
      const double paid = best.literals + price_of_conjunction +
                          static_cast<double>(count(without(passing, wrong))) * price_of_error;
      if (paid >= gained && !choice.conjunctions.empty()) break;
      choice.cost += best.literals + price_of_conjunction;
      open = without(open, best.holds);
      for (size_t i = 0; i < wrong.size(); ++i) wrong[i] |= passing[i];
      choice.conjunctions.push_back(best);
      choice.beside.push_back(std::move(found));
    }
    choice.cost += static_cast<double>(count(open) + count(wrong)) * price_of_error;
    return choice;
  }

  void add(const Literal& literal) {
    Bits holds(fails_.size(), 0);
    for (size_t i = 0; i < column_.size(); ++i)
      if (literal.holds(column_[i])) holds[i / 64] |= uint64_t{1} << i % 64;
    if (count_both(holds, fails_) == 0) return;
    const size_t true_of = count(holds);
    if (true_of == samples_.size()) return;
    Class& of_same = found_[holds];
    of_same.holds = holds;
    of_same.literals.push_back(literal);
  }

  // Numbers that people would name as a limit cost least.
  static double roundness(int64_t limit) {
    if (std::find(std::begin(usual_limits), std::end(usual_limits), limit) !=
        std::end(usual_limits))
      return 0;
    return limit > -100 && limit < 100 ? 0.3 : 1;
  }

  void add_literals(size_t term) {
    const Term& t = terms_[term];
    // Of each value, whether samples with it fail and pass.
    std::map<int64_t, std::pair<int, int>> seen;
    column_.clear();
    for (const Sample& sample : samples_) {
      const int64_t v = column_.emplace_back(value_of(sample.values, term));
      if (v != unsaid) ++(sample.fails ? seen[v].first : seen[v].second);
    }
    if (t.sort == Sort::truth) {
      add({term, Relation::equal, 1, 0, t.cost});
      add({term, Relation::equal, 0, 0, t.cost + 0.3});
      return;
    }
    if (seen.size() < 2) return;
    for (const auto& [value, tally] : seen) {
      const int samples = tally.first + tally.second;
      const double odd = roundness(value) > 0 && samples < often && t.sort != Sort::choice ? 2 : 0;
      const double cost = t.cost + roundness(value) + odd;
      if (tally.first > 0) add({term, Relation::equal, value, 0, cost});
      if (tally.second > 0) add({term, Relation::unequal, value, 0, cost + (value == 0 ? 0.2 : 1)});
    }
    if (t.sort == Sort::choice) return;
    for (const int64_t limit : usual_limits)
      if (seen.begin()->first <= limit && limit < seen.rbegin()->first) add_threshold(term, limit);
    for (auto low = seen.begin(), high = std::next(low); high != seen.end(); ++low, ++high) {
      const bool alike = (low->second.first == 0 && high->second.first == 0) ||
                         (low->second.second == 0 && high->second.second == 0);
      if (alike) continue;
      add_threshold(term, low->first);
      if (high->first - 1 > low->first) add_threshold(term, high->first - 1);
    }
    if (t.sort == Sort::remainder) return;
    for (const int64_t modulus : {2, 4, 8, 16, 32, 64, 128, 256}) {
      // Of those that no sample tells apart the largest, which claims least.
      add({term, Relation::multiple, 0, modulus,
           t.cost + 0.6 - 1e-4 * static_cast<double>(modulus)});
      add({term, Relation::not_multiple, 0, modulus, t.cost + 0.5});
      if (modulus > 4) add({term, Relation::one_over, 0, modulus, t.cost + 0.9});
    }
  }

  void add_threshold(size_t term, int64_t limit) {
    const double cost = terms_[term].cost + roundness(limit);
    add({term, Relation::at_least, limit + 1, 0, cost});
    add({term, Relation::at_most, limit, 0, cost + 0.1});
  }

  double score(const Candidate& candidate, const Bits& open, double price_left) const {
    const size_t passing = count(without(candidate.holds, fails_));
    const size_t left = count(open) - count_both(candidate.holds, open);
    return static_cast<double>(passing) * price_of_error + static_cast<double>(left) * price_left +
           candidate.literals + price_of_conjunction;
  }

  // The best ones that hold of a sample.
  std::vector<Candidate> conjunctions(size_t seed, const Bits& open, double price_left) const {
    Candidate anything;
    anything.holds = where([](const Sample&) { return true; });
    anything.score = score(anything, open, price_left);
    std::vector<Candidate> beam = {anything}, all = {anything};
    for (size_t depth = 0; depth < most_literals; ++depth) {
      std::vector<Candidate> next;
      std::set<Bits> known;
      for (const Candidate& from : beam)
        for (const Class* of_same : classes_) {
          if (!has(of_same->holds, seed)) continue;
          Candidate longer = from;
          longer.holds = both(from.holds, of_same->holds);
          if (longer.holds == from.holds) continue;
          longer.literals += of_same->literals.front().cost * price_of_literal;
          longer.score = score(longer, open, price_left);
          if (next.size() >= beam_width && longer.score >= next.back().score) continue;
          if (!known.insert(longer.holds).second) {
            const auto same = std::find_if(next.begin(), next.end(), [&](const Candidate& other) {
              return other.holds == longer.holds;
            });
            if (same == next.end() || same->score <= longer.score) continue;
            next.erase(same);
          }
          longer.classes.push_back(of_same);
          const auto place = std::upper_bound(
              next.begin(), next.end(), longer,
              [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
          next.insert(place, std::move(longer));
          if (next.size() > beam_width) next.pop_back();
        }
      all.insert(all.end(), next.begin(), next.end());
      beam = std::move(next);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
    if (all.size() > beam_width) all.resize(beam_width);
    return all;
  }

  static Conjunction cheapest(const Candidate& candidate) {
    Conjunction conjunction;
    for (const Class* of_same : candidate.classes) conjunction.push_back(of_same->literals.front());
    return conjunction;
  }

  // The best rule; then those in which one literal is another that holds of the same samples, or
  // one conjunction another that is little worse.
  std::vector<Rule> variants(const Choice& choice) const {
    const auto& [chosen, beside, cost] = choice;
    Rule best;
    for (const Candidate& candidate : chosen) best.any_of.push_back(cheapest(candidate));
    std::vector<Rule> all = {best};
    for (size_t i = 0; i < chosen.size(); ++i) {
      for (size_t l = 0; l < chosen[i].classes.size(); ++l) {
        const std::vector<Literal>& same = chosen[i].classes[l]->literals;
        for (size_t k = 1; k < std::min(same.size(), alternatives_of_a_literal); ++k) {
          all.push_back(best);
          all.back().any_of[i][l] = same[k];
        }
      }
      for (const Candidate& other : beside[i]) {
        if (other.score > chosen[i].score + worse_by) break;
        all.push_back(best);
        all.back().any_of[i] = cheapest(other);
      }
    }
    if (all.size() > most_rules) all.resize(most_rules);
    return all;
  }

  const std::vector<Sample>& samples_;
  const Terms& terms_;
  const Bits fails_;
  std::vector<int64_t> column_;  // what the samples say of one term
  std::map<Bits, Class> found_;
  std::vector<const Class*> classes_;
};

}  // namespace

std::vector<Rule> learn(const std::vector<Sample>& samples, const Terms& terms) {
  return Learner(samples, terms).rules();
}

}  // namespace strideproof::explanation

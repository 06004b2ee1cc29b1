// The literals on one feature that samples suggest.

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

#include "conform/explain/rule.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t usual_limits[] = {-1, 0, 1, 31, 32, 63, 64, 127, 255, 2047, 4095, 65'535};
constexpr int64_t usual_divisors[] = {256, 128, 64, 32, 16, 8, 4, 2};  // the largest claims least
constexpr int64_t odd_divisors[] = {3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15};
constexpr int64_t bits_of_an_address = 40;
constexpr int least_values = 3;  // with one remainder
constexpr int often = 5;         // samples with one value that make the value cheap

// Samples by outcome.
struct Outcomes {
  int failing = 0, passing = 0;
};

// 2^k - 1 or 2^k with k > 3, or their opposites.
bool is_near_power_of_two(int64_t limit) {
  const auto bits = static_cast<uint64_t>(limit);
  const uint64_t size = limit < 0 ? 0 - bits : bits;
  return size > 8 && (std::has_single_bit(size) || std::has_single_bit(size + 1));
}

// The cost of a limit: 0 for a common one, more for an odd one.
double cost_of_limit(int64_t limit) {
  if (std::ranges::count(usual_limits, limit) > 0 || is_near_power_of_two(limit)) return 0;
  return limit > -100 && limit < 100 ? 0.3 : 1;
}

class Literals {
 public:
  Literals(const Features& features, size_t feature, const std::vector<Sample>& samples)
      : feature_(feature), of_(features[feature]) {
    for (const Sample& sample : samples)
      if (const int64_t v = value_of(sample.values, feature); v != absent)
        ++(sample.fails ? seen_[v].failing : seen_[v].passing);
  }

  std::vector<Literal> all() {
    if (of_.sort == Sort::truth) {
      add(Relation::equal, 1, 0);
      add(Relation::equal, 0, 0.3);
    } else if (seen_.size() > 1) {
      add_values();
      add_thresholds();
      if (of_.sort == Sort::address)
        for (int64_t bit = 2; bit < bits_of_an_address; ++bit) add(Relation::bit, bit, 0.4);
      if (of_.sort == Sort::address || of_.sort == Sort::number) add_remainders();
      if (of_.sort == Sort::content) add_multiples(2);
    }
    return std::move(all_);
  }

 private:
  void add(Relation relation, int64_t value, double cost, int64_t divisor = 0) {
    all_.push_back({feature_, relation, value, divisor, of_.cost + cost});
  }

  void add_values() {
    for (const auto& [value, tally] : seen_) {
      const bool rare = cost_of_limit(value) > 0 && tally.failing + tally.passing < often;
      const double cost = cost_of_limit(value) + (rare && of_.sort != Sort::choice ? 2 : 0);
      // The largest value seen is rather one of those above a threshold, and the smallest one below
      // -1, which often has a meaning of its own, rather one of those below a threshold.
      const bool is_number = of_.sort == Sort::number;
      const bool is_largest = is_number && value == seen_.rbegin()->first;
      const bool is_smallest = is_number && value == seen_.begin()->first && value < -1;
      add(Relation::equal, value, cost + (is_largest ? 0.05 : is_smallest ? 0.5 : 0));
      if (tally.passing > 0) add(Relation::unequal, value, cost + (value == 0 ? 0.2 : 1));
    }
  }

  void add_threshold(int64_t limit) {
    if (limit < of_.least_threshold) return;
    add(Relation::above, limit, cost_of_limit(limit));
    if (limit > seen_.begin()->first)  // or else it is that value
      add(Relation::below, limit + 1, cost_of_limit(limit) + 0.1);
  }

  void add_thresholds() {
    for (const int64_t limit : usual_limits)
      if (seen_.begin()->first <= limit && limit < seen_.rbegin()->first) add_threshold(limit);
    for (auto low = seen_.begin(), high = std::next(low); high != seen_.end(); ++low, ++high) {
      const auto &a = low->second, &b = high->second;
      if (a.failing + b.failing == 0 || a.passing + b.passing == 0) continue;
      add_threshold(low->first);
      if (high->first - 1 > low->first) add_threshold(high->first - 1);
    }
  }

  void add_multiples(int64_t divisor) {
    // A number that is no multiple of 4 is none of 8: the smallest divisor claims least.
    add(Relation::equal, 0, 0.6, divisor);
    add(Relation::unequal, 0, 0.5 + 0.01 * std::countr_zero(static_cast<uint64_t>(divisor)),
        divisor);
  }

  void add_remainders() {
    for (const int64_t divisor : usual_divisors) {
      add_multiples(divisor);
      if (divisor > 2) add(Relation::equal, 1, 0.9, divisor);
      add_common_remainder(divisor, 2);
    }
    if (of_.sort == Sort::number)
      for (const int64_t divisor : odd_divisors) add_common_remainder(divisor, 0);
  }

  // The remainder of most failing samples, at least `least`, if several values have it.
  void add_common_remainder(int64_t divisor, int64_t least) {
    struct Failing {
      int values = 0, samples = 0;
    };
    std::map<int64_t, Failing> by_remainder;
    for (const auto& [value, tally] : seen_)
      if (tally.failing > 0 && value % divisor >= least) {
        Failing& one = by_remainder[value % divisor];
        one = {one.values + 1, one.samples + tally.failing};
      }
    const auto most = std::ranges::max_element(by_remainder, {},
                                               [](const auto& one) { return one.second.samples; });
    if (most != by_remainder.end() && most->second.values >= least_values)
      add(Relation::equal, most->first, 1.2, divisor);
  }

  const size_t feature_;
  const Feature& of_;
  std::map<int64_t, Outcomes> seen_;  // by value
  std::vector<Literal> all_;
};

}  // namespace

std::vector<Literal> literals_of(const Features& features, size_t feature,
                                 const std::vector<Sample>& samples) {
  return Literals(features, feature, samples).all();
}

}  // namespace strideproof::explanation

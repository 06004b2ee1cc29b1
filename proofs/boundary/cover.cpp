#include "proofs/boundary/cover.h"

#include <algorithm>
#include <random>

#include "proofs/boundary/neighbours.h"
#include "spec/stop.h"

namespace strideproof::solver {
namespace {

// Cases with more elements are not run, so they are left out at first.
constexpr int64_t limits[] = {contents_read, INT64_MAX};
constexpr int64_t contents_of_mixtures = 64;  // elements that are read of a case that is only tried
constexpr int mixtures_at_first = 300'000;    // tried for what no case of the pool meets
constexpr int most_in_place = 300;            // cases of the pool that may meet nothing new
constexpr int mixtures_in_vain = 5000;        // tried for a case that meets more

// A case of the pool.
struct Known {
  Case c;
  std::vector<size_t> met;
  int64_t elements;
};

Known known_of(const Case& c, int64_t read = contents_read) {
  throw_if_stopped();
  std::vector<size_t> met = met_by(c, read);
  const int64_t elements = met.empty() ? 0 : spec::cost(c);
  return {c, std::move(met), elements};
}

// Goals and pairs that are still open. A goal is a pair of itself.
class Targets {
 public:
  explicit Targets(const Operation& operation)
      : operation_(operation),
        goals_(goals_of(operation).size()),
        in_place_(goals_),
        least_(goals_ * goals_, INT64_MAX),
        state_(goals_ * goals_) {
    for (size_t i = 0; i < operation.landmarks.size(); ++i)
      if (operation.landmarks[i].label == "in.place")
        in_place_ = 2 * operation.constraints.size() + i;
  }

  size_t goals() const { return goals_; }
  // True if the case meets a goal or pair that no earlier case meets.
  bool note(const Known& known) {
    bool is_new = false;
    each(known.met, [&](size_t target) {
      is_new = is_new || least_[target] == INT64_MAX;
      least_[target] = std::min(least_[target], known.elements);
    });
    return is_new;
  }
  bool is_in_place(const Known& known) const {
    return std::find(known.met.begin(), known.met.end(), in_place_) != known.met.end();
  }
  // The targets that a case of at most so many elements meets and no chosen case meets.
  void open(int64_t limit) {
    for (size_t target = 0; target < state_.size(); ++target)
      if (state_[target] == State::closed && least_[target] <= limit && least_[target] < INT64_MAX)
        state_[target] = State::open;
  }
  // From now on.
  void count_in_place() { any_place_ = true; }
  void meet(const std::vector<size_t>& met) {
    each(met, [&](size_t target) { state_[target] = State::met; });
  }
  // The number of open goals, and pairs, that a case meets.
  std::pair<int64_t, int64_t> gain(const std::vector<size_t>& met) const {
    std::pair<int64_t, int64_t> all;
    each(met, [&](size_t target) {
      if (state_[target] == State::open) ++(target % (goals_ + 1) == 0 ? all.first : all.second);
    });
    return all;
  }
  // The goals that a similar case should meet as well.
  std::vector<size_t> lacking(const std::vector<size_t>& met) const {
    const size_t lead = lead_of(met);
    std::vector<size_t> all;
    for (size_t goal = 0; goal < goals_; ++goal)
      for (size_t other = 0; other < goals_; ++other)
        if ((lead == goals_ || other == lead) &&
            state_[std::min(goal, other) * goals_ + std::max(goal, other)] == State::open) {
          all.push_back(goal);
          break;
        }
    return all;
  }

 private:
  enum class State : uint8_t { closed, open, met };

  // The goal in each pair for which a case counts: the edge outside, or that the case is in place,
  // as no byte then shows its other effects; in the last round in-place cases count fully. Else
  // goals_: all pairs count.
  size_t lead_of(const std::vector<size_t>& met) const {
    size_t lead = goals_;
    for (const size_t goal : met) {
      if (goal < 2 * operation_.constraints.size() && goal % 2 == 1) return goal;
      if (goal == in_place_ && !any_place_) lead = goal;
    }
    return lead;
  }
  template <class Visit>
  void each(const std::vector<size_t>& met, const Visit& visit) const {
    const size_t lead = lead_of(met);
    for (size_t i = 0; i < met.size(); ++i)
      for (size_t j = i; j < met.size(); ++j)
        if (lead == goals_ || met[i] == lead || met[j] == lead) visit(met[i] * goals_ + met[j]);
  }

  const Operation& operation_;
  size_t goals_, in_place_;
  bool any_place_ = false;
  std::vector<int64_t> least_;  // by target: the elements of the smallest case known
  std::vector<State> state_;
};

class Greedy {
 public:
  Greedy(const Operation& operation, const std::vector<Case>& pool)
      : operation_(operation), targets_(operation), meeting_(targets_.goals()) {
    for (const Constraint& constraint : operation.constraints) edges_.push_back({&constraint});
    for (const Case& c : pool) add_new(known_of(c));
    for (int i = 0; i < mixtures_at_first && !pool_.empty(); ++i)
      add_new(known_of(mixed(any_known().c, any_known().c), contents_of_mixtures));
  }

  // Takes cases in place for targets that only such cases meet.
  void count_in_place() {
    targets_.count_in_place();
    for (const Known& known : pool_) targets_.note(known);
    for (const std::vector<size_t>& met : chosen_) targets_.meet(met);
  }
  // Runs until every goal is met; with pairs, every pair too.
  std::vector<Case> choose(bool pairs) {
    std::vector<Case> chosen;
    for (const int64_t limit : limits) {
      targets_.open(limit);
      while (const Known* best = best_known(pairs, limit)) {
        Known better = improved(*best, limit);
        targets_.meet(better.met);
        chosen.push_back(better.c);
        chosen_.push_back(better.met);
        add(std::move(better));
      }
    }
    return chosen;
  }

 private:
  void add_new(Known known) {
    if (targets_.note(known) || (targets_.is_in_place(known) && in_place_++ < most_in_place))
      add(std::move(known));
  }
  void add(Known known) {
    for (const size_t goal : known.met) meeting_[goal].push_back(pool_.size());
    pool_.push_back(std::move(known));
  }
  const Known& any_known() { return pool_[random_() % pool_.size()]; }

  const Known* best_known(bool pairs, int64_t limit) const {
    const Known* best = nullptr;
    std::pair<int64_t, int64_t> most{pairs ? 0 : 1, 0};
    for (const Known& known : pool_) {
      if (known.elements > limit) continue;
      const auto gain = targets_.gain(known.met);
      if (gain < most || gain.first + gain.second == 0) continue;
      if (gain > most || best == nullptr || known.elements < best->elements) {
        most = gain;
        best = &known;
      }
    }
    return best;
  }

  // Changes the case as long as it then meets more.
  Known improved(Known best, int64_t limit) {
    auto most = targets_.gain(best.met);
    const auto meets_more = [&](const Case& c) {
      Known next = known_of(c, contents_of_mixtures);
      if (next.elements > limit) return false;
      const auto gain = targets_.gain(next.met);
      if (gain < most || (gain == most && next.elements >= best.elements)) return false;
      const bool more = gain > most;
      most = gain;
      best = std::move(next);
      return more;
    };
    for (bool more = true; more;) {
      more = false;
      const std::vector<size_t> lacking = targets_.lacking(best.met);
      for (int i = 0; i < mixtures_in_vain && !more; ++i) {
        const std::vector<size_t>& from = meeting_[lacking[random_() % lacking.size()]];
        more = !from.empty() && meets_more(mixed(best.c, pool_[from[random_() % from.size()]].c));
      }
      more = more || any_neighbour(best.c, edges_, meets_more);
    }
    return best;
  }

  // The case with some parameters of another, or some dimensions of parameters.
  Case mixed(Case c, const Case& other) {
    const auto& parameters = operation_.parameters;
    for (uint64_t left = 1 + random_() % 3; left > 0; --left) {
      const size_t p = random_() % parameters.size();
      const auto first = static_cast<size_t>(parameters[p].slot);
      const auto count = static_cast<size_t>(slots(parameters[p].type));
      if (count > 1 && random_() % 2 == 0) {
        const size_t slot = first + random_() % count;
        c.arguments.value[slot] = other.arguments.value[slot];
        continue;
      }
      for (size_t slot = first; slot < first + count; ++slot)
        c.arguments.value[slot] = other.arguments.value[slot];
      const uint32_t null = uint32_t{1} << p;
      c.arguments.null_mask = (c.arguments.null_mask & ~null) | (other.arguments.null_mask & null);
    }
    return c;
  }

  const Operation& operation_;
  Targets targets_;
  std::vector<Goal> edges_;
  std::vector<Known> pool_;
  std::vector<std::vector<size_t>> chosen_;   // what each meets
  int in_place_ = 0;                          // cases of the pool
  std::vector<std::vector<size_t>> meeting_;  // by goal: indices into pool_
  std::mt19937_64 random_;
};

}  // namespace

Suites cover(const Operation& operation, const std::vector<Case>& pool) {
  Greedy greedy(operation, pool);
  Suites suites;
  suites.edges = greedy.choose(false);
  suites.pairs = greedy.choose(true);
  greedy.count_in_place();
  for (Case& c : greedy.choose(true)) suites.pairs.push_back(std::move(c));
  return suites;
}

}  // namespace strideproof::solver

#include <algorithm>

#include "proofs/boundary/suites.h"
#include "props/parameters.h"
#include "props/random.h"
#include "spec/stop.h"

namespace strideproof::solver {
namespace {

// The rank of a case is the number of its elements. Cases that map onto themselves come after the
// others that are run, as no byte shows their effects. Cases with too many elements to run come
// last. A case counts only for targets that no case of an earlier group meets.
constexpr int64_t rank_onto_itself = contents_read + 1;
constexpr int64_t groups[] = {contents_read, rank_onto_itself, INT64_MAX};
constexpr int64_t contents_of_mixtures = 64;  // elements that are read of a case that is only tried
constexpr int mixtures_at_first = 300'000;    // tried for what no case of the pool meets
constexpr int mixtures_in_vain = 10'000;      // tried for a case that meets more

// A case of the pool, with the goals that it meets.
struct Known {
  Case c;
  std::vector<size_t> met;
  int64_t rank;
};

// The number of open goals, and of open pairs, that a case meets.
struct Gain {
  int64_t goals = 0, pairs = 0;
  friend auto operator<=>(const Gain&, const Gain&) = default;
};

// The targets are goals and pairs of goals; a goal is a pair of itself.
class Cover {
 public:
  Cover(const Operation& operation, const std::vector<Case>& kept, const std::vector<Case>& pool)
      : operation_(operation),
        goals_(goals_of(operation)),
        least_(goals_.size() * goals_.size()),
        is_met_(least_.size()) {
    std::ranges::fill(least_, INT64_MAX);
    for (const Case& c : kept) add_new(kept_.emplace_back(known_of(c)));
    for (const Case& c : pool) add_new(known_of(c));
    for (int i = 0; i < mixtures_at_first && !pool_.empty(); ++i)
      add_new(known_of(mixed(random_.pick(pool_).c, random_.pick(pool_).c), contents_of_mixtures));
  }

  // Cases until every goal is met; with pairs, every pair too.
  std::vector<Case> choose(bool pairs) {
    std::vector<Case> all;
    const auto take = [&](const Known& known) {
      each_target(known.met, [&](size_t target) { is_met_[target] = true; });
      all.push_back(known.c);
    };
    for (const Known& known : kept_)
      if (is_gain(gain_of(known, INT64_MAX), pairs)) take(known);
    for (const int64_t group : groups)
      while (const Known* best = best_known(pairs, group)) {
        pool_.push_back(improved(*best, group));
        take(pool_.back());
      }
    return all;
  }

 private:
  Known known_of(const Case& c, int64_t read = contents_read) const {
    throw_if_stopped();
    Known known{c, met_by(c, read), 0};
    if (known.met.empty()) return known;
    const bool onto_itself = std::ranges::any_of(known.met, [&](size_t goal) {
      return goals_[goal].landmark != nullptr && goals_[goal].landmark->label == "in.place";
    });
    known.rank = onto_itself ? rank_onto_itself : spec::cost(c);
    return known;
  }

  // A case outside an edge counts for the pairs of that edge alone.
  template <class Visit>
  void each_target(const std::vector<size_t>& met, const Visit& visit) const {
    const auto outside =
        std::ranges::find_if(met, [&](size_t goal) { return goals_[goal].is_outside(); });
    for (auto i = met.begin(); i != met.end(); ++i)
      for (auto j = i; j != met.end(); ++j)
        if (outside == met.end() || i == outside || j == outside) visit(*i * goals_.size() + *j);
  }
  // Keeps a case that meets a target that no earlier case meets.
  void add_new(const Known& known) {
    bool is_new = false;
    each_target(known.met, [&](size_t target) {
      is_new = is_new || least_[target] == INT64_MAX;
      least_[target] = std::min(least_[target], known.rank);
    });
    if (is_new) pool_.push_back(known);
  }

  // Open are the targets that no chosen case meets, and one up to this rank can.
  Gain gain_of(const Known& known, int64_t rank) const {
    Gain gain;
    each_target(known.met, [&](size_t target) {
      if (!is_met_[target] && least_[target] <= rank)
        ++(target % (goals_.size() + 1) == 0 ? gain.goals : gain.pairs);
    });
    return gain;
  }
  static bool is_gain(const Gain& gain, bool pairs) {
    return gain.goals > 0 || (pairs && gain.pairs > 0);
  }

  const Known* best_known(bool pairs, int64_t rank) const {
    const Known* best = nullptr;
    Gain most;
    for (const Known& known : pool_) {
      if (known.rank > rank) continue;
      const Gain gain = gain_of(known, rank);
      if (gain < most || !is_gain(gain, pairs)) continue;
      if (gain > most || known.rank < best->rank) {
        most = gain;
        best = &known;
      }
    }
    return best;
  }

  // Mixes the case with others as long as it then meets more.
  Known improved(Known best, int64_t rank) {
    Gain most = gain_of(best, rank);
    for (int in_vain = 0; in_vain < mixtures_in_vain; ++in_vain) {
      Known next = known_of(mixed(best.c, random_.pick(pool_).c), contents_of_mixtures);
      const Gain gain = gain_of(next, rank);
      if (next.rank > rank || gain < most || (gain == most && next.rank >= best.rank)) continue;
      if (gain > most) in_vain = 0;
      most = gain;
      best = std::move(next);
    }
    return best;
  }

  // The case with some parameters of another, or some dimensions of parameters.
  Case mixed(Case c, const Case& other) {
    for (int64_t left = random_.between(1, 3); left > 0; --left) {
      const Parameter& p = random_.pick(operation_.parameters);
      const auto slot = static_cast<size_t>(p.slot + random_.below(slots(p.type)));
      if (slots(p.type) > 1 && random_.chance(1, 2))
        c.arguments.value[slot] = other.arguments.value[slot];
      else
        props::copy_parameter(c, p, other, p);
    }
    return c;
  }

  const Operation& operation_;
  const std::vector<Goal> goals_;
  std::vector<Known> kept_, pool_;
  std::vector<int64_t> least_;  // by target: the rank of the first case known
  std::vector<bool> is_met_;    // by target: by a chosen case
  props::Random random_{1};
};

}  // namespace

Suites cover(const Operation& operation, const std::vector<Case>& kept,
             const std::vector<Case>& pool) {
  Cover cover(operation, kept, pool);
  Suites suites;
  suites.edges = cover.choose(false);
  suites.pairs = cover.choose(true);
  return suites;
}

}  // namespace strideproof::solver

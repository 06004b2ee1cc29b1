#include "proofs/boundary/cover.h"

#include <algorithm>

#include "props/edge.h"
#include "props/parameters.h"
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

// The number of open goals, and of open pairs, that a case meets.
struct Gain {
  int64_t goals = 0, pairs = 0;
  friend auto operator<=>(const Gain&, const Gain&) = default;
};

// Goals and pairs, and which of them the chosen cases meet. A goal is a pair of itself.
class Targets {
 public:
  explicit Targets(const Operation& operation)
      : operation_(operation),
        goals_(goals_of(operation).size()),
        in_place_(goals_),
        least_(goals_ * goals_, INT64_MAX),
        met_(goals_ * goals_) {
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
  // Open are the targets that no chosen case meets, and a case of at most so many elements.
  void open_up_to(int64_t elements) { limit_ = elements; }
  // From now on cases in place count for all their pairs.
  void count_in_place() { any_place_ = true; }
  void meet(const std::vector<size_t>& met) {
    each(met, [&](size_t target) { met_[target] = true; });
  }
  Gain gain(const std::vector<size_t>& met) const {
    Gain all;
    each(met, [&](size_t target) {
      if (is_open(target)) ++(target % (goals_ + 1) == 0 ? all.goals : all.pairs);
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
            is_open(std::min(goal, other) * goals_ + std::max(goal, other))) {
          all.push_back(goal);
          break;
        }
    return all;
  }

 private:
  bool is_open(size_t target) const {
    return !met_[target] && least_[target] <= limit_ && least_[target] < INT64_MAX;
  }
  // The goal in each pair for which a case counts: the edge outside, or that the case is in place,
  // as no byte then shows its other effects. Else goals_: all pairs count.
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
  int64_t limit_ = INT64_MAX;
  std::vector<int64_t> least_;  // by target: the elements of the smallest case known
  std::vector<bool> met_;
};

class Cover {
 public:
  Cover(const Operation& operation, const std::vector<Case>& kept, const std::vector<Case>& pool)
      : operation_(operation), targets_(operation), meeting_(targets_.goals()) {
    for (const Case& c : kept) kept_.push_back(known_of(c));
    for (const Known& known : kept_) add_new(known);
    for (const Case& c : pool) add_new(known_of(c));
    for (int i = 0; i < mixtures_at_first && !pool_.empty(); ++i)
      add_new(known_of(mixed(random_.pick(pool_).c, random_.pick(pool_).c), contents_of_mixtures));
  }

  // Takes cases in place for targets that only such cases meet.
  void count_in_place() {
    targets_.count_in_place();
    for (const Known& known : pool_) targets_.note(known);
    for (const std::vector<size_t>& met : chosen_) targets_.meet(met);
  }
  // Cases until every goal is met; with pairs, every pair too.
  std::vector<Case> choose(bool pairs) {
    std::vector<Case> all;
    const auto choose = [&](const Known& known) {
      targets_.meet(known.met);
      chosen_.push_back(known.met);
      all.push_back(known.c);
    };
    targets_.open_up_to(INT64_MAX);
    for (const Known& known : kept_)
      if (is_gain(targets_.gain(known.met), pairs)) choose(known);
    for (const int64_t limit : limits) {
      targets_.open_up_to(limit);
      while (const Known* best = best_known(pairs, limit)) {
        Known better = improved(*best, limit);
        choose(better);
        add(std::move(better));
      }
    }
    return all;
  }

 private:
  static bool is_gain(const Gain& gain, bool pairs) {
    return gain.goals > 0 || (pairs && gain.pairs > 0);
  }
  void add_new(Known known) {
    if (targets_.note(known) || (targets_.is_in_place(known) && in_place_++ < most_in_place))
      add(std::move(known));
  }
  void add(Known known) {
    for (const size_t goal : known.met) meeting_[goal].push_back(pool_.size());
    pool_.push_back(std::move(known));
  }

  const Known* best_known(bool pairs, int64_t limit) const {
    const Known* best = nullptr;
    Gain most;
    for (const Known& known : pool_) {
      if (known.elements > limit) continue;
      const Gain gain = targets_.gain(known.met);
      if (gain < most || !is_gain(gain, pairs)) continue;
      if (gain > most || known.elements < best->elements) {
        most = gain;
        best = &known;
      }
    }
    return best;
  }

  // Changes the case as long as it then meets more.
  Known improved(Known best, int64_t limit) {
    Gain most = targets_.gain(best.met);
    const auto meets_more = [&](const Case& c) {
      Known next = known_of(c, contents_of_mixtures);
      if (next.elements > limit) return false;
      const Gain gain = targets_.gain(next.met);
      if (gain < most || (gain == most && next.elements >= best.elements)) return false;
      const bool more = gain > most;
      most = gain;
      best = std::move(next);
      return more;
    };
    while (any_mixture(best, meets_more) || any_moved(best.c, meets_more)) {
    }
    return best;
  }
  template <class Visit>
  bool any_mixture(const Known& known, const Visit& visit) {
    const std::vector<size_t> lacking = targets_.lacking(known.met);
    for (int i = 0; i < mixtures_in_vain; ++i) {
      const std::vector<size_t>& from = meeting_[random_.pick(lacking)];
      if (!from.empty() && visit(mixed(known.c, pool_[random_.pick(from)].c))) return true;
    }
    return false;
  }
  template <class Visit>
  bool any_moved(const Case& c, const Visit& visit) {
    for (const Constraint& constraint : operation_.constraints)
      for (const props::Edge edge : {props::Edge::inside, props::Edge::outside})
        if (const auto moved = props::move_to_edge(c, constraint, edge, random_))
          if (visit(*moved)) return true;
    return false;
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
  Targets targets_;
  std::vector<Known> kept_, pool_;
  std::vector<std::vector<size_t>> chosen_;   // what each meets
  int in_place_ = 0;                          // cases of the pool
  std::vector<std::vector<size_t>> meeting_;  // by goal: indices into pool_
  props::Random random_{1};
};

}  // namespace

Suites cover(const Operation& operation, const std::vector<Case>& kept,
             const std::vector<Case>& pool) {
  Cover cover(operation, kept, pool);
  Suites suites;
  suites.edges = cover.choose(false);
  suites.pairs = cover.choose(true);
  cover.count_in_place();
  for (Case& c : cover.choose(true)) suites.pairs.push_back(std::move(c));
  return suites;
}

}  // namespace strideproof::solver

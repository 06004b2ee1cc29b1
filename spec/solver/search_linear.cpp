// Several goals at once, by formulas without products.

#include <algorithm>
#include <set>

#include "spec/solver/nearby.h"
#include "spec/solver/runs.h"
#include "spec/solver/search.h"
#include "spec/solver/search_terms.h"

namespace strideproof::solver {
namespace {

// How often a world is asked, with how much work each time.
struct Attempt {
  int rounds;
  unsigned work;
  Arithmetic arithmetic;
};
constexpr Attempt attempts[] = {{25, linear_work, Arithmetic::old},
                                {12, little_linear_work, Arithmetic::current},
                                {12, more_linear_work, Arithmetic::old},
                                {12, all_linear_work, Arithmetic::old}};
constexpr size_t usual_attempts = 3;
constexpr Attempt once = {10, linear_work, Arithmetic::old};

}  // namespace

// What is asked of one world. A constraint with products is asked when a model first breaks it.
class Search::Linearly {
 public:
  Linearly(Search& search, World& world, const std::vector<Goal>& goals, Asked asked,
           const Attempt& attempt)
      : search_(search),
        world_(world),
        goals_(goals),
        rounds_(attempt.rounds),
        solver_(solver_of(search.context_, attempt.work, attempt.arithmetic)),
        others_(search.others(goals, asked)) {
    for (const z3::expr& range : search_.context_.assumptions()) solver_.add(range);
    for (const Goal& goal : goals) {
      add(search_.just(world_, goal));
      if (goal.constraint != nullptr && !goal.is_outside()) look_at(*goal.constraint);
      if (goal.landmark != nullptr) add(search_.lifted(world_, *goal.landmark).further);
    }
    for (const Constraint* other : others_)
      if (other->stage < Stage::end)
        add(*other);
      else if (other->stage == Stage::end)
        add(search_.lifted(world_, *other).further);
  }

  Finding ask() {
    for (int round = 0; round < rounds_; ++round) {
      const z3::check_result answer = solver_.check();
      if (answer == z3::unsat && !certain_) return {Found::none_by_lemma, {}, {}};
      if (answer != z3::sat) break;
      const z3::model model = solver_.get_model();
      if (const auto c = witness(model)) return {Found::witness, *c, {}};
      const bool constrained = learn_constraints(model), corrected = correct(model);
      if (constrained) continue;
      if (corrected) {
        if (const auto c = pinned(model)) return {Found::witness, *c, {}};
      } else if (!learn_collision(model)) {
        if (certain_) break;
        certain_ = true;  // perhaps a plainer case is easier to find
        for (const Constraint* other : others_) add(search_.lifted(world_, *other).holds);
      }
    }
    return {};
  }

 private:
  z3::expr linear(const z3::expr& term) {
    const z3::expr linear = search_.linear_.of(term);
    for (const z3::expr& statement : search_.linear_.basics(linear, known_)) solver_.add(statement);
    return linear;
  }
  void add(const SymBool& term) { solver_.add(linear(term.term())); }
  bool add(const Constraint& other) {
    if (!added_.insert(&other).second) return false;
    add(search_.lifted(world_, other).may_hold);
    look_at(other);
    return true;
  }
  void look_at(const Constraint& constraint) {
    const LiftedConstraint& lifted = search_.lifted(world_, constraint);
    add(lifted.further);
    if (!lifted.apart.dimensions.empty()) {
      apart_ = &lifted.apart;
      add(have_room(*apart_));
    }
    if (lifted.room.literal() == true) return;
    for (const Constraint* other : others_)
      if (!search_.lifted(world_, *other).apart.dimensions.empty()) add(*other);
    if (apart_ != nullptr) add(lifted.room);
  }

  int64_t value(const z3::model& model, const Sym& term) {
    return model.eval(linear(term.term()), true).get_numeral_int64();
  }
  Case case_of(const z3::model& model) {
    Case c = search_.plain(world_).front();
    for (size_t slot = 0; slot < search_.unknown_.size(); ++slot)
      c.arguments.value[slot] = value(model, search_.unknown_[slot]);
    return c;
  }
  // The case of the model, if it does meet the goals, with the contents that they ask for.
  std::optional<Case> witness(const z3::model& model) {
    const Case c = case_of(model);
    std::vector<Goal> but_data;
    for (const Goal& goal : goals_)
      if (!goal.is_of_data()) but_data.push_back(goal);
    if (!meets_alone(c, but_data)) return std::nullopt;
    return with_contents(c, goals_);
  }

  bool learn_constraints(const z3::model& model) {
    bool is_new = false;
    const uint64_t violated = spec::judge(case_of(model)).violated;
    for (const Constraint* other : others_)
      if ((violated >> other->bit & 1) != 0) is_new = add(*other) || is_new;
    return is_new;
  }
  bool correct(const z3::model& model) {
    const std::vector<z3::expr> statements = search_.linear_.corrections(model, known_);
    for (const z3::expr& statement : statements) solver_.add(statement);
    return !statements.empty();
  }
  // A case with some values of the model, with which all that it had wrong is linear.
  std::optional<Case> pinned(const z3::model& model) {
    solver_.push();
    for (const z3::expr& pin : search_.linear_.pins(model, known_)) solver_.add(pin);
    std::optional<Case> c;
    std::optional<z3::model> other;
    if (solver_.check() == z3::sat) other = solver_.get_model();
    solver_.pop();
    if (other) c = witness(*other);
    if (other && !c) learn_constraints(*other);
    return c;
  }
  bool learn_collision(const z3::model& model) {
    if (apart_ == nullptr) return false;
    Runs<int64_t> runs{value(model, apart_->length), {}};
    for (const auto& [extent, stride] : apart_->dimensions)
      runs.dimensions.push_back({value(model, extent), value(model, stride)});
    const std::vector<int64_t> steps = collision(runs);
    if (!steps.empty()) add(!collide(*apart_, steps));
    return !steps.empty();
  }

  Search& search_;
  World& world_;
  const std::vector<Goal>& goals_;
  int rounds_;
  z3::solver solver_;
  std::vector<const Constraint*> others_;
  std::set<const Constraint*> added_;
  std::set<size_t> known_;            // of the names of linear_
  const Runs<Sym>* apart_ = nullptr;  // of dst.alias, once that is asked
  bool certain_ = false;
};

// As possibly(), but not further outside.
SymBool Search::just(World& world, const Goal& goal) {
  if (goal.constraint == nullptr || goal.is_of_data() || goal.side != Side::outside)
    return possibly(world, goal);
  const LiftedConstraint& c = lifted(world, *goal.constraint);
  return all_of(!c.holds, c.broken, at_goal(c, Side::outside));
}

Finding Search::decide(const std::vector<Goal>& goals, Effort effort) {
  const ExactArithmetic exact;
  const Asked asked{.all = !any_outside(goals), .moving = false};
  std::vector<World*> open;
  for (World& world : wholes_) open.push_back(&world);
  for (size_t i = 0; i < (effort == Effort::all ? std::size(attempts) : usual_attempts); ++i) {
    std::vector<World*> still_open;
    for (World* world : open) {
      const Finding finding = Linearly(*this, *world, goals, asked, attempts[i]).ask();
      if (finding.found == Found::witness) return finding;
      if (finding.found == Found::unknown) still_open.push_back(world);
    }
    if (still_open.empty()) return {Found::none_by_lemma, {}, {}};
    open = std::move(still_open);
  }
  return {};
}

bool Search::refuted_linearly(const std::vector<Goal>& goals, Asked asked) {
  const ExactArithmetic exact;
  return std::all_of(wholes_.begin(), wholes_.end(), [&](World& world) {
    return Linearly(*this, world, goals, asked, once).ask().found == Found::none_by_lemma;
  });
}

Finding Search::settle(const Goal& goal) {
  Finding finding = decide({goal});
  if (finding.found != Found::none_by_lemma) return finding;
  Asked asked{.all = !goal.is_outside(), .moving = false};
  Asked fewer = asked;
  fewer.among = 0;
  if (refuted_linearly({goal}, fewer)) return {Found::none_by_type, {}, {}};
  for (const size_t at_once : {8, 3, 1}) {  // dropped together
    const std::vector<const Constraint*> all = others({goal}, asked);
    for (size_t first = 0; first < all.size(); first += at_once) {
      fewer = asked;
      for (size_t i = first; i < std::min(first + at_once, all.size()); ++i)
        fewer.among &= ~(uint64_t{1} << all[i]->bit);
      if (refuted_linearly({goal}, fewer)) asked = fewer;
    }
  }
  finding.lemma = others({goal}, asked);
  return finding;
}

}  // namespace strideproof::solver

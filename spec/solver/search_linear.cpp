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
  // With `named` a refutation says which constraints it stands on.
  Linearly(Search& search, World& world, const std::vector<Goal>& goals, Asked asked,
           const Attempt& attempt, bool named)
      : named_(named),
        search_(search),
        world_(world),
        goals_(goals),
        rounds_(attempt.rounds),
        solver_(solver_of(search.context_, attempt.work, attempt.arithmetic)),
        others_(search.others(goals, asked)) {
    for (const z3::expr& range : search_.context_.assumptions()) solver_.add(range);
    for (const Goal& goal : goals) {
      add(search_.just(world_, goal));
      if (goal.constraint != nullptr && !goal.is_outside()) look_at(*goal.constraint);
      if (goal.landmark != nullptr) {
        const LiftedLandmark& landmark = search_.lifted(world_, *goal.landmark);
        add(landmark.further);
        add_unshared(landmark.unshared);
      }
    }
    for (const Constraint* other : others_)
      if (other->stage < Stage::end)
        add(*other);
      else if (other->stage == Stage::end)
        look_ahead(*other);
  }

  Finding ask() {
    for (int round = 0; round < rounds_; ++round) {
      const z3::check_result answer = check();
      if (answer == z3::unsat && !certain_) return {Found::none_by_lemma, {}, core()};
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
        for (const Constraint* other : others_) add(search_.lifted(world_, *other).holds, {other});
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
  // What follows from these constraints; goals are no constraints here.
  void add(const SymBool& term, const std::vector<const Constraint*>& of = {}) {
    z3::expr added = linear(term.term());
    for (const Constraint* one : of)
      if (named_ && one != nullptr && is_other(*one)) added = z3::implies(name_of(*one), added);
    solver_.add(added);
  }
  bool add(const Constraint& other) {
    if (!added_.insert(&other).second) return false;
    add(search_.lifted(world_, other).may_hold, {&other});
    look_at(other);
    return true;
  }
  void look_at(const Constraint& constraint) {
    const LiftedConstraint& lifted = search_.lifted(world_, constraint);
    add(lifted.further, {&constraint});
    if (!lifted.apart.dimensions.empty()) {
      apart_ = &lifted.apart;
      apart_of_ = &constraint;
      add(have_room(*apart_), {&constraint});
    }
    const Constraint* alias = add_unshared(lifted.room, &constraint);
    if (alias != nullptr && is_other(*alias)) add(*alias);
  }
  // What follows from a constraint that is not asked yet.
  void look_ahead(const Constraint& constraint) {
    const LiftedConstraint& lifted = search_.lifted(world_, constraint);
    add(lifted.further, {&constraint});
    add_unshared(lifted.room, &constraint);
  }
  // What follows where dst.alias holds as well: that, if it is to hold and something follows.
  const Constraint* add_unshared(const SymBool& term, const Constraint* of = nullptr) {
    if (term.literal() == true) return nullptr;
    const auto is_alias = [&](const Constraint& some) {
      return some.stage == Stage::sharing && !search_.lifted(world_, some).apart.dimensions.empty();
    };
    for (const Goal& goal : goals_)
      if (goal.constraint != nullptr && !goal.is_outside() && is_alias(*goal.constraint))
        return add(term, {of}), goal.constraint;
    for (const Constraint* other : others_)
      if (is_alias(*other)) return add(term, {of, other}), other;
    return nullptr;
  }
  bool is_other(const Constraint& constraint) const {
    return std::find(others_.begin(), others_.end(), &constraint) != others_.end();
  }

  z3::expr name_of(const Constraint& constraint) {
    return search_.context_.z3().bool_const(("asked " + std::string(constraint.label)).c_str());
  }
  z3::check_result check() {
    z3::expr_vector names(search_.context_.z3());
    if (named_)
      for (const Constraint* other : others_) names.push_back(name_of(*other));
    return solver_.check(names);
  }
  // Of the refutation at hand.
  std::vector<const Constraint*> core() {
    std::vector<const Constraint*> all;
    if (!named_) return all;
    const z3::expr_vector names = solver_.unsat_core();
    for (const Constraint* other : others_)
      for (unsigned i = 0; i < names.size(); ++i)
        if (z3::eq(names[static_cast<int>(i)], name_of(*other))) all.push_back(other);
    return all;
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
    if (check() == z3::sat) other = solver_.get_model();
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
    if (!steps.empty()) add(!collide(*apart_, steps), {apart_of_});
    return !steps.empty();
  }

  const bool named_;
  Search& search_;
  World& world_;
  const std::vector<Goal>& goals_;
  int rounds_;
  z3::solver solver_;
  std::vector<const Constraint*> others_;
  std::set<const Constraint*> added_;
  std::set<size_t> known_;            // of the names of linear_
  const Runs<Sym>* apart_ = nullptr;  // of dst.alias, once that is asked
  const Constraint* apart_of_ = nullptr;
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
      const Finding finding = Linearly(*this, *world, goals, asked, attempts[i], false).ask();
      if (finding.found == Found::witness) return finding;
      if (finding.found == Found::unknown) still_open.push_back(world);
    }
    if (still_open.empty()) return {Found::none_by_lemma, {}, {}};
    open = std::move(still_open);
  }
  return {};
}

std::optional<uint64_t> Search::refuted_linearly(const std::vector<Goal>& goals, Asked asked) {
  const ExactArithmetic exact;
  uint64_t among = 0;
  for (World& world : wholes_) {
    const Finding finding = Linearly(*this, world, goals, asked, once, true).ask();
    if (finding.found != Found::none_by_lemma) return std::nullopt;
    for (const Constraint* constraint : finding.lemma) among |= uint64_t{1} << constraint->bit;
  }
  return among;
}

Finding Search::settle(const Goal& goal) {
  Finding finding = decide({goal});
  if (finding.found != Found::none_by_lemma) return finding;
  Asked asked{.all = !goal.is_outside(), .moving = false};
  // False: not refuted without these.
  const auto drop = [&](uint64_t some) {
    Asked fewer = asked;
    fewer.among &= ~some;
    const auto among = refuted_linearly({goal}, fewer);
    if (among) asked.among = *among;
    return among.has_value();
  };
  if (drop(~uint64_t{0})) return {Found::none_by_type, {}, {}};
  drop(0);
  for (const size_t at_once : {8, 3, 1}) {
    const std::vector<const Constraint*> all = others({goal}, asked);
    for (size_t first = 0; first < all.size(); first += at_once) {
      uint64_t together = 0;
      for (size_t i = first; i < std::min(first + at_once, all.size()); ++i)
        together |= uint64_t{1} << all[i]->bit;
      if ((asked.among & together) != 0) drop(together);
    }
  }
  finding.lemma = others({goal}, asked);
  return finding;
}

}  // namespace strideproof::solver

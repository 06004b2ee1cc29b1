#include "conform/explain/neighbours.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "conform/explain/features.h"
#include "props/generate.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "props/value_changes.h"
#include "spec/spec.h"
#include "spec/stop.h"

namespace strideproof::explanation {
namespace {

constexpr size_t tries = 6;     // for a wanted program: most mixtures are illegal
constexpr int64_t fills = 256;  // seeds from which a fill is drawn
constexpr int64_t fills_tried = 16, elements_tried = 32;

// `base` with the changes of a and those of b.
Case both(const Case& a, const Case& b, const Case& base) {
  Case c = a;
  for (size_t slot = 0; slot < c.arguments.value.size(); ++slot)
    if (b.arguments.value[slot] != base.arguments.value[slot])
      c.arguments.value[slot] = b.arguments.value[slot];
  c.arguments.null_mask ^= b.arguments.null_mask ^ base.arguments.null_mask;
  return c;
}

template <class T>
void shuffle(std::vector<T>& all, props::Random& random, size_t most) {
  for (size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[static_cast<size_t>(random.below(static_cast<int64_t>(i)))]);
  if (all.size() > most) all.erase(all.begin() + static_cast<std::ptrdiff_t>(most), all.end());
}

// The step and slot of the first difference. An address counts only if nothing else differs, as it
// may move with another value.
std::optional<std::pair<size_t, size_t>> changed_slot(const Program& a, const Program& b) {
  std::optional<std::pair<size_t, size_t>> changed;
  bool is_address = true;
  for (size_t i = 0; i < a.steps.size(); ++i)
    for (const auto& [parameter, place, slot] : props::slots_of(*a.steps[i].operation)) {
      const bool differs =
          a.steps[i].arguments.value[slot] != b.steps[i].arguments.value[slot] ||
          a.steps[i].arguments.is_null(parameter) != b.steps[i].arguments.is_null(parameter);
      if (!differs || !is_address) continue;
      changed.emplace(i, slot);
      is_address = parameter.role == Role::address;
    }
  return changed;
}

Program with_step(const Program& program, size_t step, const Case& c) {
  Program changed = program;
  changed.steps[step] = c;
  props::set_fill(changed, c.fill);
  return changed;
}

}  // namespace

Neighbours::Neighbours(const Program& failing, bool one_element)
    : failing_(failing), one_element_(one_element) {
  for (const Case& step : failing.steps) {
    if (step.operation->parameters.empty()) continue;
    most_elements_ = std::max(most_elements_, 2 * spec::cost(step));
    most_violated_ = std::max(most_violated_, std::popcount(evaluate(step).violated));
  }
}

bool Neighbours::admits(const Program& program) const {
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Case& step = program.steps[i];
    if (step.operation->parameters.empty()) continue;
    const int64_t elements = spec::cost(step);
    if (one_element_ ? elements != 1 : elements > most_elements_) return false;
    const ConstraintResults results = i == 0 ? evaluate(step) : spec::evaluate(step);
    if (results.too_costly || std::popcount(results.violated) > most_violated_) return false;
  }
  return true;
}

void Neighbours::add(std::vector<Program>& all, Program program) const {
  if (admits(program)) all.push_back(std::move(program));
}

std::vector<Program> Neighbours::with_one_change(size_t most, props::Random& random) const {
  std::vector<Program> all;
  for (size_t i = 0; i < failing_.steps.size(); ++i) {
    throw_if_stopped();
    for (const Case& c : props::with_changed_value(failing_.steps[i])) {
      add(all, with_step(failing_, i, c));
      for (const auto move : {with_same_ends, with_same_last_lane, with_dense_strides})
        if (Case moved = move(c, failing_.steps[i]); moved != c && moved != failing_.steps[i])
          add(all, with_step(failing_, i, moved));
    }
  }
  shuffle(all, random, most);
  return all;
}

std::vector<Program> Neighbours::with_each_slot_changed(size_t most, props::Random& random) const {
  std::map<std::optional<std::pair<size_t, size_t>>, int> changes;
  std::vector<std::pair<int, Program>> in_turn;
  for (Program& program : with_one_change(SIZE_MAX, random)) {
    const int turn = changes[changed_slot(failing_, program)]++;
    in_turn.emplace_back(turn, std::move(program));
  }
  std::ranges::stable_sort(in_turn, {}, &std::pair<int, Program>::first);
  std::vector<Program> all;
  for (auto& [turn, program] : in_turn)
    if (all.size() < most) all.push_back(std::move(program));
  return all;
}

std::vector<Program> Neighbours::with_slot_changed_as(const Program& changed,
                                                      props::Random& random) const {
  if (changed.steps.size() != failing_.steps.size()) return {};
  const auto slot = changed_slot(failing_, changed);
  if (!slot) return {};
  std::vector<Program> all = with_one_change(SIZE_MAX, random);
  std::erase_if(all, [&](const Program& one) { return changed_slot(failing_, one) != slot; });
  return all;
}

std::optional<Program> Neighbours::with_value_of(const Program& other, std::string_view slot,
                                                 Program program) const {
  if (program.steps.size() != 1 || other.steps.size() != 1) return std::nullopt;
  for (const auto& [parameter, place, index] : props::slots_of(*program.steps[0].operation)) {
    if (slot_name(parameter, place) != slot) continue;
    program.steps[0].arguments.value[index] = other.steps[0].arguments.value[index];
    return admits(program) ? std::optional(std::move(program)) : std::nullopt;
  }
  return std::nullopt;
}

std::vector<Program> Neighbours::with_violated_changed(bool still_violated, size_t most) const {
  std::multimap<std::pair<int64_t, int64_t>, Program> by_distance;  // and by value
  for (size_t i = 0; i < failing_.steps.size(); ++i) {
    const Case& step = failing_.steps[i];
    if (step.operation->parameters.empty()) continue;
    const uint64_t violated = spec::evaluate(step).violated;
    for (const Constraint& constraint : step.operation->constraints) {
      if (!has_bit(violated, constraint.bit) || constraint.slot < 0 ||
          constraint.stage == Stage::data)
        continue;
      const auto slot = static_cast<size_t>(constraint.slot);
      for (const int64_t value : props::values_near(step, slot)) {
        Case c = step;
        c.arguments.value[slot] = value;
        Program other = with_step(failing_, i, c);
        const uint64_t bit = uint64_t{1} << constraint.bit;
        if (spec::evaluate(c).violated != (still_violated ? violated : violated & ~bit) ||
            !admits(other))
          continue;
        const int64_t slack = spec::slack(c, constraint);
        by_distance.emplace(std::pair(still_violated ? -slack : slack, value), std::move(other));
      }
    }
  }
  std::vector<Program> all;
  most = std::min(most, by_distance.size());
  size_t place = 0;
  for (auto& [distance, program] : by_distance)
    if (place++ * most >= all.size() * by_distance.size()) all.push_back(std::move(program));
  return all;
}

// Each parameter of one step comes from the failing program or from a random case.
void Neighbours::add_mixture(std::vector<Program>& all, props::Random& random) const {
  const size_t i = static_cast<size_t>(random.below(static_cast<int64_t>(failing_.steps.size())));
  const Case& base = failing_.steps[i];
  Case c = props::generate_case(random, *base.operation, *base.profile,
                                most_violated_ == 0 ? 0 : props::default_illegal);
  const int64_t kept = random.below(4);  // each parameter is kept with probability kept/4
  if (kept > 0) c.data = base.data;      // it may be legal only with the contents it came with
  props::mix(random, c, base, kept, 4);
  c.fill = one_element_ ? static_cast<uint64_t>(random.below(fills)) : base.fill;
  add(all, with_step(failing_, i, c));
}

std::vector<Program> Neighbours::around(size_t most, props::Random& random) const {
  const size_t part = most / 4;
  std::vector<Program> all = with_one_change(part, random);
  for (size_t i = 0; i < failing_.steps.size(); ++i) {
    const Case& base = failing_.steps[i];
    const std::vector<Case> single = props::with_changed_value(base);
    for (size_t n = 0; n < tries * part && all.size() < 2 * part && !single.empty(); ++n) {
      const Case &a = random.pick(single), &b = random.pick(single);
      add(all, with_step(failing_, i, both(a, b, base)));
    }
    if (failing_.steps.size() == 1) break;
    Program shorter = failing_, longer = failing_;
    shorter.steps.erase(shorter.steps.begin() + static_cast<std::ptrdiff_t>(i));
    longer.steps.insert(longer.steps.begin() + static_cast<std::ptrdiff_t>(i), base);
    add(all, std::move(shorter));
    if (longer.steps.size() <= static_cast<size_t>(max_steps)) add(all, std::move(longer));
  }
  for (size_t n = 0; n < tries * most && all.size() < most; ++n) add_mixture(all, random);
  if (one_element_)
    for (Program& program : refilled(failing_, most / 3)) add(all, std::move(program));
  shuffle(all, random, all.size());
  return all;
}

// A random case of tensors that gets the shape of a legal program is placed anew, to be legal too.
std::vector<Program> Neighbours::afresh(size_t most, props::Random& random) const {
  std::vector<Program> all;
  const Case& base = failing_.steps.front();
  const Parameter* shape = most_violated_ == 0 ? base.operation->parameter("shape") : nullptr;
  for (size_t n = 0; n < most; ++n) {
    Case c = props::generate_case(random, *base.operation, *base.profile,
                                  most_violated_ == 0 ? 0 : props::default_illegal);
    const bool same_shape = random.chance(1, 2), same_place = random.chance(1, 2),
               null = random.chance(1, 2);
    if (same_shape && shape != nullptr)
      props::make_tensors(random, c, {.strides = !null, .shape = props::shape_of(base, *shape)});
    for (const Parameter& parameter : base.operation->parameters)
      if ((parameter.role == Role::extent && same_shape && shape == nullptr) ||
          (parameter.role == Role::address && same_place && !same_shape))
        props::copy_parameter(c, parameter, base, parameter);
      else if (parameter.role == Role::stride && parameter.nullable && null)
        props::make_null(c, parameter);
    c.fill = base.fill;
    add(all, with_step(failing_, 0, c));
  }
  return all;
}

std::optional<Program> Neighbours::between(const Program& a, const Program& b) const {
  Program middle = a;
  for (size_t i = 0; i < a.steps.size(); ++i)
    for (const auto& [parameter, place, slot] : props::slots_of(*a.steps[i].operation)) {
      const bool has_unit = parameter.role == Role::address && a.profile->unit_bytes > 0;
      const int64_t unit = has_unit ? a.profile->unit_bytes : 1;
      int64_t& value = middle.steps[i].arguments.value[slot];
      value += (std::midpoint(value, b.steps[i].arguments.value[slot]) - value) / unit * unit;
    }
  if (middle == a || middle == b || !admits(middle)) return std::nullopt;
  return middle;
}

std::optional<size_t> distance(const Program& a, const Program& b) {
  if (a.steps.size() != b.steps.size()) return std::nullopt;
  size_t differing = 0;
  Program same = a;
  for (size_t i = 0; i < a.steps.size(); ++i) {
    const auto &x = a.steps[i].arguments.value, &y = b.steps[i].arguments.value;
    for (size_t slot = 0; slot < x.size(); ++slot) differing += x[slot] != y[slot] ? 1 : 0;
    same.steps[i].arguments.value = y;
  }
  return same == b ? std::optional(differing) : std::nullopt;
}

std::vector<Program> refilled(const Program& program, size_t most) {
  constexpr DataClass classes[] = {DataClass::unique, DataClass::mask, DataClass::floats,
                                   DataClass::counts};
  std::vector<Program> all;
  for (uint64_t n = 0; all.size() < most; ++n) {
    Program other = program;
    if (n % 2 == 1)
      for (Case& step : other.steps) step.data.fill(classes[n / 2 % std::size(classes)]);
    props::set_fill(other, n / 2);
    if (!(other == program)) all.push_back(std::move(other));
  }
  return all;
}

size_t passing_refills(const Program& failing, const Fails& fails) {
  if (elements_of(failing) > most_refilled) return 0;
  const std::vector<Program> others = refilled(failing, size_t{fills_tried});
  return static_cast<size_t>(
      std::ranges::count_if(others, [&](const Program& p) { return fails(p) == false; }));
}

std::optional<Program> element_of(const Program& failing, const Fails& fails) {
  Program one = failing;
  const std::vector<Parameter>& parameters = one.steps[0].operation->parameters;
  for (const Parameter& parameter : parameters)
    if (parameter.role == Role::extent)
      std::fill_n(props::values(one.steps[0], parameter), slots(parameter.type), 1);
  if (one == failing) return one;
  // Each of the first elements at its own address, then the first one with other contents.
  std::vector<Program> candidates = refilled(one, fills_of_an_element);
  for (int64_t element = elements_tried; element-- > 0;) {
    Program& at = *candidates.insert(candidates.begin(), one);
    for (const Parameter& parameter : parameters)
      if (parameter.role == Role::address) *props::values(at.steps[0], parameter) += 4 * element;
  }
  const auto found =
      std::ranges::find_if(candidates, [&](const Program& p) { return fails(p) == true; });
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

}  // namespace strideproof::explanation

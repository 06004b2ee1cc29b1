#include "fuzz/mutator.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "fuzz/differential.h"
#include "props/generate.h"
#include "spec/spec.h"

namespace strideproof::fuzz {
namespace {

using props::Random;

// Elements of a step, so that an execution takes microseconds; one case in `large_one_in` may have
// more.
constexpr int64_t usual_elements = 512;
constexpr int64_t large_one_in = 4096;

size_t index_of(const Case& c, const Parameter& parameter) {
  return static_cast<size_t>(&parameter - c.operation->parameters.data());
}

void set_null(Case& c, size_t parameter, bool null) {
  const uint32_t bit = uint32_t{1} << parameter;
  c.arguments.null_mask = null ? c.arguments.null_mask | bit : c.arguments.null_mask & ~bit;
}

int64_t* values(Case& c, const Parameter& parameter) {
  return c.arguments.value.data() + parameter.slot;
}

void clamp_to_type(int64_t& value, CType type) {
  value = std::clamp(value, lowest(type), highest(type));
}

// The same parameter of another case, where it has the type.
void take(Case& c, const Parameter& parameter, const Case& from, const Parameter& theirs) {
  if (slots(parameter.type) != slots(theirs.type)) return;
  const bool null = from.arguments.is_null(static_cast<int>(index_of(from, theirs)));
  if (null && !parameter.nullable) return;
  set_null(c, index_of(c, parameter), null);
  for (int i = 0; i < slots(parameter.type); ++i) {
    int64_t& value = values(c, parameter)[i];
    value = from.arguments.value[static_cast<size_t>(theirs.slot + i)];
    clamp_to_type(value, parameter.type);
  }
}

void take_same(Case& c, const Parameter& parameter, const Case& from) {
  if (const Parameter* theirs = from.operation->parameter(parameter.name))
    take(c, parameter, from, *theirs);
}

// ---- moves of one step ----

struct Place {
  Program& program;
  const Domain& domain;
  Case& step;
  Random& random;

  Case fresh() const { return props::generate_case(random, *step.operation, *program.profile); }
};

void to_edge(Place& p) {
  const Constraint& constraint = p.random.pick(p.step.operation->constraints);
  const auto slot = static_cast<size_t>(p.random.below(p.step.operation->slots));
  aim(p.step, constraint, slot, p.random.pick<int64_t>({0, 0, 1, -1, -1}));
}

void break_constraint(Place& p) {
  const Constraint& constraint = p.random.pick(p.step.operation->constraints);
  const Judgement judgement = spec::judge(p.step);
  const uint64_t holds = judgement.evaluated & ~judgement.violated;
  for (const Constraint& other : p.step.operation->constraints)
    if (other.stage == Stage::values && (holds >> other.bit & 1) == 0) return;
  if ((holds >> constraint.bit & 1) != 0) props::violate(p.random, p.step, constraint);
}

void borrow_from_generator(Place& p) {
  const Case fresh = p.fresh();
  do {
    take_same(p.step, p.random.pick(p.step.operation->parameters), fresh);
  } while (p.random.chance(1, 2));
}

void step_value(Place& p) {
  const Profile& profile = *p.program.profile;
  const Parameter& parameter = p.random.pick(p.step.operation->parameters);
  int64_t& value = values(p.step, parameter)[p.random.below(slots(parameter.type))];
  int64_t by = int64_t{1} << p.random.below(33);
  if (p.random.chance(3, 4))
    by = p.random.pick<int64_t>(
        {1, 1, 2, 4, profile.unit_bytes, profile.lanes, profile.lane_bytes, int64_t{1} << 32});
  // A sum of values of any size: through unsigned, folded by the type.
  const int64_t sum = static_cast<int64_t>(static_cast<uint64_t>(value) +
                                           static_cast<uint64_t>(p.random.chance(1, 2) ? by : -by));
  if (sum >= lowest(parameter.type) && sum <= highest(parameter.type)) value = sum;
}

void small_value(Place& p) {
  const Parameter& parameter = p.random.pick(p.step.operation->parameters);
  values(p.step, parameter)[p.random.below(slots(parameter.type))] = p.random.below(5);
}

// One value to where another is: equal extents, an address in both operands.
void copy_value(Place& p) {
  const Parameter& from = p.random.pick(p.step.operation->parameters);
  const Parameter& to = p.random.pick(p.step.operation->parameters);
  int64_t& value = values(p.step, to)[p.random.below(slots(to.type))];
  value = values(p.step, from)[p.random.below(slots(from.type))];
  clamp_to_type(value, to.type);
}

void swap_values(Place& p) {
  const Parameter& parameter = p.random.pick(p.step.operation->parameters);
  const int count = slots(parameter.type);
  std::swap(values(p.step, parameter)[p.random.below(count)],
            values(p.step, parameter)[p.random.below(count)]);
}

// To NULL; from NULL to the strides of a tensor without gaps, which may then be moved.
void toggle_null(Place& p) {
  const Parameter& parameter = p.random.pick(p.step.operation->parameters);
  if (!parameter.nullable) return;
  const size_t index = index_of(p.step, parameter);
  const bool null = p.step.arguments.is_null(static_cast<int>(index));
  set_null(p.step, index, !null);
  const Parameter* shape = p.step.operation->parameter("shape");
  if (!null || shape == nullptr || parameter.type != CType::dim4) return;
  const int64_t* extent = values(p.step, *shape);
  int64_t stride = 1;
  for (int i = 3; i >= 0; --i) {
    values(p.step, parameter)[i] = stride;
    stride = std::clamp<int64_t>(stride * extent[i], 0, highest(CType::dim4));
  }
}

void other_operation(Place& p) {
  const Case before = p.step;
  const Operation& operation = *p.random.pick(p.domain.operations(*p.program.profile));
  p.step = props::generate_case(p.random, operation, *p.program.profile);
  for (const Parameter& parameter : operation.parameters) take_same(p.step, parameter, before);
}

void other_contents(Place& p) {
  p.program.fill = p.random.next() & 0xff;
  p.step.data[static_cast<size_t>(p.random.below(operand_count))] =
      static_cast<DataClass>(p.random.below(3));
}

void replace(Place& p) { p.step = p.fresh(); }

// An operand of one step becomes one of another.
void link_steps(Place& p) {
  const Case& other = p.random.pick(p.program.steps);
  const Parameter& mine = p.random.pick(p.step.operation->parameters);
  const Parameter& theirs = p.random.pick(other.operation->parameters);
  if (mine.role == theirs.role && mine.type == theirs.type) take(p.step, mine, Case(other), theirs);
}

struct Move {
  void (*make)(Place&);
  int64_t weight;
};
constexpr Move moves[] = {
    {to_edge, 8},     {break_constraint, 3}, {borrow_from_generator, 6}, {step_value, 4},
    {small_value, 2}, {copy_value, 2},       {swap_values, 1},           {toggle_null, 2},
    {replace, 2},     {other_operation, 1},  {other_contents, 1},        {link_steps, 2},
};

const Move& pick_move(Random& random) {
  int64_t total = 0;
  for (const Move& move : moves) total += move.weight;
  int64_t left = random.below(total);
  const Move* move = moves;
  for (; left >= move->weight; ++move) left -= move->weight;
  return *move;
}

// ---- moves of a program ----

void insert_step(Program& program, const Case& step, Random& random) {
  const auto at = random.below(static_cast<int64_t>(program.steps.size()) + 1);
  program.steps.insert(program.steps.begin() + at, step);
}

void change_profile(Program& program, const Domain& domain, Random& random) {
  program.profile = random.pick(domain.profiles());
  const auto& here = domain.operations(*program.profile);
  for (Case& step : program.steps)
    if (std::count(here.begin(), here.end(), step.operation) == 0)
      step = props::generate_case(random, *random.pick(here), *program.profile);
}

void change_steps(Program& program, const Domain& domain, int most_steps, Random& random) {
  const bool full = program.steps.size() >= static_cast<size_t>(most_steps);
  const auto any = [&] { return random.below(static_cast<int64_t>(program.steps.size())); };
  if (program.steps.size() > 1 && (full || random.chance(1, 3))) {
    program.steps.erase(program.steps.begin() + any());
  } else if (random.chance(1, 3)) {
    std::swap(program.steps[static_cast<size_t>(any())], program.steps[static_cast<size_t>(any())]);
  } else if (!full && random.chance(1, 2)) {
    insert_step(program, Case(random.pick(program.steps)), random);
  } else if (!full) {
    const Operation& operation = *random.pick(domain.operations(*program.profile));
    insert_step(program, props::generate_case(random, operation, *program.profile), random);
  }
}

void move(Program& program, const Domain& domain, int most_steps, Random& random) {
  if (random.chance(1, 64)) {
    change_profile(program, domain, random);
  } else if (domain.most_steps() > 1 && random.chance(1, 4)) {
    change_steps(program, domain, most_steps, random);
  } else {
    const auto at = random.below(static_cast<int64_t>(program.steps.size()));
    Place place{program, domain, program.steps[static_cast<size_t>(at)], random};
    pick_move(random).make(place);
  }
}

// Constraints that the steps violate.
int64_t violated(const Program& program) {
  int64_t count = 0;
  for (const Case& step : program.steps) count += std::popcount(spec::judge(step).violated);
  return count;
}

// Halves extents until the step is cheap to run.
void make_cheap(Case& c) {
  while (expensive(c, usual_elements)) {
    int64_t* largest = nullptr;
    for (const Parameter& parameter : c.operation->parameters)
      for (int i = 0; i < slots(parameter.type) && parameter.role == Role::extent; ++i) {
        int64_t* value = values(c, parameter) + i;
        if (largest == nullptr || *value > *largest) largest = value;
      }
    if (largest == nullptr || *largest <= 1) return;
    *largest /= 2;
  }
}

// What a program must be beyond its parts: one profile, one fill, NULL values 0, cheap.
void settle(Program& program, int most_steps, Random& random) {
  if (program.steps.size() > static_cast<size_t>(most_steps))
    program.steps.resize(static_cast<size_t>(most_steps));
  for (Case& step : program.steps) {
    step.profile = program.profile;
    step.fill = program.fill;
    for (const Parameter& parameter : step.operation->parameters)
      if (step.arguments.is_null(static_cast<int>(index_of(step, parameter))))
        std::fill_n(values(step, parameter), slots(parameter.type), 0);
    if (!random.chance(1, large_one_in)) make_cheap(step);
  }
}

}  // namespace

bool aim(Case& c, const Constraint& constraint, size_t slot, int64_t goal) {
  const auto measured = [&](const Case& at, int64_t& slack) {
    if ((spec::judge(at).evaluated >> constraint.bit & 1) == 0) return false;
    slack = spec::slack(at, constraint);
    return true;
  };
  const Parameter* parameter = &c.operation->parameters.front();
  for (const Parameter& p : c.operation->parameters)
    if (static_cast<size_t>(p.slot) <= slot) parameter = &p;

  // Slack is linear in most values, or nearly so: a few steps of Newton's method, of which each goes
  // to the side of the goal.
  const int64_t probe =
      parameter->role == Role::address ? std::max<int64_t>(c.operation->element_bytes, 1) : 1;
  const int64_t low = lowest(parameter->type), high = highest(parameter->type);
  Case moved = c;
  int64_t& value = moved.arguments.value[slot];
  for (int round = 0; round < 4; ++round) {
    int64_t here = 0, beside = 0;
    const int64_t by = value <= high - probe ? probe : -probe;
    Case neighbour = moved;
    neighbour.arguments.value[slot] += by;
    if (!measured(moved, here) || !measured(neighbour, beside) || here == beside) return false;
    const int64_t gain = beside - here, left = goal - here;
    if (goal < 0 ? left >= 0 && left < std::abs(gain) : left <= 0 && -left < std::abs(gain)) {
      c = moved;
      return true;
    }
    int64_t steps = left / gain;
    if (left % gain != 0 && (goal < 0) == (left < 0)) steps += (left < 0) == (gain < 0) ? 1 : -1;
    const int64_t most = (steps * by > 0 ? high - value : value - low) / probe;
    if (steps == 0 || std::abs(steps) > most) return false;
    value += steps * by;
  }
  return false;
}

void mutate(Program& program, const Domain& domain, int most_steps, Random& random) {
  // A case that breaks several constraints shows little: as a rule it is drawn again.
  const int64_t most_violated = random.pick<int64_t>({0, 0, 0, 0, 0, 1, 1, INT64_MAX});
  Program moved;
  for (int attempt = 0; attempt < 4; ++attempt) {
    moved = program;
    do {
      move(moved, domain, most_steps, random);
    } while (random.chance(1, 3));
    settle(moved, most_steps, random);
    if (violated(moved) <= most_violated) break;
  }
  program = std::move(moved);
}

void cross(Program& program, const Program& other, const Domain& domain, int most_steps,
           Random& random) {
  if (domain.most_steps() > 1 && program.profile == other.profile) {
    const auto kept = random.between(1, static_cast<int64_t>(program.steps.size()));
    const auto first = random.below(static_cast<int64_t>(other.steps.size()));
    program.steps.resize(static_cast<size_t>(kept));
    program.steps.insert(program.steps.end(), other.steps.begin() + first, other.steps.end());
  } else {
    Case& step = program.steps.front();
    const Case& donor = random.pick(other.steps);
    for (const Parameter& parameter : step.operation->parameters)
      if (random.chance(1, 2)) take_same(step, parameter, donor);
  }
  settle(program, most_steps, random);
}

}  // namespace strideproof::fuzz

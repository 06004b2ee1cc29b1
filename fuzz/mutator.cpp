#include "fuzz/mutator.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <vector>

#include "fuzz/differential.h"
#include "model/machine.h"
#include "props/generate.h"
#include "props/parameters.h"
#include "spec/spec.h"

namespace strideproof::fuzz {
namespace {

using props::Random;
using props::values;

// Elements of a step, so that an execution takes microseconds; one program in `large_one_in` is made
// to have a step of more than 65,535, which some counters do not hold.
constexpr int64_t usual_elements = 64;
constexpr int64_t large_one_in = 8192;

// Bytes that enclose the operands of a step: all of them are filled and compared. One program in
// `spread_one_in` may have more, but each piece of system memory that is opened takes its time.
constexpr int64_t usual_bytes = 16 * 1024;
constexpr int64_t spread_elements = 16, spread_bytes = spread_elements * Machine::chunk_bytes;
constexpr int64_t spread_one_in = 32;

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
    const auto step = random.below(static_cast<int64_t>(program.steps.size()));
    mutate_step(program, static_cast<size_t>(step), domain, random);
  }
}

// The program becomes one large case, if one of a thousand is.
void make_large(Program& program, Random& random) {
  for (int draws = 0; draws < 1'000; ++draws) {
    const Operation& operation = *program.steps.front().operation;
    const Case c = props::generate_case(random, operation, *program.profile, 0);
    const int64_t cost = spec::cost(c);
    if (cost < 65'536 || cost > most_elements || !spec::evaluate(c).legal()) continue;
    program = {program.profile, c.fill, {c}};
    return;
  }
}

// Constraints that the steps violate.
int64_t violated(const Program& program) {
  int64_t count = 0;
  for (const Case& step : program.steps) count += std::popcount(spec::evaluate(step).violated);
  return count;
}

int64_t enclosed_bytes(const Case& c) {
  thread_local std::vector<spec::OperandRange> bounding_ranges;
  spec::bounding_ranges(c, bounding_ranges);
  int64_t sum = 0;
  for (const spec::OperandRange& range : bounding_ranges) sum += range.size;
  return sum;
}

// The largest value of these roles that is more than `least`; nullptr: there is none.
int64_t* largest(Case& c, std::initializer_list<Role> roles, int64_t least) {
  int64_t* found = nullptr;
  for (const Parameter& parameter : c.operation->parameters) {
    if (std::find(roles.begin(), roles.end(), parameter.role) == roles.end()) continue;
    for (int i = 0; i < slots(parameter.type); ++i)
      if (int64_t* value = values(c, parameter) + i; *value > least) {
        found = value;
        least = *value;
      }
  }
  return found;
}

// Makes the step cheap to run, and little memory enclose its operands; those of an illegal step as
// well, as they are compared too. Of a spread step only many elements have to lie together.
void make_small(Case& c, bool spread) {
  constexpr int64_t near = 256;  // of at most usual_elements: no need to look
  const auto is_near = [&] {
    return spread ? spec::cost(c) <= spread_elements || enclosed_bytes(c) <= spread_bytes
                  : enclosed_bytes(c) <= usual_bytes;
  };
  while (int64_t* widest = largest(c, {Role::stride, Role::extent}, near)) {
    if (is_near()) break;
    *widest /= 2;
  }
  while (int64_t* longest = largest(c, {Role::extent}, 1)) {
    if (!expensive(c, usual_elements)) break;
    *longest /= 2;
  }
}

// The form of a program: at most so many steps, one profile, one fill, NULL values 0.
void settle_form(Program& program, int most_steps) {
  if (program.steps.size() > static_cast<size_t>(most_steps))
    program.steps.resize(static_cast<size_t>(most_steps));
  for (Case& step : program.steps) {
    step.profile = program.profile;
    step.fill = program.fill;
    for (const Parameter& parameter : step.operation->parameters)
      if (props::is_null(step, parameter)) props::make_null(step, parameter);
  }
}

void make_small(Program& program, bool spread) {
  for (Case& step : program.steps) make_small(step, spread);
}

}  // namespace

void mutate(Program& program, const Domain& domain, int most_steps, Random& random) {
  if (random.chance(1, large_one_in)) {
    make_large(program, random);
    settle_form(program, most_steps);
    return;
  }
  const bool spread = random.chance(1, spread_one_in);
  // A case that breaks several constraints shows little: as a rule it is drawn again.
  const int64_t most_violated = random.pick<int64_t>({0, 0, 0, 0, 0, 1, 1, INT64_MAX});
  Program moved;
  for (int attempt = 0; attempt < 4; ++attempt) {
    moved = program;
    do {
      move(moved, domain, most_steps, random);
    } while (random.chance(1, 3));
    settle_form(moved, most_steps);
    make_small(moved, spread);
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
  settle_form(program, most_steps);
  make_small(program, random.chance(1, spread_one_in));
}

}  // namespace strideproof::fuzz

#include <bit>
#include <utility>

#include "fuzz/differential.h"
#include "model/machine.h"
#include "props/edge.h"
#include "props/generate.h"
#include "props/value_changes.h"
#include "spec/spec.h"

namespace strideproof::fuzz {
namespace {

using props::Random;

// Elements of a step, so that an execution takes microseconds. One program in `large_one_in` gets a
// step of more than 65,535 elements, which some counters do not hold.
constexpr int64_t usual_elements = 64;
constexpr int64_t large_one_in = 8192;

// Bytes that enclose the operands of a step: all of them are filled and compared. One program in
// `spread_one_in` may have more, but each chunk of system memory that is opened takes its time.
constexpr int64_t usual_bytes = 16 * 1024;
constexpr int64_t spread_elements = 16, spread_bytes = spread_elements * Machine::chunk_bytes;
constexpr int64_t spread_one_in = 32;

// One mutation of a program, mostly of a single step. Afterwards steps may have another profile or
// fill than the program, operations that its profile lacks, or NULL parameters with values.
class Mutation {
 public:
  Mutation(Program& program, const Domain& domain, Random& random)
      : program_(program), domain_(domain), random_(random) {}

  void make() {
    if (random_.chance(1, 64)) {
      program_.profile = random_.pick(domain_.profiles);
      return;
    }
    if (domain_.most_steps > 1 && random_.chance(1, 4)) return change_steps();
    Case& step = any_step();
    if (step.operation->parameters.empty()) return change_operation(step);
    const int64_t draw = random_.below(32);
    if (draw < 11) return move_to_edge(step);
    if (draw < 20) return take_from_generator(step);
    if (draw < 31) return change_value(step);
    change_operation(step);
  }

 private:
  Case random_case(const Operation& operation) const {
    return props::generate_case(random_, operation, *program_.profile);
  }
  Case& any_step() {
    return program_.steps[static_cast<size_t>(random_.below(std::ssize(program_.steps)))];
  }
  const Operation& any_operation() const {
    return *random_.pick(domain_.operations.at(program_.profile));
  }
  size_t any_slot(const Parameter& of) const {
    return static_cast<size_t>(of.slot + random_.below(slots(of.type)));
  }

  // ---- of a program ----

  void change_steps() {
    std::vector<Case>& steps = program_.steps;
    const bool full = std::ssize(steps) >= domain_.most_steps;
    if (steps.size() > 1 && (full || random_.chance(1, 3))) {
      steps.erase(steps.begin() + random_.below(std::ssize(steps)));
    } else if (random_.chance(1, 3)) {
      std::swap(any_step(), any_step());
    } else {
      const Case step = random_.chance(1, 2) ? any_step() : random_case(any_operation());
      steps.insert(steps.begin() + random_.below(std::ssize(steps) + 1), step);
    }
  }

  // ---- of a step, alike for every operation ----

  void move_to_edge(Case& step) {
    const Constraint& constraint = random_.pick(step.operation->constraints);
    const auto edge = random_.chance(1, 2) ? props::Edge::inside : props::Edge::outside;
    if (const auto moved = props::move_to_edge(step, constraint, edge, random_)) step = *moved;
  }

  // Takes some parameters of a fresh case, at times all. Takes contents too, as the operation needs
  // counts or masks of the right form.
  void take_from_generator(Case& step) {
    const Case fresh = random_case(*step.operation);
    if (random_.chance(1, 4)) step = fresh;
    if (random_.chance(1, 6)) step.data = fresh.data;
    if (random_.chance(1, 6)) program_.fill = random_.next() & 0xff;
    props::mix(random_, step, fresh, 1, 3);
  }

  // A value becomes one at which behaviour often changes, or that of another parameter, perhaps of
  // another step: equal extents, an operand of one step in another.
  void change_value(Case& step) {
    const props::Slot slot = random_.pick(props::slots_of(*step.operation));
    const Case other = any_step();
    if (random_.chance(1, 2) || other.operation->parameters.empty())
      return props::set_value(step, slot.index,
                              random_.pick(props::special_values(step, slot.index)));
    const Parameter &mine = slot.parameter, &theirs = random_.pick(other.operation->parameters);
    if (mine.role == theirs.role && slots(mine.type) == slots(theirs.type))
      props::copy_parameter(step, mine, other, theirs);
    else
      props::set_value(step, slot.index, other.arguments.value[any_slot(theirs)]);
  }

  void change_operation(Case& step) {
    const Case before = step;
    step = random_case(any_operation());
    props::mix(random_, step, before, 1, 1);
  }

  Program& program_;
  const Domain& domain_;
  Random& random_;
};

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

int64_t violated(const Program& program) {
  int64_t count = 0;
  for (const Case& step : program.steps) count += std::popcount(spec::evaluate(step).violated);
  return count;
}

int64_t bounding_bytes(const Case& c) {
  thread_local std::vector<spec::OperandRange> bounding_ranges;
  bounding_ranges = spec::bounding_ranges(c, std::move(bounding_ranges));
  int64_t sum = 0;
  for (const spec::OperandRange& range : bounding_ranges) sum += range.size;
  return sum;
}

// The largest of the extents above `least`, or with `strides` of the strides too; nullptr: none.
int64_t* largest(Case& c, bool strides, int64_t least) {
  int64_t* found = nullptr;
  for (const props::Slot& slot : props::slots_of(*c.operation)) {
    const Role role = slot.parameter.role;
    int64_t& value = c.arguments.value[slot.index];
    if ((role == Role::extent || (strides && role == Role::stride)) &&
        value > (found == nullptr ? least : *found))
      found = &value;
  }
  return found;
}

// Makes the step cheap to run, and the memory that encloses its operands small; also for an illegal
// step, which is compared too. If `spread`, only many elements have to lie together.
void make_small(Case& c, bool spread) {
  constexpr int64_t near = 256;  // of at most usual_elements: no need to look
  while (true) {
    const bool costly = expensive(c, usual_elements);
    int64_t* value = largest(c, !costly, costly ? 1 : near);
    if (value == nullptr) return;
    const bool together =
        spread ? spec::cost(c) <= spread_elements || bounding_bytes(c) <= spread_bytes
               : bounding_bytes(c) <= usual_bytes;
    if (!costly && together) return;
    *value /= 2;
  }
}

}  // namespace

void mutate(Program& program, const Domain& domain, Random& random) {
  if (random.chance(1, large_one_in)) return make_large(program, random);
  const bool spread = random.chance(1, spread_one_in);
  // A case that breaks several constraints shows little: as a rule it is drawn again.
  const int64_t most_violated = random.pick<int64_t>({0, 0, 0, 0, 0, 1, 1, INT64_MAX});
  Program mutated;
  for (int attempt = 0; attempt < 4; ++attempt) {
    mutated = program;
    do {
      Mutation(mutated, domain, random).make();
      mutated = decode(encode(mutated), domain);
    } while (random.chance(1, 3));
    for (Case& step : mutated.steps) make_small(step, spread);
    if (violated(mutated) <= most_violated) break;
  }
  program = std::move(mutated);
}

}  // namespace strideproof::fuzz

#include "fuzz/mutator.h"
#include "props/edge.h"
#include "props/generate.h"
#include "props/parameters.h"

namespace strideproof::fuzz {
namespace {

using props::copy_parameter;
using props::Random;
using props::set_value;
using props::values;

struct Place {
  Program& program;
  const Domain& domain;
  Case& step;
  Random& random;

  Case fresh() const { return props::generate_case(random, *step.operation, *program.profile); }
};

void to_edge(Place& p) {
  const Constraint& constraint = p.random.pick(p.step.operation->constraints);
  const auto edge = p.random.chance(1, 2) ? props::Edge::inside : props::Edge::outside;
  if (auto moved = props::move_to_edge(p.step, constraint, edge, p.random)) p.step = *moved;
}

// Contents too: those of counts and masks are what their operations are made for.
void borrow_from_generator(Place& p) {
  const Case fresh = p.fresh();
  if (p.random.chance(1, 6)) p.step.data = fresh.data;
  do {
    take_same(p.step, p.random.pick(p.step.operation->parameters), fresh);
  } while (p.random.chance(1, 2));
}

// Addresses stay near the places that the generator draws them from: memory that was never used
// before costs more than an execution.
void step_value(Place& p) {
  const Profile& profile = *p.program.profile;
  const Parameter& parameter = p.random.pick(p.step.operation->parameters);
  int64_t& value = values(p.step, parameter)[p.random.below(slots(parameter.type))];
  const int64_t unit = profile.unit_bytes != 0 ? profile.unit_bytes : 32;  // a block
  int64_t by = p.random.pick<int64_t>({1, 1, 2, 4, unit});
  if (parameter.type != CType::u64 && p.random.chance(1, 2))
    by = p.random.chance(1, 2) ? p.random.pick({profile.lanes, profile.lane_bytes})
                               : int64_t{1} << p.random.below(32);
  const bool up = p.random.chance(1, 2);
  if (up ? value <= highest(parameter.type) - by : value >= lowest(parameter.type) + by)
    value += up ? by : -by;
}

void small_value(Place& p) {
  const Parameter& parameter = p.random.pick(p.step.operation->parameters);
  const int64_t slot = parameter.slot + p.random.below(slots(parameter.type));
  set_value(p.step, static_cast<size_t>(slot), p.random.below(5));
}

// One value to where another is: equal extents, an address in both operands.
void copy_value(Place& p) {
  const Parameter& from = p.random.pick(p.step.operation->parameters);
  const Parameter& to = p.random.pick(p.step.operation->parameters);
  const int64_t slot = to.slot + p.random.below(slots(to.type));
  set_value(p.step, static_cast<size_t>(slot),
            values(p.step, from)[p.random.below(slots(from.type))]);
}

void toggle_null(Place& p) {
  const Parameter& parameter = p.random.pick(p.step.operation->parameters);
  if (!parameter.nullable) return;
  if (props::is_null(p.step, parameter))
    props::make_explicit(p.step, parameter);
  else
    props::set_null(p.step, parameter, true);
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
      static_cast<DataClass>(p.random.below(data_class_count));
}

void replace(Place& p) { p.step = p.fresh(); }

// An operand of one step becomes one of another.
void link_steps(Place& p) {
  const Case& other = p.random.pick(p.program.steps);
  if (other.operation->parameters.empty()) return;
  const Parameter& mine = p.random.pick(p.step.operation->parameters);
  const Parameter& theirs = p.random.pick(other.operation->parameters);
  if (mine.role == theirs.role && mine.type == theirs.type)
    copy_parameter(p.step, mine, Case(other), theirs);
}

struct Move {
  void (*make)(Place&);
  int64_t weight;
};
constexpr Move mutations[] = {
    {to_edge, 11},       {borrow_from_generator, 7},
    {step_value, 4},     {small_value, 2},
    {copy_value, 3},     {toggle_null, 2},
    {replace, 2},        {other_operation, 1},
    {other_contents, 1}, {link_steps, 2},
};

const Move& pick_move(Random& random) {
  int64_t total = 0;
  for (const Move& move : mutations) total += move.weight;
  int64_t left = random.below(total);
  const Move* move = mutations;
  for (; left >= move->weight; ++move) left -= move->weight;
  return *move;
}

}  // namespace

void take_same(Case& c, const Parameter& parameter, const Case& from) {
  if (const Parameter* theirs = from.operation->parameter(parameter.name))
    props::copy_parameter(c, parameter, from, *theirs);
}

void mutate_step(Program& program, size_t step, const Domain& domain, Random& random) {
  Place place{program, domain, program.steps[step], random};
  if (place.step.operation->parameters.empty())
    other_operation(place);
  else
    pick_move(random).make(place);
}

}  // namespace strideproof::fuzz

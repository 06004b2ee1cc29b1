#include "props/generate.h"

#include <algorithm>
#include <utility>

#include "props/draw.h"
#include "props/edge.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/read_otherwise.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props {
namespace {

// A count within its constraints or near their edges; for other constants any bits, often special
// ones.
int64_t random_constant(Random& random, const Case& c, const Parameter& constant) {
  const auto [least, largest] = bounds_of(c, constant.slot);
  if (least <= largest && random.chance(1, 2)) return random.between(least, largest);
  if (least <= largest)
    return random.pick<int64_t>({least, least + 1, -1, 0, 1, largest - 1, largest});
  if (random.chance(3, 4))
    return constant_of(constant.type, static_cast<uint32_t>(random.next() >> 32));
  return constant_of(constant.type, random.pick({0U, 1U, 0x80U, 0xffffU, 0x10000U, 0x7fffffffU,
                                                 0x80000000U, 0xffffffffU}));
}

// A legal case. It is illegal only if nearly no legal case fits into the windows of the profile.
Case legal(Random& random, const Operation& operation, const Profile& profile) {
  constexpr int most_draws = 1000;
  Case empty{&operation, &profile, {}, random.next() & 0xffff};
  for (const Parameter& parameter : operation.parameters)
    if (parameter.role == Role::constant)
      *values(empty, parameter) = random_constant(random, empty, parameter);
  static constexpr Case (*draw_of_family[])(Random&, Case) = {
#define FAMILY(family, ...) family::draw,
#include "spec/vocabulary/operations.def"
  };
  Case c;
  int draws = 0;
  do c = draw_of_family[static_cast<size_t>(operation.family)](random, empty);
  while (!spec::evaluate(c).legal() && ++draws < most_draws);
  // Shifts always get counts. One mask in four stays random, so a mask copy may keep more words
  // than 16 bits count.
  if (operation.counts != 0 || random.chance(3, 4)) choose_contents(c);
  return c;
}

// Any value of the type, mostly one on an edge of types or of memory.
int64_t wild_value(Random& random, CType type) {
  const int64_t low = lowest(type), high = highest(type);
  if (random.chance(1, 4)) return random.pick({low, high});
  if (random.chance(1, 2))
    return std::clamp<int64_t>(
        random.pick<int64_t>({-1, 0, 1, 2, 65535, 65536, int64_t{1} << 25, int64_t{1} << 32}), low,
        high);
  // Three high bits and twelve low ones, so that addresses fall into few pages.
  int64_t value = random.below(8);
  value <<= random.below(60);
  value += random.below(4096);
  return std::clamp(value, low, high);
}

// Sets up to four values at random.
void make_wild(Random& random, Case& c) {
  for (int64_t times = random.between(1, 4); times > 0; --times) {
    const Parameter& parameter = random.pick(c.operation->parameters);
    set_null(c, parameter, false);
    int64_t& value = values(c, parameter)[random.below(slots(parameter.type))];
    value = wild_value(random, parameter.type);
  }
}

// Makes a step read what an earlier one wrote, or write where it did, if both are in one memory.
void link(Random& random, const Case& earlier, Case& step) {
  const bool reads = random.chance(2, 3), second = random.chance(1, 2);
  const bool has_second = parameters_of(*step.operation, on_src1).address != nullptr;
  const Operands which = !reads ? on_dst : second && has_second ? on_src1 : on_src;
  const OperandParameters from = parameters_of(*earlier.operation, on_dst),
                          to = parameters_of(*step.operation, which);
  if (from.address == nullptr || to.address == nullptr ||
      spec::space_of(earlier, on_dst) != spec::space_of(step, which))
    return;
  const auto copy = [&](const Parameter* theirs, const Parameter* own) {
    if (theirs != nullptr && own != nullptr && theirs->type == own->type)
      copy_parameter(step, *own, earlier, *theirs);
  };
  copy(from.address, to.address);
  copy(from.lane, to.lane);
  copy(from.shape, to.shape);
  copy(from.stride, to.stride);
}

// The operation that returns the count of this one; nullptr if it is not among those given.
const Operation* reader_of(const Operation& operation,
                           std::span<const Operation* const> operations) {
  if (operation.name != "bm_atomic_mask_memcpy_4D") return nullptr;
  const Operation* reader = find_operation("bm_get_mask_memcpy_res_num");
  return std::ranges::count(operations, reader) > 0 ? reader : nullptr;
}

// Violates the constraint, mostly by one step and nothing else. Draws another legal case if the
// constraint does not apply to this one.
Case violating(Random& random, Case c, const Constraint& constraint) {
  for (int draws = 16; draws > 0; --draws) {
    if (const auto moved = move_to_edge(c, constraint, Edge::outside, random)) return *moved;
    c = legal(random, *c.operation, *c.profile);
  }
  return c;
}

}  // namespace

Case generate_case(Random& random, const Operation& operation, const Profile& profile,
                   int one_illegal_in) {
  Case c = legal(random, operation, profile);
  if (operation.constraints.empty()) return c;  // nor has it parameters
  if (one_illegal_in == 0 || !random.chance(1, one_illegal_in)) return c;
  if (random.chance(1, 20)) {
    make_wild(random, c);
    return c;
  }
  if (random.chance(1, 10)) {
    const std::vector<Case> others = named_otherwise(c);
    if (!others.empty()) return random.pick(others);
  }
  const Constraint* first = &random.pick(operation.constraints);
  if (!random.chance(1, 8)) return violating(random, c, *first);
  // The later stage first: it is evaluated with values that the earlier stage then violates.
  const Constraint* second = &random.pick(operation.constraints);
  if (first->stage < second->stage) std::swap(first, second);
  c = violating(random, c, *first);
  return move_to_edge(c, *second, Edge::outside, random).value_or(c);
}

std::vector<Case> generate_cases(const Operation& operation, const Profile& profile, int count) {
  Random random(1);
  std::vector<Case> all;
  for (int i = 0; i < count; ++i) all.push_back(generate_case(random, operation, profile));
  return all;
}

std::vector<const Operation*> keep_on(std::vector<const Operation*> operations,
                                      const Profile& profile) {
  std::erase_if(operations, [&](const Operation* operation) {
    return std::ranges::count(operation->profiles, &profile) == 0;
  });
  return operations;
}

Program generate_program(Random& random, std::span<const Operation* const> operations,
                         const Profile& profile, int one_illegal_in) {
  Program program{&profile, random.next() & 0xffff, {}};
  const int64_t steps = random.chance(3, 4) ? random.between(2, 4) : random.between(5, max_steps);
  while (static_cast<int64_t>(program.steps.size()) < steps) {
    Case step = generate_case(random, *random.pick(operations), profile, one_illegal_in);
    step.fill = program.fill;
    // A program has one set of contents, so low and high, which serve a single copy, go.
    for (DataClass& data : step.data)
      if (data == DataClass::low || data == DataClass::high) data = DataClass::unique;
    if (!program.steps.empty() && random.chance(1, 2))
      link(random, random.pick(program.steps), step);
    program.steps.push_back(step);
    const Operation* reader = reader_of(*step.operation, operations);
    if (reader == nullptr || program.steps.size() == max_steps || random.chance(1, 4)) continue;
    program.steps.push_back(generate_case(random, *reader, profile));
    program.steps.back().fill = program.fill;
  }
  return program;
}

Program generate_single(Random& random, const Operation& operation,
                        std::span<const Operation* const> operations, const Profile& profile,
                        int one_illegal_in) {
  const Case c = generate_case(random, operation, profile, one_illegal_in);
  Program program{&profile, c.fill, {c}};
  for (const Operation* before : operations) {
    if (reader_of(*before, operations) != &operation) continue;
    program.steps.insert(program.steps.begin(), generate_case(random, *before, profile, 0));
    program.steps.front().fill = program.fill;
    if (random.chance(1, 3)) program.steps.push_back(c);
  }
  return program;
}

}  // namespace strideproof::props

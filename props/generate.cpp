#include "props/generate.h"

#include <algorithm>
#include <string>
#include <utility>

#include "props/edge.h"
#include "props/families.h"
#include "props/otherwise.h"
#include "props/parameters.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props {
namespace {

Case legal(Random& random, const Operation& operation, const Profile& profile) {
  const Case c{&operation, &profile, {}, random.next() & 0xffff};
  return cases_of(operation.family).legal(random, c);
}

// A value that sits on some edge, or any; within the type.
int64_t wild_value(Random& random, CType type) {
  const int64_t low = lowest(type), high = highest(type);
  if (random.chance(1, 4)) return random.pick({low, high});
  if (random.chance(1, 2))
    return std::clamp<int64_t>(
        random.pick<int64_t>({-1, 0, 1, 2, 65535, 65536, int64_t{1} << 25, int64_t{1} << 32}), low,
        high);
  // Three bits anywhere and some small ones: few pages of memory.
  int64_t value = random.below(8);
  value <<= random.below(60);
  value += random.below(4096);
  return std::clamp(value, low, high);
}

void make_wild(Random& random, Case& c) {
  for (int64_t times = random.between(1, 4); times > 0; --times) {
    const Parameter& parameter = random.pick(c.operation->parameters);
    set_null(c, parameter, false);
    int64_t& value = values(c, parameter)[random.below(slots(parameter.type))];
    value = wild_value(random, parameter.type);
  }
}

// Copies a parameter from one case to another, where both have it with the same type.
void copy_same_type(const Case& from, std::string_view from_name, Case& to,
                    std::string_view to_name) {
  const Parameter* theirs = from.operation->parameter(from_name);
  const Parameter* parameter = to.operation->parameter(to_name);
  if (theirs != nullptr && parameter != nullptr && theirs->type == parameter->type)
    copy_parameter(to, *parameter, from, *theirs);
}

// In which memory an operand of tik or asc lies; it may be none of Space.
int64_t space_of(const Case& c, std::string_view operand) {
  if (c.operation->family == Family::tik) return c[std::string(operand) + "_space"];
  return static_cast<int64_t>(operand == "dst" ? Space::l0b : Space::l1);
}

// Of tik and asc: where both are in one memory.
void link_buffers(const Case& earlier, Case& step, std::string_view operand) {
  for (const Case* c : {&earlier, static_cast<const Case*>(&step)})
    if (c->operation->family != Family::tik && c->operation->family != Family::asc) return;
  if (space_of(earlier, "dst") == space_of(step, operand))
    copy_same_type(earlier, "dst", step, operand);
}

// Makes a step read what an earlier one wrote, or write where it did.
void link(Random& random, const Case& earlier, Case& step) {
  const bool reads = random.chance(2, 3), second = random.chance(1, 2);
  link_buffers(earlier, step, reads ? "src" : "dst");
  copy_same_type(earlier, "shape", step, "shape");
  if (!reads) {
    copy_same_type(earlier, "dst_addr", step, "dst_addr");
    copy_same_type(earlier, "dst_stride", step, "dst_stride");
    return;
  }
  for (const std::string_view source : {"src", second ? "src1" : "src0"}) {
    copy_same_type(earlier, "dst_addr", step, std::string(source) + "_addr");
    copy_same_type(earlier, "dst_stride", step, std::string(source) + "_stride");
  }
}

// The operation that tells what an operation of this kind did, among those given; nullptr: none.
const Operation* reader_of(const Operation& operation,
                           std::span<const Operation* const> operations) {
  if (operation.name != "bm_atomic_mask_memcpy_4D") return nullptr;
  const Operation* reader = find_operation("bm_get_mask_memcpy_res_num");
  const bool given = std::find(operations.begin(), operations.end(), reader) != operations.end();
  return given ? reader : nullptr;
}

// Violates the constraint, as a rule nothing else, and mostly by one step; another legal case where it
// does not count in this one.
Case violating(Random& random, Case c, const Constraint& constraint) {
  for (int draws = 16; draws > 0; --draws) {
    if (const auto moved = move_to_edge(c, constraint, Edge::outside, random)) return *moved;
    c = legal(random, *c.operation, *c.profile);
  }
  return c;
}

}  // namespace

const FamilyCases& cases_of(Family family) {
  static constexpr FamilyCases all[] = {
#define FAMILY(family, ...) {family::legal, family::each_small_case, family::laws},
#include "spec/vocabulary/operations.def"
  };
  return all[static_cast<size_t>(family)];
}

Case generate_case(Random& random, const Operation& operation, const Profile& profile,
                   int one_illegal_in) {
  Case c = legal(random, operation, profile);
  if (operation.constraints.empty()) return c;  // nor has it parameters
  if (one_illegal_in == 0 || !random.chance(1, one_illegal_in)) return c;
  if (random.chance(1, 20)) {
    make_wild(random, c);
    return c;
  }
  if (random.chance(1, 10) && name_otherwise(random, c)) return c;
  const Constraint* first = &random.pick(operation.constraints);
  if (!random.chance(1, 8)) return violating(random, c, *first);
  // Late stages first: what they compute needs the values that early ones break.
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
    const auto& on = operation->profiles;
    return std::find(on.begin(), on.end(), &profile) == on.end();
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
    // A program has one set of contents. What one step may ask for is kept; low and high are for
    // the bytes of a single copy.
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

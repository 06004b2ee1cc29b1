#include "props/generate.h"

#include <algorithm>
#include <string>
#include <utility>

#include "props/edge.h"
#include "props/families.h"
#include "props/parameters.h"
#include "spec/operations/bm_atomic.h"
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

// ---- other readings ----

// Cases that mean under another reading of the ledger what a legal case means by default, so that an
// implementation that takes the reading is given cases that it accepts.

using Change = bool (*)(Random&, Case&);

int64_t* value(Case& c, std::string_view name) {
  const Parameter* parameter = c.operation->parameter(name);
  return parameter == nullptr ? nullptr : values(c, *parameter);
}

int64_t bytes_of(Case& c, const Parameter& parameter) {
  if (c.operation->element_bytes != 0) return c.operation->element_bytes;
  const int64_t* format = value(c, "format");
  if (format == nullptr)
    format = value(c, (parameter.operands & on_src) != 0 ? "src_format" : "dst_format");
  return format == nullptr ? 1 : spec::bm_atomic::element_bytes_of(*format);
}

bool scale(Case& c, const Parameter& parameter, int count) {
  const int64_t bytes = bytes_of(c, parameter);
  for (int i = 0; i < count; ++i) {
    int64_t& scaled = values(c, parameter)[i];
    scaled = std::clamp(scaled * bytes, lowest(parameter.type), highest(parameter.type));
  }
  return bytes > 1;
}

// stride-unit, and w-stride-unit with it
bool strides_in_bytes(Random& random, Case& c) {
  const bool w_too = c.operation->family == Family::okk_bdc && random.chance(1, 2);
  bool changed = false;
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.role == Role::stride && c.operation->family != Family::tik)
      changed =
          scale(c, parameter, std::max(1, slots(parameter.type) - (w_too ? 0 : 1))) || changed;
  return changed;
}

// linear-length, section-unit
bool sizes_in_bytes(Random&, Case& c) {
  for (const std::string_view name : {"length", "sec_size"})
    if (const Parameter* parameter = c.operation->parameter(name)) return scale(c, *parameter, 1);
  return false;
}

// linear-base
bool from_zero(Random&, Case& c) {
  if (c.operation->name != "bm_atomic_memcpy_1D") return false;
  const Profile& profile = *c.profile;
  bool changed = false;
  for (const std::string_view name : {"src_addr", "dst_addr"}) {
    int64_t& address = *value(c, name);
    const int64_t offset = address - profile.local_base;
    if (offset < 0 || offset >= profile.lanes * profile.lane_bytes) continue;
    address = offset;
    changed = true;
  }
  return changed;
}

// local-address: some lanes of the index move into the address.
bool with_lane_in_address(Random& random, Case& c) {
  constexpr std::pair<std::string_view, std::string_view> sides[] = {
      {"local_mem_addr", "local_mem_idx"},
      {"start_addr", "local_idx"},
      {"src_addr", "src_local_idx"},
      {"dst_addr", "dst_local_idx"}};
  bool changed = false;
  for (const auto& [address_name, lane_name] : sides) {
    int64_t *address = value(c, address_name), *lane = value(c, lane_name);
    if (address == nullptr || lane == nullptr || *address >= c.profile->lane_bytes || *lane <= 0 ||
        *lane >= c.profile->lanes)
      continue;
    const int64_t lanes = random.between(1, *lane);
    *address += lanes * c.profile->lane_bytes;
    *lane -= lanes;
    changed = true;
  }
  return changed;
}

// transpose-shape
bool with_shape_of_source(Random&, Case& c) {
  const int64_t* transpose = value(c, "transpose");
  int64_t* const shape = value(c, "dst_shape");
  if (shape == nullptr || transpose == nullptr || *transpose == 0 || shape[0] == shape[1])
    return false;
  std::swap(shape[0], shape[1]);
  return true;
}

// trans-dst-stride
bool from_start_to_start(Random&, Case& c) {
  if (c.operation->family != Family::asc) return false;
  int64_t& stride = *value(c, "dst_stride");
  stride = std::min(stride + 1, highest(CType::u16));
  return true;
}

// Makes one of them; false: the case has none.
bool name_otherwise(Random& random, Case& c) {
  constexpr Change changes[] = {strides_in_bytes,     sizes_in_bytes,       from_zero,
                                with_lane_in_address, with_shape_of_source, from_start_to_start};
  constexpr int64_t count = std::size(changes);
  const int64_t first = random.below(count);
  for (int64_t i = 0; i < count; ++i)
    if (changes[(first + i) % count](random, c)) return true;
  return false;
}

}  // namespace

const FamilyCases& cases_of(Family family) {
  static constexpr FamilyCases all[] = {
#define FAMILY(family, ...) {family::legal, family::laws},
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

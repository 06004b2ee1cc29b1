#include "spec/solver/moves.h"

#include <algorithm>

#include "spec/spec.h"

namespace strideproof::solver {
namespace {

template <class T, size_t count>
const T& any_of_these(MoveRandom& random, const T (&all)[count]) {
  return all[random() % count];
}

constexpr int64_t far = int64_t{1} << 42;  // of a value that is changed: behind every memory

void add(int64_t& value, int64_t more) { value = std::min(value, far) + more; }

bool one_in(MoveRandom& random, uint64_t n) { return random() % n == 0; }

size_t slot_of(const Parameter& parameter, int i = 0) {
  return static_cast<size_t>(parameter.slot + i);
}

// The parameters of a role, if they have a value for each of n, c, h, w.
std::vector<const Parameter*> of_tensors(const Case& c, Role role) {
  std::vector<const Parameter*> all;
  for (size_t p = 0; p < c.operation->parameters.size(); ++p)
    if (const Parameter& parameter = c.operation->parameters[p];
        parameter.role == role && slots(parameter.type) == 4 &&
        !c.arguments.is_null(static_cast<int>(p)))
      all.push_back(&parameter);
  return all;
}

constexpr int64_t usual[] = {0,   1,   2,   3,    4,    5,     7,     8,     16,   17,  31,
                             32,  33,  63,  64,   65,   96,    97,    127,   128,  129, 193,
                             255, 256, 257, 4095, 4096, 21845, 32767, 32768, 65535};

int64_t new_value(MoveRandom& random, const Case& c, const Parameter& parameter, int64_t value) {
  value = std::min(value, far);
  const Profile& profile = *c.profile;
  const int64_t es = std::max<int64_t>(c.operation->element_bytes, 1);
  if (parameter.role == Role::address && one_in(random, 2)) {
    std::vector<int64_t> ends = {profile.lane_bytes, profile.lanes * profile.lane_bytes};
    for (const Window& window : profile.windows)
      ends.insert(ends.end(), {window.first, window.end()});
    return ends[random() % ends.size()] - es * any_of_these(random, usual);
  }
  switch (random() % 6) {
    case 0: return value + 1;
    case 1: return value - 1;
    case 2: return value * 2;
    case 3: return value / 2;
    case 4: return value + es * any_of_these(random, usual);
    default: return any_of_these(random, usual);
  }
}

void change_one(MoveRandom& random, Case& c) {
  const auto p = static_cast<size_t>(random() % c.operation->parameters.size());
  const Parameter& parameter = c.operation->parameters[p];
  if (c.arguments.is_null(static_cast<int>(p))) return;
  int64_t& value =
      c.arguments.value[slot_of(parameter, static_cast<int>(random() % slots(parameter.type)))];
  value = new_value(random, c, parameter, value);
}

// Formats, directions and what else is one of a few.
void change_selectors(MoveRandom& random, Case& c) {
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.role == Role::selector && one_in(random, 2))
      c.arguments.value[slot_of(parameter)] = static_cast<int64_t>(random() % 6);
}

// An extent of every shape.
void change_shapes(MoveRandom& random, Case& c) {
  const auto shapes = of_tensors(c, Role::extent);
  const int dimension = static_cast<int>(random() % 4);
  const int64_t value = std::max<int64_t>(any_of_these(random, usual), 1);
  for (const Parameter* shape : shapes) c.arguments.value[slot_of(*shape, dimension)] = value;
}

// The name without that of the operand: "addr" of "src_addr".
std::string_view of_operand(std::string_view name) {
  const size_t end = name.find('_');
  return end == std::string_view::npos ? "" : name.substr(end + 1);
}

// An operand as another one is, or some elements behind it.
void lay_on_another(MoveRandom& random, Case& c) {
  constexpr Operands operands[] = {on_dst, on_src, on_src1};
  const Operands from = any_of_these(random, operands);
  const Operands to = one_in(random, 2) ? on_all & ~from : any_of_these(random, operands);
  const int64_t behind = one_in(random, 2) ? 0 : any_of_these(random, {-2, -1, 1, 2, 3, 4});
  const int64_t es = std::max<int64_t>(c.operation->element_bytes, 1);
  const auto& parameters = c.operation->parameters;
  for (size_t a = 0; a < parameters.size(); ++a)
    for (size_t b = 0; b < parameters.size(); ++b) {
      const Parameter &x = parameters[a], &y = parameters[b];
      if ((x.operands & ~to) != 0 || y.operands != from || x.type != y.type ||
          of_operand(x.name) != of_operand(y.name))
        continue;
      for (int i = 0; i < slots(x.type); ++i)
        c.arguments.value[slot_of(x, i)] = c.arguments.value[slot_of(y, i)];
      if (x.role == Role::address) add(c.arguments.value[slot_of(x)], behind * es);
      if (x.nullable) {
        c.arguments.null_mask &= ~(uint32_t{1} << a);
        c.arguments.null_mask |= (c.arguments.null_mask >> b & 1) << a;
      }
    }
}

void clear_strides(MoveRandom& random, Case& c) {
  const auto strides = of_tensors(c, Role::stride);
  if (strides.empty()) return;
  const Parameter& stride = *strides[random() % strides.size()];
  for (int i = 0; i < 3; ++i) c.arguments.value[slot_of(stride, i)] = 0;
}

// Room between the elements of all operands, or between their rows.
void spread(MoveRandom& random, Case& c) {
  const int64_t times = any_of_these(random, {2, 3});
  const int count = one_in(random, 2) ? 4 : 3;
  for (const Parameter* stride : of_tensors(c, Role::stride))
    for (int i = 0; i < count; ++i) {
      int64_t& value = c.arguments.value[slot_of(*stride, i)];
      value = std::min(value, far) * times;
    }
}

void exchange_dimensions(MoveRandom& random, Case& c) {
  const int a = static_cast<int>(random() % 4), b = static_cast<int>(random() % 4);
  for (const Role role : {Role::extent, Role::stride})
    for (const Parameter* some : of_tensors(c, role))
      std::swap(c.arguments.value[slot_of(*some, a)], c.arguments.value[slot_of(*some, b)]);
}

// The strides that are NULL become those of rows, channels and tensors without a gap; or NULL.
void change_null(MoveRandom& random, Case& c) {
  const auto& parameters = c.operation->parameters;
  const auto p = static_cast<size_t>(random() % parameters.size());
  if (!parameters[p].nullable) return;
  c.arguments.null_mask ^= uint32_t{1} << p;
  const bool is_null = c.arguments.is_null(static_cast<int>(p));
  const auto shapes = of_tensors(c, Role::extent);
  int64_t stride = 1;
  for (int i = slots(parameters[p].type); i-- > 0;) {
    c.arguments.value[slot_of(parameters[p], i)] = is_null ? 0 : stride;
    if (!shapes.empty())
      stride *= std::clamp<int64_t>(c.arguments.value[slot_of(*shapes.front(), i)], 1, 65535);
    stride = std::min(stride, far);
  }
}

// Two dimensions whose strides are twice and three times what the others reach, in all operands: the
// second of two steps of one lies between those of the other. Channels count by lanes.
void interleave(MoveRandom& random, Case& c) {
  if (one_in(random, 2)) c.arguments.null_mask = 0;
  const auto shapes = of_tensors(c, Role::extent), strides = of_tensors(c, Role::stride);
  if (shapes.empty() || strides.empty()) return;
  const int a = static_cast<int>(random() % 4), b = static_cast<int>((a + 1 + random() % 3) % 4);
  const auto rounds = [&](int dimension, int64_t count) {
    return dimension == 1 && one_in(random, 2) ? (count - 1) * c.profile->lanes + 1 : count;
  };
  const int64_t extent_a = rounds(a, any_of_these(random, {3, 4, 32768, 65535})),
                extent_b = rounds(b, 2);
  int64_t reach = 1;
  for (int i = 3; i >= 0; --i) {
    if (i == a || i == b) continue;
    const int64_t extent =
        std::clamp<int64_t>(c.arguments.value[slot_of(*shapes.front(), i)], 1, 4);
    for (const Parameter* shape : shapes) c.arguments.value[slot_of(*shape, i)] = extent;
    for (const Parameter* stride : strides) c.arguments.value[slot_of(*stride, i)] = reach;
    reach *= extent;
  }
  for (const Parameter* shape : shapes) {
    c.arguments.value[slot_of(*shape, a)] = extent_a;
    c.arguments.value[slot_of(*shape, b)] = extent_b;
  }
  for (const Parameter* stride : strides) {
    c.arguments.value[slot_of(*stride, a)] = 2 * reach;
    c.arguments.value[slot_of(*stride, b)] = 3 * reach;
  }
}

// The address of an operand so that it ends at the end, or just behind it.
void move_to_end(MoveRandom& random, Case& c) {
  const Judgement judgement = spec::judge(c);
  for (const Constraint& end : c.operation->constraints) {
    if (end.stage != Stage::end || one_in(random, 2) || (judgement.evaluated >> end.bit & 1) == 0)
      continue;
    const int64_t behind = one_in(random, 2) ? 0 : spec::step(c, end);
    for (const Parameter& parameter : c.operation->parameters)
      if (parameter.role == Role::address && (parameter.operands & end.operands) != 0)
        add(c.arguments.value[slot_of(parameter)], std::min(spec::slack(c, end), far) + behind);
  }
}

void start_at_first_lane(MoveRandom&, Case& c) {
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.role == Role::address && parameter.type == CType::u32)
      c.arguments.value[slot_of(parameter)] = 0;
}

void fit(Case& c) {
  for (const Parameter& parameter : c.operation->parameters)
    for (int i = 0; i < slots(parameter.type); ++i) {
      int64_t& value = c.arguments.value[slot_of(parameter, i)];
      value = std::clamp(value, lowest(parameter.type), highest(parameter.type));
    }
}

}  // namespace

Case moved(MoveRandom& random, const Case& c, int most) {
  constexpr void (*changes[])(MoveRandom&, Case&) = {
      change_one,          change_one,  change_one,          change_shapes, lay_on_another,
      clear_strides,       spread,      exchange_dimensions, change_null,   interleave,
      start_at_first_lane, move_to_end, change_selectors};
  Case next = c;
  for (uint64_t left = 1 + random() % static_cast<uint64_t>(most); left > 0; --left) {
    any_of_these(random, changes)(random, next);
    fit(next);
  }
  return next;
}

}  // namespace strideproof::solver

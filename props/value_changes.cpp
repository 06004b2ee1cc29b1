#include "props/value_changes.h"

#include <algorithm>
#include <initializer_list>

#include "props/edge.h"

namespace strideproof::props {
namespace {

bool is_local_address(const Parameter& parameter) {
  return parameter.role == Role::address && parameter.type == CType::u32;
}

// Adds the distance to all addresses in local memory. Returns false if one does not fit.
bool add_to_local_addresses(Case& c, int64_t distance) {
  return std::ranges::all_of(c.operation->parameters, [&](const Parameter& parameter) {
    return !is_local_address(parameter) ||
           add_to_value(c, static_cast<size_t>(parameter.slot), distance);
  });
}

// The dimension that takes the place of another one if N and C are transposed.
int transposed(int place) { return place < 2 ? 1 - place : place; }

// The other shape, if there is one, has the same extents: of the same dimension, or transposed.
std::vector<size_t> same_extents(const Case& c, const Slot& slot) {
  std::vector<size_t> all;
  if (slot.parameter.role != Role::extent || slots(slot.parameter.type) != 4) return all;
  for (const Slot& other : given_slots(c))
    if (other.parameter.role == Role::extent && &other.parameter != &slot.parameter &&
        (other.place == slot.place || other.place == transposed(slot.place)) &&
        c.arguments.value[other.index] == c.arguments.value[slot.index])
      all.push_back(other.index);
  return all;
}

}  // namespace

std::vector<int64_t> special_values(const Case& c, size_t slot) {
  const Profile& profile = *c.profile;
  const Parameter& parameter = parameter_at(*c.operation, slot);
  const int64_t value = c.arguments.value[slot];
  const int64_t low = lowest(parameter.type), high = highest(parameter.type);
  std::vector<int64_t> all = {low, high, -1, 0, 1, 2, 3, 4, 5, 8, 16, 32, 64, value / 2};
  const auto add = [&](std::initializer_list<int64_t> more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  if (!is_choice(parameter)) {
    if (value > low) add({value - 1});
    if (value < high) add({value + 1});
    if (value >= low / 2 && value <= high / 2) add({2 * value});
    // Eight more have the same remainder by 2, 4 and 8.
    if (value >= 1 && value <= high / 2) add({value + 8, value + profile.lanes});
  }
  if (parameter.role == Role::constant) add({31, -31, -32, 33, -33, 0x10000});
  if (parameter.role == Role::extent || parameter.role == Role::count)
    add({profile.lanes, profile.lanes + 1, 4095, 65'535, 65'536});
  if (parameter.role == Role::address) {
    for (const Parameter& other : c.operation->parameters) {
      if (other.role != Role::address) continue;
      const int64_t address = std::min(*values(c, other), INT64_MAX - 128);
      for (const int64_t distance : {0, 1, 4, 16, 128, -4}) add({address + distance});
    }
    for (const Window& window : profile.windows) add({window.first, window.end()});
    for (const int64_t bytes : {profile.lane_bytes, profile.lane_bytes * profile.lanes})
      add({bytes, bytes - 1, bytes - 2, bytes - 4});
    add({profile.local_base});
  }
  std::erase_if(all, [&](int64_t v) { return v < low || v > high; });
  return all;
}

std::optional<int64_t> equal_bytes(const Case& c, size_t slot) {
  constexpr int64_t byte = 0xff;
  const CType type = parameter_at(*c.operation, slot).type;
  if (type != CType::x16 && type != CType::x32) return std::nullopt;
  return (c.arguments.value[slot] & byte) * (highest(type) / byte);
}

std::vector<int64_t> values_near(const Case& c, size_t slot) {
  std::vector<int64_t> all = special_values(c, slot);
  if (const std::optional<int64_t> equal = equal_bytes(c, slot)) all.push_back(*equal);
  for (const Constraint& constraint : c.operation->constraints)
    for (const int64_t slack : {0, -1}) {
      Case changed = c;
      if (constraint.stage != Stage::data && aim(changed, constraint, slot, slack))
        all.push_back(changed.arguments.value[slot]);
    }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::erase(all, c.arguments.value[slot]);
  return all;
}

std::vector<Case> with_changed_value(const Case& c) {
  std::vector<Case> all;
  const auto locals = std::ranges::count_if(c.operation->parameters, is_local_address);
  for (const Slot& slot : given_slots(c)) {
    const Parameter& parameter = slot.parameter;
    for (const int64_t value : values_near(c, slot.index)) {
      all.emplace_back(c).arguments.value[slot.index] = value;
      Case together = c;
      if (is_local_address(parameter) && locals > 1 &&
          add_to_local_addresses(together, value - c.arguments.value[slot.index]))
        all.push_back(together);
      for (const size_t other : same_extents(c, slot)) {
        Case& both = all.emplace_back(c);
        both.arguments.value[slot.index] = both.arguments.value[other] = value;
      }
    }
    if (parameter.nullable && slot.place == slots(parameter.type) - 1)
      make_null(all.emplace_back(c), parameter);
  }
  return all;
}

void mix(Random& random, Case& c, const Case& from, int64_t part, int64_t of) {
  for (const Parameter& parameter : c.operation->parameters)
    if (const Parameter* theirs = from.operation->parameter(parameter.name))
      if (random.chance(part, of)) copy_parameter(c, parameter, from, *theirs);
}

}  // namespace strideproof::props

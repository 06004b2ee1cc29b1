#include "conform/explain/moved_values.h"

#include <algorithm>
#include <optional>

#include "spec/spec.h"
#include "spec/stop.h"

namespace strideproof::explanation {
namespace {

__extension__ using Wide = __int128;

// A value that is set, of the first slot; the others change by the same difference.
struct Place {
  const Parameter* parameter;
  std::vector<int> slots;

  int64_t value(const Case& c) const {
    return c.arguments.value[static_cast<size_t>(slots.front())];
  }
  bool fits(Wide value) const {
    return lowest(parameter->type) <= value && value <= highest(parameter->type);
  }
  // No case if one of the values does not fit its type.
  std::optional<Case> with(const Case& c, int64_t value) const {
    Case moved = c;
    for (const int slot : slots) {
      int64_t& changed = moved.arguments.value[static_cast<size_t>(slot)];
      const Wide sum = Wide{changed} + value - this->value(c);
      if (!fits(sum)) return std::nullopt;
      changed = static_cast<int64_t>(sum);
    }
    return moved;
  }
};

// Every slot alone, and the operands that must share a lane together.
std::vector<Place> places(const Case& c) {
  std::vector<Place> all;
  std::vector<const Parameter*> addresses;
  for (size_t p = 0; p < c.operation->parameters.size(); ++p) {
    const Parameter& parameter = c.operation->parameters[p];
    if (c.arguments.is_null(static_cast<int>(p))) continue;
    if (parameter.role == Role::address && parameter.type == CType::u32)
      addresses.push_back(&parameter);
    for (int i = 0; i < slots(parameter.type); ++i)
      all.push_back({&parameter, {parameter.slot + i}});
  }
  for (const Parameter* first : addresses) {
    if (addresses.size() < 2) break;
    all.push_back({first, {first->slot}});
    for (const Parameter* other : addresses)
      if (other != first) all.back().slots.push_back(other->slot);
  }
  return all;
}

std::optional<int64_t> slack_of(const std::optional<Case>& c, const Constraint& constraint) {
  if (!c || !has_bit(spec::evaluate(*c).evaluated, constraint.bit)) return std::nullopt;
  return spec::slack(*c, constraint);
}

// The values to which a place is moved.
class MovedValues {
 public:
  MovedValues(const Case& c, const Place& place) : c_(c), place_(place) {}
  std::vector<int64_t> all;

  // The value at which a line through two values of the slack meets the edge, and the adjacent
  // aligned values.
  void add_edges(const Constraint& constraint) {
    const std::optional<int64_t> here = slack_of(c_, constraint);
    if (!here) return;
    const int64_t value = place_.value(c_);
    for (const int64_t distance : {1, 16, 128, 512}) {
      if (!place_.fits(Wide{value} + distance)) continue;
      const auto there = slack_of(place_.with(c_, value + distance), constraint);
      if (!there || *there == *here) continue;
      for (const int64_t wanted : {0, -1}) {
        const Wide edge = value + (Wide{wanted} - *here) * distance / (Wide{*there} - *here);
        add(edge);
        if (edge > 0)
          for (const int unit : {16, 128}) add(edge / unit * unit);
      }
      return;
    }
  }

  void add_usual() {
    const Profile& profile = *c_.profile;
    const Role role = place_.parameter->role;
    add_each({0, 1, 2, 3, 4, -1, 5, 8, 16, 32, 64});
    if (role == Role::constant) add_each({31, -31, -32, 33, -33, 0x10000});
    if (role == Role::extent || role == Role::count)
      add_each({profile.lanes, profile.lanes + 1, 4095, 65'535});
    if (role == Role::address) {
      for (const Parameter& other : c_.operation->parameters)
        if (other.role == Role::address)
          for (const int distance : {0, 1, 4, 16, 128, -4})
            add(Wide{c_.arguments.value[static_cast<size_t>(other.slot)]} + distance);
      for (const Window& window : profile.windows) add_each({window.first, window.end()});
      for (const int64_t bytes : {profile.lane_bytes, profile.lane_bytes * profile.lanes})
        add_each({bytes, bytes - 1, bytes - 2, bytes - 4});
      add(profile.local_base);
    }
    add_each({lowest(place_.parameter->type), highest(place_.parameter->type)});
  }

 private:
  void add(Wide value) {
    if (!place_.fits(value)) return;
    const auto fitting = static_cast<int64_t>(value);
    if (std::ranges::find(all, fitting) == all.end()) all.push_back(fitting);
  }
  void add_each(std::initializer_list<int64_t> values) {
    for (const int64_t value : values) add(value);
  }

  const Case& c_;
  const Place& place_;
};

}  // namespace

std::vector<Case> with_moved_value(const Case& c) {
  std::vector<Case> all;
  for (const Place& place : places(c)) {
    throw_if_stopped();
    MovedValues values(c, place);
    for (const Constraint& constraint : c.operation->constraints)
      if (constraint.stage != Stage::data) values.add_edges(constraint);
    values.add_usual();
    for (const int64_t value : values.all)
      if (const std::optional<Case> moved = place.with(c, value)) all.push_back(*moved);
  }
  return all;
}

}  // namespace strideproof::explanation

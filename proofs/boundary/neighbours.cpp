#include "proofs/boundary/neighbours.h"

#include <algorithm>
#include <optional>

#include "spec/stop.h"

namespace strideproof::solver {
namespace {

__extension__ using Wide = __int128;

// A change: the value of a slot, and other slots by the same difference.
struct Place {
  const Parameter* parameter;
  int slot;
  std::vector<int> others = {};

  int64_t value(const Case& c) const { return c.arguments.value[static_cast<size_t>(slot)]; }
  Case with(const Case& c, int64_t value) const {
    Case moved = c;
    moved.arguments.value[static_cast<size_t>(slot)] = value;
    for (const int other : others)
      moved.arguments.value[static_cast<size_t>(other)] += value - this->value(c);
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
    for (int i = 0; i < slots(parameter.type); ++i) all.push_back({&parameter, parameter.slot + i});
  }
  for (const Parameter* first : addresses) {
    if (addresses.size() < 2) break;
    all.push_back({first, first->slot});
    for (const Parameter* other : addresses)
      if (other != first) all.back().others.push_back(other->slot);
  }
  return all;
}

bool fits(const Parameter& parameter, Wide value) {
  return lowest(parameter.type) <= value && value <= highest(parameter.type);
}

// The slack of a goal's constraint, if the constraint is evaluated.
std::optional<int64_t> slack_of(const Case& c, const Goal& goal) {
  if (goal.constraint == nullptr || goal.is_of_data()) return std::nullopt;
  if (!has_bit(spec::evaluate(c).evaluated, goal.constraint->bit)) return std::nullopt;
  return spec::slack(c, *goal.constraint);
}

void add(std::vector<int64_t>& all, const Parameter& parameter, Wide value) {
  if (!fits(parameter, value)) return;
  const auto fitting = static_cast<int64_t>(value);
  if (std::find(all.begin(), all.end(), fitting) == all.end()) all.push_back(fitting);
}

// The value at which a line through two values of the slack meets the edge, and the adjacent
// aligned values.
void add_edges(std::vector<int64_t>& all, const Case& c, const Place& place, const Goal& goal) {
  const std::optional<int64_t> here = slack_of(c, goal);
  if (!here) return;
  const int64_t value = place.value(c);
  for (const int64_t distance : {1, 16, 128, 512}) {
    if (!fits(*place.parameter, Wide{value} + distance)) continue;
    const std::optional<int64_t> there = slack_of(place.with(c, value + distance), goal);
    if (!there || *there == *here) continue;
    const Wide slope = Wide{*there} - *here;
    for (const int64_t wanted : {0, -1}) {
      const Wide edge = value + (Wide{wanted} - *here) * distance / slope;
      add(all, *place.parameter, edge);
      if (edge > 0)
        for (const int unit : {16, 128}) add(all, *place.parameter, edge / unit * unit);
    }
    return;
  }
}

// Values at which behaviour often changes.
void add_usual(std::vector<int64_t>& all, const Case& c, const Parameter& parameter) {
  const Profile& profile = *c.profile;
  for (const int64_t value : {0, 1, 2, 3, 4, -1, 5, 8, 16, 32, 64}) add(all, parameter, value);
  if (parameter.role == Role::constant)
    for (const int64_t value : {31, -31, -32, 33, -33, 0x10000}) add(all, parameter, value);
  if (parameter.role == Role::extent || parameter.role == Role::count)
    for (const int64_t value : {profile.lanes, profile.lanes + 1, int64_t{4095}, int64_t{65'535}})
      add(all, parameter, value);
  if (parameter.role == Role::address) {
    for (const Parameter& other : c.operation->parameters)
      if (other.role == Role::address) {
        const int64_t address = c.arguments.value[static_cast<size_t>(other.slot)];
        for (const int distance : {0, 1, 4, 16, 128, -4})
          add(all, parameter, Wide{address} + distance);
      }
    for (const Window& window : profile.windows) {
      add(all, parameter, window.first);
      add(all, parameter, window.end());
    }
    for (const int64_t bytes : {profile.lane_bytes, profile.lane_bytes * profile.lanes})
      for (const int64_t before : {0, 1, 2, 4}) add(all, parameter, bytes - before);
    add(all, parameter, profile.local_base);
  }
  add(all, parameter, lowest(parameter.type));
  add(all, parameter, highest(parameter.type));
}

bool fitting(const Case& c) {
  for (const Place& place : places(c))
    if (!fits(*place.parameter, place.value(c))) return false;
  return true;
}

}  // namespace

bool any_neighbour(const Case& c, const std::vector<Goal>& goals, const Visit& visit) {
  for (const Place& place : places(c)) {
    throw_if_stopped();
    std::vector<int64_t> tried;
    for (const Goal& goal : goals) add_edges(tried, c, place, goal);
    add_usual(tried, c, *place.parameter);
    for (const int64_t value : tried) {
      const Case moved = place.with(c, value);
      if ((place.others.empty() || fitting(moved)) && visit(moved)) return true;
    }
  }
  return false;
}

}  // namespace strideproof::solver

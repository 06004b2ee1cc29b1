#include "proofs/boundary/local_search.h"

#include <algorithm>

#include "spec/stop.h"

namespace strideproof::solver {
namespace {

constexpr uint64_t fills_tried = 64;
constexpr int plainer_tries = 400;

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
  if ((spec::evaluate(c).evaluated >> goal.constraint->bit & 1) == 0) return std::nullopt;
  return spec::slack(c, *goal.constraint);
}

void add(std::vector<int64_t>& all, const Parameter& parameter, Wide value) {
  if (!fits(parameter, value)) return;
  const auto fitting = static_cast<int64_t>(value);
  if (std::find(all.begin(), all.end(), fitting) == all.end()) all.push_back(fitting);
}

// The value at which a line through two values of the slack meets the edge, and the adjacent
// aligned values.
void add_edges(std::vector<int64_t>& all, const Case& c, const Place& place, const Goal& goal,
               Values values) {
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
      if (values == Values::few) {
        if (edge > 0)
          for (const int unit : {16, 128}) add(all, *place.parameter, edge / unit * unit);
        continue;
      }
      for (const int offset : {1, -1}) add(all, *place.parameter, edge + offset);
      for (const int unit : {2, 4, 16, 32, 128, 512})
        if (edge > 0)
          for (const Wide rounded : {edge / unit * unit, edge / unit * unit + unit})
            add(all, *place.parameter, rounded);
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

bool any_contents(Case c, const Constraint& of_data, const Visit& visit) {
  const size_t operand = (of_data.operands & on_src) != 0 ? 1 : 2;
  for (const DataClass data :
       {DataClass::counts, DataClass::counts_over, DataClass::counts_under}) {
    c.data[operand] = data;
    for (c.fill = 0; c.fill < fills_tried; ++c.fill)
      if (visit(c)) return true;
  }
  return false;
}

}  // namespace

bool any_neighbour(const Case& c, const std::vector<Goal>& goals, Values values,
                   const Visit& visit) {
  for (const Goal& goal : goals)
    if (goal.is_of_data()) {
      if (any_contents(c, *goal.constraint, visit)) return true;
      break;  // only one operand has contents
    }
  for (const Place& place : places(c)) {
    throw_if_stopped();
    std::vector<int64_t> tried;
    for (const Goal& goal : goals) add_edges(tried, c, place, goal, values);
    add_usual(tried, c, *place.parameter);
    for (const int64_t value : tried) {
      const Case moved = place.with(c, value);
      if ((place.others.empty() || fitting(moved)) && visit(moved)) return true;
    }
  }
  return false;
}

std::optional<Case> with_contents(const Case& c, const std::vector<Goal>& goals) {
  if (meets_alone(c, goals)) return c;
  std::optional<Case> found;
  for (const Goal& goal : goals)
    if (goal.is_of_data())
      any_contents(c, *goal.constraint, [&](const Case& next) {
        if (meets_alone(next, goals)) found = next;
        return found.has_value();
      });
  return found;
}

Case simplify(const Case& c, const Accept& accept) {
  Case best = c;
  int tries = plainer_tries;  // some are dear
  for (bool changed = true; changed && tries > 0;) {
    changed = false;
    for (const Place& place : places(best)) {
      if (!place.others.empty()) continue;
      const int64_t value = place.value(best);
      std::vector<int64_t> tried;
      for (const int64_t plain : {0, 1, 2, -1, 3, 4, 5, 8, 9, 16, 17, 32, 33, 64, 65, 128, 129})
        if (std::abs(plain) < std::abs(value)) add(tried, *place.parameter, plain);
      for (int64_t part = 512; part <= value / 2; part *= 2)
        add(tried, *place.parameter, value / part * part);
      for (const int64_t plain : tried) {
        const Case next = place.with(best, plain);
        if (plain == value || tries-- <= 0 || !accept(next)) continue;
        best = next;
        changed = true;
        break;
      }
    }
  }
  return best;
}

Case simplify(const Case& c, const std::vector<Goal>& goals) {
  return simplify(c, [&](const Case& next) { return meets_alone(next, goals); });
}

std::optional<Case> find_by_local_search(const std::vector<Case>& known,
                                         const std::vector<Goal>& goals, int changes,
                                         const Accept& accept) {
  std::optional<Case> found;
  std::function<bool(const Case&, int)> search = [&](const Case& c, int left) {
    if (meets_alone(c, goals) && accept(c)) {
      found = c;
      return true;
    }
    return left > 0 && any_neighbour(c, goals, Values::many,
                                     [&](const Case& next) { return search(next, left - 1); });
  };
  for (const Case& c : known)
    if (search(c, changes)) break;
  return found;
}

}  // namespace strideproof::solver

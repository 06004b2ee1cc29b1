#include "props/laws.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "props/families.h"
#include "props/keep_ends.h"
#include "props/parameters.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props {
namespace {

bool in_type(const Case& c) {
  for (const Parameter& parameter : c.operation->parameters)
    for (int i = 0; i < slots(parameter.type); ++i) {
      const int64_t value = values(c, parameter)[i];
      if (value < lowest(parameter.type) || value > highest(parameter.type)) return false;
    }
  return true;
}

// Local addresses of okk hold their lane.
int64_t lane_of(const Case& c, const Parameter& address) {
  const bool has_lane = address.type == CType::u32 && c.profile->lane_bytes > 0;
  return has_lane ? *values(c, address) / c.profile->lane_bytes : 0;
}

// Moves the addresses by up to 100 of their units, up or else down, as far as the case stays legal
// and its operands in their lanes.
bool move_together(Random& random, Case& c, const std::vector<const Parameter*>& addresses) {
  int64_t unit = 1;
  for (const Parameter* address : addresses) unit = std::max(unit, unit_of(c, *address));
  for (const int64_t most : {100, 10, 1, -100, -10, -1}) {
    Case moved = c;
    const int64_t by = random.between(1, std::abs(most)) * (most < 0 ? -unit : unit);
    const auto can_move = [&](const Parameter* address) {
      int64_t& value = *values(moved, *address);
      if (by > 0 ? value > highest(address->type) - by : value < lowest(address->type) - by)
        return false;
      value += by;
      return lane_of(c, *address) == lane_of(moved, *address);
    };
    if (!std::all_of(addresses.begin(), addresses.end(), can_move)) continue;
    if (!spec::evaluate(moved).legal()) continue;
    c = moved;
    return true;
  }
  return false;
}

}  // namespace

const std::vector<Law>& laws() {
  static const std::vector<Law> all = [] {
    std::vector<Law> found;
    for (int family = 0; family < family_count; ++family)
      for (const Law& law : cases_of(static_cast<Family>(family)).laws()) found.push_back(law);
    return found;
  }();
  return all;
}

std::optional<Case> shifted(Random& random, const Case& c) {
  std::map<Space, std::vector<const Parameter*>> addresses;
  const Ends ends = ends_of(c);
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.role == Role::address)
      addresses[end_of(ends, parameter).space].push_back(&parameter);
  Case shifted = c;
  bool moved = false;
  for (const auto& [space, together] : addresses)
    moved = move_together(random, shifted, together) || moved;
  return moved ? std::optional(shifted) : std::nullopt;
}

std::optional<Equation> equation_of(const Law& law, Random& random, const Case& c) {
  Equation equation = law.equation(random, c);
  if (equation.left.empty()) return {};
  for (const std::vector<Case>* side : {&equation.left, &equation.right})
    for (const Case& step : *side)
      if (!in_type(step) || !spec::evaluate(step).legal()) return {};
  return equation;
}

Case of_operation(const Case& like, std::string_view name) {
  Case c = like;
  c.operation = find_operation(name);
  c.arguments = {};
  return c;
}

Case of_kind(const Case& like, Family family, int kind, int64_t element_bytes) {
  for (const Operation& operation : catalogue())
    if (operation.family == family && operation.variant == kind &&
        operation.element_bytes == element_bytes)
      return of_operation(like, operation.name);
  throw std::logic_error("no such operation");
}

Equation stride_of_one(Random& random, const Case& c) {
  const int dims =
      c.operation->family == Family::okk_bdc ? 4 : 3;  // the others have w strides of 1
  Case other = c;
  for (const Parameter& stride : c.operation->parameters) {
    if (stride.role != Role::stride || slots(stride.type) != 4 || is_null(c, stride)) continue;
    const std::string operand(stride.name.substr(0, stride.name.find("stride")));
    const Parameter* shape = c.operation->parameter(operand + "shape");
    if (shape == nullptr) shape = c.operation->parameter("shape");
    for (int dim = 0; dim < dims; ++dim)
      if (values(c, *shape)[dim] == 1)
        values(other, stride)[dim] =
            random.pick<int64_t>({0, 1, 5, 1000, highest(stride.type), lowest(stride.type)});
  }
  if (other == c) return {};
  return {{c}, {other}};
}

}  // namespace strideproof::props

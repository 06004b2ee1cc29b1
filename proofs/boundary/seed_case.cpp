#include "proofs/boundary/seed_case.h"

#include <algorithm>
#include <bit>

#include "spec/spec.h"

namespace strideproof::solver {
namespace {

int violations(const Case& c) { return std::popcount(spec::evaluate(c).violated); }

// Candidate places of an operand: the start of its memory, and places after it that do not overlap
// the others.
std::vector<int64_t> places(const Profile& profile, Operands operand) {
  const int64_t memory =
      profile.lanes > 0 ? profile.lane_bytes : profile.buffer_bytes[static_cast<int>(Space::ub)];
  const int64_t apart = (operand & on_dst) != 0   ? 0
                        : (operand & on_src) != 0 ? memory / 2
                                                  : memory / 4;
  std::vector<int64_t> all = {0, apart};
  for (auto window = profile.windows.rbegin(); window != profile.windows.rend(); ++window)
    all.insert(all.end(), {window->first, window->first + apart});
  all.insert(all.end(), {profile.local_base, profile.local_base + apart});
  return all;
}

const Parameter* shape_of(const Operation& operation, const Parameter& stride) {
  for (const Parameter& p : operation.parameters)
    if (p.role == Role::extent && slots(p.type) == 4 && (p.operands & stride.operands) != 0)
      return &p;
  return nullptr;
}

// Contents of operands that decide the result: counts, a mask, numbers that are converted or added.
void set_contents(Case& c) {
  for (const Constraint& constraint : c.operation->constraints)
    if (constraint.stage == Stage::data)
      c.data[(constraint.operands & on_src) != 0 ? 1 : 2] = DataClass::counts;
  if (c.operation->parameter("mask_local_mem_addr") != nullptr) c.data[2] = DataClass::mask;
  if (c.operation->parameter("src_format") != nullptr) c.data[1] = DataClass::floats;
  if (c.operation->parameter("result_add") != nullptr)
    c.data = {DataClass::floats, DataClass::floats};
}

// A single stride: a gap, or the number of elements of a row.
std::vector<int64_t> single_strides(const Case& c) {
  if (c.operation->family == Family::tik || c.operation->family == Family::asc) return {0, 1, 2};
  std::vector<int64_t> all;
  for (const Parameter& p : c.operation->parameters)
    if (p.role == Role::extent) all.insert(all.begin(), c.arguments.value[p.slot]);
  all.push_back(1);
  return all;
}

void set_strides(Case& c, const Parameter& parameter) {
  const Parameter* shape = shape_of(*c.operation, parameter);
  int64_t stride = 1;
  for (int i = 3; i >= 0; --i) {
    c.arguments.value[parameter.slot + i] = stride;
    if (shape != nullptr) stride *= std::max<int64_t>(c.arguments.value[shape->slot + i], 1);
  }
}

int equal_addresses(const Case& c) {
  std::vector<int64_t> addresses;
  for (const Parameter& p : c.operation->parameters)
    if (p.role == Role::address) addresses.push_back(c.arguments.value[p.slot]);
  std::sort(addresses.begin(), addresses.end());
  const auto end = std::unique(addresses.begin(), addresses.end());
  return static_cast<int>(addresses.end() - end);
}

// The first value with the fewest violations; operands are disjoint.
void choose(Case& c, int slot, const std::vector<int64_t>& values) {
  Case best = c;
  std::pair least = {INT32_MAX, 0};
  for (const int64_t value : values) {
    c.arguments.value[slot] = value;
    if (const std::pair broken = {violations(c), equal_addresses(c)}; broken < least) {
      least = broken;
      best = c;
    }
  }
  c = best;
}

// All values of a selector, split into valid values and ranges of invalid ones.
std::vector<Interval> classes(const Parameter& parameter, int64_t values) {
  std::vector<Interval> all;
  const int64_t low = lowest(parameter.type), high = highest(parameter.type);
  for (int64_t value = 0; value < values; ++value) all.push_back({value, value});
  if (values <= high) all.push_back({values, high});
  if (low < 0) all.push_back({low, -1});
  return all;
}

}  // namespace

std::vector<int> extent_slots(const Operation& operation) {
  std::vector<int> all;
  for (const Parameter& p : operation.parameters) {
    const bool positive = operation.constraint(std::string(p.name) + ".min") != nullptr;
    if (p.role == Role::extent || (p.role == Role::count && positive))
      for (int i = 0; i < slots(p.type); ++i) all.push_back(p.slot + i);
  }
  return all;
}

Case seed_case(const Operation& operation, const Profile& profile, const Selection& selection,
               const std::vector<int64_t>& extents) {
  Case c;
  c.operation = &operation;
  c.profile = &profile;
  c.arguments.null_mask = selection.nulls;
  set_contents(c);
  const std::vector<int> extent = extent_slots(operation);
  for (size_t i = 0; i < extent.size(); ++i) c.arguments.value[extent[i]] = extents[i];
  for (const Selection::Choice& choice : selection.selectors)
    c.arguments.value[static_cast<size_t>(choice.slot)] = choice.plain();
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    if (c.arguments.is_null(static_cast<int>(p)) || parameter.role != Role::stride) continue;
    if (slots(parameter.type) == 4)
      set_strides(c, parameter);
    else
      choose(c, parameter.slot, single_strides(c));
  }
  // Chooses one address after the other, dst first, then again with the others fixed.
  for (int round = 0; round < 2; ++round)
    for (const Operands operand : {on_dst, on_src, on_src1})
      for (const Parameter& parameter : operation.parameters)
        if (parameter.role == Role::address &&
            std::countr_zero(parameter.operands) == std::countr_zero(operand))
          choose(c, parameter.slot, places(profile, parameter.operands));
  for (const Parameter& parameter : operation.parameters)
    if (parameter.role == Role::stride && slots(parameter.type) == 1)
      choose(c, parameter.slot, single_strides(c));
  return c;
}

std::vector<Case> seed_cases(const Operation& operation, const Profile& profile,
                             const Selection& selection) {
  const size_t count = extent_slots(operation).size();
  std::vector<uint32_t> masks(size_t{1} << count);
  for (uint32_t mask = 0; mask < masks.size(); ++mask) masks[mask] = mask;
  std::stable_sort(masks.begin(), masks.end(),
                   [](uint32_t a, uint32_t b) { return std::popcount(a) < std::popcount(b); });
  std::vector<Case> best;
  int least = INT32_MAX;
  for (const uint32_t mask : masks) {
    std::vector<int64_t> extents;
    for (size_t i = 0; i < count; ++i)  // the last extent is the innermost and grows first
      extents.push_back((mask >> (count - 1 - i) & 1) != 0 ? 2 : 1);
    const Case c = seed_case(operation, profile, selection, extents);
    const int broken = violations(c);
    if (broken < least) best.clear();
    least = std::min(least, broken);
    if (broken == least) best.push_back(c);
  }
  return best;
}

std::vector<Selection> selections(const Operation& operation, const Profile& profile) {
  std::vector<Selection> all = {{}};
  for (const Parameter& parameter : operation.parameters)
    if (const int64_t values = selector_values(operation, parameter); values > 0) {
      std::vector<Selection> longer;
      for (const Selection& selection : all)
        for (const Interval& some : classes(parameter, values)) {
          longer.push_back(selection);
          longer.back().selectors.push_back({parameter.slot, some});
        }
      all = std::move(longer);
    }
  for (size_t p = 0; p < operation.parameters.size(); ++p)
    if (operation.parameters[p].nullable)
      for (size_t i = all.size(); i-- > 0;) {
        all.push_back(all[i]);
        all.back().nulls |= uint32_t{1} << p;
      }
  const std::vector<int64_t> ones(extent_slots(operation).size(), 1);
  // Counts violated constraints, then nonzero selectors, then parameters that are not NULL.
  const auto rank = [&](const Selection& selection) {
    const Case c = seed_case(operation, profile, selection, ones);
    const auto chosen = std::count_if(selection.selectors.begin(), selection.selectors.end(),
                                      [](const auto& choice) { return choice.plain() != 0; });
    return std::tuple(violations(c), chosen, -std::popcount(selection.nulls));
  };
  std::vector<std::pair<decltype(rank(all[0])), Selection>> ranked;
  for (Selection& selection : all) ranked.emplace_back(rank(selection), std::move(selection));
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  all.clear();
  for (auto& [_, selection] : ranked) all.push_back(std::move(selection));
  return all;
}

}  // namespace strideproof::solver

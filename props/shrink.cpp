#include "props/shrink.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "props/parameters.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

// The value that shrinking goes towards.
int64_t simplest(Role role) {
  return role == Role::extent || role == Role::stride || role == Role::count ? 1 : 0;
}

// The start of the memory that holds an address: of its lane, of its window, or of local memory if
// that is one range of addresses.
int64_t base_of(const Case& c, const Parameter& parameter, int64_t address) {
  if (parameter.type == CType::u32)
    return c.profile->lane_bytes > 0 ? address - address % c.profile->lane_bytes : 0;
  for (const Window& window : c.profile->windows)
    if (address >= window.first && address < window.end()) return window.first;
  const int64_t flat = address - c.profile->local_base;
  const bool local = flat >= 0 && flat < c.profile->lanes * c.profile->lane_bytes;
  return local ? c.profile->local_base : 0;
}

class Shrinker {
 public:
  explicit Shrinker(const Case& c) : c_(c) {}

  std::vector<Case> candidates() {
    extents_together();
    nulls();
    contents();
    addresses_together();
    in_proportion();
    for (const Slot& slot : slots_)
      if (slot.parameter.role == Role::address)
        address(slot);
      else
        value(slot.index, simplest(slot.parameter.role), slot.parameter.role == Role::extent);
    for (const auto& [place, step] : fewer_) keep_ends(Case(all_[place]), step);
    return std::move(all_);
  }

 private:
  // A new candidate, to be changed.
  Case& add() { return all_.emplace_back(c_); }

  // All extents above 1: at once 1, or half of each. Large cases take long.
  void extents_together() {
    for (const bool half : {false, true}) {
      Case fewer = c_;
      int changed = 0;
      for (const Slot& slot : slots_) {
        int64_t& extent = fewer.arguments.value[slot.index];
        if (slot.parameter.role != Role::extent || extent <= 1) continue;
        extent = half ? extent / 2 : 1;
        ++changed;
      }
      if (changed > 1) all_.push_back(fewer);
    }
  }

  void nulls() {
    Case every = c_;
    int changed = 0;
    for (const Parameter& parameter : c_.operation->parameters) {
      if (!parameter.nullable || c_.arguments.is_null(parameter)) continue;
      ++changed;
      make_null(every, parameter);
      make_null(add(), parameter);
    }
    if (changed > 1) all_.push_back(every);
  }

  void contents() {
    for (size_t i = 0; i < c_.data.size(); ++i)
      if (c_.data[i] != DataClass::unique) add().data[i] = DataClass::unique;
    for (const uint64_t fill : {0, 1, 7})
      if (fill < c_.fill) add().fill = fill;
  }

  void put(size_t slot, int64_t to) { add().arguments.value[slot] = to; }

  // The last bit of the distance from base alone, the distance without its first bit, and without
  // its last one: some faults need a multiple, or an odd number.
  void bits(size_t slot, int64_t base, int64_t target) {
    const int64_t from = c_.arguments.value[slot] - base, last = from & -from;
    if (from <= 0 || from == last) return;
    const auto first = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(from)));
    for (const int64_t to : {last, from - first, from - last})
      if (base + to != target) put(slot, base + to);
  }

  // All the way, then half of it, a quarter, ... and one step. An extent also shrinks by powers of
  // two, as some faults repeat with the lanes or the elements of a unit.
  void value(size_t slot, int64_t target, bool extent = false) {
    const int64_t from = c_.arguments.value[slot];
    for (int64_t step = target - from; step != 0; step /= 2) {
      put(slot, from + step);
      if (extent && step < 0) fewer_.emplace_back(all_.size() - 1, -step);
      if (from + step == target) bits(slot, target == 1 ? 0 : target, target);
    }
    for (int64_t step = 2; extent && step <= 128 && from > target + step; step *= 2)
      put(slot, from - step);
  }

  // To lower memories, then towards the start of this one.
  void address(const Slot& of) {
    const auto& [parameter, place, slot] = of;
    const int64_t from = c_.arguments.value[slot];
    const int64_t base = base_of(c_, parameter, from);
    if (parameter.type == CType::u32) {
      if (base > 0) put(slot, from - base);
    } else {
      for (const Window& window : c_.profile->windows)
        if (window.first < base) put(slot, window.first);
    }
    value(slot, base);
    if (parameter.type == CType::u32 && base > 0) put(slot, from - c_.profile->lane_bytes);
    // Rounder numbers.
    for (const int bits : {32, 16, 12, 7, 4, 2}) {
      const int64_t rounded = from >> bits << bits;
      if (rounded < from && rounded >= base) put(slot, rounded);
    }
  }

  // All operands by the same distance, where they lie as they do because of each other.
  void addresses_together() {
    int64_t room = INT64_MAX, lanes = INT64_MAX;
    int moved = 0;
    for (const auto& [parameter, place, slot] : slots_) {
      if (parameter.role != Role::address) continue;
      const int64_t from = c_.arguments.value[slot];
      const int64_t base = base_of(c_, parameter, from);
      room = std::min(room, from - base);
      lanes = std::min(lanes, parameter.type == CType::u32 ? base : 0);
      ++moved;
    }
    if (moved < 2) return;
    move_all(lanes);
    if (lanes > 0) move_all(c_.profile->lane_bytes);
    for (; room > 0; room /= 2) move_all(room);
  }

  void move_all(int64_t by) {
    if (by <= 0) return;
    Case& moved = add();
    for (const Slot& slot : slots_)
      if (slot.parameter.role == Role::address) moved.arguments.value[slot.index] -= by;
  }

  // Two extents or counts by the same factor: two shapes keep as many elements, a square stays one,
  // channels stay as many. And two of the same value, also strides.
  void in_proportion() {
    for (size_t a = 0; a < slots_.size(); ++a)
      for (size_t b = a + 1; b < slots_.size(); ++b) in_proportion(slots_[a], slots_[b]);
  }
  static bool is_size(const Slot& slot) { return simplest(slot.parameter.role) == 1; }

  void in_proportion(const Slot& a, const Slot& b) {
    const int64_t from = c_.arguments.value[a.index], other = c_.arguments.value[b.index];
    if (!is_size(a) || !is_size(b) || from < 2 || other < 2) return;
    if ((a.parameter.role == Role::stride || b.parameter.role == Role::stride) && from != other)
      return;
    std::vector<int64_t> targets = {1};
    for (const int64_t divisor : {7, 5, 3, 2})
      if (from % divisor == 0) targets.push_back(from / divisor);
    targets.push_back(from - 1);
    for (const int64_t to : targets) {
      // other * to / from, without a large product.
      const int64_t factor = std::gcd(from, to), step = from - to;
      if (other % (from / factor) != 0) continue;
      put(a.index, to);
      all_.back().arguments.value[b.index] = other / (from / factor) * (to / factor);
      if (a.parameter.role == Role::extent && b.parameter.role == Role::extent)
        fewer_.emplace_back(all_.size() - 1, step);
    }
  }

  // Where a fault needs the end of its memory, or its last lane, operands of fewer elements have to
  // start later. `smaller` has an extent of `step` less. Adds it with the operands that now end
  // earlier moved up to where they ended, and with their start lanes `step` further.
  void keep_ends(const Case& smaller, int64_t step) {
    std::vector<Shift> addresses, starts;
    for (const Constraint& constraint : c_.operation->constraints)
      if (constraint.rule == Rule::end && has_bit(evaluated_, constraint.bit)) {
        const Parameter& address = *parameters_of(*c_.operation, constraint.operand).address;
        const int64_t by = spec::slack(smaller, constraint) - spec::slack(c_, constraint);
        if (by > 0) addresses.push_back({static_cast<size_t>(address.slot), by});
      }
    const int64_t lanes = c_.profile->lanes;
    const bool named = std::any_of(slots_.begin(), slots_.end(), is_lane);
    for (const Slot& slot : slots_) {
      const bool holds_lane =
          slot.parameter.role == Role::address && slot.parameter.type == CType::u32;
      if (lanes == 0 || !(named ? is_lane(slot) : holds_lane)) continue;
      const int64_t unit = named ? 1 : c_.profile->lane_bytes;
      const int64_t lane = c_.arguments.value[slot.index] / unit;
      if (lane < lanes) starts.push_back({slot.index, ((lane + step) % lanes - lane) * unit});
    }
    add_shifted(smaller, addresses);
    add_shifted(smaller, starts);
  }
  static bool is_lane(const Slot& slot) {
    return slot.parameter.role == Role::selector && slot.parameter.name.ends_with("idx");
  }

  struct Shift {
    size_t slot;
    int64_t by;
  };
  // Adds the case with each of the shifts that stay within their types, and with all of them.
  void add_shifted(const Case& c, const std::vector<Shift>& shifts) {
    Case together = c;
    int shifted = 0;
    for (const auto& [slot, by] : shifts) {
      if (by == 0 || !add_to_value(together, slot, by)) continue;
      add_to_value(all_.emplace_back(c), slot, by);
      ++shifted;
    }
    if (shifted > 1) all_.push_back(together);
  }

  const Case& c_;
  const uint64_t evaluated_ = spec::evaluate(c_).evaluated;
  const std::vector<Slot> slots_ = given_slots(c_);
  std::vector<Case> all_;
  // Candidates with fewer elements: the place in all_, and by how much an extent is less.
  std::vector<std::pair<size_t, int64_t>> fewer_;
};

}  // namespace

std::vector<Case> shrink(const Case& c) { return Shrinker(c).candidates(); }

std::vector<Program> shrink(const Program& program) {
  std::vector<Program> all;
  const auto steps = std::ssize(program.steps);
  for (std::ptrdiff_t part = steps / 2; part > 0; part /= 2)
    for (std::ptrdiff_t first = 0; first + part <= steps; first += part) {
      const auto from = all.emplace_back(program).steps.begin() + first;
      all.back().steps.erase(from, from + part);
    }
  for (size_t i = 0; i < program.steps.size(); ++i)
    for (const Case& simpler : shrink(program.steps[i])) {
      if (simpler.fill != program.fill && i > 0) continue;  // one for all, once
      all.push_back(program);
      all.back().steps[i] = simpler;
      set_fill(all.back(), simpler.fill);
    }
  return all;
}

// Candidates with far fewer elements come first: they take less time.
Program minimise(Program program, const std::function<bool(const Program&)>& still_fails,
                 int64_t budget) {
  constexpr int64_t large = 4096, far_fewer = 8;  // elements, and the part of them that is left
  const auto elements = [](const Program& one) {
    int64_t all = 0;
    for (const Case& step : one.steps) all += spec::cost(step);
    return all;
  };
  for (bool simpler = true; simpler;) {
    simpler = false;
    std::vector<Program> candidates = shrink(program);
    const int64_t all = elements(program);
    if (all > large)
      std::stable_partition(candidates.begin(), candidates.end(),
                            [&](const Program& one) { return elements(one) <= all / far_fewer; });
    for (Program& candidate : candidates) {
      if (budget-- == 0) return program;
      if (!still_fails(candidate)) continue;
      program = std::move(candidate);
      simpler = true;
      break;
    }
  }
  return program;
}

}  // namespace strideproof::props

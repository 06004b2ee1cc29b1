#include "props/shrink.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "props/keep_ends.h"
#include "props/parameters.h"

namespace strideproof::props {
namespace {

// The value that shrinking goes towards.
int64_t simplest(Role role) {
  return role == Role::extent || role == Role::stride || role == Role::count ? 1 : 0;
}

uint64_t distance(int64_t a, int64_t b) {
  return a < b ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a)
               : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
}

// The start of the memory that an address lies in: of its lane, of its window, of local memory where
// that is seen as one range of addresses.
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
    for (const Parameter& parameter : c_.operation->parameters)
      for (int i = 0; i < slots(parameter.type); ++i) {
        const auto slot = static_cast<size_t>(parameter.slot + i);
        if (is_null(c_, parameter)) continue;
        if (parameter.role == Role::address)
          address(parameter, slot);
        else
          value(slot, simplest(parameter.role), parameter.role == Role::extent);
      }
    for (const auto& [place, step] : fewer_) keep_ends(c_, Case(all_[place]), step, all_);
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
      for (const Parameter& parameter : c_.operation->parameters)
        for (int i = 0; i < slots(parameter.type) && parameter.role == Role::extent; ++i) {
          int64_t& extent = values(fewer, parameter)[i];
          if (extent <= 1) continue;
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
      if (!parameter.nullable || is_null(c_, parameter)) continue;
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

  // All the way, then half of it, a quarter, ... and one step; of an extent also by powers of two, for
  // what repeats with the lanes or the elements of a unit.
  void value(size_t slot, int64_t target, bool extent = false) {
    const int64_t from = c_.arguments.value[slot];
    for (uint64_t step = distance(from, target); step > 0; step /= 2) {
      put(slot, from < target ? static_cast<int64_t>(static_cast<uint64_t>(from) + step)
                              : static_cast<int64_t>(static_cast<uint64_t>(from) - step));
      if (extent && from > target) fewer_.push_back({all_.size() - 1, static_cast<int64_t>(step)});
    }
    for (int64_t step = 2; extent && step <= 128 && from > target + step; step *= 2)
      put(slot, from - step);
  }

  // To lower memories, then towards the start of this one.
  void address(const Parameter& parameter, size_t slot) {
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
    for (const Parameter& parameter : c_.operation->parameters) {
      if (parameter.role != Role::address) continue;
      const int64_t from = *values(c_, parameter);
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

  struct Slot {
    size_t at;
    Role role;
  };

  // Two extents or counts by the same factor: two shapes keep as many elements, a square stays one,
  // channels stay as many. And two of the same value, also strides.
  void in_proportion() {
    std::vector<Slot> all;
    for (const Parameter& p : c_.operation->parameters)
      if (p.role == Role::extent || p.role == Role::count || p.role == Role::stride)
        for (int i = 0; i < slots(p.type) && !is_null(c_, p); ++i)
          all.push_back({static_cast<size_t>(p.slot + i), p.role});
    for (size_t a = 0; a < all.size(); ++a)
      for (size_t b = a + 1; b < all.size(); ++b) in_proportion(all[a], all[b]);
    for (const Slot& slot : all) equal_together(all, c_.arguments.value[slot.at]);
  }

  // All that are this, where these are three or more.
  void equal_together(const std::vector<Slot>& all, int64_t from) {
    Case less = c_;
    int changed = 0;
    for (const Slot& slot : all)
      if (c_.arguments.value[slot.at] == from) {
        --less.arguments.value[slot.at];
        ++changed;
      }
    if (changed > 2 && from > 1) all_.push_back(less);
  }

  void in_proportion(Slot a, Slot b) {
    const int64_t from = c_.arguments.value[a.at], other = c_.arguments.value[b.at];
    if (from < 2 || other < 2) return;
    if ((a.role == Role::stride || b.role == Role::stride) && from != other) return;
    std::vector<int64_t> targets = {1};
    for (const int64_t divisor : {7, 5, 3, 2})
      if (from % divisor == 0) targets.push_back(from / divisor);
    targets.push_back(from - 1);
    for (const int64_t to : targets) {
      // other * to / from, without a large product.
      const int64_t factor = std::gcd(from, to), step = from - to;
      if (other % (from / factor) != 0) continue;
      put(a.at, to);
      all_.back().arguments.value[b.at] = other / (from / factor) * (to / factor);
      if (a.role == Role::extent && b.role == Role::extent)
        fewer_.push_back({all_.size() - 1, step});
    }
  }

  void move_all(int64_t by) {
    if (by <= 0) return;
    Case& moved = add();
    for (const Parameter& parameter : c_.operation->parameters)
      if (parameter.role == Role::address) *values(moved, parameter) -= by;
  }

  // One of all_ with fewer elements, and by how much an extent is less.
  struct Fewer {
    size_t place;
    int64_t step;
  };

  const Case& c_;
  std::vector<Case> all_;
  std::vector<Fewer> fewer_;
};

}  // namespace

std::vector<Case> shrink(const Case& c) { return Shrinker(c).candidates(); }

std::vector<Program> shrink(const Program& program) {
  std::vector<Program> all;
  const size_t steps = program.steps.size();
  for (size_t part = steps / 2; part > 0; part /= 2)
    for (size_t first = 0; first + part <= steps && part < steps; first += part) {
      Program shorter = program;
      const auto from = shorter.steps.begin() + static_cast<std::ptrdiff_t>(first);
      shorter.steps.erase(from, from + static_cast<std::ptrdiff_t>(part));
      all.push_back(std::move(shorter));
    }
  for (size_t i = 0; i < steps; ++i)
    for (const Case& simpler : shrink(program.steps[i])) {
      if (simpler.fill != program.fill && i > 0) continue;  // one for all, once
      all.push_back(program);
      all.back().steps[i] = simpler;
      set_fill(all.back(), simpler.fill);
    }
  return all;
}

Minimised minimise(Program program, const std::function<bool(const Program&)>& still_fails,
                   int64_t budget) {
  Minimised result{std::move(program)};
  for (bool simpler = true; simpler;) {
    simpler = false;
    for (Program& candidate : shrink(result.program)) {
      if (result.tried == budget) {
        result.exhausted = true;
        return result;
      }
      ++result.tried;
      if (!still_fails(candidate)) continue;
      result.program = std::move(candidate);
      simpler = true;
      break;
    }
  }
  return result;
}

}  // namespace strideproof::props

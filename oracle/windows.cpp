#include "oracle/windows.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "spec/read_otherwise.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

constexpr int64_t guard_bytes = 64;
constexpr int64_t whole_bytes = 16 * 1024;  // up to this size a step is held whole
constexpr int64_t dense_bytes = 128;        // a dense step has at most so many bytes an element
// A spread illegal step that a reading may accept is held by its exact bytes, up to so many
// elements.
constexpr int64_t accepted_elements = 4096;
// A larger one is held whole up to so many bytes: a mask copy of 65536 channels has a unit of the
// data and one of the mask for each.
constexpr int64_t accepted_bytes = 20 << 20;
constexpr int64_t end_bytes = 256;        // held at either end of a bounding range
constexpr size_t end_ranges = 4;          // first and last bounding ranges that are held
constexpr int64_t neighbour_bytes = 256;  // of a range, seen in the neighbour lanes
constexpr int64_t suspect_bytes = 64;

int64_t floor_to_guard(int64_t offset) { return offset / guard_bytes * guard_bytes; }

// True if a reading moves elements in local memory, inside the bounding ranges of the default
// reading.
bool reading_moves_elements(const Operation& operation) {
  return leaves_open(operation, "matrix-start-npu") || leaves_open(operation, "wide-section") ||
         leaves_open(operation, "mask-element");
}

// True if a reading of the ledger may accept a case that violates only these constraints.
bool may_be_accepted(const Case& c, const ConstraintResults& results) {
  return !any_constraint(*c.operation, results.violated, [&](const Constraint& constraint) {
    return !may_be_accepted(constraint) &&
           !(constraint.stage == Stage::end && reading_moves_elements(*c.operation));
  });
}

// True if the bytes of an illegal step can be listed: they are few, and 64 bits hold their
// addresses.
bool may_be_listed(const Case& c, int64_t cost) {
  constexpr int64_t largest_memory = int64_t{1} << 40;
  return cost <= accepted_elements &&
         std::all_of(std::begin(c.arguments.value), std::end(c.arguments.value), [](int64_t value) {
           return -largest_memory <= value && value <= largest_memory;
         });
}

enum class Held : uint8_t { whole, runs, ends };  // bounding ranges; exact bytes; only their ends

Held held_by(const Case& c, const std::vector<spec::OperandRange>& bounding_ranges) {
  int64_t total = 0;
  for (const spec::OperandRange& bounding : bounding_ranges) total += bounding.size;
  if (total <= whole_bytes) return Held::whole;
  const int64_t cost = spec::cost(c);
  if (cost > run_budget) return Held::ends;
  const ConstraintResults results = spec::evaluate(c);
  const bool dense = total <= dense_bytes * cost;
  if (results.legal()) return dense ? Held::whole : Held::runs;
  if (!may_be_accepted(c, results)) return Held::ends;
  if (!dense && may_be_listed(c, cost)) return Held::runs;
  return dense || total <= accepted_bytes ? Held::whole : Held::ends;
}

// The other readings of a case whose bytes may lie outside what is held of the default reading.
void read_otherwise(const Case& c, Held held, std::vector<Case>& into) {
  into.clear();
  read_otherwise(c, ReadBytes::elsewhere, into);
  if (held != Held::whole) read_otherwise(c, ReadBytes::inside, into);
}

// Its lists are kept from one program to the next to avoid allocations.
class Collector {
 public:
  std::vector<MemoryRange> collect(const Program& program, std::vector<MemoryRange> reused) {
    profile_ = program.profile;
    all_ = std::move(reused);
    for (std::vector<MemoryRange>* list : {&all_, &classed_, &decisive_}) list->clear();
    last_.assign(static_cast<size_t>(profile_->lanes) + 1, 0);
    for (const Case& step : program.steps) {
      read_otherwise(step, operands(step), others_);
      for (const Case& other : others_) operands(other);
      suspects(step);
    }
    merge(all_);
    neighbours();
    merge(classed_);
    merge(decisive_);
    overlay(classed_, decisive_);
    overlay(all_, classed_);
    return std::move(all_);
  }

 private:
  static MemoryRange cut(MemoryRange range, const Window& limits) {
    const int64_t end = std::min(range.end(), limits.end());
    range.first = std::max(range.first, limits.first);
    range.size = std::max<int64_t>(0, end - range.first);
    return range;
  }

  // Extends the range that was added last in the same lane, if it reaches the new one: with guards
  // the runs of most operands meet.
  void add(const MemoryRange& range) {
    if (range.size == 0) return;
    size_t& at =
        last_[range.space == Space::local ? static_cast<size_t>(range.lane) : last_.size() - 1];
    if (at < all_.size() && same_memory(all_[at], range) && all_[at].first <= range.first &&
        range.first <= all_[at].end()) {
      all_[at].size = std::max(all_[at].end(), range.end()) - all_[at].first;
    } else {
      at = all_.size();
      all_.push_back(range);
    }
  }

  Held operands(const Case& c) {
    bounding_ranges_ = spec::bounding_ranges(c, std::move(bounding_ranges_));
    const Held held = held_by(c, bounding_ranges_);
    switch (held) {
      case Held::whole:
        for (const spec::OperandRange& bounding : bounding_ranges_) operand(c, bounding);
        break;
      case Held::runs: runs(c); break;
      case Held::ends:
        // No byte may be written; the sweep sees writes far from the first and the last lanes.
        for (size_t i = 0; i < bounding_ranges_.size(); ++i)
          if (i < end_ranges || i + end_ranges >= bounding_ranges_.size())
            both_ends(c, bounding_ranges_[i]);
        break;
    }
    return held;
  }

  // If a reading moves elements in local memory, takes the bounding ranges, which lanes limit.
  void runs(const Case& c) {
    const bool moved = reading_moves_elements(*c.operation);
    for (const spec::OperandRange& run : spec::footprint(c))
      if (!moved || run.space == Space::system) operand(c, run);
    if (!moved) return;
    for (const spec::OperandRange& bounding : bounding_ranges_)
      if (bounding.space != Space::system) operand(c, bounding);
  }

  // The bytes of an operand, with guards and the padding after each channel.
  void operand(const Case& c, const spec::OperandRange& run) {
    if (run.size <= 0) return;
    const Window limits = limits_around(*profile_, run.space, run.lane, run.first);
    const int64_t padding = run.space == Space::local ? profile_->unit_bytes : guard_bytes;
    const int64_t first = floor_to_guard(run.first) - guard_bytes;
    const int64_t end = floor_to_guard(run.first + run.size + guard_bytes - 1) + padding;
    add(cut({run.space, run.lane, first, end - first}, limits));
    const DataClass data = c.data[static_cast<size_t>(std::countr_zero(run.operand))];
    if (data == DataClass::unique) return;
    const MemoryRange classed = cut({run.space, run.lane, run.first, run.size, data}, limits);
    if (classed.size > 0)
      (run.operand == c.operation->counts ? decisive_ : classed_).push_back(classed);
  }

  // In system memory only the start: the end may be anywhere, and each place costs pages.
  void both_ends(const Case& c, spec::OperandRange bounding) {
    if (bounding.size > 2 * end_bytes) {
      spec::OperandRange tail = bounding;
      tail.first += bounding.size - end_bytes;
      tail.size = bounding.size = end_bytes;
      if (bounding.space != Space::system) operand(c, tail);
    }
    operand(c, bounding);
  }

  void suspect(Space space, int64_t lane, int64_t offset) {
    const Window limits = limits_around(*profile_, space, lane, offset);
    if (limits.size == 0) return;  // an address near 2^63 has no guard after it
    add(cut({space, lane, floor_to_guard(offset), suspect_bytes}, limits));
  }

  // The places of likely wrong addresses: with high bits lost, or in another memory.
  void suspects(const Case& c) {
    for (const Parameter& parameter : c.operation->parameters) {
      if (parameter.role != Role::address) continue;
      const int64_t address = c.arguments.value[static_cast<size_t>(parameter.slot)];
      const int64_t in_4gib = address & 0xffffffff, in_64kib = address & 0xffff;
      if (in_4gib != address || parameter.type != CType::u64) suspect(Space::system, 0, in_4gib);
      if (in_64kib != in_4gib) suspect(Space::system, 0, in_64kib);
      for (const Space space : {Space::ub, Space::l1, Space::l0b})
        for (const int64_t offset : {in_4gib, in_64kib}) suspect(space, 0, offset);
      if (profile_->lane_bytes == 0) continue;
      const int64_t lane = in_4gib / profile_->lane_bytes, offset = in_4gib % profile_->lane_bytes;
      suspect(Space::local, lane, offset);
      if (offset > 0xffff) suspect(Space::local, lane, offset & 0xffff);
    }
    // A sum whose carry past 32 bits is lost: 4 GiB below the bytes after the multiple of 4 GiB.
    for (size_t i = 0, count = all_.size(); i < count; ++i) {
      const int64_t last = all_[i].end() - 1;
      if (all_[i].space == Space::system && all_[i].first >> 32 != last >> 32)
        suspect(Space::system, 0, ((last >> 32) - 1) << 32);
    }
  }

  // The same offsets in the lanes next to those of an operand.
  void neighbours() {
    std::vector<bool> used(static_cast<size_t>(profile_->lanes));
    for (const MemoryRange& range : all_)
      if (range.space == Space::local) used[static_cast<size_t>(range.lane)] = true;
    const size_t sorted = all_.size();
    for (size_t i = 0; i < sorted; ++i) {
      const MemoryRange range = all_[i];
      if (range.space != Space::local) continue;
      for (const int64_t step : {int64_t{1}, profile_->lanes - 1}) {
        const int64_t lane = (range.lane + step) % profile_->lanes;
        if (!used[static_cast<size_t>(lane)])
          all_.push_back({Space::local, lane, range.first, std::min(range.size, neighbour_bytes)});
      }
    }
    if (all_.size() > sorted) merge(all_);
  }

  const Profile* profile_ = nullptr;
  std::vector<MemoryRange> all_;
  std::vector<size_t> last_;  // in all_, the range added last by lane, and outside local memory
  // Operands of a data class. If two overlap, the one whose contents make a step legal keeps its
  // class.
  std::vector<MemoryRange> classed_, decisive_;
  std::vector<spec::OperandRange> bounding_ranges_;
  std::vector<Case> others_;
};

}  // namespace

std::vector<MemoryRange> windows(const Program& program, std::vector<MemoryRange> reused) {
  thread_local Collector collector;
  return collector.collect(program, std::move(reused));
}

bool hold_every_reading(const Program& program) {
  const auto held = [](const Case& c) { return held_by(c, spec::bounding_ranges(c)); };
  const auto holds = [&](const Case& c) {
    return held(c) != Held::ends || !may_be_accepted(c, spec::evaluate(c));
  };
  return std::all_of(program.steps.begin(), program.steps.end(), [&](const Case& c) {
    std::vector<Case> others;
    read_otherwise(c, held(c), others);
    return holds(c) && std::all_of(others.begin(), others.end(), holds);
  });
}

ConstraintResults evaluate_first(const Program& program) {
  const Case& c = program.steps.front();
  if (c.operation->counts == 0 || spec::cost(c) > run_budget) return spec::evaluate(c);
  const std::vector<MemoryRange> ranges = windows(program);
  return spec::evaluate(c, contents(ranges, program.fill));
}

bool surely_legal(const Program& program) {
  const auto legal_anyway = [](const Case& step) {
    return step.operation->counts == 0 && spec::evaluate(step).legal();
  };
  return evaluate_first(program).legal() &&
         std::all_of(program.steps.begin() + 1, program.steps.end(), legal_anyway);
}

}  // namespace strideproof

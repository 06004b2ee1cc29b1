#pragma once
// A set of bytes of one memory, for marking until the first repeat. A hash table of 64-byte blocks;
// clear() keeps a small table, which does not leave the cache, so that marking does not allocate
// for each case. Consecutive elements mostly lie in one block, which is cached, so most lookups do
// not use the table.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace strideproof::reference {

class ByteSet {
 public:
  void clear() {
    if (slots_.size() > kept_slots) slots_ = std::vector<Slot>(kept_slots);
    used_ = 0;
    last_ = 0;
    ++round_;
  }

  // Adds bytes [first, first + count). Returns true if none of them was in the set before.
  bool add(int64_t first, int64_t count) {
    bool fresh = true;
    while (count > 0) {
      const int64_t in_block = std::min(count, 64 - first % 64);
      uint64_t& bits = block(first / 64);
      fresh = fresh && (bits & mask(first, in_block)) == 0;
      bits |= mask(first, in_block);
      first += in_block;
      count -= in_block;
    }
    return fresh;
  }

  // True if any of [first, first + count) is in the set.
  bool meets(int64_t first, int64_t count) const {
    while (count > 0) {
      const int64_t in_block = std::min(count, 64 - first % 64);
      const Slot& slot = slots_[find(first / 64)];
      if (slot.round == round_ && (slot.bits & mask(first, in_block)) != 0) return true;
      first += in_block;
      count -= in_block;
    }
    return false;
  }

 private:
  struct Slot {
    uint64_t round = 0;  // the slot is in use if this equals the set's round
    int64_t block = 0;
    uint64_t bits = 0;
  };
  static constexpr size_t kept_slots = 1024;  // a power of two, like every size of slots_

  static uint64_t mask(int64_t first, int64_t count) {
    return (count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << first % 64;
  }

  // The slot of a block, or the free slot for it.
  size_t find(int64_t block) const {
    size_t at = static_cast<uint64_t>(block) * 0x9e3779b97f4a7c15 >> 32;
    for (;; ++at) {
      const Slot& slot = slots_[at & (slots_.size() - 1)];
      if (slot.round != round_ || slot.block == block) return at & (slots_.size() - 1);
    }
  }

  uint64_t& block(int64_t number) {
    if (Slot& slot = slots_[last_]; slot.round == round_ && slot.block == number) return slot.bits;
    if (2 * used_ >= slots_.size()) grow();
    last_ = find(number);
    Slot& slot = slots_[last_];
    if (slot.round != round_) {
      slot = {round_, number, 0};
      ++used_;
    }
    return slot.bits;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.round == round_) slots_[find(slot.block)] = slot;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kept_slots);
  size_t used_ = 0;
  size_t last_ = 0;  // the slot of the last block that was added
  uint64_t round_ = 1;
};

}  // namespace strideproof::reference

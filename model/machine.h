#pragma once
// The memories of a profile, each flat in the address space of this process, so that an
// implementation may use plain pointers:
//
//   system   reserved up to the end of the last window, backed only where opened; other pages
//            are not accessible, so an unexpected access faults
//   local    lanes follow each other: byte `offset` of lane l at l * lane_bytes + offset
//   ub, l1, l0b   one buffer each
//
// Inaccessible pages lie before and after each memory. A Machine is not copied and not shared
// between threads.

#include <array>
#include <cstdint>
#include <vector>

#include "spec/vocabulary/ledger.h"
#include "spec/vocabulary/profile.h"

namespace strideproof {

// The lane, buffer or window in which `first` lies; an empty window if there is none.
Window limits_around(const Profile& profile, Space space, int64_t lane, int64_t first);

class Machine {
 public:
  static constexpr int64_t chunk_bytes = 64 * 1024;  // the unit of opening

  // Throws std::runtime_error if no address space is left.
  explicit Machine(const Profile& profile);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const Profile& profile() const { return profile_; }

  // The first byte of a memory; system memory starts at address 0. Lanes are 0 outside local.
  uint8_t* base(Space space) { return memory_[static_cast<int>(space)].base; }
  uint8_t* at(Space space, int64_t lane, int64_t offset) {
    return base(space) + lane * profile_.lane_bytes + offset;
  }

  // True if all of [offset, offset + size) exists in one lane, one window, one buffer. size >= 0.
  bool exists(Space space, int64_t lane, int64_t offset, int64_t size) const;

  // Makes existing bytes accessible (only system memory needs it); bytes never opened read as 0.
  // Returns false, and opens nothing, if not all of them exist.
  bool open(Space space, int64_t lane, int64_t offset, int64_t size);

  // Chunks of system memory now open, by their first address, in the order of opening.
  const std::vector<int64_t>& open_chunks() const { return open_chunks_; }
  // Closes all of system memory; its contents are gone.
  void close_system();

  // State next to memory: the number of words kept by the last bm_atomic_mask_memcpy_4D.
  uint32_t mask_count = 0;
  bool mask_rejected = false;  // the last one was rejected

  // The NaN that the reference wrote since the list was cleared. The document leaves their bits
  // open (ledger: nan-add, nan-conversion), so any NaN of the format is accepted there.
  struct Nan {
    Space space;
    int64_t place;     // its first byte, counted from the base of the memory
    int64_t bytes;     // 4: float32, 2: float16
    bool any = false;  // any bits, not only those of a NaN (ledger: count-out-of-range)
  };
  std::vector<Nan> nans;
  // The float32 NaN that the reference writes; a float16 NaN is its upper bits. Another value
  // reveals results that depend on the free bits.
  uint32_t nan_bits = 0x7fc00000;
  // The entries of the ledger whose readings the reference asked for since the set was cleared.
  // Readings of others would have changed nothing.
  Entries asked;

 private:
  struct Memory {
    uint8_t* reserved = nullptr;
    uint8_t* base = nullptr;
    int64_t reserved_bytes = 0;

    ~Memory();
    void reserve(int64_t bytes, bool accessible);
  };

  const Profile& profile_;
  std::array<Memory, space_count> memory_{};
  std::vector<bool> is_open_;  // by chunk of system memory
  std::vector<int64_t> open_chunks_;
};

}  // namespace strideproof

#include "model/machine.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace strideproof {
namespace {

[[noreturn]] void fail(const char* what, int64_t bytes) {
  throw std::runtime_error(fmt::format("cannot {} {} bytes of address space for a machine: {}",
                                       what, bytes, std::strerror(errno)));
}

void protect(uint8_t* first, int64_t bytes, int how) {
  if (mprotect(first, static_cast<size_t>(bytes), how) != 0) fail("protect", bytes);
}

// Inaccessible bytes after each memory: the reach of the longest strides of any function.
constexpr int64_t guard_bytes = int64_t{1} << 35;

int64_t round_to_chunk(int64_t bytes) {
  return (bytes + Machine::chunk_bytes - 1) / Machine::chunk_bytes * Machine::chunk_bytes;
}

}  // namespace

Window limits_around(const Profile& profile, Space space, int64_t lane, int64_t first) {
  if (space == Space::local) return {0, lane >= 0 && lane < profile.lanes ? profile.lane_bytes : 0};
  if (lane != 0) return {0, 0};
  if (space != Space::system) return {0, profile.buffer_bytes[static_cast<int>(space)]};
  for (const Window& window : profile.windows)
    if (first >= window.first && first < window.end()) return window;
  return {0, 0};
}

void Machine::Memory::reserve(int64_t bytes, bool accessible) {
  if (bytes == 0) return;
  // One inaccessible chunk before the memory.
  reserved_bytes = chunk_bytes + round_to_chunk(bytes) + guard_bytes;
  void* got = mmap(nullptr, static_cast<size_t>(reserved_bytes), PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) fail("reserve", reserved_bytes);
  reserved = static_cast<uint8_t*>(got);
  base = reserved + chunk_bytes;
  if (accessible) protect(base, round_to_chunk(bytes), PROT_READ | PROT_WRITE);
}

Machine::Memory::~Memory() {
  if (reserved != nullptr) munmap(reserved, static_cast<size_t>(reserved_bytes));
}

Machine::Machine(const Profile& profile) : profile_(profile) {
  const int64_t system_bytes = profile.windows.empty() ? 0 : profile.windows.back().end();
  const auto reserve = [&](Space space, int64_t bytes, bool accessible) {
    memory_[static_cast<int>(space)].reserve(bytes, accessible);
  };
  reserve(Space::system, system_bytes, false);
  reserve(Space::local, profile.lanes * profile.lane_bytes, true);
  for (const Space space : {Space::ub, Space::l1, Space::l0b})
    reserve(space, profile.buffer_bytes[static_cast<int>(space)], true);
  is_open_.resize(static_cast<size_t>(round_to_chunk(system_bytes) / chunk_bytes));
}

bool Machine::exists(Space space, int64_t lane, int64_t offset, int64_t size) const {
  const Window limits = limits_around(profile_, space, lane, offset);
  return limits.first <= offset && offset < limits.end() && 0 <= size &&
         size <= limits.end() - offset;
}

bool Machine::open(Space space, int64_t lane, int64_t offset, int64_t size) {
  if (!exists(space, lane, offset, size)) return false;
  if (space != Space::system || size == 0) return true;
  const int64_t end = (offset + size - 1) / chunk_bytes + 1;
  for (int64_t chunk = offset / chunk_bytes; chunk < end; ++chunk) {
    const int64_t first = chunk;
    while (chunk < end && !is_open_[static_cast<size_t>(chunk)]) ++chunk;
    if (chunk == first) continue;
    protect(base(Space::system) + first * chunk_bytes, (chunk - first) * chunk_bytes,
            PROT_READ | PROT_WRITE);
    for (int64_t opened = first; opened < chunk; ++opened) {
      is_open_[static_cast<size_t>(opened)] = true;
      open_chunks_.push_back(opened * chunk_bytes);
    }
  }
  return true;
}

// One call for all chunks, as each call on its own makes the processors forget their addresses.
void Machine::close_system() {
  if (open_chunks_.empty()) return;
  const auto [first, last] = std::minmax_element(open_chunks_.begin(), open_chunks_.end());
  uint8_t* const begin = base(Space::system) + *first;
  const int64_t bytes = *last - *first + chunk_bytes;
  if (madvise(begin, static_cast<size_t>(bytes), MADV_DONTNEED) != 0) fail("release", bytes);
  protect(begin, bytes, PROT_NONE);
  for (const int64_t chunk : open_chunks_)
    is_open_[static_cast<size_t>(chunk / chunk_bytes)] = false;
  open_chunks_.clear();
}

}  // namespace strideproof

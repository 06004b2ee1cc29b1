#include "oracle/memory_range.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <tuple>

#include "model/fill.h"

namespace strideproof {
namespace {

// The order of a list: by space, lane, first byte. Compilers inline it in a sort, unlike a pointer
// to a function.
constexpr auto in_order = [](const MemoryRange& a, const MemoryRange& b) {
  return std::tie(a.space, a.lane, a.first) < std::tie(b.space, b.lane, b.first);
};

const auto page_bytes = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));

// Sets used[i] if page i of those that hold [first, first + size) was accessed, by the entries of
// /proc/self/pagemap. Returns false if they cannot be read.
bool add_accessed(std::ifstream& map, const uint8_t* first, int64_t size, std::vector<bool>& used) {
  constexpr uint64_t in_memory_or_swap = uint64_t{3} << 62;
  const auto address = reinterpret_cast<uintptr_t>(first);
  const uintptr_t page = address / page_bytes;
  std::vector<uint64_t> entries((address + static_cast<uintptr_t>(size) - 1) / page_bytes - page +
                                1);
  map.seekg(static_cast<std::streamoff>(page * sizeof(uint64_t)));
  map.read(reinterpret_cast<char*>(entries.data()),
           static_cast<std::streamsize>(entries.size() * sizeof(uint64_t)));
  used.resize(entries.size());
  for (size_t i = 0; i < entries.size(); ++i)
    if ((entries[i] & in_memory_or_swap) != 0) used[i] = true;
  return map.good();
}

}  // namespace

void merge(std::vector<MemoryRange>& ranges) {
  if (!std::is_sorted(ranges.begin(), ranges.end(), in_order))
    std::sort(ranges.begin(), ranges.end(), in_order);
  size_t kept = 0;
  for (size_t i = 0; i < ranges.size(); ++i) {
    MemoryRange next = ranges[i];
    if (kept > 0 && same_memory(ranges[kept - 1], next)) {
      MemoryRange& last = ranges[kept - 1];
      if (next.data == last.data && next.first <= last.end()) {
        last.size = std::max(last.end(), next.end()) - last.first;
        continue;
      }
      const int64_t cut = last.end() - next.first;
      if (cut >= next.size) continue;
      if (cut > 0) {
        next.first += cut;
        next.size -= cut;
      }
    }
    ranges[kept++] = next;
  }
  ranges.resize(kept);
}

void overlay(std::vector<MemoryRange>& base, const std::vector<MemoryRange>& over) {
  if (over.empty()) return;
  std::vector<MemoryRange> all = over;
  for (MemoryRange range : base) {
    const auto lies_before = [&](const MemoryRange& one) {
      return same_memory(one, range) ? one.end() <= range.first : in_order(one, range);
    };
    auto hole = std::partition_point(over.begin(), over.end(), lies_before);
    for (; hole != over.end() && same_memory(*hole, range) && hole->first < range.end(); ++hole) {
      MemoryRange part = range;
      part.size = hole->first - range.first;
      if (part.size > 0) all.push_back(part);
      range.size = range.end() - hole->end();
      range.first = hole->end();
    }
    if (range.size > 0) all.push_back(range);
  }
  std::inplace_merge(all.begin(), all.begin() + std::ssize(over), all.end(), in_order);
  base = std::move(all);
}

int64_t bytes(const std::vector<MemoryRange>& ranges) {
  int64_t total = 0;
  for (const MemoryRange& range : ranges) total += range.size;
  return total;
}

bool open_too_many(const std::vector<MemoryRange>& ranges) {
  size_t count = 0;
  int64_t next = 0;  // the first chunk that is not counted yet
  for (const MemoryRange& range : ranges) {
    if (range.space != Space::system || range.size == 0) continue;
    const int64_t first = std::max(next, range.first / Machine::chunk_bytes);
    next = std::max(next, (range.end() - 1) / Machine::chunk_bytes + 1);
    count += static_cast<size_t>(std::max<int64_t>(0, next - first));
  }
  return count > most_chunks;
}

void prepare(Machine& machine, const std::vector<MemoryRange>& ranges, uint64_t seed) {
  for (const MemoryRange& r : ranges) {
    machine.open(r.space, r.lane, r.first, r.size);
    fill(machine.at(r.space, r.lane, r.first), r.size, seed, r.space, r.lane, r.first, r.data);
  }
}

// Bytes are read in order, so the rest of a word is kept: fill() makes whole words.
spec::Contents contents(const std::vector<MemoryRange>& ranges, uint64_t seed) {
  constexpr int64_t word = 8;
  std::array<uint8_t, word> bytes{};
  MemoryRange kept{};  // what `bytes` holds
  return [&ranges, seed, bytes, kept](Space space, int64_t lane, int64_t offset) mutable {
    const MemoryRange byte{space, lane, offset, 1};
    if (same_memory(kept, byte) && kept.first <= offset && offset < kept.end())
      return bytes[static_cast<size_t>(offset - kept.first)];
    const auto next = std::upper_bound(ranges.begin(), ranges.end(), byte, in_order);
    const bool held =
        next != ranges.begin() && same_memory(next[-1], byte) && offset < next[-1].end();
    const int64_t left = held ? next[-1].end() - offset : 1;
    kept = {space, lane, offset, std::min(word - offset % word, left)};
    fill(bytes.data(), kept.size, seed, space, lane, offset,
         held ? next[-1].data : DataClass::unique);
    return bytes[0];
  };
}

void copy(Machine& from, Machine& to, const std::vector<MemoryRange>& ranges) {
  for (const MemoryRange& r : ranges) {
    to.open(r.space, r.lane, r.first, r.size);
    std::memcpy(to.at(r.space, r.lane, r.first), from.at(r.space, r.lane, r.first),
                static_cast<size_t>(r.size));
  }
}

Found bytes_in(Machine& machine) {
  return [&machine](const MemoryRange& range) {
    return machine.at(range.space, range.lane, range.first);
  };
}

std::optional<Difference> first_difference(Machine& shadow, const std::vector<MemoryRange>& ranges,
                                           const Found& found) {
  for (const MemoryRange& range : ranges) {
    const uint8_t* expected = shadow.at(range.space, range.lane, range.first);
    const uint8_t* actual = found(range);
    const auto size = static_cast<size_t>(range.size);
    if (std::memcmp(expected, actual, size) == 0) continue;
    const int64_t at = std::mismatch(expected, expected + size, actual).first - expected;
    return Difference{range.space, range.lane, range.first + at, expected[at], actual[at]};
  }
  return std::nullopt;
}

std::vector<MemoryRange> all_memory(const Machine& machine) {
  constexpr int64_t part = 1 << 20;
  const Profile& profile = machine.profile();
  std::vector<MemoryRange> all;
  const auto add = [&](Space space, int64_t lane, int64_t from, int64_t end) {
    for (int64_t first = from; first < end; first += part)
      all.push_back({space, lane, first, std::min(part, end - first)});
  };
  for (const int64_t chunk : machine.open_chunks())
    for (const Window& window : profile.windows)
      add(Space::system, 0, std::max(chunk, window.first),
          std::min(chunk + Machine::chunk_bytes, window.end()));
  for (int64_t lane = 0; lane < profile.lanes; ++lane)
    add(Space::local, lane, 0, profile.lane_bytes);
  for (const Space space : {Space::ub, Space::l1, Space::l0b})
    add(space, 0, 0, profile.buffer_bytes[static_cast<size_t>(space)]);
  return all;
}

std::vector<MemoryRange> accessed(const std::vector<MemoryRange>& ranges, Machine& one,
                                  Machine& other) {
  std::ifstream map;
  map.rdbuf()->pubsetbuf(nullptr, 0);  // reads no more than is asked for
  map.open("/proc/self/pagemap", std::ios::binary);
  std::vector<bool> used;
  const auto* own = reinterpret_cast<const uint8_t*>(&used);
  if (!add_accessed(map, own, 1, used) || !used[0]) return ranges;  // the system tells nothing

  std::vector<MemoryRange> parts;
  for (const MemoryRange& range : ranges) {
    used.clear();
    for (Machine* machine : {&one, &other})
      if (!add_accessed(map, machine->at(range.space, range.lane, range.first), range.size, used))
        return ranges;
    const auto address = reinterpret_cast<uintptr_t>(one.at(range.space, range.lane, range.first));
    int64_t page = range.first - static_cast<int64_t>(address % page_bytes);
    for (const bool is_used : used) {
      const int64_t first = std::max(range.first, page);
      page += static_cast<int64_t>(page_bytes);
      const int64_t size = std::min(range.end(), page) - first;
      if (!is_used) continue;
      if (!parts.empty() && same_memory(parts.back(), range) && parts.back().end() == first)
        parts.back().size += size;
      else
        parts.push_back({range.space, range.lane, first, size});
    }
  }
  return parts;
}

}  // namespace strideproof

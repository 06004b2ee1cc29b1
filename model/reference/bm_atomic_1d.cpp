// "一维数据搬运": the elements of src, in order, become those of dst.

#include "model/reference/bm_atomic.h"

namespace strideproof::reference::atomic {
namespace {

// Bytes [first, end) of system memory, or of local memory as one range of addresses.
struct Line {
  bool local;
  int64_t first;
  Wide end;
};

// Lane l holds the S addresses from local_base + l*S on; a run continues in the next lane.
std::optional<EnclosingRange> memory_around(const Profile& profile, const Line& line) {
  if (!line.local) return window_around(profile, line.first);
  const EnclosingRange all = {profile.local_base,
                              profile.local_base + profile.lanes * profile.lane_bytes};
  if (all.first <= line.first && line.first < all.end) return all;
  return {};
}

void check_line(ConstraintEvaluator& checks, ConstraintId aligned, ConstraintId start,
                ConstraintId end, const Profile& profile, const Line& line, int64_t element_bytes,
                const Choices& choices) {
  check_aligned(checks, aligned, line.first, element_bytes, choices);
  const std::optional<EnclosingRange> around = memory_around(profile, line);
  checks.require(start, around.has_value());
  if (around) checks.require(end, line.end <= around->end);
}

uint8_t& byte_of(Machine& machine, const Line& line, int64_t byte) {
  const int64_t address = line.first + byte, lane_bytes = machine.profile().lane_bytes;
  if (!line.local) return *machine.at(Space::system, 0, address);
  const int64_t offset = address - machine.profile().local_base;
  return *machine.at(Space::local, offset / lane_bytes, offset % lane_bytes);
}

// copy-overlap
bool is_apart_or_same(const Line& dst, const Line& src) {
  return dst.local != src.local || dst.end <= src.first || src.end <= dst.first ||
         dst.first == src.first;
}

}  // namespace

Result memcpy_1D(Machine& machine, const Case& c, const Choices& choices) {
  const Linear<int64_t> p = linear_of(c.arguments);
  ConstraintEvaluator checks(*c.operation);
  checks.require(ConstraintId::length_min, p.length >= 1 || choices.empty_copy);
  checks.require(ConstraintId::format_known, p.format < format_count);
  checks.require(ConstraintId::direction_known, p.direction < direction_count);
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  const Wide all = Wide{p.length} * bytes;
  const Line dst = {dst_is_local(p.direction), p.dst_addr, p.dst_addr + all};
  const Line src = {src_is_local(p.direction), p.src_addr, p.src_addr + all};
  check_line(checks, ConstraintId::dst_addr_aligned, ConstraintId::dst_addr_start,
             ConstraintId::dst_end, machine.profile(), dst, bytes, choices);
  check_line(checks, ConstraintId::src_addr_aligned, ConstraintId::src_addr_start,
             ConstraintId::src_end, machine.profile(), src, bytes, choices);
  checks.require(ConstraintId::overlap,
                 is_apart_or_same(dst, src) || choices.all_read_first || choices.overlap_in_order);
  if (!to_be_run(checks, p.length)) return {checks.constraint_results()};

  const auto read_element = [&](size_t k) {
    uint32_t bits = 0;
    for (int64_t b = 0; b < bytes; ++b)
      bits |= uint32_t{byte_of(machine, src, static_cast<int64_t>(k) * bytes + b)} << 8 * b;
    return bits;
  };
  const auto write_element = [&](size_t k, uint32_t bits) {
    for (int64_t b = 0; b < bytes; ++b)
      byte_of(machine, dst, static_cast<int64_t>(k) * bytes + b) =
          static_cast<uint8_t>(bits >> 8 * b);
  };
  move_each(static_cast<size_t>(p.length), choices, read_element, write_element);
  return {checks.constraint_results()};
}

}  // namespace strideproof::reference::atomic

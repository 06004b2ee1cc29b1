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

int64_t local_base(const Profile& profile, const Choices& choices) {
  return choices.takes("linear-base", 1) ? 0 : profile.local_base;
}

// Lane l holds the S addresses from local_base + l*S on; a run continues in the next lane
// (linear-lanes).
std::optional<EnclosingRange> memory_around(const Profile& profile, const Line& line,
                                            const Choices& choices) {
  if (!line.local) return window_around(profile, line.first);
  const int64_t base = local_base(profile, choices), bytes = profile.lane_bytes;
  const EnclosingRange all = {base, base + profile.lanes * bytes};
  if (line.first < all.first || line.first >= all.end) return {};
  if (choices.takes("linear-lanes", 0)) return all;
  const int64_t lane = base + (line.first - base) / bytes * bytes;
  return EnclosingRange{lane, lane + bytes};
}

void check_line(CaseEvaluator& checks, ConstraintId start, ConstraintId end, const Profile& profile,
                const Line& line, const Choices& choices) {
  const std::optional<EnclosingRange> around = memory_around(profile, line, choices);
  checks.require(start, around.has_value());
  if (around) checks.require(end, line.end <= around->end);
}

uint8_t& byte_of(Machine& machine, const Line& line, int64_t byte, const Choices& choices) {
  const int64_t address = line.first + byte, lane_bytes = machine.profile().lane_bytes;
  if (!line.local) return *machine.at(Space::system, 0, address);
  const int64_t offset = address - local_base(machine.profile(), choices);
  return *machine.at(Space::local, offset / lane_bytes, offset % lane_bytes);
}

// in-place, copy-overlap
bool is_apart_or_same(const Line& dst, const Line& src, const Choices& choices) {
  if (dst.local != src.local || dst.end <= src.first || src.end <= dst.first) return true;
  return dst.first == src.first ? choices.takes("in-place", 0) : !choices.takes("copy-overlap", 0);
}

}  // namespace

Result memcpy_1D(Machine& machine, const Case& c, const Choices& choices) {
  const Linear<int64_t> p = linear_of(c.arguments);
  const Profile& profile = machine.profile();
  CaseEvaluator checks(c, machine, choices);
  if (p.length == 0 && choices.takes("empty-copy", 2)) return checks;
  checks.require(ConstraintId::length_min, p.length >= 1 || choices.takes("empty-copy", 1));
  checks.require(ConstraintId::format_known, p.format < format_count);
  checks.require(ConstraintId::direction_known, p.direction < direction_count);
  const int64_t bytes = element_bytes(static_cast<Format>(p.format));
  checks.aligned(ConstraintId::dst_aligned, p.dst_addr, bytes);
  checks.aligned(ConstraintId::src_aligned, p.src_addr, bytes);
  if (p.length == 0 && choices.takes("empty-copy", 1)) return checks;
  const int64_t unit = choices.takes("linear-length", 1) ? 1 : bytes;
  const Wide all = Wide{p.length} * unit;
  const Line dst = {dst_is_local(p.direction), p.dst_addr, p.dst_addr + all};
  const Line src = {src_is_local(p.direction), p.src_addr, p.src_addr + all};
  check_line(checks, ConstraintId::dst_start, ConstraintId::dst_end, profile, dst, choices);
  check_line(checks, ConstraintId::src_start, ConstraintId::src_end, profile, src, choices);
  checks.require(ConstraintId::overlap, is_apart_or_same(dst, src, choices));
  if (!checks.to_be_run(p.length)) return checks;

  // An element is read before it is written; it may lie in two lanes.
  const auto read_element = [&](const Index& i) {
    uint32_t bits = 0;
    for (int64_t b = 0; b < unit; ++b)
      bits |= uint32_t{byte_of(machine, src, i.w * unit + b, choices)} << 8 * b;
    return bits;
  };
  const auto write_element = [&](const Index& i, uint32_t bits) {
    for (int64_t b = 0; b < unit; ++b)
      byte_of(machine, dst, i.w * unit + b, choices) = static_cast<uint8_t>(bits >> 8 * b);
  };
  move_each({1, 1, 1, p.length}, choices, read_element, write_element);
  return checks;
}

}  // namespace strideproof::reference::atomic

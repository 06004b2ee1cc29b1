#include "mutants/common.h"

#include <algorithm>

#include "spec/footprint.h"
#include "spec/operations/bm_atomic_selectors.h"

namespace strideproof::mutants {
namespace {

using Operand = spec::Tensor<int64_t>;

// ---- the extent of an operand, from its parameters alone ----

// Bytes [first, end): addresses in a memory without lanes, in local memory offsets in the lanes
// [lane, lane + lanes), which wrap.
struct Extent {
  Space space;
  int64_t start;  // flat
  int64_t first, end, lane, lanes;
};

Extent extent_of(const Case& c, Operands which) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const Operand t = spec::tensor_of(c, which);
  const int64_t end = spec::last_byte(m, t) + 1;
  if (t.space != Space::local) return {t.space, t.address, t.address, end, 0, 1};
  const auto [lane, offset] = spec::start_of(m, t.address);
  return {t.space, t.address, offset, end, lane, std::min(t.shape.c, m.lanes)};
}

int64_t unit_of(const Case& c) {
  return std::max(spec::tensor_of(c, on_dst).element_bytes,
                  spec::tensor_of(c, on_src).element_bytes);
}

bool share_lanes(const Profile& profile, const Extent& a, const Extent& b) {
  if (a.space != b.space) return false;
  if (a.space != Space::local) return true;
  const int64_t x = profile.lanes;
  return (b.lane - a.lane + x) % x < a.lanes || (a.lane - b.lane + x) % x < b.lanes;
}

// The number of bytes in both ranges; 0: the ranges touch; negative: the gap between them.
int64_t common_bytes(const Extent& a, const Extent& b) {
  return std::min(a.end, b.end) - std::max(a.first, b.first);
}

// True if the operand ends with the last byte of its lane, of its window, or of local memory, where
// memcpy_1D counts flat addresses.
bool ends_with_memory(const Profile& profile, const Extent& a) {
  if (a.space == Space::local) return a.end == profile.lane_bytes;
  return a.end == profile.local_base + profile.lanes * profile.lane_bytes ||
         std::any_of(profile.windows.begin(), profile.windows.end(),
                     [&](const Window& window) { return a.end == window.end(); });
}

// ---- labels ----

// A source whose overlap with dst has a label.
struct Source {
  Extent extent;
  ConstraintId overlap;
  bool in_place;
};
std::vector<Source> sources_of(const Case& c, const Extent& dst) {
  std::vector<Source> all;
  // The flat addresses of two memories do not compare.
  if (c.operation->parameter("length") != nullptr &&
      bm_atomic::dst_is_local(c["direction"]) != bm_atomic::src_is_local(c["direction"]))
    return all;
  for (const Operands which : {on_src, on_src1}) {
    const ConstraintId overlap = of(ConstraintId::src_overlap, which);
    if ((c.operation->labels & bit(overlap)) == 0) continue;
    const Extent source = extent_of(c, which);
    all.push_back({source, overlap, source.space == dst.space && source.start == dst.start});
  }
  return all;
}

// The label for which a fault rejects a legal case.
uint64_t rejected(const Case& c) {
  if (c.operation->parameters.empty()) return 0;
  const Profile& profile = *c.profile;
  const Extent dst = extent_of(c, on_dst);
  uint64_t labels =
      label_if(Fault::window_end_rejected, ends_with_memory(profile, dst), ConstraintId::dst_end);
  for (const auto& [src, overlap, in_place] : sources_of(c, dst)) {
    const bool same_lanes = share_lanes(profile, dst, src);
    const int64_t common = common_bytes(dst, src);
    labels |=
        label_if(Fault::interleaved_rejected, same_lanes && common > 0 && !in_place, overlap) |
        label_if(Fault::in_place_rejected, in_place, overlap) |
        label_if(Fault::touching_rejected, same_lanes && common == 0, overlap);
  }
  return labels;
}

// The violated labels that a fault does not see.
uint64_t accepted(const Case& c, uint64_t violated) {
  if (has(Fault::alias_accepted)) return bit(ConstraintId::dst_alias);
  if (has(Fault::overlap_accepted)) return bit(ConstraintId::overlap);
  const uint64_t overlaps = bit(ConstraintId::src_overlap) | bit(ConstraintId::src1_overlap);
  if (!has(Fault::range_one_short) || (violated & ~overlaps) != 0) return 0;
  // The overlaps that ranges shorter by one element do not show.
  const Extent dst = extent_of(c, on_dst);
  uint64_t labels = 0;
  for (const auto& [src, overlap, in_place] : sources_of(c, dst))
    labels |= label_if(Fault::range_one_short, !in_place && common_bytes(dst, src) <= unit_of(c),
                       overlap);
  return labels;
}

// ---- memory ----

// After the first channel of a tensor in local memory.
void write_padding(Machine& machine, const Operand& dst) {
  const Profile& profile = machine.profile();
  const int64_t size = dst.shape.h * dst.shape.w * dst.element_bytes;
  const int64_t end = dst.address % profile.lane_bytes + size;
  const int64_t padding =
      std::min(round_up(size, profile.unit_bytes) - size, profile.lane_bytes - end);
  std::fill_n(machine.base(Space::local) + dst.address + size, padding, uint8_t{0});
}

// In the lane after that of the last channel.
void write_far_lane(Machine& machine, const Operand& dst) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto at = spec::start_of(m, dst.address);
  invert(machine.at(Space::local, spec::lane_of(m, at.lane, dst.shape.c), at.offset));
}

// Writes in the chunk after that of the address or, in the last chunk of a window, in the one
// before. The write faults unless an operand has opened the chunk.
int64_t in_another_chunk(const Profile& profile, int64_t address) {
  constexpr int64_t into = 2048;
  const int64_t chunk = address / Machine::chunk_bytes * Machine::chunk_bytes;
  for (const Window& window : profile.windows)
    if (address >= window.first && address < window.end() &&
        chunk + Machine::chunk_bytes + into < window.end())
      return chunk + Machine::chunk_bytes + into;
  return chunk - into;
}

}  // namespace

int64_t* given(Case& c, std::string_view name) {
  const Parameter* p = c.operation->parameter(name);
  if (p == nullptr) return nullptr;
  const auto place = static_cast<int>(p - c.operation->parameters.data());
  return c.arguments.is_null(place) ? nullptr : &c.arguments.value[static_cast<size_t>(p->slot)];
}

void misjudge(const Case& c, ConstraintResults& results) {
  if (results.legal())
    results.violated = rejected(c);
  else
    results.violated &= ~accepted(c, results.violated);
}

bool ranges_meet(const Case& c, Operands a, Operands b) {
  const Extent of_a = extent_of(c, a), of_b = extent_of(c, b);
  return share_lanes(*c.profile, of_a, of_b) && common_bytes(of_a, of_b) > 0;
}

void invert(uint8_t* byte) { *byte = static_cast<uint8_t>(~*byte); }

void write_though_rejected(Machine& machine, const Case& c) {
  if (!has(Fault::writes_though_rejected)) return;
  const bool local = c.operation->parameter("dst_addr")->type == CType::u32;
  const Space space = local ? Space::local : Space::system;
  const int64_t lane = local ? c["dst_addr"] / c.profile->lane_bytes : 0;
  const int64_t offset = c["dst_addr"] - lane * c.profile->lane_bytes;
  if (machine.open(space, lane, offset, 1)) invert(machine.at(space, lane, offset));
}

Damage::Damage(Machine& machine, const Case& c) : machine_(machine), c_(c) {
  const Operand dst = spec::tensor_of(c, on_dst);
  if (!has(Fault::last_row_skipped) || dst.shape.h == 1) return;
  each_element(machine, c, on_dst, 1, [&](uint8_t* at) { kept_.emplace_back(at, *at); });
  kept_.erase(kept_.begin(), kept_.end() - dst.shape.w * dst.element_bytes);
}

void Damage::after_run() const {
  const Operand dst = spec::tensor_of(c_, on_dst);
  const bool local = dst.space == Space::local;
  Case c = c_;
  const bool default_layout = given(c, "dst_stride") == nullptr;
  if (has(Fault::padding_written) && local && default_layout) write_padding(machine_, dst);
  if (has(Fault::far_lane_written) && local) write_far_lane(machine_, dst);
  if (has(Fault::far_page_written) && !local)
    invert(machine_.base(dst.space) + (dst.address ^ 2048));
  if (has(Fault::far_chunk_written) && !local)
    invert(machine_.base(dst.space) + in_another_chunk(machine_.profile(), dst.address));
  if (has(Fault::source_changed) && (c_.operation->labels & bit(ConstraintId::src_aligned)) != 0) {
    const Operand src = spec::tensor_of(c_, on_src);
    invert(machine_.base(src.space) + src.address);
  }
  for (const auto& [at, byte] : kept_) *at = byte;
}

}  // namespace strideproof::mutants

#include "mutants/common.h"

#include <algorithm>

#include "spec/footprint.h"

namespace strideproof::mutants {
namespace {

using Tensor = spec::Tensor<int64_t>;

// ---- acceptance and rejection ----

bool starts_at_same_address(const Case& c, Operands source) {
  const Tensor dst = spec::tensor_of(c, on_dst), src = spec::tensor_of(c, source);
  return dst.space == src.space && dst.address == src.address;
}

// True if dst ends with the last byte of its lane, of its window, or of local memory, where
// memcpy_1D counts flat addresses.
bool ends_with_memory(const Case& c) {
  const Profile& profile = *c.profile;
  const Tensor dst = spec::tensor_of(c, on_dst);
  const int64_t end = spec::last_byte(spec::machine_shape<int64_t>(profile), dst) + 1;
  if (dst.space == Space::local) return end == profile.lane_bytes;
  return end == profile.local_base + profile.lanes * profile.lane_bytes ||
         std::ranges::any_of(profile.windows,
                             [&](const Window& window) { return end == window.end(); });
}

// The labels of overlap of dst with the sources that pass the test.
template <class Test>
uint64_t overlaps_with(const Case& c, Test test) {
  uint64_t labels = 0;
  for (const Operands source : {on_src, on_src1}) {
    const uint64_t label = bit(of(ConstraintId::src_overlap, source));
    if ((c.operation->labels & label) != 0 && test(source)) labels |= label;
  }
  return labels;
}

uint64_t rejected(const Case& c) {
  switch (active()) {
    case Fault::window_end_rejected: return label_if(ends_with_memory(c), ConstraintId::dst_end);
    case Fault::in_place_rejected:
      return overlaps_with(c, [&](Operands source) { return starts_at_same_address(c, source); });
    case Fault::interleaved_rejected:
      return overlaps_with(c, [&](Operands source) {
        return !starts_at_same_address(c, source) && spec::common_bytes(c, on_dst, c, source) > 0;
      });
    case Fault::touching_rejected:
      return overlaps_with(
          c, [&](Operands source) { return spec::common_bytes(c, on_dst, c, source) == 0; });
    default: return 0;
  }
}

uint64_t accepted(const Case& c, uint64_t violated) {
  constexpr uint64_t overlaps = bit(ConstraintId::src_overlap) | bit(ConstraintId::src1_overlap);
  switch (active()) {
    case Fault::alias_accepted: return bit(ConstraintId::dst_alias);
    case Fault::overlap_accepted: return bit(ConstraintId::overlap);
    case Fault::range_one_short:
      if ((violated & ~overlaps) != 0) return 0;  // bytes that do not exist have no range
      return overlaps_with(c, [&](Operands source) {
        const int64_t unit = std::max(spec::tensor_of(c, on_dst).element_bytes,
                                      spec::tensor_of(c, source).element_bytes);
        return !starts_at_same_address(c, source) &&
               spec::common_bytes(c, on_dst, c, source) <= unit;
      });
    default: return 0;
  }
}

// ---- memory ----

void invert(uint8_t* byte) { *byte = static_cast<uint8_t>(~*byte); }

// After the first channel of a tensor in local memory.
void write_padding(Machine& machine, const Tensor& dst) {
  const Profile& profile = machine.profile();
  const int64_t size = dst.shape.h * dst.shape.w * dst.element_bytes;
  const int64_t end = dst.address % profile.lane_bytes + size;
  const int64_t padding =
      std::min(round_up(size, profile.unit_bytes) - size, profile.lane_bytes - end);
  std::fill_n(machine.base(Space::local) + dst.address + size, padding, uint8_t{0});
}

// In the lane after that of the last channel.
void write_far_lane(Machine& machine, const Tensor& dst) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const auto at = spec::start_of(m, dst.address);
  invert(machine.at(Space::local, spec::lane_of(m, at.lane, dst.shape.c), at.offset));
}

// Inverts the first byte of dst if it exists.
void write_though_rejected(Machine& machine, const Case& c) {
  if (!has(Fault::writes_though_rejected)) return;
  const bool local = c.operation->parameter("dst_addr")->type == CType::u32;
  const Space space = local ? Space::local : Space::system;
  const int64_t lane = local ? c["dst_addr"] / c.profile->lane_bytes : 0;
  const int64_t offset = c["dst_addr"] - lane * c.profile->lane_bytes;
  if (machine.open(space, lane, offset, 1)) invert(machine.at(space, lane, offset));
}

// The memory that faults change after the operation, which has written `dst`.
void write_elsewhere(Machine& machine, Case c, const Tensor& dst) {
  const bool local = dst.space == Space::local;
  uint8_t* const base = machine.base(dst.space);
  switch (active()) {
    case Fault::padding_written:
      if (local && given(c, "dst_stride") == nullptr) write_padding(machine, dst);
      break;
    case Fault::far_lane_written:
      if (local) write_far_lane(machine, dst);
      break;
    case Fault::far_page_written:
      if (!local) invert(base + (dst.address ^ 2048));
      break;
    case Fault::source_changed:
      if ((c.operation->labels & bit(ConstraintId::src_aligned)) != 0) {
        const Tensor src = spec::tensor_of(c, on_src);
        invert(machine.base(src.space) + src.address);
      }
      break;
    default: break;
  }
}

}  // namespace

int64_t* given(Case& c, std::string_view name) {
  const Parameter* p = c.operation->parameter(name);
  if (p == nullptr) return nullptr;
  return c.arguments.is_null(*p) ? nullptr : &c.arguments.value[static_cast<size_t>(p->slot)];
}

void assign(Case& c, std::string_view to, std::string_view from) {
  int64_t* const values = given(c, to);
  const int64_t* const others = given(c, from);
  if (values != nullptr && others != nullptr)
    std::copy_n(others, slots(c.operation->parameter(to)->type), values);
}

ConstraintResults misjudged(const Case& c, ConstraintResults results, uint64_t of_family) {
  if (results.legal())
    results.violated = rejected(c) | of_family;
  else
    results.violated &= ~(accepted(c, results.violated) | of_family);
  return results;
}

Result run_on_tensors(Machine& machine, const Case& c, const ConstraintResults& results,
                      const std::function<void()>& execute) {
  if (!results.legal()) {
    write_though_rejected(machine, c);
    return {results};
  }
  const Tensor dst = spec::tensor_of(c, on_dst);
  execute();
  write_elsewhere(machine, c, dst);
  return {results};
}

}  // namespace strideproof::mutants

#include "props/otherwise.h"

#include <algorithm>
#include <string_view>

#include "props/parameters.h"
#include "spec/operations/bm_atomic.h"

namespace strideproof::props {
namespace {

using Change = bool (*)(Random&, Case&);

int64_t* value(Case& c, std::string_view name) {
  const Parameter* parameter = c.operation->parameter(name);
  return parameter == nullptr ? nullptr : values(c, *parameter);
}

int64_t bytes_of(Case& c, const Parameter& parameter) {
  if (c.operation->element_bytes != 0) return c.operation->element_bytes;
  const int64_t* format = value(c, "format");
  if (format == nullptr)
    format = value(c, (parameter.operands & on_src) != 0 ? "src_format" : "dst_format");
  return format == nullptr ? 1 : spec::bm_atomic::element_bytes_of(*format);
}

bool scale(Case& c, const Parameter& parameter, int count) {
  const int64_t bytes = bytes_of(c, parameter);
  for (int i = 0; i < count; ++i) {
    int64_t& scaled = values(c, parameter)[i];
    scaled = std::clamp(scaled * bytes, lowest(parameter.type), highest(parameter.type));
  }
  return bytes > 1;
}

// stride-unit, and w-stride-unit with it
bool strides_in_bytes(Random& random, Case& c) {
  const bool w_too = c.operation->family == Family::okk_bdc && random.chance(1, 2);
  bool changed = false;
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.role == Role::stride && c.operation->family != Family::tik)
      changed =
          scale(c, parameter, std::max(1, slots(parameter.type) - (w_too ? 0 : 1))) || changed;
  return changed;
}

// linear-length, section-unit
bool sizes_in_bytes(Random&, Case& c) {
  for (const std::string_view name : {"length", "sec_size"})
    if (const Parameter* parameter = c.operation->parameter(name)) return scale(c, *parameter, 1);
  return false;
}

// linear-base
bool from_zero(Random&, Case& c) {
  if (!bm_atomic::is_kind(*c.operation, bm_atomic::Kind::memcpy_1D)) return false;
  const Profile& profile = *c.profile;
  bool changed = false;
  for (const std::string_view name : {"src_addr", "dst_addr"}) {
    int64_t& address = *value(c, name);
    const int64_t offset = address - profile.local_base;
    if (offset < 0 || offset >= profile.lanes * profile.lane_bytes) continue;
    address = offset;
    changed = true;
  }
  return changed;
}

// local-address: some lanes of the index move into the address.
bool with_lane_in_address(Random& random, Case& c) {
  constexpr std::pair<std::string_view, std::string_view> sides[] = {
      {"local_mem_addr", "local_mem_idx"},
      {"start_addr", "local_idx"},
      {"src_addr", "src_local_idx"},
      {"dst_addr", "dst_local_idx"}};
  bool changed = false;
  for (const auto& [address_name, lane_name] : sides) {
    int64_t *address = value(c, address_name), *lane = value(c, lane_name);
    if (address == nullptr || lane == nullptr || *address >= c.profile->lane_bytes || *lane <= 0 ||
        *lane >= c.profile->lanes)
      continue;
    const int64_t lanes = random.between(1, *lane);
    *address += lanes * c.profile->lane_bytes;
    *lane -= lanes;
    changed = true;
  }
  return changed;
}

// transpose-shape
bool with_shape_of_source(Random&, Case& c) {
  const int64_t* transpose = value(c, "transpose");
  int64_t* const shape = value(c, "dst_shape");
  if (shape == nullptr || transpose == nullptr || *transpose == 0 || shape[0] == shape[1])
    return false;
  std::swap(shape[0], shape[1]);
  return true;
}

// trans-dst-stride
bool from_start_to_start(Random&, Case& c) {
  if (c.operation->family != Family::asc) return false;
  int64_t& stride = *value(c, "dst_stride");
  stride = std::min(stride + 1, highest(CType::u16));
  return true;
}

}  // namespace

bool name_otherwise(Random& random, Case& c) {
  constexpr Change changes[] = {strides_in_bytes,     sizes_in_bytes,       from_zero,
                                with_lane_in_address, with_shape_of_source, from_start_to_start};
  constexpr int64_t count = std::size(changes);
  const int64_t first = random.below(count);
  for (int64_t i = 0; i < count; ++i)
    if (changes[(first + i) % count](random, c)) return true;
  return false;
}

}  // namespace strideproof::props

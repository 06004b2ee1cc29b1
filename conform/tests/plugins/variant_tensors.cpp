// okk-gdma and memset_4D in plain loops.

#include <algorithm>
#include <string>
#include <utility>

#include "conform/tests/plugins/variant.h"

namespace strideproof::variants {
namespace {

struct TensorRules {
  int64_t most_outer = 65535, most_inner = 65535;  // n and c, or rows; the other extents
  bool any_address = false, any_w_stride = false, signed_strides = false;
  bool fill_may_overlap = true, last_wins = false;
  enum class Overlap : uint8_t { rejected, read_first, ascending } overlap = Overlap::rejected;
  bool disjoint_ranges = false, whole_padding = false, start_lane_counts = true;
};
using Overlap = TensorRules::Overlap;

struct Operand {
  Tensor tensor;
  bool aligned = false;  // local, with NULL for its strides
  Elements elements;
};

// The last letters of a name are S2L and so on, system or local.
bool dst_local(const Case& c) {
  const std::string_view name = c.operation->name;
  return name.ends_with("L") || name.ends_with("local");
}
bool src_local(const Case& c) {
  const std::string_view name = c.operation->name;
  return name.ends_with("L2S") || name.ends_with("L2L");
}

bool is_shape(const Four& shape, const TensorRules& rules) {
  for (size_t i = 0; i < 4; ++i)
    if (shape[i] < 1 || shape[i] > (i < 2 ? rules.most_outer : rules.most_inner)) return false;
  return true;
}

bool are_strides(const Operand& operand, bool is_fill, const TensorRules& rules) {
  const Four& stride = operand.tensor.stride;
  for (size_t i = 0; i < 4; ++i)
    if (stride[i] < 0 && operand.tensor.shape[i] > 1 && !rules.signed_strides) return false;
  return stride[3] == 1 || (is_fill && rules.any_w_stride);
}

// False: a lane, or a byte, does not exist.
bool find(Machine& machine, Operand& operand, const TensorRules& rules) {
  Tensor& tensor = operand.tensor;
  const Profile& profile = machine.profile();
  if (tensor.space == Space::local && tensor.lane >= profile.lanes) return false;
  if (operand.aligned && rules.whole_padding &&
      tensor.first + tensor.bytes * tensor.shape[0] * tensor.stride[0] > profile.lane_bytes)
    return false;
  std::optional<Elements> found = elements(machine, tensor);
  if (found) operand.elements = std::move(*found);
  return found.has_value();
}

Operand operand_of(const Case& c, std::string_view side, bool local) {
  Operand operand;
  Tensor& tensor = operand.tensor;
  const Profile& profile = *c.profile;
  const int64_t address = c[std::string(side) + "_addr"];
  tensor.bytes = c.operation->element_bytes;
  tensor.shape = four(c, "shape");
  tensor.space = local ? Space::local : Space::system;
  tensor.lane = local ? address / profile.lane_bytes : 0;
  tensor.first = local ? address % profile.lane_bytes : address;
  const std::string stride = std::string(side) + "_stride";
  operand.aligned = local && is_null(c, stride);
  tensor.stride = !is_null(c, stride) ? four(c, stride)
                  : local ? aligned_stride(profile, tensor.lane, tensor.shape, tensor.bytes)
                          : continuous_stride(tensor.shape);
  return operand;
}

// The offsets of both, whatever the lane, lie within ranges that meet.
bool ranges_meet(Machine& machine, const Operand& one, const Operand& other) {
  const auto range = [&](const Operand& operand) {
    const Space space = operand.tensor.space;
    int64_t first = INT64_MAX, end = 0;
    for (uint8_t* element : operand.elements) {
      int64_t offset = element - machine.base(space);
      if (space == Space::local) offset %= machine.profile().lane_bytes;
      first = std::min(first, offset);
      end = std::max(end, offset + operand.tensor.bytes);
    }
    return std::pair{first, end};
  };
  const auto [first, end] = range(one);
  const auto [other_first, other_end] = range(other);
  return first < other_end && other_first < end;
}

Answer move(Machine& machine, const Operand& dst, const Operand& src, const TensorRules& rules) {
  const int64_t bytes = dst.tensor.bytes;
  if (overlap(dst.elements, bytes) && !rules.last_wins) return Answer::reject;
  const bool in_place = dst.elements == src.elements;
  if (!in_place && overlap(dst.elements, bytes, src.elements, bytes) &&
      rules.overlap == Overlap::rejected)
    return Answer::reject;
  if (!in_place && rules.disjoint_ranges && dst.tensor.space == src.tensor.space &&
      ranges_meet(machine, dst, src))
    return Answer::reject;
  const bool ascending = rules.overlap == Overlap::ascending;
  (ascending ? copy_in_order : copy_at_once)(dst.elements, src.elements, bytes);
  return Answer::done;
}

Answer fill(Machine& machine, Operand& dst, uint32_t constant, const TensorRules& rules) {
  if (!is_shape(dst.tensor.shape, rules) || !are_strides(dst, true, rules)) return Answer::reject;
  if (!rules.any_address && dst.tensor.first % dst.tensor.bytes != 0) return Answer::reject;
  if (!find(machine, dst, rules)) return Answer::reject;
  if (!rules.fill_may_overlap && overlap(dst.elements, dst.tensor.bytes)) return Answer::reject;
  for (uint8_t* element : dst.elements) store(element, constant, dst.tensor.bytes);
  return Answer::done;
}

Answer memset_4d(Machine& machine, const Case& c, const TensorRules& rules) {
  const bool local = c["is_local_mem"] != 0;
  if (c["format"] > 4) return Answer::reject;
  if (local && c["start_addr"] >= c.profile->lane_bytes) return Answer::reject;
  Operand dst;
  dst.tensor = {local ? Space::local : Space::system,
                local ? c["local_idx"] : 0,
                c["start_addr"],
                four(c, "shape"),
                four(c, "stride"),
                bytes_of_format(c["format"])};
  return fill(machine, dst, static_cast<uint32_t>(c["const_val"]), rules);
}

// Row x is n, column y lies in channel y div cols_per_channel; the last channel may be partly
// filled.
std::optional<Elements> local_matrix(Machine& machine, const Case& c, int64_t address,
                                     const TensorRules& rules) {
  const Profile& profile = machine.profile();
  const int64_t lane = address / profile.lane_bytes, first = address % profile.lane_bytes;
  const int64_t wide = c["cols_per_channel"], channels = (c["cols"] + wide - 1) / wide;
  const int64_t sc = round_up(wide, profile.unit_bytes / 4);
  const int64_t sn =
      round_up((rules.start_lane_counts ? lane : 0) + channels, profile.lanes) / profile.lanes * sc;
  ElementList list(machine, Space::local, first, 4);
  for (int64_t x = 0; x < c["rows"]; ++x)
    for (int64_t y = 0; y < c["cols"]; ++y) {
      const int64_t channel = lane + y / wide;
      list.add(channel % profile.lanes, 4 * (x * sn + channel / profile.lanes * sc + y % wide));
    }
  if (lane >= profile.lanes ||
      (rules.whole_padding && first + 4 * c["rows"] * sn > profile.lane_bytes))
    return std::nullopt;
  return list.take();
}

Answer matrix(Machine& machine, const Case& c, const TensorRules& rules) {
  const int64_t rows = c["rows"], cols = c["cols"], wide = c["cols_per_channel"],
                stride = c["row_stride"];
  const bool to_local = dst_local(c);
  if (!is_shape({rows, 1, cols, wide}, rules)) return Answer::reject;
  if (rows > 1 && stride < 0 && !rules.signed_strides) return Answer::reject;
  if (count_of({rows, 1, 1, cols}) >= most_elements) return Answer::reject;
  const int64_t dst = c["dst_addr"], src = c["src_addr"];
  if (!rules.any_address && (dst % 4 != 0 || src % 4 != 0)) return Answer::reject;
  const std::optional<Elements> local = local_matrix(machine, c, to_local ? dst : src, rules);
  const std::optional<Elements> system = elements(
      machine, {Space::system, 0, to_local ? src : dst, {rows, 1, 1, cols}, {stride, 0, 0, 1}, 4});
  if (!local || !system) return Answer::reject;
  const Operand in_local{{Space::local, 0, 0, {}, {}, 4}, false, *local};
  const Operand in_system{{Space::system, 0, 0, {}, {}, 4}, false, *system};
  return to_local ? move(machine, in_local, in_system, rules)
                  : move(machine, in_system, in_local, rules);
}

// Copies, matrices and fills of okk-gdma, and memset_4D.
Answer tensors(Machine& machine, const Case& c, const TensorRules& rules) {
  if (has(c, "start_addr")) return memset_4d(machine, c, rules);
  if (c.operation->family != Family::okk_gdma) return Answer::run;
  if (has(c, "rows")) return matrix(machine, c, rules);
  const bool is_fill = has(c, "C");
  const Four shape = four(c, "shape");
  if (!is_shape(shape, rules) || count_of(shape) >= most_elements) return Answer::reject;
  Operand dst = operand_of(c, "dst", dst_local(c));
  if (is_fill) return fill(machine, dst, static_cast<uint32_t>(c["C"]), rules);
  Operand src = operand_of(c, "src", src_local(c));
  for (Operand* operand : {&dst, &src}) {
    const Tensor& tensor = operand->tensor;
    if (!are_strides(*operand, false, rules)) return Answer::reject;
    if (!rules.any_address && tensor.first % tensor.bytes != 0) return Answer::reject;
    if (!find(machine, *operand, rules)) return Answer::reject;
  }
  return move(machine, dst, src, rules);
}

Answer bytes_of_memcpy_1d(Case& c) {
  if (!has(c, "length") || value(c, "format") > 4) return Answer::run;
  value(c, "length") *= bytes_of_format(value(c, "format"));
  value(c, "format") = 2;  // uint8
  return Answer::run;
}

constexpr int64_t any_extent = int64_t{1} << 32;

template <TensorRules rules>
constexpr auto with = under<tensors, rules>;

constexpr Variant table[] = {
    {"gdma-shape-limit=1", with<TensorRules{.most_outer = any_extent, .most_inner = any_extent}>},
    {"gdma-shape-limit=2", with<TensorRules{.most_outer = any_extent}>},
    {"negative-stride=1", with<TensorRules{.signed_strides = true}>},
    {"address-alignment=1", bytes_of_memcpy_1d, with<TensorRules{.any_address = true}>},
    {"fill-w-stride=2", with<TensorRules{.any_w_stride = true}>},
    {"fill-alias=1", with<TensorRules{.fill_may_overlap = false}>},
    {"matrix-start-npu=1", with<TensorRules{.start_lane_counts = false}>},
    {"destination-alias=1", with<TensorRules{.last_wins = true}>},
    {"copy-overlap=1", with<TensorRules{.overlap = Overlap::read_first}>},
    {"copy-overlap=2", with<TensorRules{.overlap = Overlap::ascending}>},
    {"disjoint-by=1", with<TensorRules{.disjoint_ranges = true}>},
    {"aligned-tail=1", with<TensorRules{.whole_padding = true}>},
};

}  // namespace

std::span<const Variant> variants_of_tensors() { return table; }

}  // namespace strideproof::variants

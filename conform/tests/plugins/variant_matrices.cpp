// memcpy_2D and cwtrans in plain loops.

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "conform/tests/plugins/variant.h"

namespace strideproof::variants {
namespace {

bool are_legal(const Case& c) {
  for (const char* name : {"row", "col", "sec_size"})
    if (c[name] < 1 || c[name] > 65535) return false;
  const int64_t bytes = bytes_of_format(c["format"]);
  return c["format"] <= 4 && c["direction"] <= 1 && c["local_mem_idx"] < c.profile->lanes &&
         c["local_mem_addr"] < c.profile->lane_bytes && c["global_mem_addr"] % bytes == 0 &&
         c["local_mem_addr"] % bytes == 0 && (c["result_add"] == 0 || c["format"] == 0) &&
         count_of({1, 1, c["row"], c["col"]}) < most_elements;
}

// Each row, or the whole matrix row after row, is cut into sections, one for each channel.
std::optional<Elements> local_matrix(Machine& machine, const Case& c, const Memcpy2dRules& rules) {
  const Profile& profile = *c.profile;
  const bool transpose = c["transpose"] != 0;
  const int64_t bytes = bytes_of_format(c["format"]), idx = c["local_mem_idx"],
                first = c["local_mem_addr"], section = c["sec_size"];
  int64_t rows = transpose ? c["col"] : c["row"], cols = transpose ? c["row"] : c["col"];
  if (rules.whole_matrix) {
    cols *= rows;
    rows = 1;
  }
  const int64_t channels = (cols + section - 1) / section;
  const int64_t sc =
      round_up(rules.narrow_sections && transpose ? std::min(section, cols) : section,
               profile.unit_bytes / bytes);
  const int64_t sn =
      round_up((rules.start_lane_counts ? idx : 0) + channels, profile.lanes) / profile.lanes * sc;
  ElementList list(machine, Space::local, first, bytes);
  for (int64_t x = 0; x < rows; ++x)
    for (int64_t y = 0; y < cols; ++y) {
      const int64_t channel = idx + y / section;
      list.add(channel % profile.lanes,
               bytes * (x * sn + channel / profile.lanes * sc + y % section));
    }
  return list.take();
}

// In the order of the local matrix.
std::optional<Elements> system_matrix(Machine& machine, const Case& c) {
  const bool transpose = c["transpose"] != 0;
  const int64_t bytes = bytes_of_format(c["format"]), first = c["global_mem_addr"];
  const int64_t rows = transpose ? c["col"] : c["row"], cols = transpose ? c["row"] : c["col"];
  ElementList list(machine, Space::system, first, bytes);
  for (int64_t x = 0; x < rows; ++x)
    for (int64_t y = 0; y < cols; ++y)
      list.add(0, bytes * (transpose ? y * c["row_stride"] + x : x * c["row_stride"] + y));
  return list.take();
}

float flushed(float number) {
  return std::fpclassify(number) == FP_SUBNORMAL ? std::copysign(0.0F, number) : number;
}

}  // namespace

Answer memcpy_2d(Machine& machine, const Case& c, const Memcpy2dRules& rules) {
  if (!are_legal(c)) return Answer::reject;
  const int64_t bytes = bytes_of_format(c["format"]);
  const auto local = local_matrix(machine, c, rules), system = system_matrix(machine, c);
  if (!local || !system) return Answer::reject;
  const bool to_local = c["direction"] == 0;
  const Elements &dst = to_local ? *local : *system, &src = to_local ? *system : *local;
  if (overlap(dst, bytes)) return Answer::reject;
  if (c["result_add"] == 0) {
    copy_at_once(dst, src, bytes);
    return Answer::done;
  }
  for (size_t i = 0; i < dst.size(); ++i) {
    float one = std::bit_cast<float>(load(dst[i], 4)),
          other = std::bit_cast<float>(load(src[i], 4));
    if (rules.flush) {
      one = flushed(one);
      other = flushed(other);
    }
    const float sum = one + other;
    store(dst[i], std::bit_cast<uint32_t>(rules.flush ? flushed(sum) : sum), 4);
  }
  return Answer::done;
}

namespace {

// Channel c lies in lane idx + c; the others of its lane are c_stride apart.
std::optional<Elements> channels(Machine& machine, const Case& c, const std::string& side,
                                 int64_t count, int64_t width) {
  const Tensor tensor = {
      Space::local,         c[side + "_local_idx"],           c[side + "_addr"],
      {1, count, 1, width}, {0, c[side + "_c_stride"], 0, 1}, bytes_of_format(c["format"])};
  if (tensor.lane >= c.profile->lanes || tensor.first >= c.profile->lane_bytes ||
      tensor.first % tensor.bytes != 0)
    return std::nullopt;
  return elements(machine, tensor);
}

}  // namespace

Answer narrow_transpose(Machine& machine, const Case& c) {
  const int64_t count = c["src_c"], width = c["src_w"], bytes = bytes_of_format(c["format"]);
  if (c["format"] > 4 || count < 1 || count > 65535 || width < 1 || width > 65535)
    return Answer::reject;
  const auto src = channels(machine, c, "src", count, width);
  const auto dst = channels(machine, c, "dst", width, count);
  if (!src || !dst) return Answer::reject;
  const bool in_place = count == 1 && width == 1 && *src == *dst;
  if (!in_place && overlap(*dst, bytes, *src, bytes)) return Answer::reject;
  for (int64_t w = 0; w < width; ++w)
    for (int64_t j = 0; j < count; ++j)
      store((*dst)[static_cast<size_t>(w * count + j)],
            load((*src)[static_cast<size_t>(j * width + w)], bytes), bytes);
  return Answer::done;
}

}  // namespace strideproof::variants

#include "spec/tests/okk_bdc_naive.h"

#include <algorithm>

#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::naive::okk_bdc {

std::string name_of(const Case& c, Operands operand) {
  if (operand == on_dst) return "dst";
  if (operand == on_src1) return "src1";
  return strideproof::okk_bdc::is_binary(strideproof::okk_bdc::kind(*c.operation)) ? "src0" : "src";
}

std::vector<int64_t> dim4(const Case& c, const std::string& name) {
  const Parameter* parameter = c.operation->parameter(name);
  if (c.arguments.is_null(static_cast<int>(parameter - c.operation->parameters.data()))) return {};
  const auto first = c.arguments.value.begin() + parameter->slot;
  return {first, first + 4};
}

// From channel to channel to the next lane, behind the last lane to lane 0 and one block row further.
std::vector<Byte> elements(const Case& c, Operands operand) {
  const int64_t lanes = c.profile->lanes, lane_bytes = c.profile->lane_bytes;
  const std::string name = name_of(c, operand);
  const std::vector<int64_t> shape = dim4(c, "shape");
  const int64_t start = c[name + "_addr"] / lane_bytes, offset = c[name + "_addr"] % lane_bytes;
  std::vector<int64_t> stride = dim4(c, name + "_stride");
  if (stride.empty()) {
    int64_t channel = shape[2] * shape[3];
    while (channel * 4 % c.profile->unit_bytes != 0) ++channel;
    int64_t blocks = 1;
    for (int64_t lane = start, ch = 1; ch < shape[1]; ++ch)
      if (++lane == lanes) lane = 0, ++blocks;
    stride = {blocks * channel, channel, shape[3], 1};
  }
  std::vector<Byte> all;
  for (int64_t n = 0; n < shape[0]; ++n)
    for (int64_t ch = 0, lane = start, block = 0; ch < shape[1]; ++ch) {
      for (int64_t h = 0; h < shape[2]; ++h)
        for (int64_t w = 0; w < shape[3]; ++w)
          all.push_back({lane, offset + 4 * (n * stride[0] + block * stride[1] + h * stride[2] +
                                             w * stride[3])});
      if (++lane == lanes) lane = 0, ++block;
    }
  return all;
}

std::set<Byte> bytes(const Case& c, Operands operand) {
  std::set<Byte> all;
  for (const Byte& element : elements(c, operand))
    for (int64_t b = 0; b < 4; ++b) all.insert({element.lane, element.offset + b});
  return all;
}

std::vector<Operands> operands_of(const Case& c) {
  if (strideproof::okk_bdc::is_binary(strideproof::okk_bdc::kind(*c.operation)))
    return {on_dst, on_src, on_src1};
  return {on_dst, on_src};
}

Case random_case(std::mt19937_64& random, const Operation& operation, const Profile& profile) {
  Case c;
  c.operation = &operation;
  c.profile = &profile;
  const auto rare = [&] { return pick(random, 0, 29) == 0; };
  const int64_t lane = rare() ? profile.lanes : pick(random, 0, profile.lanes - 1);
  const int64_t near[] = {0, 4, 8, profile.lane_bytes / 2, profile.lane_bytes - 64};
  for (size_t p = 0; p < operation.parameters.size(); ++p) {
    const Parameter& parameter = operation.parameters[p];
    int64_t* value = &c.arguments.value[static_cast<size_t>(parameter.slot)];
    if (parameter.nullable && pick(random, 0, 2) == 0) c.arguments.null_mask |= uint32_t{1} << p;
    for (int i = 0; i < slots(parameter.type); ++i) switch (parameter.role) {
        case Role::address: {
          const int64_t in_lane = rare() ? (lane + 1) % profile.lanes : lane;
          value[i] = in_lane * profile.lane_bytes + near[pick(random, 0, 4)] +
                     (rare() ? 1 : 4) * pick(random, 0, 6);
          break;
        }
        case Role::extent: value[i] = rare() ? pick(random, -1, 0) : pick(random, 1, 3); break;
        case Role::stride: value[i] = rare() ? -1 : pick(random, 0, 12); break;
        default: value[i] = pick(random, -40, 40);
      }
    if (parameter.role == Role::extent && pick(random, 0, 2) == 0)
      value[1] = pick(random, 1, 2 * profile.lanes + 1);
    if (parameter.role == Role::stride && pick(random, 0, 1) == 0) {
      const int64_t w = pick(random, 1, 3), h = 3 * w, ch = 3 * h;
      const int64_t nested[] = {3 * ch, ch, h, w};
      std::copy_n(nested, 4, value);
    }
  }
  return c;
}

}  // namespace strideproof::naive::okk_bdc

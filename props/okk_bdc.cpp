// Random cases of the family okk-bdc. Operands that hold counts have their data class.

#include "spec/vocabulary/okk_bdc.h"

#include <algorithm>

#include "props/families.h"
#include "props/operand.h"

namespace strideproof::props::okk_bdc {

using namespace strideproof::okk_bdc;

namespace {

int64_t constant(Random& random, Kind kind) {
  if (shifts_by_C(kind))
    return random.chance(1, 2) ? random.pick({-32, -31, -1, 0, 1, 31, 32})
                               : random.between(-largest_count, largest_count);
  const auto bits = static_cast<uint32_t>(
      random.chance(1, 3)
          ? random.pick<int64_t>({0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0xffff, 0x10000})
          : static_cast<int64_t>(random.next() >> 32));
  return kind == Kind::C_arithmetic_shift ? int64_t{static_cast<int32_t>(bits)} : int64_t{bits};
}

}  // namespace

Case legal(Random& random, Case c) {
  const Kind k = kind(*c.operation);
  std::vector<Operand> operands = {{on_dst, Space::local, element_bytes},
                                   {on_src, Space::local, element_bytes}};
  if (is_binary(k)) operands.push_back({on_src1, Space::local, element_bytes});
  // Three operands share a lane: none is spread over all of it.
  const int64_t longest = std::max<int64_t>(c.profile->lane_bytes / element_bytes / 2, 256);
  TensorGenerator(
      random, c,
      {.any_w = true, .same_lane = true, .longest = longest, .most_channels = most_channels},
      std::move(operands))
      .make();
  if (!is_binary(k)) c["C"] = constant(random, k);
  if (counts_of(k) == on_src) c.data[1] = DataClass::counts;
  if (counts_of(k) == on_src1) c.data[2] = DataClass::counts;
  return c;
}

}  // namespace strideproof::props::okk_bdc

// Random cases of data_move. Bursts are rows of blocks.

#include "spec/operations/tik.h"

#include "props/draw.h"
#include "props/operand.h"
#include "props/parameters.h"

namespace strideproof::props::tik {

namespace {

using namespace strideproof::tik;
using spec::block_bytes;

constexpr int64_t gm = static_cast<int64_t>(Space::system), ub = static_cast<int64_t>(Space::ub),
                  l1 = static_cast<int64_t>(Space::l1);

void choose_path(Random& random, Case& c) {
  constexpr int64_t paths[][2] = {{gm, l1}, {gm, ub}, {ub, gm}, {ub, ub}, {ub, ub}};
  const int64_t* path = paths[random.below(std::size(paths))];
  c["src_space"] = path[0], c["dst_space"] = path[1];
  c["dtype"] = random.below(dtype_count);
  c["sid"] = random.chance(1, 2) ? 0 : random.between(0, largest_sid);
}

// nburst rows of burst blocks; `most` blocks have room in UB or L1.
Shape random_bursts(Random& random, int64_t most) {
  Shape shape{1, 1, random.pick({1, 1, 2, 2, 2, 3, 3, 4, 5, 7}),
              random.pick({1, 1, 1, 2, 2, 3, 4, 8})};
  switch (random.below(24)) {
    case 0: shape.w = random.between(1, 40); break;
    case 1: shape.w = random.around(random.pick({8, 16, 32})); break;
    case 2: shape.h = random.around(random.pick({8, 16, 32})); break;
    case 3: shape.h = random.between(1, 72); break;
    default: break;
  }
  if (!random.chance(1, 250)) return shape;
  switch (random.below(4)) {
    case 0: return {1, 1, largest_nburst, 1};
    case 1: return {1, 1, random.past_power_of_two(largest_nburst), 1};
    case 2: return {1, 1, 1, random.around(65536 / block_bytes)};
    default: return {1, 1, 1, most};
  }
}

// Gaps; those of a single burst are unused.
int64_t gap_of(Random& random, const RandomOperand& operand) {
  return operand.shape.h > 1 ? operand.tensor.stride.h - operand.shape.w
                             : random.pick<int64_t>({0, 0, 0, 1, 1000, largest_stride});
}

}  // namespace

Case draw(Random& random, Case c) {
  choose_path(random, c);
  const int64_t dst = c["dst_space"], src = c["src_space"], buffer = src == gm ? dst : src;
  const int64_t most = c.profile->buffer_bytes[static_cast<size_t>(buffer)] / block_bytes;
  TensorRules rules{.may_share = false,
                    .long_dimension = 0,
                    .longest = largest_stride,
                    .shape = random_bursts(random, most)};
  if (random.chance(1, 1000)) {  // over 4 GiB
    rules.shape = {1, 1, random.between(2049, 2060), 1};
    rules.strides = false;
    rules.styles[src == gm ? 1 : 0] = {.kind = Style::Kind::nested,
                                       .gap = {0, dst == src ? 0 : largest_stride}};
  }
  const std::vector<RandomOperand> operands = make_tensors(random, c, std::move(rules));
  c["nburst"] = operands[0].shape.h, c["burst"] = operands[0].shape.w;
  c["dst_stride"] = gap_of(random, operands[0]);
  c["src_stride"] = gap_of(random, operands[1]);
  return c;
}

}  // namespace strideproof::props::tik

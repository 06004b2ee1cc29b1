// Random operands without their places, and shapes; see operand.h and tensor.h.

#include "props/operand.h"
#include "spec/footprint.h"

namespace strideproof::props {
namespace {

constexpr int64_t most_of_a_line = 4096;  // rows of a unit each just fit a lane of bm1684
constexpr int64_t usual_extents = 72;     // each of them is drawn in each dimension

void set_any_extent(Random& random, Shape& shape, int64_t extent) {
  int64_t* const extents[] = {&shape.n, &shape.c, &shape.h, &shape.w};
  *extents[random.below(4)] = extent;
}

// A row of single elements in any dimension.
Shape line(Random& random, int64_t length) {
  Shape shape{1, 1, 1, 1};
  set_any_extent(random, shape, length);
  return shape;
}

}  // namespace

std::vector<RandomOperand> operands_of(const Case& c) {
  std::vector<RandomOperand> all;
  for (const Operands which : {on_dst, on_src, on_src1})
    if (const Parameter* address = parameters_of(*c.operation, which).address)
      all.push_back({which, spec::space_of(c, which), spec::tensor_of(c, which).element_bytes,
                     unit_of(c, *address)});
  return all;
}

Shape random_shape(Random& random, const MachineShape& m, int64_t element_bytes) {
  if (random.chance(1, 256)) return line(random, random.past_power_of_two(most_of_a_line));
  const auto small = [&] { return random.pick({1, 1, 1, 2, 2, 3, 4}); };
  const auto around = [&](int64_t extent) { return std::max<int64_t>(random.around(extent), 1); };
  Shape shape{small(), small(), small(), small()};
  const int64_t unit = m.unit_bytes / element_bytes;
  const int64_t draw = random.below(32);
  if (draw == 16 || draw == 17) set_any_extent(random, shape, random.between(1, usual_extents));
  if (draw >= 16) return shape;
  if (draw == 0) {            // around one and two turns through the lanes
    if (random.chance(2, 3))  // much memory: not too often
      shape.c = around(m.lanes * random.pick({1, 1, 2}));
    else if (random.chance(1, 16))  // and many
      shape.c = around(m.lanes * random.pick({4, 8, 32}));
  } else if (draw < 4) {
    shape.w = around(unit * random.between(1, 2));
  } else if (draw < 6) {
    shape.h = around(unit);
  } else if (draw < 12) {
    shape.w = around(random.pick({32, 64}) / element_bytes);
  } else if (draw < 14) {
    shape.w = random.between(1, 40);
  } else {
    shape.c = random.between(1, 9);
  }
  // Small cases are many cases.
  if (random.chance(3, 4)) {
    for (int64_t* extent : {&shape.n, &shape.c, &shape.h, &shape.w})
      if (shape.n * shape.c * shape.h * shape.w > 256 && *extent <= 4) *extent = 1;
  }
  return shape;
}

Shape large_shape(Random& random) {
  constexpr int64_t most = 65535;
  switch (random.below(16)) {
    case 0: return {1, 1, 2, 32768};
    case 1: return {1, 1, 256, 256};
    case 2: return {1, 1, 3, 21845 + random.below(3)};
    case 3: return {1, 1, most, 2};
    case 4: {
      const int64_t rows = random.between(255, 260);
      return {1, 1, rows, random.between(250, 260)};
    }
    default: return line(random, random.pick<int64_t>({32768, most, most}));
  }
}

void halve_largest(Shape& shape) {
  int64_t& largest = *std::max({&shape.n, &shape.c, &shape.h, &shape.w},
                               [](const auto* a, const auto* b) { return *a < *b; });
  largest = (largest + 1) / 2;
}

}  // namespace strideproof::props

// Random cases of the family okk-gdma, about a million a second, and its laws.

#include "spec/vocabulary/okk_gdma.h"

#include "props/families.h"
#include "props/operand.h"
#include "spec/footprint.h"

namespace strideproof::props::okk_gdma {

using namespace strideproof::okk_gdma;

Case draw(Random& random, Case c) {
  if (kind(*c.operation) == Kind::matrix) return draw_values(random, c);
  make_tensors(random, c, {});
  return c;
}

// ---- laws ----

namespace {

Tensor dst_tensor(const Case& c) { return spec::tensor_of(c, on_dst); }
Tensor src_tensor(const Case& c) { return spec::tensor_of(c, on_src); }

// The part of a tensor from an index on; its strides stay.
Tensor from_index(const MachineShape& m, Tensor t, const Shape& index) {
  const spec::ElementPlace<int64_t> first = spec::place_of(m, t, index);
  t.address = t.space == Space::local ? first.lane * m.lane_bytes + first.byte : first.byte;
  t.shape = {t.shape.n - index.n, t.shape.c - index.c, t.shape.h - index.h, t.shape.w - index.w};
  return t;
}

Equation as_half_elements(Random&, const Case& c) {
  const auto half = [](Tensor t) {
    t.element_bytes /= 2;
    t.shape.w *= 2;
    t.stride = {t.stride.n * 2, t.stride.c * 2, t.stride.h * 2, 1};
    return t;
  };
  Case narrow = copy_of(c, half(dst_tensor(c)), half(src_tensor(c)));
  // NULL stays NULL: H*W*es rounds up to the same units.
  narrow.arguments.null_mask = c.arguments.null_mask;
  return {{c}, {narrow}};
}

Equation through_local(Random& random, const Case& c) {
  const MachineShape m = machine_of(c);
  const Tensor dst = dst_tensor(c), src = src_tensor(c);
  Tensor scratch = src;
  scratch.space = Space::local;
  const int64_t lane = random_lane(random, m, src.shape.c);
  scratch.address = lane * m.lane_bytes;
  scratch.stride = spec::aligned_strides(m, src.element_bytes, lane, src.shape);
  return {{c}, {copy_of(c, scratch, src), copy_of(c, dst, scratch)}, true};
}

Equation matrix_as_tensor(Random&, const Case& c) {
  const MachineShape m = machine_of(c);
  const auto op = matrix_of(*c.operation, c.arguments);
  const bool to_local = op.dst_space == Space::local;
  // Both sides with the shape of the local one: the system side has its channels cpc apart.
  Tensor local = to_local ? dst_tensor(c) : src_tensor(c);
  Tensor system = to_local ? src_tensor(c) : dst_tensor(c);
  system.shape = local.shape;
  system.stride = {op.row_stride, op.cols_per_channel, 0, 1};
  const auto copy_of_both = [&](const Tensor& l, const Tensor& s) {
    return to_local ? copy_of(c, l, s) : copy_of(c, s, l);
  };
  const auto part = [&](Tensor t, int64_t first, int64_t channels, int64_t width) {
    t = from_index(m, t, {0, first, 0, 0});
    t.shape.c = channels;
    t.shape.w = t.last_width = width;
    return t;
  };
  const int64_t channels = local.shape.c, last = local.last_width;
  Equation equation{{c}, {}};
  if (channels > 1)
    equation.right.push_back(copy_of_both(part(local, 0, channels - 1, op.cols_per_channel),
                                          part(system, 0, channels - 1, op.cols_per_channel)));
  equation.right.push_back(
      copy_of_both(part(local, channels - 1, 1, last), part(system, channels - 1, 1, last)));
  return equation;
}

}  // namespace

std::vector<Law> laws() {
  return {
      {"a copy split in two is the copy", "okk_gdma_*bit_cpy_*", split},
      {"a matrix copy split in two is the matrix copy", "okk_gdma_32bit_matrix_*", split},
      {"a 32-bit copy is the 16-bit copy of twice the width", "okk_gdma_32bit_cpy_*",
       as_half_elements},
      {"a 16-bit copy is the 8-bit copy of twice the width", "okk_gdma_16bit_cpy_*",
       as_half_elements},
      {"a size-1 dimension is neutral whatever its stride", "okk_gdma_*bit_[cs]*", stride_of_one},
      {"a copy there and back (L2S after S2L) is the identity", "okk_gdma_*bit_cpy_*",
       there_and_back},
      {"S2S = L2S after S2L", "okk_gdma_*bit_cpy_S2S", through_local},
      {"matrix copy = strided copy of the same shape", "okk_gdma_32bit_matrix_*", matrix_as_tensor},
      {"set_C then any copy = set_C of both", "okk_gdma_*bit_cpy_*", constant_copied},
  };
}

}  // namespace strideproof::props::okk_gdma

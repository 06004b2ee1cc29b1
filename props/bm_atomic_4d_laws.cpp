// Laws of memcpy_4D and memset_4D.

#include "props/bm_atomic.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/operations/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;
namespace formula = spec::bm_atomic;

using Copy = Tensor4D<int64_t>;

Copy copy_of(const Case& c) { return tensor_of(c.arguments); }
bool keeps_format(const Copy& op) { return op.src_format == op.dst_format; }

Equation transposed_twice(Random& random, const Case& c) {
  return c["transpose"] == 0 ? Equation() : there_and_back(random, c);
}
Equation reshaped_twice(Random& random, const Case& c) {
  const Copy op = copy_of(c);
  if (op.transpose != 0 || op.src_shape == op.dst_shape || !keeps_format(op)) return {};
  return there_and_back(random, c);
}
// The wider format holds every number of the narrower one. One number for float16: bits of a NaN may
// change.
Equation converted_twice(Random& random, const Case& c) {
  if (element_bytes_of(c, on_src) >= element_bytes_of(c, on_dst)) return {};
  if (!is(c["src_format"], Format::float16)) return there_and_back(random, c);
  const auto number = static_cast<int64_t>(random.next() & 0xfbff);  // neither infinite nor NaN
  const Case first = fill_of(c, spec::tensor_of(c, on_src), number);
  return {{first, c, back(c)}, {first, c}};
}

Equation as_okk_copy(Random&, const Case& c) {
  const Copy op = copy_of(c);
  if (op.src_shape != op.dst_shape || op.transpose != 0 || !keeps_format(op)) return {};
  return {{c}, {props::copy_of(c, spec::tensor_of(c, on_dst), spec::tensor_of(c, on_src))}};
}

Equation as_okk_fill(Random&, const Case& c) {
  const Case okk = of_operation(c, "okk_gdma_32bit_set_C_local");
  return {{c}, {fill_of(okk, spec::tensor_of(c, on_dst), c["const_val"])}};
}

// By way of local memory, where the source is in the aligned layout from some lane.
Equation through_local(Random& random, const Case& c) {
  const Copy op = copy_of(c);
  if (!is(op.direction, Direction::S2S)) return {};
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  Copy in = op, out = op;
  in.direction = static_cast<int>(Direction::S2L), out.direction = static_cast<int>(Direction::L2S);
  in.transpose = 0;
  in.dst_format = op.src_format;
  in.dst_addr = out.src_addr = 0;
  in.dst_local_idx = out.src_local_idx = random_lane(random, m, op.src_shape.c);
  in.dst_shape = op.src_shape;
  in.dst_stride = out.src_stride = spec::aligned_strides(
      m, formula::element_bytes_of(op.src_format), in.dst_local_idx, op.src_shape);
  return {{c}, {with(c, in), with(c, out)}, true};
}

}  // namespace

std::vector<Law> laws_4d() {
  return {
      {"N/C transpose twice is the identity", "bm_atomic_memcpy_4D", transposed_twice},
      {"a reshape and its opposite are the identity", "bm_atomic_memcpy_4D", reshaped_twice},
      {"a wider format and back is exact", "bm_atomic_memcpy_4D", converted_twice},
      {"okk_gdma cpy = memcpy_4D with the same strides", "bm_atomic_memcpy_4D", as_okk_copy},
      {"okk_gdma set_C = memset_4D", "bm_atomic_memset_4D", as_okk_fill},
      {"memset_4D then a memcpy_4D that keeps the format = memset_4D of both",
       "bm_atomic_memcpy_4D", constant_copied},
      {"a memcpy_4D split in two is the memcpy_4D", "bm_atomic_memcpy_4D", split_tensors},
      {"S2S of memcpy_4D = L2S after S2L", "bm_atomic_memcpy_4D", through_local},
      {"a size-1 dimension of 4D is neutral whatever its stride", "bm_atomic_mem*_4D",
       stride_of_one},
  };
}

}  // namespace strideproof::props::bm_atomic

#include "props/tests/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props {
namespace {

using strideproof::bm_atomic::Direction;

// An extent along which an operation can be split, and the dimension of each operand that it is.
struct SplitExtent {
  std::string_view parameter;
  int64_t Shape::*dst, Shape::*src;
};

SplitExtent random_extent(Random& random, const Case& c, bool tensors) {
  if (tensors) {
    int64_t Shape::*const dim = random.pick({&Shape::n, &Shape::c, &Shape::h, &Shape::w});
    return {"shape", dim, dim};
  }
  static const std::vector<SplitExtent> all = {
      {"rows", &Shape::n, &Shape::n},   {"row", &Shape::n, &Shape::n},
      {"length", &Shape::w, &Shape::w}, {"src_c", &Shape::w, &Shape::c},
      {"src_w", &Shape::c, &Shape::w},  {"nburst", &Shape::n, &Shape::n},
      {"repeat", &Shape::n, &Shape::n}};
  std::vector<SplitExtent> own = all;
  std::erase_if(own, [&](const SplitExtent& extent) {
    return c.operation->parameter(extent.parameter) == nullptr;
  });
  return random.pick(own);
}

// Moves the start of an operand, which is this tensor, to one of its elements.
void start_at(Case& c, Operands which, const Tensor& t, const Shape& element) {
  const MachineShape m = machine_of(c);
  const OperandParameters of = parameters_of(*c.operation, which);
  const auto from = spec::place_of(m, t, {0, 0, 0, 0}), to = spec::place_of(m, t, element);
  *values(c, *of.address) += to.byte - from.byte;
  if (of.lane == nullptr)
    *values(c, *of.address) += (to.lane - from.lane) * m.lane_bytes;
  else if (t.space == Space::local)
    *values(c, *of.lane) = to.lane;
}

// A stride that is never used may be above its type.
Shape used_strides(const Tensor& t) {
  Shape stride = t.stride;
  if (t.shape.n == 1) stride.n = 0;
  if (t.shape.c == 1) stride.c = 0;
  if (t.shape.h == 1) stride.h = 0;
  return stride;
}

}  // namespace

const std::vector<Law>& laws() {
  static const std::vector<Law> all = [] {
    std::vector<Law> found;
#define FAMILY(family, ...) \
  for (const Law& law : family::laws()) found.push_back(law);
#include "spec/vocabulary/operations.def"
    return found;
  }();
  return all;
}

Case of_operation(const Case& like, std::string_view name) {
  Case c = like;
  c.operation = find_operation(name);
  c.arguments = {};
  return c;
}

Case copy_of(const Case& like, const Tensor& dst, const Tensor& src) {
  const auto letter = [](const Tensor& t) { return t.space == Space::local ? 'L' : 'S'; };
  Case c = of_operation(like, fmt::format("okk_gdma_{}bit_cpy_{}2{}", 8 * dst.element_bytes,
                                          letter(src), letter(dst)));
  c["dst_addr"] = dst.address;
  c["src_addr"] = src.address;
  put(c, "shape", dst.shape);
  put(c, "dst_stride", used_strides(dst));
  put(c, "src_stride", used_strides(src));
  return c;
}

Case fill_of(const Case& like, const Tensor& dst, int64_t constant) {
  Case c = of_operation(
      like, fmt::format("okk_gdma_{}bit_set_C_{}", 8 * dst.element_bytes, name(dst.space)));
  c["dst_addr"] = dst.address;
  c["C"] = constant & ((int64_t{1} << (8 * dst.element_bytes)) - 1);
  put(c, "shape", dst.shape);
  put(c, "dst_stride", used_strides(dst));
  return c;
}

Case back(const Case& c) {
  std::string name(c.operation->name);
  if (name.ends_with("S2L") || name.ends_with("L2S")) std::swap(name.back(), name[name.size() - 3]);
  Case b = of_operation(c, name);
  b.arguments = c.arguments;
  for (const Parameter& parameter : c.operation->parameters) {
    const std::string own(parameter.name), rest = own.substr(std::min<size_t>(own.size(), 3));
    const bool dst = own.starts_with("dst"), src = own.starts_with("src");
    const Parameter* other = b.operation->parameter((dst ? "src" : "dst") + rest);
    if ((dst || src) && other != nullptr) copy_parameter(b, *other, c, parameter);
  }
  if (b.operation->parameter("direction") != nullptr && b["direction"] < 2)
    b["direction"] = 1 - b["direction"];
  if (b.operation->parameter("src_w") != nullptr) std::swap(b["src_c"], b["src_w"]);
  return b;
}

Equation there_and_back(Random&, const Case& c) {
  const bool adds = c.operation->parameter("result_add") != nullptr && c["result_add"] != 0;
  if (adds || format_of(c, on_src) != format_of(c, on_dst)) return {};
  return {{c, back(c)}, {c}};
}

Equation constant_copied(Random& random, const Case& c) {
  if (format_of(c, on_dst) != format_of(c, on_src)) return {};
  const auto constant = static_cast<int64_t>(random.next() >> 32);
  const Case first = fill_of(c, spec::tensor_of(c, on_src), constant);
  return {{first, c}, {first, fill_of(c, spec::tensor_of(c, on_dst), constant)}};
}

Equation split(Random& random, const Case& c) {
  if (c.operation->parameter("transpose") != nullptr && c["transpose"] != 0) return {};
  const bool tensors = parameters_of(*c.operation, on_dst).shape != nullptr;
  const Shape shape = spec::tensor_of(c, on_dst).shape;
  if (tensors && shape != spec::tensor_of(c, on_src).shape) return {};
  const SplitExtent extent = random_extent(random, c, tensors);
  const int64_t count = shape.*extent.dst;
  if (count < 2) return {};
  Shape first = shape, rest = shape;
  first.*extent.dst = random.between(1, count - 1);
  rest.*extent.dst = count - first.*extent.dst;
  Case head = c, tail = c;
  if (!tensors) {
    head[extent.parameter] = first.*extent.dst;
    tail[extent.parameter] = rest.*extent.dst;
  }
  for (const Operands which : {on_dst, on_src, on_src1}) {
    const OperandParameters of = parameters_of(*c.operation, which);
    if (of.address == nullptr) continue;
    Shape at{0, 0, 0, 0};
    at.*(which == on_dst ? extent.dst : extent.src) = first.*extent.dst;
    start_at(tail, which, spec::tensor_of(c, which), at);
    if (!tensors) continue;
    put(head, *of.shape, first);
    put(tail, *of.shape, rest);
    for (Case* part : {&head, &tail})
      put_strides(*part, *of.stride, false, spec::tensor_of(c, which).stride);
  }
  return {{c}, {head, tail}};
}

Equation stride_of_one(Random& random, const Case& c) {
  const int dims =
      c.operation->family == Family::okk_bdc ? 4 : 3;  // the others have w strides of 1
  Case other = c;
  for (const Operands which : {on_dst, on_src, on_src1}) {
    const OperandParameters of = parameters_of(*c.operation, which);
    if (of.stride == nullptr || c.arguments.is_null(*of.stride)) continue;
    for (int dim = 0; dim < dims; ++dim)
      if (values(c, *of.shape)[dim] == 1)
        values(other, *of.stride)[dim] = random.pick<int64_t>(
            {0, 1, 5, 1000, highest(of.stride->type), lowest(of.stride->type)});
  }
  for (const std::string_view count : {"nburst", "repeat"})
    if (c.operation->parameter(count) != nullptr && c[count] == 1)
      for (const std::string_view stride : {"src_stride", "dst_stride"})
        other[stride] = random.between(0, 65535);
  if (other == c) return {};
  return {{c}, {other}};
}

Equation through_local(Random& random, const Case& c) {
  const MachineShape m = machine_of(c);
  const Tensor dst = spec::tensor_of(c, on_dst), src = spec::tensor_of(c, on_src);
  if (dst.space != Space::system || src.space != Space::system) return {};
  const int64_t lane = random_lane(random, m, src.shape.c);
  Tensor scratch = src;
  scratch.space = Space::local;
  scratch.address = lane * m.lane_bytes;
  scratch.stride = spec::aligned_strides(m, src.element_bytes, lane, src.shape);
  Case out = c;
  if (c.operation->parameter("direction") != nullptr) {
    out = with(c, {{"direction", static_cast<int>(Direction::L2S)},
                   {"src_addr", 0},
                   {"src_local_idx", lane}});
    put(out, "src_stride", scratch.stride);
  } else {
    out = copy_of(c, dst, scratch);
  }
  return {{c}, {copy_of(c, scratch, src), out}, true};
}

Equation same_width(Random& random, const Case& c) {
  const bool is_asc = c.operation->family == Family::asc;
  const std::string_view type = is_asc ? "dtype" : "format";
  const int types = is_asc ? strideproof::asc::dtype_count : strideproof::bm_atomic::format_count;
  Case other = c;
  do other[type] = random.below(types);
  while (spec::dtype_bytes(other, on_src) != spec::dtype_bytes(c, on_src));
  if (other == c) return {};
  return {{c}, {other}};
}

Equation matrix_as_copies(Random&, const Case& c) {
  const bool is_2D = c.operation->parameter("direction") != nullptr;
  if (is_2D && (c["transpose"] != 0 || c["result_add"] != 0)) return {};
  const MachineShape m = machine_of(c);
  // In memcpy_2D dst is the local matrix, whichever way it is copied.
  Tensor local = spec::tensor_of(c, on_dst), system = spec::tensor_of(c, on_src);
  const bool to_local = is_2D ? strideproof::bm_atomic::is(c["direction"], Direction::S2L)
                              : local.space == Space::local;
  if (local.space != Space::local) std::swap(local, system);
  // Both sides with the shape of the local one: the system side has its channels a section apart.
  system.shape = local.shape;
  system.stride.c = local.shape.w;
  const auto part = [&](Tensor t, int64_t first, int64_t channels, int64_t width) {
    const auto start = spec::place_of(m, t, {0, first, 0, 0});
    t.address = (t.space == Space::local ? start.lane * m.lane_bytes : 0) + start.byte;
    t.shape.c = channels;
    t.shape.w = t.last_width = width;
    return t;
  };
  const auto copy_of_part = [&](int64_t first, int64_t channels, int64_t width) {
    const Tensor l = part(local, first, channels, width), s = part(system, first, channels, width);
    return to_local ? copy_of(c, l, s) : copy_of(c, s, l);
  };
  const int64_t last = local.shape.c - 1;
  Equation equation{{c}, {copy_of_part(last, 1, local.last_width)}};
  if (last > 0) equation.right.push_back(copy_of_part(0, last, local.shape.w));
  return equation;
}

}  // namespace strideproof::props

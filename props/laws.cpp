#include "props/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "props/families.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::props {
namespace {

bool in_type(const Case& c) {
  for (const Parameter& parameter : c.operation->parameters)
    for (int i = 0; i < slots(parameter.type); ++i) {
      const int64_t value = values(c, parameter)[i];
      if (value < lowest(parameter.type) || value > highest(parameter.type)) return false;
    }
  return true;
}

// Local addresses of okk hold their lane.
int64_t lane_of(const Case& c, const Parameter& address) {
  const bool has_lane = address.type == CType::u32 && c.profile->lane_bytes > 0;
  return has_lane ? *values(c, address) / c.profile->lane_bytes : 0;
}

// Moves the addresses by up to 100 of their units, up or else down, as far as the case stays legal
// and its operands in their lanes.
bool move_together(Random& random, Case& c, const std::vector<const Parameter*>& addresses) {
  int64_t unit = 1;
  for (const Parameter* address : addresses) unit = std::max(unit, unit_of(c, *address));
  for (const int64_t most : {100, 10, 1, -100, -10, -1}) {
    Case moved = c;
    const int64_t by = random.between(1, std::abs(most)) * (most < 0 ? -unit : unit);
    const auto can_move = [&](const Parameter* address) {
      return add_to_value(moved, static_cast<size_t>(address->slot), by) &&
             lane_of(c, *address) == lane_of(moved, *address);
    };
    if (!std::all_of(addresses.begin(), addresses.end(), can_move)) continue;
    if (!spec::evaluate(moved).legal()) continue;
    c = moved;
    return true;
  }
  return false;
}

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

std::optional<Case> shifted(Random& random, const Case& c) {
  std::map<Space, std::vector<const Parameter*>> addresses;
  for (const Operands which : {on_dst, on_src, on_src1})
    if (const OperandParameters of = parameters_of(*c.operation, which); of.address != nullptr)
      addresses[spec::space_of(c, which)].push_back(of.address);
  Case shifted = c;
  bool moved = false;
  for (const auto& [space, together] : addresses)
    moved = move_together(random, shifted, together) || moved;
  return moved ? std::optional(shifted) : std::nullopt;
}

std::optional<Equation> equation_of(const Law& law, Random& random, const Case& c) {
  Equation equation = law.equation(random, c);
  if (equation.left.empty()) return {};
  for (const std::vector<Case>* side : {&equation.left, &equation.right})
    for (const Case& step : *side)
      if (!in_type(step) || !spec::evaluate(step).legal()) return {};
  return equation;
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
    if (of.stride == nullptr || is_null(c, *of.stride)) continue;
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

}  // namespace strideproof::props

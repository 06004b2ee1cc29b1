#include "props/laws.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "props/families.h"
#include "props/keep_ends.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/vocabulary/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/okk_gdma.h"

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
      int64_t& value = *values(moved, *address);
      if (by > 0 ? value > highest(address->type) - by : value < lowest(address->type) - by)
        return false;
      value += by;
      return lane_of(c, *address) == lane_of(moved, *address);
    };
    if (!std::all_of(addresses.begin(), addresses.end(), can_move)) continue;
    if (!spec::evaluate(moved).legal()) continue;
    c = moved;
    return true;
  }
  return false;
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
  const Ends ends = ends_of(c);
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.role == Role::address)
      addresses[end_of(ends, parameter).space].push_back(&parameter);
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

Case of_kind(const Case& like, Family family, int kind, int64_t element_bytes) {
  for (const Operation& operation : catalogue())
    if (operation.family == family && operation.variant == kind &&
        operation.element_bytes == element_bytes)
      return of_operation(like, operation.name);
  throw std::logic_error("no such operation");
}

Case copy_of(const Case& like, const Tensor& dst, const Tensor& src) {
  using strideproof::okk_gdma::Kind;
  constexpr Kind kinds[2][2] = {{Kind::cpy_S2S, Kind::cpy_L2S}, {Kind::cpy_S2L, Kind::cpy_L2L}};
  const Kind kind = kinds[dst.space == Space::local][src.space == Space::local];
  Case c = of_kind(like, Family::okk_gdma, static_cast<int>(kind), dst.element_bytes);
  c["dst_addr"] = dst.address;
  c["src_addr"] = src.address;
  put(c, "shape", dst.shape);
  put(c, "dst_stride", used_strides(dst));
  put(c, "src_stride", used_strides(src));
  return c;
}

Case fill_of(const Case& like, const Tensor& dst, int64_t constant) {
  const bool local = dst.space == Space::local;
  if (like.operation->family == Family::bm_atomic) {
    using strideproof::bm_atomic::Format;
    Case c = of_operation(like, "bm_atomic_memset_4D");
    const int64_t lane_bytes = c.profile->lane_bytes;
    c["is_local_mem"] = local ? 1 : 0;
    c["start_addr"] = local ? dst.address % lane_bytes : dst.address;
    c["local_idx"] = local ? dst.address / lane_bytes : 0;
    c["format"] = static_cast<int>(dst.element_bytes == 4   ? Format::float32
                                   : dst.element_bytes == 2 ? Format::int16
                                                            : Format::uint8);
    c["const_val"] = constant;
    put(c, "shape", dst.shape);
    put(c, "stride", dst.stride);
    return c;
  }
  using strideproof::okk_gdma::Kind;
  const Kind kind = local ? Kind::set_C_local : Kind::set_C_system;
  Case c = of_kind(like, Family::okk_gdma, static_cast<int>(kind), dst.element_bytes);
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
  return b;
}

Equation there_and_back(Random&, const Case& c) { return {{c, back(c)}, {c}}; }

Equation constant_copied(Random& random, const Case& c) {
  if (format_of(c, on_dst) != format_of(c, on_src)) return {};
  const auto constant = static_cast<int64_t>(random.next() >> 32);
  const Case first = fill_of(c, spec::tensor_of(c, on_src), constant);
  return {{first, c}, {first, fill_of(c, spec::tensor_of(c, on_dst), constant)}};
}

Equation split_tensors(Random& random, const Case& c) {
  const MachineShape m = machine_of(c);
  const Shape shape = spec::tensor_of(c, on_dst).shape;
  int64_t Shape::*const dims[] = {&Shape::n, &Shape::c, &Shape::h, &Shape::w};
  int64_t Shape::*const dim = dims[random.below(4)];
  if (shape.*dim < 2 || shape != spec::tensor_of(c, on_src).shape) return {};
  if (c.operation->parameter("transpose") != nullptr && c["transpose"] != 0) return {};
  Shape at{0, 0, 0, 0}, rest = shape, first = shape;
  at.*dim = first.*dim = random.between(1, shape.*dim - 1);
  rest.*dim -= at.*dim;
  Case head = c, tail = c;
  for (const Operands which : {on_dst, on_src, on_src1}) {
    const OperandParameters of = parameters_of(*c.operation, which);
    if (of.address == nullptr) continue;
    const Tensor t = spec::tensor_of(c, which);
    const spec::ElementPlace<int64_t> place = spec::place_of(m, t, at);
    const bool local = t.space == Space::local;
    *values(tail, *of.address) =
        place.byte + (local && of.lane == nullptr ? place.lane * m.lane_bytes : 0);
    if (local && of.lane != nullptr) *values(tail, *of.lane) = place.lane;
    put(head, *of.shape, first);
    put(tail, *of.shape, rest);
    for (Case* part : {&head, &tail}) put_strides(*part, *of.stride, false, t.stride);
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
  if (other == c) return {};
  return {{c}, {other}};
}

}  // namespace strideproof::props

// Values of the theorems about bm-atomic, which have their own names for the parameters of a case.

#include <algorithm>

#include "proofs/tests/case_values.h"
#include "spec/operations/bm_atomic.h"
#include "spec/spec.h"
#include "spec/tensor_overlap.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::solver {
namespace {

using bm_atomic::Kind;
using spec::Tensor;
using spec::bm_atomic::operand_of;
using Machine = spec::MachineShape<int64_t>;

Machine machine_of(const Case& c) { return spec::machine_shape<int64_t>(*c.profile); }
bool is_local(const Tensor<int64_t>& t) { return t.space == Space::local; }

void set_shape(Values& values, const Dim4<int64_t>& shape, const std::string& mark = "") {
  values["N" + mark] = shape.n, values["C" + mark] = shape.c;
  values["H" + mark] = shape.h, values["W" + mark] = shape.w;
}
void set_last(Values& values, const Dim4<int64_t>& shape, const std::string& mark = "") {
  values["n" + mark] = shape.n - 1, values["c" + mark] = shape.c - 1;
  values["h" + mark] = shape.h - 1, values["w" + mark] = shape.w - 1;
}

}  // namespace

// ---- memcpy_1D ----

std::vector<Values> linear_copies(const Case& c) {
  const auto op = bm_atomic::linear_of(c.arguments);
  const int64_t es = bm_atomic::element_bytes_of(op.format), last = op.length - 1;
  int64_t machine = 0;
  for (const Profile& profile : profiles()) {
    if (&profile == c.profile) break;
    if (profile.lanes > 0) ++machine;
  }
  std::vector<Values> all;
  for (const int64_t of_dst : {0, 1})
    all.push_back({{"machine", machine},
                   {"es", es},
                   {"direction", op.direction},
                   {"src", op.src_addr},
                   {"dst", op.dst_addr},
                   {"length", op.length},
                   {"of_dst", of_dst},
                   {"byte", es * op.length - 1},
                   {"i", last},
                   {"rest", es - 1},
                   {"i'", last},
                   {"rest'", es - 1}});
  return all;
}

std::vector<Values> linear_operands(const Case& c) {
  const auto op = bm_atomic::linear_of(c.arguments);
  const Machine m = machine_of(c);
  const int64_t bytes = bm_atomic::element_bytes_of(op.format) * op.length;
  std::vector<Values> all;
  for (const Operands which : {on_dst, on_src}) {
    const auto side = spec::bm_atomic::side_of(op, which);
    const bool local = side.memory == spec::bm_atomic::Memory::flat;
    const int64_t first = side.address - (local ? m.flat.first : 0);
    all.push_back({{"X", m.lanes},
                   {"S", m.lane_bytes},
                   {"U", m.unit_bytes},
                   {"es", side.element_bytes},
                   {"local", local ? 1 : 0},
                   {"A", first},
                   {"length", op.length},
                   {"byte", bytes - 1},
                   {"lane", (first + bytes - 1) / m.lane_bytes},
                   {"j", 0}});
  }
  return all;
}

// ---- tensors ----

std::vector<Values> transposed_channels(const Case& c) {
  const auto op = bm_atomic::cwtrans_of(c.arguments);
  const Machine m = machine_of(c);
  Values values = values_of(c, operand_of(m, op, on_dst));
  set_start(values, c, operand_of(m, op, on_src), "'");
  values["C"] = op.src_c, values["W"] = op.src_w;
  values["c"] = op.src_c - 1, values["w"] = op.src_w - 1;
  values["sc"] = op.dst_c_stride, values["sc'"] = op.src_c_stride;
  return {values};
}

std::vector<Values> transposed_images(const Case& c) {
  const auto op = bm_atomic::tensor_of(c.arguments);
  if (op.transpose == 0) return {};
  const Machine m = machine_of(c);
  const auto dst = operand_of(m, op, on_dst), src = operand_of(m, op, on_src);
  Values values = values_of(c, dst);
  set_shape(values, src.shape);
  set_last(values, src.shape);
  set_start(values, c, src, "'");
  set_strides(values, src.stride, "", "'");
  values["local'"] = is_local(src) ? 1 : 0;
  values["A"] = is_local(dst) ? 0 : dst.address, values["B"] = is_local(src) ? 0 : src.address;
  values["byte"] = 0;
  return {values};
}

std::vector<Values> copies_of_one_shape(const Case& c) {
  const auto op = bm_atomic::tensor_of(c.arguments);
  const bool alike = op.dst_shape == op.src_shape && op.dst_format == op.src_format;
  return alike && op.transpose == 0 ? copies(c) : std::vector<Values>();
}

// ---- sides as they are named ----

namespace {

template <class Op>
Values named_side(const Case& c, const Op& op, Operands which) {
  const Machine m = machine_of(c);
  const auto side = spec::bm_atomic::side_of(op, which);
  Values values = values_of(c, operand_of(m, op, which));
  values["A"] = side.address, values["lane"] = side.lane;
  return values;
}

}  // namespace

std::vector<Values> named_copies(const Case& c) {
  if (copies_of_one_shape(c).empty()) return {};
  const auto op = bm_atomic::tensor_of(c.arguments);
  Values values = named_side(c, op, on_dst);
  const Values src = named_side(c, op, on_src);
  values["src.local"] = src.at("local");
  for (const char* name : {"A", "lane", "sn", "sc", "sh"})
    values[std::string(name) + "'"] = src.at(name);
  return {values};
}

std::vector<Values> named_fills(const Case& c) {
  return {named_side(c, bm_atomic::fill_of(c.arguments), on_dst)};
}

}  // namespace strideproof::solver

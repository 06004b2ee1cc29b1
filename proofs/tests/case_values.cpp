#include "proofs/tests/case_values.h"

#include <array>

#include "corpus/corpus.h"
#include "spec/family.h"
#include "spec/spec.h"
#include "spec/vocabulary/profile.h"

namespace strideproof::solver {
namespace {

using spec::Tensor;
using Machine = spec::MachineShape<int64_t>;

Machine machine_of(const Case& c) { return spec::machine_shape<int64_t>(*c.profile); }

// dst first; none of a case that moves nothing.
std::vector<Tensor<int64_t>> tensors_of(const Case& c) {
  std::vector<Tensor<int64_t>> all;
  for (const Operands which : {on_dst, on_src, on_src1})
    if ((c.operation->operands & which) != 0 && spec::cost(c) != 0)
      all.push_back(spec::tensor_of(c, which));
  return all;
}

// True if memcpy_1D has the tensor in local memory, as one lane after the other.
bool is_flat(const Case& c, const Tensor<int64_t>& t) {
  const Window flat = machine_of(c).flat;
  return t.space == Space::system && flat.first <= t.address && t.address < flat.end();
}

Values machine_values(const Case& c) {
  const Machine m = machine_of(c);
  return {{"X", m.lanes},
          {"S", m.lane_bytes},
          {"U", m.unit_bytes},
          {"UB", m.ub / 512},
          {"L1", m.l1 / 512},
          {"L0B", m.l0b / 512},
          {"profile", c.profile - profiles().data()}};
}

// Sets the values of a tensor of a case, with its last element; the names end with a suffix.
void set_tensor(Values& values, const Case& c, const Tensor<int64_t>& t,
                const std::string& suffix) {
  const Machine m = machine_of(c);
  const bool local = t.space == Space::local;
  const auto set = [&](const char* name, int64_t value) { values[name + suffix] = value; };
  const auto set_all = [&](std::array<const char*, 4> names, const Dim4<int64_t>& of) {
    set(names[0], of.n), set(names[1], of.c), set(names[2], of.h), set(names[3], of.w);
  };
  set("local", local ? 1 : 0);
  set("memory", static_cast<int64_t>(t.space));
  set("flat", is_flat(c, t) ? 1 : 0);
  set("row", t.shape.n * t.shape.c * t.shape.h == 1 && t.stride.w == 1 ? 1 : 0);
  set("A", t.address);
  set("lane", local ? t.address / m.lane_bytes : 0);
  set("offset", local ? t.address % m.lane_bytes : 0);
  set_all({"N", "C", "H", "W"}, t.shape);
  set_all({"sn", "sc", "sh", "sw"}, t.stride);
  set_all({"n", "c", "h", "w"}, {t.shape.n - 1, t.shape.c - 1, t.shape.h - 1, t.last_width - 1});
  set("rest", t.element_bytes - 1);
}

// The values of a tensor, which is the first operand and the second one.
Values values_of(const Case& c, const Tensor<int64_t>& t) {
  Values values = machine_values(c);
  values["es"] = t.element_bytes, values["last_width"] = t.last_width;
  set_tensor(values, c, t, "");
  set_tensor(values, c, t, "2");
  return values;
}

template <class Wanted>
std::vector<Values> tensors_where(const Case& c, Wanted wanted) {
  std::vector<Values> all;
  for (const auto& t : tensors_of(c))
    if (wanted(t)) all.push_back(values_of(c, t));
  return all;
}

// True if an operand can be in a default layout.
bool has_default(const Operation& operation) {
  using enum bm_atomic::Kind;
  if (operation.family != Family::bm_atomic) return true;
  const bm_atomic::Kind kind = bm_atomic::kind(operation);
  return kind == mask_memcpy_4D || kind == memcpy_2D;
}

}  // namespace

Values parameters(const Case& c) {
  Values values = machine_values(c);
  for (const Parameter& p : c.operation->parameters)
    for (int i = 0; i < slots(p.type); ++i)
      values[slot_name(p, i)] = c.arguments.value[static_cast<size_t>(p.slot + i)];
  return values;
}

const std::vector<Case>& legal_cases(const Operation& operation) {
  static std::map<std::string_view, std::vector<Case>> known;
  std::vector<Case>& cases = known[operation.name];
  if (!cases.empty()) return cases;
  const std::string file = "corpus/boundary/" + std::string(operation.name) + ".txt";
  for (const corpus::Entry& entry : corpus::read(file))
    if (entry.program.steps.size() == 1 && spec::evaluate(entry.program.steps[0]).legal())
      cases.push_back(entry.program.steps[0]);
  return cases;
}

std::vector<Values> tensors(const Case& c) {
  return tensors_where(c, [](const auto&) { return true; });
}

std::vector<Values> local_tensors(const Case& c) {
  return tensors_where(c, [](const auto& t) { return t.space == Space::local; });
}

namespace {

std::vector<Values> default_tensors(const Case& c) {
  if (!has_default(*c.operation)) return {};
  const Machine m = machine_of(c);
  auto all = tensors_where(c, [&](const auto& t) {
    const Stride<int64_t> none = {true, {}};
    return t.stride == spec::strides_of(m, t.space, t.element_bytes, t.address, t.shape, none);
  });
  for (Values& values : all) values["layout"] = 1;
  return all;
}

std::vector<Values> nested_destinations(const Case& c) {
  const auto operands = tensors_of(c);
  if (operands.empty()) return {};
  const Machine m = machine_of(c);
  if (spec::alias_slack(m, operands[0]) < 0 || operands[0].last_width < operands[0].shape.w)
    return {};
  Values values = values_of(c, operands[0]);
  values["layout"] = 0;
  return {values};
}

}  // namespace

std::vector<Values> injective_tensors(const Case& c) {
  std::vector<Values> all = nested_destinations(c), more = default_tensors(c);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

namespace {

template <class Wanted>
std::vector<Values> pairs_where(const Case& c, Wanted wanted) {
  std::vector<Values> all;
  const auto operands = tensors_of(c);
  for (size_t k = 1; k < operands.size(); ++k) {
    const Tensor<int64_t>&dst = operands[0], &src = operands[k];
    if (dst.space != src.space || !wanted(dst, src)) continue;
    Values values = values_of(c, dst);
    set_tensor(values, c, src, "2");
    all.push_back(std::move(values));
  }
  return all;
}

}  // namespace

std::vector<Values> pairs_apart(const Case& c) {
  const Machine m = machine_of(c);
  return pairs_where(c, [&](const auto& dst, const auto& src) {
    return dst.element_bytes == src.element_bytes &&
           (dst.space == Space::local || spec::overlap_slack(m, dst, src) >= 0);
  });
}

std::vector<Values> pairs_of_one_shape(const Case& c) {
  return pairs_where(c, [](const auto& dst, const auto& src) {
    return dst.shape == src.shape && dst.element_bytes == src.element_bytes;
  });
}

// ---- memcpy_1D ----

std::vector<Values> flat_operands(const Case& c) {
  const auto op = slots_as<bm_atomic::Linear>(c.arguments);
  const Machine m = machine_of(c);
  const int64_t bytes = bm_atomic::element_bytes_of(op.format) * op.length;
  std::vector<Values> all;
  for (const Operands which : {on_dst, on_src}) {
    const auto side = spec::bm_atomic::side_of(op, which);
    if (!side.flat) continue;
    const int64_t first = side.address - m.flat.first;
    Values values = parameters(c);
    values["es"] = side.element_bytes;
    values["A"] = first;
    values["lane"] = (first + bytes - 1) / m.lane_bytes;
    all.push_back(std::move(values));
  }
  return all;
}

// ---- the transposing copy ----

std::vector<Values> squares(const Case& c) {
  if (slots_as<asc::Transpose>(c.arguments).repeat == 0) return {};
  return {parameters(c)};
}

}  // namespace strideproof::solver

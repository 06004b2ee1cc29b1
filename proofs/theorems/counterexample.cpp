#include "proofs/theorems/counterexample.h"

#include <cstring>

#include "model/implementation.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

using okk_gdma::kind;

const Profile& toy_profile() { return *find_profile("toy"); }

const Operation& operation_of(okk_gdma::Kind wanted, int64_t element_bytes) {
  for (const Operation& operation : catalogue())
    if (operation.family == Family::okk_gdma && kind(operation) == wanted &&
        operation.element_bytes == element_bytes)
      return operation;
  throw std::logic_error("no such operation of okk-gdma");
}

Case case_of(okk_gdma::Kind wanted, int64_t element_bytes) {
  Case c;
  c.operation = &operation_of(wanted, element_bytes);
  c.profile = &toy_profile();
  return c;
}

void set(Case& c, std::string_view parameter, const Dim4<int64_t>& values) {
  int64_t* slot = &c[parameter];
  slot[0] = values.n, slot[1] = values.c, slot[2] = values.h, slot[3] = values.w;
}

void set_strides(Case& c, std::string_view parameter, const Strides& strides) {
  if (strides) return set(c, parameter, *strides);
  const auto place = c.operation->parameter(parameter) - c.operation->parameters.data();
  c.arguments.null_mask |= uint32_t{1} << place;
}

okk_gdma::Kind copy_kind(Space dst, Space src) {
  if (dst == Space::local)
    return src == Space::local ? okk_gdma::Kind::cpy_L2L : okk_gdma::Kind::cpy_S2L;
  return src == Space::local ? okk_gdma::Kind::cpy_L2S : okk_gdma::Kind::cpy_S2S;
}

}  // namespace

Proof::Limits toy(Proof::Limits limits) {
  const Proof::Limits machine = "X=4 S=256 U=16 es=1";
  limits.insert(machine.begin(), machine.end());
  return limits;
}

std::string fill_line(int64_t element_bytes, const Dim4<int64_t>& shape, const Placed& dst) {
  Case c = case_of(
      dst.space == Space::local ? okk_gdma::Kind::set_C_local : okk_gdma::Kind::set_C_system,
      element_bytes);
  c["dst_addr"] = dst.address;
  c["C"] = highest(c.operation->parameter("C")->type);
  set(c, "shape", shape);
  set_strides(c, "dst_stride", dst.stride);
  return print(c);
}

std::string copy_line(int64_t element_bytes, const Dim4<int64_t>& shape, const Placed& dst,
                      const Placed& src) {
  Case c = case_of(copy_kind(dst.space, src.space), element_bytes);
  c["dst_addr"] = dst.address;
  c["src_addr"] = src.address;
  set(c, "shape", shape);
  set_strides(c, "dst_stride", dst.stride);
  set_strides(c, "src_stride", src.stride);
  return print(c);
}

std::string matrix_line(int64_t address, const Columns& columns) {
  Case c = case_of(okk_gdma::Kind::matrix_S2L, 4);
  c["dst_addr"] = address;
  c["src_addr"] = toy_window;
  c["rows"] = columns.rows;
  c["cols"] = columns.cols;
  c["cols_per_channel"] = columns.per_channel;
  c["row_stride"] = columns.cols;
  return print(c);
}

Dim4<int64_t> shape_of(const Model& model) {
  return {model["N"], model["C"], model["H"], model["W"]};
}
Dim4<int64_t> strides_of(const Model& model, const std::string& mark) {
  return {model["sn" + mark], model["sc" + mark], model["sh" + mark], 1};
}

std::set<Byte> written(const Case& c) {
  return written_in(c, with_dst<spec::Original>(
                           c, [](const auto&, const spec::Tensor<int64_t>& t) { return t.space; }));
}

std::set<Byte> written_in(const Case& c, Space dst) {
  Machine machine(toy_profile());
  const Window& window = toy_profile().windows[0];
  if (!machine.open(Space::system, 0, window.first, window.size)) return {};
  const bool local = dst == Space::local;
  const int64_t lanes = toy_profile().lanes, lane_bytes = toy_profile().lane_bytes;
  uint8_t* const lane_memory = machine.base(Space::local);
  uint8_t* const system_memory = machine.at(Space::system, 0, window.first);
  std::memset(lane_memory, local ? 0 : 0xff, static_cast<size_t>(lanes * lane_bytes));
  std::memset(system_memory, local ? 0xff : 0, static_cast<size_t>(window.size));
  reference::run(machine, c);

  std::set<Byte> bytes;
  if (local) {
    for (int64_t i = 0; i < lanes * lane_bytes; ++i)
      if (lane_memory[i] != 0) bytes.insert({i / lane_bytes, i % lane_bytes});
  } else {
    for (int64_t i = 0; i < window.size; ++i)
      if (system_memory[i] != 0) bytes.insert({0, window.first + i});
  }
  return bytes;
}

ConstraintResults evaluate_by_reference(const Case& c) {
  Machine machine(*c.profile);
  for (const Window& window : c.profile->windows)
    machine.open(Space::system, 0, window.first, window.size);
  return reference::run(machine, c).constraint_results;
}

bool accepts(const std::string& line) { return evaluate_by_reference(parse_case(line)).legal(); }

std::vector<std::string> operations_matching(std::initializer_list<std::string_view> globs) {
  std::vector<std::string> names;
  for (const std::string_view glob : globs)
    for (const Operation* operation : matching(glob)) names.emplace_back(operation->name);
  return names;
}

}  // namespace strideproof::solver

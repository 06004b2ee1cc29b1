#include "proofs/theorems/counterexample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "model/implementation.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::solver {
namespace {

const Profile& toy_profile() { return *find_profile("toy"); }

char letter(const Placed& side) { return side.space == Space::local ? 'L' : 'S'; }

// The line as reports print it.
std::string printed(const std::string& line) { return print(parse_case(line)); }

}  // namespace

Proof::Limits toy(Proof::Limits limits) {
  const Proof::Limits machine = "X=4 S=256 U=16 es=1";
  limits.insert(machine.begin(), machine.end());
  return limits;
}

std::string text(const Strides& d) {
  return d ? fmt::format("{},{},{},{}", d->n, d->c, d->h, d->w) : "null";
}

std::string fill_line(int64_t element_bytes, const Dim4<int64_t>& shape, const Placed& dst) {
  const int64_t bits = 8 * element_bytes, ones = (int64_t{1} << bits) - 1;
  return printed(fmt::format("okk_gdma_{}bit_set_C_{} toy dst_addr={} C={} shape={} dst_stride={}",
                             bits, dst.space == Space::local ? "local" : "system", dst.address,
                             ones, text(shape), text(dst.stride)));
}

std::string copy_line(int64_t element_bytes, const Dim4<int64_t>& shape, const Placed& dst,
                      const Placed& src) {
  return printed(fmt::format(
      "okk_gdma_{}bit_cpy_{}2{} toy dst_addr={} src_addr={} shape={} dst_stride={} src_stride={}",
      8 * element_bytes, letter(src), letter(dst), dst.address, src.address, text(shape),
      text(dst.stride), text(src.stride)));
}

std::string matrix_line(int64_t address, const Columns& columns) {
  return printed(fmt::format(
      "okk_gdma_32bit_matrix_S2L toy dst_addr={} src_addr={} rows={} cols={} cols_per_channel={} "
      "row_stride={}",
      address, toy_window, columns.rows, columns.cols, columns.per_channel, columns.cols));
}

std::string ones_line(const Dim4<int64_t>& shape, const PlacedWords& dst) {
  return fmt::format(
      "okk_bdc_32bit_or_C toy dst_addr={0} src_addr={0} C={1} shape={2} dst_stride={3} "
      "src_stride={3}",
      dst.address, 0xffffffff, text(shape), text(dst.stride));
}

std::string and_line(const Dim4<int64_t>& shape, const PlacedWords& dst, const PlacedWords& src0,
                     const PlacedWords& src1) {
  return fmt::format(
      "okk_bdc_32bit_and toy dst_addr={} src0_addr={} src1_addr={} shape={} dst_stride={} "
      "src0_stride={} src1_stride={}",
      dst.address, src0.address, src1.address, text(shape), text(dst.stride), text(src0.stride),
      text(src1.stride));
}

Dim4<int64_t> shape_of(const Model& model) {
  return {model["N"], model["C"], model["H"], model["W"]};
}
Dim4<int64_t> strides_of(const Model& model, const std::string& mark) {
  return {model["sn" + mark], model["sc" + mark], model["sh" + mark], 1};
}

std::set<Byte> written(const Case& c) {
  return written_in(
      c, with_dst(c, [](const auto&, const spec::Tensor<int64_t>& t) { return t.space; }));
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

bool violates(const Case& c, ConstraintId label) {
  return (evaluate_by_reference(c).violated >> static_cast<int>(label) & 1) != 0;
}

bool is_missed(const std::string& line, ConstraintId label, int64_t slip) {
  const Case c = parse_case(line);
  const auto& constraints = c.operation->constraints;
  const auto is_it = [&](const Constraint& constraint) { return constraint.id() == label; };
  const int64_t slack =
      spec::slack(c, *std::find_if(constraints.begin(), constraints.end(), is_it));
  return slack < 0 && slack + slip >= 0 && violates(c, label);
}

Theorem slack_theorem(const std::string& name, const std::string& meaning,
                      std::initializer_list<std::string_view> operations,
                      void (*claim)(Proof&, int64_t slip), ConstraintId label, int64_t step,
                      const Proof::Limits& limits, std::function<std::string(const Model&)> line) {
  return {
      name,
      meaning,
      operations_matching(operations),
      [claim](Proof& proof) { claim(proof, 0); },
      {"The slack is one step too large.", [=](Proof& proof) { claim(proof, step); }, toy(limits),
       std::move(line), [=](const std::string& text) { return is_missed(text, label, step); }}};
}

bool accepts(const std::string& line) { return evaluate_by_reference(parse_case(line)).legal(); }

std::vector<std::string> operations_matching(std::initializer_list<std::string_view> globs) {
  std::vector<std::string> names;
  for (const std::string_view glob : globs)
    for (const Operation* operation : matching(glob)) names.emplace_back(operation->name);
  return names;
}

}  // namespace strideproof::solver

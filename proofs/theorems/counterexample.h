#pragma once
// Controls: make a case of profile toy from the values that refute a faulty formula, and run the
// reference on it.

#include <compare>
#include <optional>
#include <set>
#include <string>

#include "proofs/engine/theorem.h"
#include "proofs/theorems/formulas.h"
#include "spec/operations/bm_atomic.h"
#include "spec/operations/okk_bdc.h"
#include "spec/operations/okk_gdma.h"
#include "spec/vocabulary/case.h"

namespace strideproof::solver {

// X, S and U of profile toy and one-byte elements, in addition to other limits. Element sizes and
// windows are tried in an order that begins with 1 and those of toy.
Proof::Limits toy(Proof::Limits limits);

// ---- a case of okk-gdma ----

using Strides = std::optional<Dim4<int64_t>>;  // no value: NULL
struct Placed {
  Space space;
  int64_t address;
  Strides stride;
};
std::string fill_line(int64_t element_bytes, const Dim4<int64_t>& shape, const Placed& dst);
std::string copy_line(int64_t element_bytes, const Dim4<int64_t>& shape, const Placed& dst,
                      const Placed& src);
struct Columns {
  int64_t rows, cols, per_channel;
};
// The local side is the destination; the system side lies at the start of the window.
std::string matrix_line(int64_t address, const Columns& columns);

// ---- a case of okk-bdc ----

struct PlacedWords {
  int64_t address;
  Strides stride;
};
// Sets every bit of a tensor, in place.
std::string ones_line(const Dim4<int64_t>& shape, const PlacedWords& dst);
// dst = src0 AND src1.
std::string and_line(const Dim4<int64_t>& shape, const PlacedWords& dst, const PlacedWords& src0,
                     const PlacedWords& src1);

// ---- parts of a case ----

std::string text(const Strides& d);          // "1,2,3,4", "null"; of a shape too
Dim4<int64_t> shape_of(const Model& model);  // N, C, H, W
Dim4<int64_t> strides_of(const Model& model, const std::string& mark = "");
inline constexpr int64_t toy_window = (int64_t{1} << 32) - 4096;
inline constexpr int64_t shared_address = int64_t{1} << 32;  // in a window of every profile

// ---- the effect of a case ----

struct Byte {
  int64_t lane, offset;
  friend auto operator<=>(const Byte&, const Byte&) = default;
};

// The bytes that the reference changes if the destination's memory is 0 and the other memory is
// not, for a case that writes ones or copies from the other memory; none if the reference rejects
// the case.
std::set<Byte> written(const Case& c);
std::set<Byte> written_in(const Case& c, Space dst);  // its destination: local or system memory

ConstraintResults evaluate_by_reference(const Case& c);
bool violates(const Case& c, ConstraintId label);
bool accepts(const std::string& line);
// A faulty formula makes the slack of a constraint larger by `slip`, at least 0; in the spec it is
// below 0, and the reference finds the constraint violated.
bool is_missed(const std::string& line, ConstraintId label, int64_t slip);

// A theorem about the slack of a constraint: the claim adds `slip` to the slack. In the proof it is
// 0; in the control it is the step of the slack, so a violation by one step is missed. `line` makes a
// case of profile toy.
Theorem slack_theorem(const std::string& name, const std::string& meaning,
                      std::initializer_list<std::string_view> operations,
                      void (*claim)(Proof&, int64_t slip), ConstraintId label, int64_t step,
                      const Proof::Limits& limits, std::function<std::string(const Model&)> line);

// The operations whose names match one of the globs.
std::vector<std::string> operations_matching(std::initializer_list<std::string_view> globs);

// ---- the value of a formula ----

// Calls `see` with the machine and the destination of the formulas.
template <class See>
auto with_dst(const Case& c, See see) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  switch (c.operation->family) {
    case Family::okk_bdc:
      return see(m, spec::okk_bdc::operand_of(m, spec::okk_bdc::view_of(*c.operation, c.arguments),
                                              on_dst));
    case Family::bm_atomic:
      return spec::bm_atomic::with_view(*c.operation, c.arguments, [&](const auto& op) {
        const Operands dst = spec::bm_atomic::run_operand(op, on_dst);
        const auto seen = spec::bm_atomic::machine_of(m, spec::bm_atomic::side_of(op, dst).memory);
        return see(seen, spec::bm_atomic::operand_of(seen, op, dst));
      });
    default: break;
  }
  return spec::okk_gdma::with_view(*c.operation, c.arguments, [&](const auto& op) {
    return see(m, spec::okk_gdma::dst_of(m, op));
  });
}

// The bytes of all elements of the destination.
template <class Code>
std::set<Byte> claimed(const Case& c) {
  return with_dst(c, [](const auto& m, const spec::Tensor<int64_t>& made) {
    const spec::Tensor<int64_t> t = Code::tensor(m, made);
    std::set<Byte> bytes;
    const Dim4<int64_t>& end = t.shape;
    for (int64_t n = 0; n < end.n; ++n)
      for (int64_t ch = 0; ch < end.c; ++ch)
        for (int64_t h = 0; h < end.h; ++h)
          for (int64_t w = 0; w < (ch + 1 == end.c ? t.last_width : end.w); ++w) {
            auto at = spec::place_of<int64_t>(m, t, {n, ch, h, w});
            if (t.space == Space::local)
              at.lane = Code::lane_of(m, spec::start_of(m, t.address).lane, ch);
            for (int64_t b = 0; b < t.element_bytes; ++b) bytes.insert({at.lane, at.byte + b});
          }
    return bytes;
  });
}

// The spec agrees with the reference, the faulty formula does not.
template <class Code>
bool replay_differs(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<Byte> real = written(c);
  return !real.empty() && claimed<Formulas>(c) == real && claimed<Code>(c) != real;
}

// And by the faulty formula two elements share a byte.
template <class Code>
bool elements_meet(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<Byte> real = written(c);
  return !real.empty() && claimed<Formulas>(c) == real && claimed<Code>(c).size() < real.size();
}

}  // namespace strideproof::solver

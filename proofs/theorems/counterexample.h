#pragma once
// Controls: make a case of profile toy from the values that refute a faulty formula, and run the
// reference on it.

#include <compare>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "proofs/engine/theorem.h"
#include "proofs/theorems/formulas.h"
#include "spec/family.h"
#include "spec/vocabulary/case.h"

namespace strideproof::solver {

// X, S and U of profile toy and one-byte elements, in addition to other limits. Element sizes and
// windows are tried in an order that begins with 1 and those of toy.
Proof::Limits toy(Proof::Limits limits);

// A case, or program, of profile toy: the text with the values of unknowns in place of their names in
// braces, on which steps of arithmetic by constants may follow, from left to right: "{C*4+1}".
std::string filled(const std::string& text, const Model& values);
std::function<std::string(const Model&)> case_of(const std::string& text);

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

// The bytes of L1 and of L0B from 0 on after the reference has run a case, with distinct contents of
// L1; none if the case is rejected.
struct Buffers {
  std::vector<uint8_t> l1, l0b;
};
Buffers buffers_after(const std::string& line, int64_t bytes);

ConstraintResults evaluate_by_reference(const Case& c);
bool violates(const Case& c, ConstraintId label);
bool accepts(const std::string& line);
// A faulty formula makes the slack of a constraint larger by `slip`, at least 0; in the spec it is
// below 0, and the reference finds the constraint violated.
bool is_missed(const std::string& line, ConstraintId label, int64_t slip);

// A theorem about the slack of a constraint: the claim adds `slip` to the slack. In the proof it is
// 0; in the control it is the step of the slack, so a violation by one step is missed. `line` is the
// text of its case.
Theorem slack_theorem(const std::string& name, const std::string& meaning,
                      std::initializer_list<std::string_view> operations,
                      void (*claim)(Proof&, int64_t slip), ConstraintId label, int64_t step,
                      const Proof::Limits& limits, const std::string& line);

// The operations whose names match one of the globs.
std::vector<std::string> operations_matching(std::initializer_list<std::string_view> globs);

// ---- the value of a formula ----

// Calls `see` with the machine and the destination of the formulas.
template <class See>
auto with_dst(const Case& c, See see) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  return spec::with_operation(*c.operation, c.arguments, [&]<class F>(F, const auto& op) {
    const Operands dst = F::use_of(op, on_dst);
    return see(spec::machine_of(m, F::side(op, dst).flat), F::tensor(m, op, dst));
  });
}

// The bytes of all elements of the destination.
template <class Code>
std::set<Byte> claimed(Code, const spec::MachineShape<int64_t>& m,
                       const spec::Tensor<int64_t>& made) {
  const spec::Tensor<int64_t> t = Code::tensor(m, made);
  std::set<Byte> bytes;
  const Dim4<int64_t>& end = t.shape;
  for (int64_t n = 0; n < end.n; ++n)
    for (int64_t ch = 0; ch < end.c; ++ch)
      for (int64_t h = 0; h < end.h; ++h)
        for (int64_t w = 0; w < (ch + 1 == end.c ? t.last_width : end.w); ++w) {
          const auto at = spec::place_of<int64_t>(m, t, {n, ch, h, w});
          for (int64_t b = 0; b < t.element_bytes; ++b) bytes.insert({at.lane, at.byte + b});
        }
  return bytes;
}

// By the formulas of the spec the tensor has the bytes that the reference writes, by the faulty ones
// it has not. `agrees` compares them.
template <class Code, class Agrees>
bool is_wrong(const std::string& line, Agrees agrees) {
  const Case c = parse_case(line);
  const std::set<Byte> real = written(c);
  return !real.empty() && with_dst(c, [&](const auto& m, const spec::Tensor<int64_t>& t) {
    return agrees(Formulas(), m, t, real) && !agrees(Code(), m, t, real);
  });
}
template <class Code>
bool places_are_wrong(const std::string& line) {
  return is_wrong<Code>(line, [](auto code, const auto& m, const auto& t, const auto& real) {
    return claimed(code, m, t) == real;
  });
}

}  // namespace strideproof::solver

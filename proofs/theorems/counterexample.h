#pragma once
// Controls: make a case of profile toy from the values that refute a faulty formula, and run the
// reference on it.

#include <compare>
#include <optional>
#include <set>
#include <string>

#include "proofs/engine/theorem.h"
#include "spec/operations/bm_atomic.h"
#include "spec/operations/okk_bdc.h"
#include "spec/operations/okk_gdma.h"
#include "spec/tensor_overlap.h"
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

ConstraintResults evaluate_by_reference(const Case& c);  // by the reference
// True if the case violates this constraint; if it violates this constraint and no other.
template <class ConstraintId>
bool violates(const Case& c, ConstraintId label) {
  return (evaluate_by_reference(c).violated >> static_cast<int>(label) & 1) != 0;
}
template <class ConstraintId>
bool rejects(const std::string& line, ConstraintId label) {
  return evaluate_by_reference(parse_case(line)).violated == uint64_t{1} << static_cast<int>(label);
}
bool accepts(const std::string& line);

// The operations whose names match one of the globs.
std::vector<std::string> operations_matching(std::initializer_list<std::string_view> globs);
// ---- the value of a formula ----

// Calls `see` with the machine and the destination of the formulas.
template <class Mutation, class See>
auto with_dst(const Case& c, See see) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  switch (c.operation->family) {
    case Family::okk_bdc:
      return see(m, spec::okk_bdc::operand_of<int64_t, Mutation>(
                        m, spec::okk_bdc::view_of(*c.operation, c.arguments), on_dst));
    case Family::bm_atomic:
      return spec::bm_atomic::with_view(*c.operation, c.arguments, [&](const auto& op) {
        const Operands dst = spec::bm_atomic::run_operand(op, on_dst);
        const auto seen = spec::bm_atomic::machine_of(m, spec::bm_atomic::side_of(op, dst).memory);
        return see(seen, spec::bm_atomic::operand_of<int64_t, Mutation>(seen, op, dst));
      });
    default: break;
  }
  return spec::okk_gdma::with_view(*c.operation, c.arguments, [&](const auto& op) {
    return see(m, spec::okk_gdma::dst_of<int64_t, Mutation>(m, op));
  });
}

// The bytes of all elements of the destination.
template <class Mutation>
std::set<Byte> claimed(const Case& c) {
  return with_dst<Mutation>(c, [](const auto& m, const spec::Tensor<int64_t>& t) {
    std::set<Byte> bytes;
    const Dim4<int64_t>& end = t.shape;
    for (int64_t n = 0; n < end.n; ++n)
      for (int64_t ch = 0; ch < end.c; ++ch)
        for (int64_t h = 0; h < end.h; ++h)
          for (int64_t w = 0; w < (ch + 1 == end.c ? t.last_width : end.w); ++w) {
            const auto at = spec::place_of<int64_t, Mutation>(m, t, {n, ch, h, w});
            for (int64_t b = 0; b < t.element_bytes; ++b) bytes.insert({at.lane, at.byte + b});
          }
    return bytes;
  });
}

// The original formula agrees with the reference, the faulty one does not.
template <class Mutation>
bool replay_differs(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<Byte> real = written(c);
  return !real.empty() && claimed<spec::Original>(c) == real && claimed<Mutation>(c) != real;
}

template <class Mutation, int R = 3>
int64_t alias_slack_of(const Case& c) {
  return with_dst<spec::Original>(c, [](const auto& m, const spec::Tensor<int64_t>& t) {
    return spec::alias_slack<int64_t, Mutation, R>(m, t);
  });
}
// The formula calls elements disjoint; the reference finds two that share a byte.
template <class Mutation, int R = 3>
bool alias_is_missed(const std::string& line) {
  const Case c = parse_case(line);
  return alias_slack_of<Mutation, R>(c) >= 0 && alias_slack_of<spec::Original, R>(c) < 0 &&
         violates(c, c.operation->constraint("dst.alias")->bit);
}
// The formula calls the operands disjoint; the reference finds a byte of both.
template <class Mutation>
bool overlap_is_missed(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = okk_gdma::copy_of(*c.operation, c.arguments);
  const auto dst = spec::okk_gdma::dst_of(m, op), src = spec::okk_gdma::src_of(m, op);
  return spec::overlap_slack<int64_t, Mutation>(m, dst, src) >= 0 &&
         spec::overlap_slack(m, dst, src) < 0 && violates(c, okk_gdma::ConstraintId::overlap);
}

}  // namespace strideproof::solver

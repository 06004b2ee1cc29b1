// Copies of bm-atomic that are in place: where cwtrans maps every element onto itself. memcpy_4D:
// bm_walks.cpp, bm_copies.h.

#include <fmt/format.h>

#include "spec/operations/bm_atomic_in_place.h"
#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;

// ---- cwtrans ----

// Element w of row c of the source becomes element c of row w.
template <class Plant = Sound>
void cwtrans_in_place(Proof& proof) {
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Fact several = proof.given(m.lanes > 1);
  const InLane to = any_lane_offset(proof, m), from = any_lane_offset(proof, m, "'");
  const auto extent = [&](const char* name) { return proof.variable(name, 1, most_extent); };
  const bm_atomic::CWTranspose<Sym> op = {from.offset,
                                          from.lane,
                                          to.offset,
                                          to.lane,
                                          extent("C"),
                                          extent("W"),
                                          format,
                                          proof.variable("sc'", 0, any_u32),
                                          proof.variable("sc", 0, any_u32)};
  const Tensor<Sym> dst = spec::bm_atomic::operand_of(m, op, on_dst),
                    src = spec::bm_atomic::operand_of(m, op, on_src);
  const Facts starts = starts_in(proof, m, dst, to) + starts_in(proof, m, src, from);
  const SymBool same = spec::bm_atomic::is_in_place<Sym, Plant>(m, op);
  const auto alike = [&](const Sym& c, const Sym& w) {
    const auto i = spec::place_of(m, dst, {0, w, 0, c}), j = spec::place_of(m, src, {0, c, 0, w});
    return all_of(i.lane == j.lane, i.byte == j.byte);
  };
  const SymBool first = alike(0, 0), down = alike(1, 0), right = alike(0, 1);

  const auto digits = proof.use(lemmas::division_of_digits);
  const auto quotients = proof.use(equal_quotients);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto equal = proof.use(equal_factors);
  const ExactArithmetic exact;
  const Sym &X = m.lanes, &p = to.lane, &q = from.lane;
  const Sym of_p = spec::start_of(m, dst.address).lane, of_q = spec::start_of(m, src.address).lane;
  Facts known = starts + Facts{several, radix.instance(p, to.offset, q, from.offset, m.lane_bytes),
                               equal.instance(p, q, m.lane_bytes)};
  for (const Sym& lane : {p, q}) {
    known.push_back(digits.instance(0, lane, X));
    known.push_back(digits.instance(0, lane + 1, X));
    known.push_back(digits.instance(1, 0, X));
    known.push_back(quotients.instance(lane + 1, X, X));
  }
  for (const Sym& next : {Sym(0), Sym(1)}) {
    known.push_back(quotients.instance(of_p + next, p + next, X));
    known.push_back(quotients.instance(of_q + next, q + next, X));
  }
  const Sym zero_p = (of_p + 0) / X, zero_q = (of_q + 0) / X;
  known.push_back(equal.instance(zero_p, 0, dst.stride.c));
  known.push_back(equal.instance(zero_q, 0, src.stride.c));
  proof.conclude("in place the only element maps onto itself",
                 implies(same, all_of(op.src_c == 1, op.src_w == 1, first)), known);
  proof.conclude("else an element does not",
                 any_of(same, !first, all_of(op.src_c > 1, !down), all_of(op.src_w > 1, !right)),
                 known);
}

std::string cwtrans_onto_itself(const Model& v) {
  return fmt::format(
      "bm_atomic_cwtrans toy src_addr={} src_local_idx={} dst_addr={} dst_local_idx={} src_c={} "
      "src_w={} format=2 src_c_stride={} dst_c_stride={}",
      v["offset'"], v["lane'"], v["offset"], v["lane"], v["C"], v["W"], v["sc'"], v["sc"]);
}
template <class Plant>
bool in_place_is_imagined(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = bm_atomic::cwtrans_of(c.arguments);
  return spec::bm_atomic::is_in_place<int64_t, Plant>(m, op) &&
         !spec::bm_atomic::is_in_place(m, op) && violates(c, bm_atomic::Label::overlap);
}

}  // namespace

std::vector<Theorem> bm_in_place_theorems() {
  using AnyWidth = Planted<Fault::in_place_ignores_columns>;
  return {{"sharing.bm.cwtrans.in_place",
           "cwtrans counts as in place exactly where every element maps onto itself.",
           operations_matching({"bm_atomic_cwtrans"}),
           cwtrans_in_place<>,
           {"a single channel of any width counts as in place", cwtrans_in_place<AnyWidth>,
            toy_limits({{"es", {1, 1}},
                        {"lane", {0, 0}},
                        {"lane'", {0, 0}},
                        {"offset", {0, 0}},
                        {"offset'", {0, 0}},
                        {"C", {1, 1}},
                        {"W", {1, 4}},
                        {"sc", {4, 4}},
                        {"sc'", {4, 4}}}),
            cwtrans_onto_itself, in_place_is_imagined<AnyWidth>}}};
}

}  // namespace strideproof::solver

// The block rows of a tensor in a lane.

#include <map>

#include "proofs/theorems/bdc.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::BlockRows;
using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

struct AnyLane {
  MachineShape<Sym> m;
  Address a;
  Sym channels, lane;
  Facts known;
};
AnyLane any_lane(Proof& proof) {
  const auto m = any_machine(proof, Space::local, 1);
  const Address a = any_address(proof, m, Space::local, 1);
  const Sym channels = proof.variable("C", 1, most_extent);
  const Sym lane = proof.variable("lane", 0, most_lanes - 1);
  const Fact exists = proof.given(lane < m.lanes);
  return {m, a, channels, lane, a.known + bounds_of(proof, {channels, lane}) + Facts{exists}};
}

// Block row b of a lane holds a channel iff block_rows says so, and only one.
template <class Mutation = Original>
void block_rows_hold_channels(Proof& proof) {
  const AnyLane x = any_lane(proof);
  const Sym &start = x.a.start.lane, &lanes = x.m.lanes;
  const BlockRows<Sym> rows = spec::block_rows<Sym, Mutation>(x.m, start, x.channels, x.lane);
  const Sym c = proof.variable("c", 0, most_extent - 1);
  const Fact exists = proof.given(c < x.channels);
  const Sym b = proof.variable("b", 0, most_extent + most_lanes);
  const Fact inside = proof.given(all_of(rows.first <= b, b < rows.first + rows.count));
  const Sym lane_of_c = spec::lane_of(x.m, start, c);
  const Sym block_of_c = spec::block_row_of(x.m, start, c);

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto digits = proof.use(lemmas::division_of_digits);
  const ExactArithmetic exact;
  const Sym end = rows.first + rows.count, reach = start + x.channels - 1 + lanes - x.lane;
  const Facts known =
      x.known + bounds_of(proof, {c, b}) + Facts{exists, divide.instance(reach, lanes)};
  const Facts of_c = {divide.instance(start + c, lanes), monotone.instance(1, block_of_c, lanes),
                      monotone.instance(reach / lanes + 1, block_of_c + 1, lanes)};
  proof.conclude_if("a channel of the lane lies in one of its block rows", lane_of_c == x.lane,
                    all_of(rows.first <= block_of_c, block_of_c < end), known + of_c);
  const Sym channel = b * lanes + x.lane - start;
  const Fact is_channel = proof.conclude(
      "each of its block rows holds a channel", all_of(0 <= channel, channel < x.channels),
      known + Facts{inside, monotone.instance(1, b, lanes),
                    monotone.instance(b + 1, reach / lanes, lanes)});
  proof.conclude("of this lane, in this block row",
                 all_of((start + channel) % lanes == x.lane, (start + channel) / lanes == b),
                 known + Facts{is_channel, digits.instance(b, x.lane, lanes)});
}

// Operands of words start in one lane iff the slack says so; then each channel lies in one lane.
template <class Mutation = Original>
void same_lane(Proof& proof) {
  const auto m = any_machine(proof, Space::local, okk_bdc::element_bytes);
  const Address a = any_address(proof, m, Space::local, 1, "A"),
                b = any_address(proof, m, Space::local, 1, "B");
  const Sym c = proof.variable("c", 0, most_extent - 1);
  const Sym slack = spec::okk_bdc::same_lane_slack<Sym, Mutation>(m, a.value, b.value);
  const Sym &p = a.start.lane, &q = b.start.lane;
  const Fact exact = proof.conclude("not negative exactly where the start lanes are equal",
                                    (slack >= 0) == (p == q));
  proof.conclude_if("then each channel lies in one lane and one block row in both", slack >= 0,
                    all_of(spec::lane_of(m, p, c) == spec::lane_of(m, q, c),
                           spec::block_row_of(m, p, c) == spec::block_row_of(m, q, c)),
                    {exact});
}

// ---- controls ----

std::string one_word(const Model& v) {
  const Dim4<int64_t> single = {1, 1, 1, 1};
  return or_line(single, {v["A"] / 4 * 4, {}}, {v["B"] / 4 * 4, {}});
}
template <class Mutation>
bool other_lane_passes(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto view = spec::okk_bdc::view_of(*c.operation, c.arguments);
  constexpr auto label = okk_bdc::ConstraintId::src_same_lane;
  return spec::okk_bdc::slack<int64_t, Mutation>(m, view, label) >= 0 &&
         spec::okk_bdc::slack(m, view, label) < 0 && violates(c, label);
}

std::string channels_in_lanes(const Model& v) {
  return fill_line(1, {1, v["C"], 1, 1}, {Space::local, v["A"], {}});
}

// How many elements of a fill of one column the reference writes to each lane.
template <class Mutation>
bool block_rows_are_missing(const std::string& line) {
  const Case c = parse_case(line);
  std::map<int64_t, int64_t> elements;
  for (const Byte& byte : written(c)) ++elements[byte.lane];
  return with_dst<Original>(c, [&](const auto& m, const Tensor<int64_t>& t) {
    const int64_t start = spec::start_of(m, t.address).lane;
    bool sound = true, planted = true;
    for (int64_t lane = 0; lane < m.lanes; ++lane) {
      sound = sound && spec::block_rows(m, start, t.shape.c, lane).count == elements[lane];
      planted = planted && spec::block_rows<int64_t, Mutation>(m, start, t.shape.c, lane).count ==
                               elements[lane];
    }
    return sound && !planted;
  });
}

}  // namespace

std::vector<Theorem> lane_theorems() {
  using Short = Mutant<FormulaFault::block_rows_one_short>;
  using Later = Mutant<FormulaFault::later_lane_passes>;
  const auto limits = toy_limits({{"A", {512, 512}}, {"C", {1, 12}}});
  return {
      {"lanes.block_rows",
       "The block rows counted for a lane are exactly those of its channels.",
       with_others(operations_where([](okk_gdma::Kind k) { return uses_local(k) || is_matrix(k); }),
                   {"okk_bdc_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D", "bm_atomic_cwtrans",
                    "bm_atomic_mask_memcpy_4D"}),
       block_rows_hold_channels<>,
       {"a lane misses its last block row", block_rows_hold_channels<Short>, limits,
        channels_in_lanes, block_rows_are_missing<Short>}},
      {"lanes.same",
       "Operands start in one lane exactly where the slack says so; then each channel lies in "
       "one lane in all of them.",
       operations_matching({"okk_bdc_*"}),
       same_lane<>,
       {"a source may start after the lane of dst", same_lane<Later>,
        toy_limits({{"A", {0, 1023}}, {"B", {0, 1023}}}), one_word, other_lane_passes<Later>}}};
}

}  // namespace strideproof::solver

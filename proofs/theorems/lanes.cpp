// The block rows of a tensor in a lane, and the few lanes that decide overlap.

#include <map>

#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/extents.h"
#include "proofs/theorems/overlap.h"
#include "proofs/theorems/theorems.h"
#include "spec/tensor_overlap.h"

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

// No lane has more block rows than the start lane, whose rows represent all lanes in the
// evaluation. R as in rows.h.
template <int R, class Mutation>
void rows_of_start_lane(Proof& proof) {
  const AnyLane x = any_lane(proof);
  const auto extent = [&](const char* name) { return proof.variable(name, 1, most_extent); };
  const Dim4<Sym> shape = {extent("N"), x.channels, extent("H"), extent("W")};
  const Width width = R == 4 ? Width::free : Width::adjacent;
  const Tensor<Sym> t = {Space::local, 1, x.a.value, shape, any_strides(proof, shape, "", width),
                         shape.w};
  const auto rows =
      spec::rows_in_lane<Sym, R>(x.m, t, spec::block_rows(x.m, x.a.start.lane, x.channels, x.lane));
  const auto fullest = spec::fullest_rows<Sym, Mutation, R>(x.m, t);

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const ExactArithmetic exact;
  const Sym& lanes = x.m.lanes;
  const Sym in_start = x.a.start.lane + x.channels - 1 + lanes - x.a.start.lane;
  const Sym in_lane = x.a.start.lane + x.channels - 1 + lanes - x.lane;
  proof.conclude("no lane has more block rows", rows.extent[1] <= fullest.extent[1],
                 x.known + Facts{divide.instance(in_start, lanes), divide.instance(in_lane, lanes),
                                 monotone.instance(in_start / lanes + 1, in_lane / lanes, lanes),
                                 monotone.instance(in_start / lanes + 2, in_lane / lanes, lanes)});
  SymBool alike = rows.run == fullest.run;
  for (size_t k = 0; k < R; ++k) {
    alike = all_of(alike, rows.stride[k] == fullest.stride[k]);
    if (k != 1) alike = all_of(alike, rows.extent[k] == fullest.extent[k]);
  }
  proof.conclude("and rows lie alike in each", alike);
}

template <class Mutation = Original>
void start_lane_is_fullest(Proof& proof) {
  if (any_choice(proof, "free_w", 2) == 1) return rows_of_start_lane<4, Mutation>(proof);
  rows_of_start_lane<3, Mutation>(proof);
}

// ---- controls ----

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
  const auto limits = toy_limits({{"free_w", {0, 0}},
                                  {"A", {512, 512}},
                                  {"C", {1, 12}},
                                  {"N", {1, 1}},
                                  {"H", {1, 1}},
                                  {"W", {1, 1}},
                                  {"sn", {0, 9}},
                                  {"sc", {0, 9}},
                                  {"sh", {0, 9}}});
  const auto shared = with_others(operations_where(uses_local),
                                  {"okk_bdc_*", "bm_atomic_mem*_4D", "bm_atomic_cwtrans"});
  return {
      {"lanes.block_rows",
       "The block rows counted for a lane are exactly those of its channels.",
       with_others(operations_where([](okk_gdma::Kind k) { return uses_local(k) || is_matrix(k); }),
                   {"okk_bdc_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D", "bm_atomic_cwtrans",
                    "bm_atomic_mask_memcpy_4D"}),
       block_rows_hold_channels<>,
       {"a lane misses its last block row", block_rows_hold_channels<Short>, limits,
        channels_in_lanes, block_rows_are_missing<Short>}},
      {"lanes.fullest",
       "No lane holds more rows of a tensor than its start lane, and rows lie alike in all lanes.",
       shared,
       start_lane_is_fullest<>,
       {"the start lane misses its last block row", start_lane_is_fullest<Short>, limits,
        channels_in_lanes, block_rows_are_missing<Short>}}};
}

}  // namespace strideproof::solver

// The lanes of the channels of a tensor, and the block rows in a lane.

#include <map>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::BlockRows;

struct AnyLane {
  MachineShape<Sym> m;
  Address a;
  Sym channels, lane;
  Facts known;
};
AnyLane any_lane(Proof& proof) {
  const auto m = any_machine(proof, Space::local, 1);
  const Address a = any_address(proof, m, Space::local, 1);
  const Sym channels = any_extent(proof, "C");
  const Sym lane = proof.variable("lane", 0, most_lanes - 1);
  const Fact exists = proof.given(lane < m.lanes);
  return {m, a, channels, lane, a.known + bounds_of(proof, {channels, lane}) + Facts{exists}};
}

// Block row b of a lane holds a channel iff block_rows says so, and only one.
template <class Code = Formulas>
void block_rows_hold_channels(Proof& proof) {
  const AnyLane x = any_lane(proof);
  const Sym &start = x.a.start.lane, &lanes = x.m.lanes;
  const BlockRows<Sym> rows = Code::block_rows(x.m, start, x.channels, x.lane);
  const Sym c = any_index(proof, "c");
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

// A channel has one place among lanes and block rows, and such a place has one channel.
template <class Code = Formulas>
void channels_and_lanes(Proof& proof) {
  const auto m = any_machine(proof, Space::local, 1);
  const Address a = any_address(proof, m, Space::local, 1);
  const Sym c = any_index(proof, "c");
  const Sym lane = Code::lane_of(m, a.start.lane, c);
  const Sym block = spec::block_row_of(m, a.start.lane, c);
  const auto divide = proof.use(lemmas::division);
  const Facts known =
      a.known + bounds_of(proof, {c}) + Facts{divide.instance(a.start.lane + c, m.lanes)};
  proof.conclude("the lane exists", all_of(0 <= lane, lane < m.lanes), known);
  proof.conclude("lane and block row tell the channel",
                 exactly([&] { return c == block * m.lanes + lane - a.start.lane; }), known);
}

// ---- controls ----

std::string channels_in_lanes(const Model& v) {
  return fill_line(1, {1, v["C"], 1, 1}, {Space::local, v["A"], {}});
}

std::string channels_up_to_c(const Model& model) {
  return fill_line(1, {1, model["c"] + 1, 1, 1}, {Space::local, model["A"], {}});
}

// How many elements of a fill of one column the reference writes to each lane.
template <class Code>
bool block_rows_are_missing(const std::string& line) {
  const Case c = parse_case(line);
  std::map<int64_t, int64_t> elements;
  for (const Byte& byte : written(c)) ++elements[byte.lane];
  return with_dst(c, [&](const auto& m, const Tensor<int64_t>& t) {
    const int64_t start = spec::start_of(m, t.address).lane;
    bool sound = true, planted = true;
    for (int64_t lane = 0; lane < m.lanes; ++lane) {
      sound = sound && spec::block_rows(m, start, t.shape.c, lane).count == elements[lane];
      planted = planted && Code::block_rows(m, start, t.shape.c, lane).count == elements[lane];
    }
    return sound && !planted;
  });
}

struct LateWrap : Formulas {
  static auto lane_of(const auto& m, const auto& start_lane, const auto& channel) {
    return (start_lane + channel) % (m.lanes + 1);
  }
};
struct LastBlockRowMissed : Formulas {
  static auto block_rows(const auto&... given) {
    auto rows = spec::block_rows(given...);
    rows.count = rows.count - 1;
    return rows;
  }
};

}  // namespace

std::vector<Theorem> lane_theorems() {
  const auto limits = toy("A=512 C=1..12");
  const auto in_lanes =
      operations_matching({"okk_gdma_*cpy_*L*", "okk_gdma_*local", "okk_gdma_*matrix*", "okk_bdc_*",
                           "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D", "bm_atomic_cwtrans",
                           "bm_atomic_mask_memcpy_4D"});
  return {{"layout.lanes",
           "Lane and block row of a channel exist and tell which channel it is.",
           in_lanes,
           channels_and_lanes<>,
           {"channels wrap one lane late", channels_and_lanes<LateWrap>, toy("A=768 c=0..11"),
            channels_up_to_c, replay_differs<LateWrap>}},
          {"lanes.block_rows",
           "The block rows counted for a lane are exactly those of its channels.",
           in_lanes,
           block_rows_hold_channels<>,
           {"a lane misses its last block row", block_rows_hold_channels<LastBlockRowMissed>,
            limits, channels_in_lanes, block_rows_are_missing<LastBlockRowMissed>}}};
}

}  // namespace strideproof::solver

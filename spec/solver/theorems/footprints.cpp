// Footprints: the bytes of a tensor are those of its rows, and where rows follow each other those of
// its channels. A run is a first byte and a number of bytes; each byte of it has an element, found
// by division, and each byte of an element lies in it.

#include "spec/solver/theorems/confirm.h"
#include "spec/solver/theorems/domain.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;

Space any_space(Proof& proof) {
  const Sym local = proof.variable("local", 0, 1);
  return local == 1 ? Space::local : Space::system;
}

// A row is W elements that follow each other from its first one on.
template <class Plant = Sound>
void rows_are_runs(Proof& proof) {
  const Space space = any_space(proof);
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address a = any_address(proof, m, space, es);
  const Operand x = legal_operand(proof, m, a, any_tensor(proof, a, space, es));
  const Element e = element_in_memory(proof, x);
  const Sym rest = proof.variable("rest", 0, es - 1);
  const Sym j = proof.variable("j", 0, 4 * most_extent - 1);
  const Fact in_run = proof.given(j < es * x.t.shape.w);

  const auto run = spec::place_of(m, x.t, {e.at.n, e.at.c, e.at.h, 0});
  const auto place = spec::place_of<Sym, Plant>(m, x.t, e.at);
  const auto witness = spec::place_of<Sym, Plant>(m, x.t, {e.at.n, e.at.c, e.at.h, j / es});
  const Facts known = bounds_of(proof, {e.at.w, rest, j}) + e.known + Facts{in_run};
  proof.conclude("each byte of an element lies in the run of its row",
                 all_of(place.lane == run.lane, run.byte <= place.byte + rest,
                        place.byte + rest < run.byte + es * x.t.shape.w),
                 known);
  proof.conclude(
      "each byte of the run is one of an element of the row",
      all_of(witness.lane == run.lane, j / es < x.t.shape.w, witness.byte + j % es == run.byte + j),
      known);
}

// Where sh = W, a channel is H*W elements that follow each other.
template <class Plant = Sound>
void channels_are_runs(Proof& proof) {
  const Space space = any_space(proof);
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address a = any_address(proof, m, space, es);
  Tensor<Sym> t = any_tensor(proof, a, space, es);
  t.stride.h = t.shape.w;
  const Operand x = legal_operand(proof, m, a, t);
  const Element e = element_in_memory(proof, x);
  const Sym rest = proof.variable("rest", 0, es - 1);
  const Sym channel = t.shape.h * t.shape.w;
  const Sym j = proof.variable("j", 0, 4 * most_extent * most_extent - 1);
  const Fact in_run = proof.given(j < es * channel);
  const Sym h = j / es / t.shape.w, w = j / es % t.shape.w;

  const auto run = spec::place_of(m, t, {e.at.n, e.at.c, 0, 0});
  const auto place = spec::place_of<Sym, Plant>(m, t, e.at);
  const auto witness = spec::place_of<Sym, Plant>(m, t, {e.at.n, e.at.c, h, w});

  const auto in_range = proof.use(lemmas::digits_in_range);
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const ExactArithmetic exact;
  const Dim4<Sym>& shape = t.shape;
  const Facts known =
      e.known + bounds_of(proof, {rest, j, channel}) +
      Facts{in_run, in_range.instance(e.at.h, e.at.w, shape.h, shape.w),
            divide.instance(j / es, shape.w), below.instance(j / es, shape.h, shape.w)};
  proof.conclude("each byte of an element lies in the run of its channel",
                 all_of(place.lane == run.lane, run.byte <= place.byte + rest,
                        place.byte + rest < run.byte + es * channel),
                 known);
  proof.conclude("each byte of the run is one of an element of the channel",
                 all_of(witness.lane == run.lane, 0 <= h, h < shape.h, 0 <= w, w < shape.w,
                        witness.byte + j % es == run.byte + j),
                 known);
}

std::string fill_from_lane_3(const Model& v) {
  return fill_line(v["es"], shape_of(v), {Space::local, v["A"], strides_of(v)});
}
std::string fill_of_channels_from_lane_3(const Model& v) {
  return fill_line(v["es"], shape_of(v),
                   {Space::local, v["A"], Dim4<int64_t>{v["sn"], v["sc"], v["W"], 1}});
}

}  // namespace

std::vector<Theorem> footprint_theorems() {
  using FromLaneZero = Planted<Fault::block_row_ignores_start_lane>;
  const Proof::Limits small = toy_limits({{"local", {1, 1}},
                                          {"A", {768, 768}},
                                          {"N", {1, 2}},
                                          {"C", {1, 6}},
                                          {"H", {1, 2}},
                                          {"W", {1, 3}},
                                          {"sn", {40, 60}},
                                          {"sc", {1, 20}},
                                          {"sh", {0, 10}}});
  const auto all = operations_where([](okk_gdma::Kind k) { return !is_matrix(k); });
  return {{"footprint.rows",
           "The bytes of a row are one run, and all of it are bytes of the row.",
           all,
           rows_are_runs<>,
           {"channel c lies in block row c div X", rows_are_runs<FromLaneZero>, small,
            fill_from_lane_3, misplaces<FromLaneZero>}},
          {"footprint.channels",
           "Where the h stride is W the bytes of a channel are one run, and all of it are bytes of "
           "the channel.",
           all,
           channels_are_runs<>,
           {"channel c lies in block row c div X", channels_are_runs<FromLaneZero>, small,
            fill_of_channels_from_lane_3, misplaces<FromLaneZero>}}};
}

}  // namespace strideproof::solver

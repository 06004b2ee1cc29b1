// Two tensors: where the margin of overlap is not negative they share no byte, in any lane; and a copy
// counts as in place exactly where it is.

#include "spec/solver/theorems/boxes.h"
#include "spec/solver/theorems/confirm.h"
#include "spec/solver/theorems/theorems.h"
#include "spec/tensor_sharing.h"

namespace strideproof::solver {
namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;

// The offset of the start in its lane, or the system address, is a multiple of the element size.
Facts start_is_aligned(Proof& proof, const Operand& x) {
  if (x.t.space == Space::system) return x.address.known;
  const auto equal = proof.use(equal_factors);
  const Sym &lane = x.address.start.lane, &lane_bytes = x.m.lane_bytes;
  const int64_t es = x.t.element_bytes;
  const Fact whole = proof.prove("a lane holds whole elements", lane_bytes == lane_bytes / es * es);
  const ExactArithmetic exact;
  return {proof.prove(
      "the start is aligned in its lane", x.address.start.offset % es == 0,
      x.address.known + Facts{whole, equal.instance(lane_bytes, lane_bytes / es * es, lane)})};
}

// Two operands of one shape in one memory.
struct Pair {
  MachineShape<Sym> m;
  Operand a, b;
};
Pair any_pair(Proof& proof, Space space) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address p = any_address(proof, m, space, es, "A"),
                q = any_address(proof, m, space, es, "B");
  const Dim4<Sym> shape = any_shape(proof);
  const auto tensor = [&](const Address& address, const char* mark) {
    return Tensor<Sym>{space, es, address.value, shape, any_strides(proof, shape, mark), shape.w};
  };
  return {m, any_operand(proof, m, p, tensor(p, "")), any_operand(proof, m, q, tensor(q, "'"))};
}

// ---- in place ----

// Steps of strides that are equal, or of an extent of 1, are equal.
std::optional<Lemma<4>> equal_steps(Prover& prover) {
  return Lemma<4>::prove(
      prover, "steps of equal strides are equal", {"i", "e", "s", "t"},
      [](Sym i, Sym e, Sym s, Sym t) {
        return given(0 <= i, i < e, any_of(e == 1, s == t)).follows(i * s == i * t);
      });
}

// No step leads nowhere, and one step as far as the stride.
std::optional<Lemma<2>> first_steps(Prover& prover) {
  return Lemma<2>::prove(prover, "the first steps", {"i", "s"}, [](Sym i, Sym s) {
    return given(0 <= i, i <= 1).follows(i * s == select(i == 0, Sym(0), s));
  });
}

// Where same_map says so each element of one lies where it lies in the other; else one does not.
template <Space space, class Plant = Sound>
void same_map_is_exact(Proof& proof) {
  const auto [m, a, b] = any_pair(proof, space);
  const Element e = any_element(proof, a);
  const auto lies_alike = [&, &machine = m, &x = a, &y = b](const Dim4<Sym>& at) {
    const auto i = spec::place_of(machine, x.t, at), j = spec::place_of(machine, y.t, at);
    return all_of(i.lane == j.lane, i.byte == j.byte);
  };
  const SymBool same = spec::same_map<Sym, Plant>(m, a.t, b.t);
  const SymBool alike = lies_alike(e.at);
  // The channel that the second block row begins with.
  const bool local = space == Space::local;
  const Sym &p = a.address.start.lane, &q = b.address.start.lane, &lanes = m.lanes;
  const Dim4<Sym>& shape = a.t.shape;
  const Sym next = local ? lanes - p : Sym(1);
  const SymBool differs =
      any_of(!lies_alike({0, 0, 0, 0}), all_of(shape.n > 1, !lies_alike({1, 0, 0, 0})),
             all_of(shape.c > next, !lies_alike({0, next, 0, 0})),
             all_of(shape.h > 1, !lies_alike({0, 0, 1, 0})));

  const auto steps = proof.use(equal_steps);
  const auto first = proof.use(first_steps);
  const auto equal = proof.use(equal_factors);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto below = proof.use(lemmas::division_below);
  const ExactArithmetic exact;
  proof.conclude("in place, each element lies alike", implies(same, alike),
                 e.known + b.known +
                     Facts{steps.instance(e.at.n, shape.n, a.t.stride.n, b.t.stride.n),
                           steps.instance(e.block, a.last_block + 1, a.t.stride.c, b.t.stride.c),
                           steps.instance(e.at.h, shape.h, a.t.stride.h, b.t.stride.h)});
  Facts known = a.known + b.known;
  if (local) {
    const Sym channel = p + (shape.c - 1);
    known = known + Facts{equal.instance(p, q, m.lane_bytes), digits.instance(0, p, lanes),
                          digits.instance(0, q, lanes), digits.instance(1, 0, lanes),
                          below.instance(channel, 1, lanes)};
    for (const Sym& s : {a.t.stride.c, b.t.stride.c})
      for (const Sym& block : {p / lanes, q / lanes, (p + next) / lanes, (q + next) / lanes})
        known.push_back(first.instance(block, s));
  }
  proof.conclude("else an element does not", any_of(same, differs), known);
}

// ---- overlap ----

// The unit of an element lies in the range of the rows of a lane that has its block row.
Fact unit_in_range(Proof& proof, const Operand& x, const Element& e, const Box3& box,
                   const Sym& first_block, const SymBool& has_block, const Facts& known) {
  const auto step = proof.use(step_in_range);
  const Tensor<Sym>& t = x.t;
  const Sym last = spec::last_of(box);
  const ExactArithmetic exact;
  const Sym unit = x.address.start.offset / t.element_bytes +
                   spec::element_offset(t.stride, e.at.n, e.block, e.at.h, e.at.w);
  return proof.prove("the unit lies in the range",
                     implies(has_block, all_of(box.first <= unit, unit <= last)),
                     known + Facts{step.instance(e.at.n, box.extent[0], t.stride.n),
                                   step.instance(e.block - first_block, box.extent[1], t.stride.c),
                                   step.instance(e.at.h, box.extent[2], t.stride.h)});
}

// Where the margin is not negative no element of one shares a byte with an element of the other.
template <class Plant = Sound>
void margin_keeps_tensors_apart_in_system_memory(Proof& proof) {
  const auto [m, a, b] = any_pair(proof, Space::system);
  const Element e = any_element(proof, a), f = any_element(proof, b, "'");
  const int64_t es = a.t.element_bytes;
  const Sym rest = proof.variable("rest", 0, es - 1), rest_f = proof.variable("rest'", 0, es - 1);
  const auto at = spec::place_of(m, a.t, e.at), to = spec::place_of(m, b.t, f.at);
  const Sym margin = spec::overlap_margin<Sym, Plant>(m, a.t, b.t);
  const Fact clear = proof.given(margin >= 0);
  const Facts ranges = {unit_in_range(proof, a, e, spec::rows_in_system(a.t), 0, true, e.known),
                        unit_in_range(proof, b, f, spec::rows_in_system(b.t), 0, true, f.known)};
  proof.conclude("no byte is one of both", at.byte + rest != to.byte + rest_f,
                 ranges + Facts{clear} + bounds_of(proof, {rest, rest_f}) +
                     start_is_aligned(proof, a) + start_is_aligned(proof, b));
}

// Where an element lies in `element_lane` (`here`), its unit lies in the range of the rows of `lane`,
// the last deciding one up to it, which are some.
Facts decides(Proof& proof, const Operand& x, const Element& e, const Sym& element_lane,
              const Sym& lane, const SymBool& here, const Facts& of_lane) {
  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes, &channels = x.t.shape.c;
  const auto blocks = spec::block_rows(x.m, start, channels, lane);
  const Box3 box = spec::rows_in_lane(x.m, x.t, blocks);

  const ExactArithmetic exact;
  const Sym reach = start + channels - 1 + lanes - lane, end = reach / lanes;
  const Fact between = proof.prove(
      "no start lane lies between",
      implies(here, all_of(lane <= element_lane, implies(start <= element_lane, start <= lane))),
      of_lane);
  const Facts known = e.known + bounds_of(proof, {lane}) + Facts{between};
  const Fact has_block = proof.prove(
      "the deciding lane has the block row",
      implies(here, all_of(blocks.first <= e.block, e.block < blocks.first + blocks.count)),
      known + Facts{divide.instance(reach, lanes), monotone.instance(e.block, 0, lanes),
                    monotone.instance(end + 1, e.block + 1, lanes)});
  const Fact single = proof.prove(
      "a single channel has one block row", implies(all_of(here, channels == 1), blocks.count == 1),
      known + Facts{has_block, divide.instance(reach, lanes), monotone.instance(1, e.block, lanes),
                    monotone.instance(2, end, lanes)});
  const Fact unit =
      unit_in_range(proof, x, e, box, blocks.first, here, known + Facts{has_block, single});
  return {has_block, unit};
}

template <class Plant = Sound>
void margin_keeps_tensors_apart_in_lanes(Proof& proof) {
  const auto [m, a, b] = any_pair(proof, Space::local);
  const Element e = any_element(proof, a), f = any_element(proof, b, "'");

  // The last deciding lane up to that of the element.
  const Sym own = spec::lane_of(m, a.address.start.lane, e.at.c);
  const auto deciding = spec::deciding_lanes<Sym, Plant>(m, a.t, b.t);
  Sym lane = deciding[0];
  for (const Sym& next : deciding)
    if (all_of(next <= own, lane <= next)) lane = next;
  SymBool last = all_of(lane <= own, 0 <= lane, lane < m.lanes);
  for (const Sym& next : deciding) last = all_of(last, any_of(next > own, next <= lane));
  const Fact is_last = proof.prove("the last deciding lane", last);

  const int64_t es = a.t.element_bytes;
  const Sym rest = proof.variable("rest", 0, es - 1), rest_f = proof.variable("rest'", 0, es - 1);
  const auto at = spec::place_of(m, a.t, e.at), to = spec::place_of(m, b.t, f.at);
  const Sym margin = spec::overlap_margin<Sym, Plant>(m, a.t, b.t);
  const SymBool here = at.lane == to.lane;
  const Facts of_a = decides(proof, a, e, at.lane, lane, true, {is_last});
  const Facts of_b = decides(proof, b, f, at.lane, lane, here, {is_last});
  proof.conclude("no byte is one of both",
                 any_of(margin < 0, !here, at.byte + rest != to.byte + rest_f),
                 of_a + of_b + bounds_of(proof, {rest, rest_f}) + start_is_aligned(proof, a) +
                     start_is_aligned(proof, b) + Facts{is_last});
}

// ---- controls ----

template <Space space>
std::string copy_between_tensors(const Model& v) {
  return copy_line(v["es"], shape_of(v), {space, v["A"], strides_of(v)},
                   {space, v["B"], strides_of(v, "'")});
}

// The formula says that the copy is in place; the reference finds bytes that it moves.
template <class Plant>
bool in_place_is_imagined(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = okk_gdma::copy_of(*c.operation, c.arguments);
  const auto dst = spec::okk_gdma::dst_of(m, op), src = spec::okk_gdma::src_of(m, op);
  return spec::same_map<int64_t, Plant>(m, dst, src) && !spec::same_map(m, dst, src) &&
         violates(c, okk_gdma::Label::overlap);
}

Proof::Limits small(int64_t a, int64_t b, int64_t rows) {
  Proof::Limits limits = toy_limits({{"A", {a, a}},
                                     {"B", {b, b}},
                                     {"N", {1, rows}},
                                     {"C", {1, 4}},
                                     {"H", {1, rows}},
                                     {"W", {1, 2}}});
  for (const char* stride : {"sn", "sc", "sh", "sn'", "sc'", "sh'"}) limits[stride] = {0, 20};
  for (const char* index : {"n", "h", "w", "n'", "h'", "w'"}) limits[index] = {0, rows - 1};
  return limits;
}

}  // namespace

std::vector<Theorem> tensor_theorems() {
  using Near = Planted<Fault::gap_one_short>;
  using Undecided = Planted<Fault::second_start_undecided>;
  using AnyH = Planted<Fault::in_place_ignores_h>;
  constexpr Space local = Space::local, system = Space::system;
  const std::vector<std::string> in_lanes =
      operations_where([](okk_gdma::Kind k) { return k == okk_gdma::Kind::cpy_L2L; });
  const std::vector<std::string> in_system =
      operations_where([](okk_gdma::Kind k) { return k == okk_gdma::Kind::cpy_S2S; });
  return {
      {"sharing.overlap.local",
       "Where the margin of overlap is not negative, two tensors in local memory share no byte, "
       "though only their start lanes and lane 0 were looked at.",
       in_lanes,
       margin_keeps_tensors_apart_in_lanes<>,
       {"the start lane of the source is not looked at",
        margin_keeps_tensors_apart_in_lanes<Undecided>, small(0, 512, 1),
        copy_between_tensors<local>, overlap_is_missed<Undecided>}},
      {"sharing.overlap.system",
       "Where the margin of overlap is not negative, two tensors in system memory share no byte.",
       in_system,
       margin_keeps_tensors_apart_in_system_memory<>,
       {"ranges that meet in one unit count as apart",
        margin_keeps_tensors_apart_in_system_memory<Near>,
        small(shared_address, shared_address + 1, 1), copy_between_tensors<system>,
        overlap_is_missed<Near>}},
      {"sharing.in_place.local",
       "A copy in local memory counts as in place exactly where every element maps onto itself.",
       in_lanes,
       same_map_is_exact<local>,
       {"any h stride passes as the same", same_map_is_exact<local, AnyH>, small(0, 0, 2),
        copy_between_tensors<local>, in_place_is_imagined<AnyH>}},
      {"sharing.in_place.system",
       "A copy in system memory counts as in place exactly where every element maps onto itself.",
       in_system,
       same_map_is_exact<system>,
       {"any h stride passes as the same", same_map_is_exact<system, AnyH>,
        small(shared_address, shared_address, 2), copy_between_tensors<system>,
        in_place_is_imagined<AnyH>}}};
}

}  // namespace strideproof::solver

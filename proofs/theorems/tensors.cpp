// Two tensors in one memory: if the slack of overlap is not negative, they share no byte in any lane;
// and they count as identical iff they are.

#include <fmt/format.h>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/rows.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

// ---- identical ----

// 0 steps lead to 0, and one step to the stride.
Lemma<2> first_steps(Prover& prover) {
  return Lemma<2>::prove(prover, "the first steps", {"i", "s"}, [](Sym i, Sym s) {
    return given(0 <= i, i <= 1).follows(i * s == select(i == 0, Sym(0), s));
  });
}

// If maps_onto_itself, each element has the same place in both tensors; else some element has two
// places.
template <class Code>
void same_map_is_exact(Proof& proof, const AnyOperand& a, const AnyOperand& b) {
  const MachineShape<Sym>& m = a.m;
  const Element e = any_element(proof, a);
  const auto lies_alike = [&](const Dim4<Sym>& at) {
    const auto i = spec::place_of(m, a.t, at), j = spec::place_of(m, b.t, at);
    return all_of(i.lane == j.lane, i.byte == j.byte);
  };
  const SymBool same = Code::maps_onto_itself(m, a.t, b.t);
  const SymBool alike = lies_alike(e.at);
  // The channel that the second block row begins with.
  const bool local = a.t.space == Space::local;
  const Sym &p = a.address.start.lane, &q = b.address.start.lane, &lanes = m.lanes;
  const Dim4<Sym>& shape = a.t.shape;
  const Sym next = local ? lanes - p : Sym(1);
  const SymBool differs =
      any_of(!lies_alike({0, 0, 0, 0}), all_of(shape.n > 1, !lies_alike({1, 0, 0, 0})),
             all_of(shape.c > next, !lies_alike({0, next, 0, 0})),
             all_of(shape.h > 1, !lies_alike({0, 0, 1, 0})),
             all_of(shape.w > 1, !lies_alike({0, 0, 0, 1})));

  const auto steps = proof.use(equal_steps);
  const auto first = proof.use(first_steps);
  const auto equal = proof.use(equal_factors);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto below = proof.use(lemmas::division_below);
  const ExactArithmetic exact;
  const Dim4<Sym>&s = a.t.stride, &t = b.t.stride;
  proof.conclude_if("the same, each element lies alike", same, alike,
                    e.known + b.known +
                        Facts{steps.instance(e.at.n, shape.n, s.n, t.n),
                              steps.instance(e.block, a.last_block + 1, s.c, t.c),
                              steps.instance(e.at.h, shape.h, s.h, t.h),
                              steps.instance(e.at.w, shape.w, s.w, t.w)});
  Facts known = a.known + b.known;
  if (local) {
    const Sym channel = p + (shape.c - 1);
    known = known + Facts{equal.instance(p, q, m.lane_bytes), digits.instance(0, p, lanes),
                          digits.instance(0, q, lanes), digits.instance(1, 0, lanes),
                          below.instance(channel, 1, lanes)};
    for (const Sym& stride : {s.c, t.c})
      for (const Sym& block : {p / lanes, q / lanes, (p + next) / lanes, (q + next) / lanes})
        known.push_back(first.instance(block, stride));
  }
  proof.conclude_if("else an element does not", negation(same), differs, known);
}

// ---- disjoint ----

Facts start_is_aligned(Proof& proof, const AnyOperand& x) {
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

// If the slack is not negative, no element of one shares a byte with an element of the other.
template <class Code>
void slack_keeps_disjoint_in_system_memory(Proof& proof, const AnyOperand& a, const AnyOperand& b) {
  const MachineShape<Sym>& m = a.m;
  const Element e = any_element(proof, a), f = any_element(proof, b, "'");
  const int64_t es = a.t.element_bytes;
  const Sym rest = proof.variable("rest", 0, es - 1), rest_f = proof.variable("rest'", 0, es - 1);
  const auto at = spec::place_of(m, a.t, e.at), to = spec::place_of(m, b.t, f.at);
  const Sym slack = Code::slack(spec::overlap_slack(m, a.t, b.t));
  const Fact clear = proof.given(slack >= 0);
  const Facts ranges = {unit_in_range<3>(proof, a, e, spec::rows_in_system(a.t), 0, true, e.known),
                        unit_in_range<3>(proof, b, f, spec::rows_in_system(b.t), 0, true, f.known)};
  proof.conclude("no byte is one of both", at.byte + rest != to.byte + rest_f,
                 ranges + Facts{clear} + bounds_of(proof, {rest, rest_f}) +
                     start_is_aligned(proof, a) + start_is_aligned(proof, b));
}

// If an element lies in `element_lane` (`here`), its unit lies in the nonempty range of the rows of
// `lane`, the last deciding lane up to it.
template <int R>
Facts decides(Proof& proof, const AnyOperand& x, const Element& e, const Sym& element_lane,
              const Sym& lane, const SymBool& here, const Facts& of_lane) {
  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes, &channels = x.t.shape.c;
  const auto blocks = spec::block_rows(x.m, start, channels, lane);
  const SymBox<R> box = spec::rows_in_lane<Sym, R>(x.m, x.t, blocks);

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

template <int R, class Code>
void slack_keeps_disjoint_in_lanes(Proof& proof, const AnyOperand& a, const AnyOperand& b) {
  const MachineShape<Sym>& m = a.m;
  const Element e = any_element(proof, a), f = any_element(proof, b, "'");

  // The last deciding lane up to that of the element.
  const Sym own = spec::lane_of(m, a.address.start.lane, e.at.c);
  const auto deciding = Code::deciding_lanes(m, a.t, b.t);
  Sym lane = deciding[0];
  for (const Sym& next : deciding)
    if (all_of(next <= own, lane <= next)) lane = next;
  SymBool last = all_of(lane <= own, 0 <= lane, lane < m.lanes);
  for (const Sym& next : deciding) last = all_of(last, any_of(next > own, next <= lane));
  const Fact is_last = proof.prove("the last deciding lane", last);

  const int64_t es = a.t.element_bytes;
  const Sym rest = proof.variable("rest", 0, es - 1), rest_f = proof.variable("rest'", 0, es - 1);
  const auto at = spec::place_of(m, a.t, e.at), to = spec::place_of(m, b.t, f.at);
  const Sym slack = spec::overlap_slack_in<Sym, R>(m, a.t, b.t, deciding);
  const SymBool here = at.lane == to.lane;
  const Facts of_a = decides<R>(proof, a, e, at.lane, lane, true, {is_last});
  const Facts of_b = decides<R>(proof, b, f, at.lane, lane, here, {is_last});
  proof.conclude_if("no byte is one of both", all_of(slack >= 0, here),
                    at.byte + rest != to.byte + rest_f,
                    of_a + of_b + bounds_of(proof, {rest, rest_f}) + start_is_aligned(proof, a) +
                        start_is_aligned(proof, b) + Facts{is_last});
}

// ---- theorems ----

struct Pair {
  AnyOperand a, b;
};
Pair any_pair(Proof& proof, Space space, bool one_shape, Width width) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address p = any_address(proof, m, space, es, "A"),
                q = any_address(proof, m, space, es, "B");
  const auto tensor = [&](const Address& address, const Dim4<Sym>& shape, const char* mark) {
    return any_operand(
        proof, m, address,
        {space, es, address.value, shape, any_strides(proof, shape, mark, width), shape.w});
  };
  const Dim4<Sym> shape = any_shape(proof), other = one_shape ? shape : any_shape(proof, "'");
  return {tensor(p, shape, ""), tensor(q, other, "'")};
}

template <Space space, class Code = Formulas>
void are_one(Proof& proof) {
  const auto [a, b] =
      any_pair(proof, space, true, space == Space::local ? Width::free : Width::adjacent);
  same_map_is_exact<Code>(proof, a, b);
}

template <Space space, class Code = Formulas>
void are_disjoint(Proof& proof) {
  const bool free_w = space == Space::local && any_choice(proof, "free_w", 2) == 1;
  const auto [a, b] = any_pair(proof, space, false, free_w ? Width::free : Width::adjacent);
  if (space == Space::system) return slack_keeps_disjoint_in_system_memory<Code>(proof, a, b);
  if (free_w) return slack_keeps_disjoint_in_lanes<4, Code>(proof, a, b);
  slack_keeps_disjoint_in_lanes<3, Code>(proof, a, b);
}

// ---- controls ----

template <Space space>
std::string copy_between_tensors(const Model& v) {
  return copy_line(v["es"], shape_of(v), {space, v["A"], strides_of(v)},
                   {space, v["B"], strides_of(v, "'")});
}

// Calls `see` with the machine, dst and src of a copy.
template <class See>
auto with_copy(const Case& c, See see) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = okk_gdma::copy_of(*c.operation, c.arguments);
  return see(m, spec::okk_gdma::dst_of(m, op), spec::okk_gdma::src_of(m, op));
}

struct SecondStartUnused : Formulas {
  static auto deciding_lanes(const auto& m, const auto& a, const auto& b) {
    auto lanes = spec::deciding_lanes(m, a, b);
    lanes[2] = lanes[1];
    return lanes;
  }
};
bool is_missed_without_start(const std::string& line) {
  const Case c = parse_case(line);
  const int64_t faulty = with_copy(c, [](const auto& m, const auto& dst, const auto& src) {
    return spec::overlap_slack_in<int64_t, 3>(m, dst, src,
                                              SecondStartUnused::deciding_lanes(m, dst, src));
  });
  return is_missed(c, ConstraintId::overlap, faulty);
}

struct AnyH : Formulas {
  static auto maps_onto_itself(const auto& m, const auto& a, auto b) {
    b.stride.h = a.stride.h;
    return spec::maps_onto_itself(m, a, b);
  }
};
// The faulty formula calls the copy in place; the reference moves bytes.
bool is_not_in_place(const std::string& line) {
  const Case c = parse_case(line);
  return with_copy(c, [&](const auto& m, const auto& dst, const auto& src) {
    return AnyH::maps_onto_itself(m, dst, src) && !spec::maps_onto_itself(m, dst, src) &&
           violates(c, ConstraintId::overlap);
  });
}

constexpr const char* unit_w_stride = "free_w=0 sw=1 sw'=1 ";
Proof::Limits small(int64_t a, int64_t b) {
  return toy(unit_w_stride +
             fmt::format("A={} B={} N=1..2 C=1..4 H=1..2 W=1..2 n=0..1 h=0..1 w=0..1 n'=0..1 "
                         "h'=0..1 w'=0..1 sn=0..20 sc=0..20 sh=0..20 sn'=0..20 sc'=0..20 sh'=0..20",
                         a, b));
}
Proof::Limits of_one_shape(int64_t a, int64_t b, int64_t channels, int64_t width) {
  return toy(
      unit_w_stride +
      fmt::format("A={0} B={1} N=1 N'=1 H=1 H'=1 C={2} C'={2} W={3} W'={3} sn=0..20 sc=0..20 "
                  "sh=0..20 sn'=0..20 sc'=0..20 sh'=0..20",
                  a, b, channels, width));
}

}  // namespace

std::vector<Theorem> tensor_theorems() {
  constexpr Space local = Space::local, system = Space::system;
  const auto in_lanes = operations_matching({"okk_gdma_*L2L", "bm_atomic_memcpy_4D", "okk_bdc_*"});
  const auto in_system = operations_matching({"okk_gdma_*cpy_S2S", "bm_atomic_memcpy_4D"});
  return {
      {"overlap.local",
       "Where the slack of overlap is not negative, two tensors in local memory, of any shapes and "
       "w strides, share no byte, though the slack uses only their start lanes and lane 0.",
       operations_matching(
           {"okk_gdma_*L2L", "bm_atomic_memcpy_4D", "okk_bdc_*", "bm_atomic_cwtrans"}),
       are_disjoint<local>,
       {"the start lane of the source is not used", are_disjoint<local, SecondStartUnused>,
        of_one_shape(0, 512, 3, 1), copy_between_tensors<local>, is_missed_without_start}},
      {"overlap.system",
       "Where the slack of overlap is not negative, two tensors in system memory, of any shapes, "
       "share no byte.",
       in_system,
       are_disjoint<system>,
       {"ranges that meet in one unit count as disjoint", are_disjoint<system, SlackOneTooLarge>,
        of_one_shape(shared_address, shared_address + 1, 1, 2), copy_between_tensors<system>,
        is_missed_by_one<ConstraintId::overlap>}},
      {"overlap.in_place.local",
       "Two tensors of one shape in local memory, of any w strides, count as one exactly where "
       "every element maps onto itself.",
       in_lanes,
       are_one<local>,
       {"any h stride passes as the same", are_one<local, AnyH>, small(0, 0),
        copy_between_tensors<local>, is_not_in_place}},
      {"overlap.in_place.system",
       "Two tensors of one shape in system memory count as one exactly where every element maps "
       "onto itself.",
       in_system,
       are_one<system>,
       {"any h stride passes as the same", are_one<system, AnyH>,
        small(shared_address, shared_address), copy_between_tensors<system>, is_not_in_place}}};
}

}  // namespace strideproof::solver

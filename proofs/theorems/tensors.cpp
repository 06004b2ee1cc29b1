// Two tensors in one memory. If the slack of overlap is not negative, they share no byte in any
// lane. They count as identical iff they are.

#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

// ---- identical ----

// If maps_onto_itself, each element has the same place in both tensors; else some element has two
// places. h strides that differ by the slip pass as the same.
void maps_onto_itself_is_exact(Proof& proof, const AnyOperand& a, const AnyOperand& b,
                               int64_t slip) {
  const MachineShape<Sym>& m = a.m;
  const Element e = any_element(proof, a);
  const auto lies_alike = [&](const Dim4<Sym>& at) {
    const auto i = spec::place_of(m, a.t, at), j = spec::place_of(m, b.t, at);
    return all_of(i.lane == j.lane, i.byte == j.byte);
  };
  Tensor<Sym> taken = b.t;
  taken.stride.h = exactly([&] { return taken.stride.h + slip; });
  const SymBool same = spec::maps_onto_itself(m, a.t, taken);
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

  const ExactArithmetic exact;
  const Dim4<Sym>&s = a.t.stride, &t = b.t.stride;
  proof.conclude_if(
      "the same, each element lies alike", same, alike,
      {equal_steps(e.at.n, shape.n, s.n, t.n), equal_steps(e.block, a.last_block + 1, s.c, t.c),
       equal_steps(e.at.h, shape.h, s.h, t.h), equal_steps(e.at.w, shape.w, s.w, t.w)});
  Facts known;
  if (local) {
    known = {division_of_digits(1, 0, lanes), equal_factors(p / lanes, 0, t.c),
             equal_factors(q / lanes, 0, t.c)};
  }
  proof.conclude_if("else an element does not", negation(same), differs, known);
}

// ---- disjoint ----

// Addresses are multiples of the element size; so are offsets in a lane.
void prove_start_aligned(Proof& proof, const AnyOperand& x) {
  const int64_t es = x.t.element_bytes;
  proof.given(x.t.address % es == 0);
  if (x.t.space != Space::local) return;
  const Sym &lane = x.address.start.lane, &lane_bytes = x.m.lane_bytes;
  const ExactArithmetic exact;
  proof.prove("the start is aligned in its lane", x.address.start.offset % es == 0,
              {equal_factors(lane_bytes, lane_bytes / es * es, lane)});
}

// If an element lies in `lane` or, as far as overlap decides, in a lane like it (`here`), its unit
// lies in the nonempty range of the rows of `lane`.
void prove_in_rows_of(Proof& proof, const AnyOperand& x, const Element& e, const Sym& lane,
                      const SymBool& here) {
  const Tensor<Sym>& t = x.t;
  const spec::Start<Sym>& start = x.address.start;
  const bool local = t.space == Space::local;
  spec::BlockRows<Sym> blocks = {0, t.shape.c};
  if (local) blocks = spec::block_rows(x.m, start.lane, t.shape.c, lane);
  const SymBox box = local ? spec::rows_in_lane(x.m, t, blocks) : spec::rows_in_system(t);
  const Sym last = spec::last_of(box);
  if (local) prove_block_row(proof, x, e, lane, blocks, here);

  const bool adjacent = are_adjacent(proof, t);
  const ExactArithmetic exact;
  const Sym unit = start.offset / t.element_bytes +
                   spec::element_offset(t.stride, e.at.n, e.block, e.at.h, e.at.w);
  const InBox in = in_box(x, e, adjacent, blocks.first);
  Facts steps = {in.step};
  for (int k = 0; k < spec::dimensions; ++k)
    steps.push_back(step_in_range(in.row[k], box.extent[k], box.stride[k]));
  proof.prove("the unit lies in the range", implies(here, all_of(box.first <= unit, unit <= last)),
              steps);
}

// If the slack is not negative, no element of one shares a byte with an element of the other.
void slack_keeps_disjoint(Proof& proof, const AnyOperand& a, const AnyOperand& b, int64_t slip) {
  const MachineShape<Sym>& m = a.m;
  const TwoBytes x = any_two_bytes(proof, a, b);
  Sym lane = 0;  // the last deciding lane up to that of the element
  prove_start_aligned(proof, a);
  prove_start_aligned(proof, b);
  if (a.t.space == Space::local) {
    const Sym own = spec::lane_of(m, a.address.start.lane, x.e.at.c);
    for (const Sym& next : spec::deciding_lanes(m, a.t, b.t))
      if (all_of(next <= own, lane <= next)) lane = next;
  }
  const Sym slack = spec::overlap_slack(m, a.t, b.t) + slip;
  prove_in_rows_of(proof, a, x.e, lane, true);
  prove_in_rows_of(proof, b, x.f, lane, x.same_lane);
  proof.conclude_if("no byte is one of both", all_of(slack >= 0, x.same_lane),
                    negation(x.same_byte));
}

// ---- theorems ----

struct OperandPair {
  AnyOperand a, b;
};
OperandPair any_pair(Proof& proof, bool one_shape) {
  const Space space = any_memory(proof);
  const bool local = space == Space::local;
  const Width width = local ? Width::free : Width::adjacent;
  const int64_t es = any_element_bytes(proof, !local);
  const auto m = any_machine(proof, space, es);
  const auto tensor = [&](const Dim4<Sym>& shape, const char* suffix) {
    return any_operand(any_tensor(proof, m, space, es, shape, width, suffix));
  };
  const Dim4<Sym> shape = any_shape(proof), other = one_shape ? shape : any_shape(proof, "2");
  return {tensor(shape, ""), tensor(other, "2")};
}

void are_identical(Proof& proof, const Mutant& mutant) {
  const auto [a, b] = any_pair(proof, true);
  maps_onto_itself_is_exact(proof, a, b, mutant.slip);
}

void are_disjoint(Proof& proof, const Mutant& mutant) {
  const auto [a, b] = any_pair(proof, false);
  slack_keeps_disjoint(proof, a, b, mutant.slip);
}

// ---- controls ----

constexpr const char* copy_between_tensors =
    "okk_gdma_8bit_cpy_L2L toy dst_addr={A} src_addr={A2} shape={N},{C},{H},{W} "
    "dst_stride={sn},{sc},{sh},1 src_stride={sn2},{sc2},{sh2},1";

// The faulty formula says that the copy maps onto itself; the reference moves bytes.
bool is_mistaken(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto dst = spec::tensor_of(c, on_dst), src = spec::tensor_of(c, on_src);
  auto mistaken = src;
  ++mistaken.stride.h;
  return spec::maps_onto_itself(m, dst, mistaken) && !spec::maps_onto_itself(m, dst, src) &&
         violates(line, ConstraintId::overlap);
}

constexpr const char* small_strides =
    "memory=1 sw=1 sw2=1 sn=0..20 sc=0..20 sh=0..20 sn2=0..20 sc2=0..20 sh2=0..20 ";

}  // namespace

std::vector<Theorem> tensor_theorems() {
  const std::string strides = small_strides;
  return {
      theorem("overlap.tensors",
              "Where the slack of overlap is not negative, two tensors in one memory, of any "
              "shapes and, in lanes, of any w strides, share no byte, though the slack uses "
              "only their start lanes and lane 0.",
              {"okk_gdma_*L2L", "okk_gdma_*cpy_S2S", "bm_atomic_memcpy_4D", "okk_bdc_*",
               "bm_atomic_cwtrans", "data_move"},
              are_disjoint,
              {slack_control(ConstraintId::overlap, 1,
                             strides + "A=0 A2=1 N=1 N2=1 H=1 H2=1 C=1 C2=1 W=2 W2=2",
                             copy_between_tensors)}),
      theorem(
          "overlap.in_place",
          "Two tensors of one shape in one memory, in lanes of any w strides, count as one exactly "
          "where every element maps onto itself.",
          {"okk_gdma_*L2L", "okk_gdma_*cpy_S2S", "bm_atomic_memcpy_4D", "okk_bdc_*", "data_move"},
          are_identical,
          {{"h strides pass as the same if they differ by 1.", 1,
            strides + "A=0 A2=0 N=1..2 C=1..4 H=1..2 W=1..2 n=0..1 h=0..1 w=0..1",
            copy_between_tensors, is_mistaken}})};
}

}  // namespace strideproof::solver

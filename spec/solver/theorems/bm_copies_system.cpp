// Copies of memcpy_4D within system memory, and any that are refused at once.

#include "spec/solver/theorems/bm_copies.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;

// ---- what is refused at once ----

// Whatever else it is, and though both sides name one address.
bm_atomic::Tensor4D<Sym> any_copy(Proof& proof) {
  auto op = any_tensors(proof);
  op.dst_addr = op.src_addr = proof.variable("A", 0, memory_end - 1);
  op.dst_local_idx = op.src_local_idx = proof.variable("lane", 0, most_lanes - 1);
  op.transpose = proof.variable("transpose", 0, 1);
  return op;
}
template <class Plant>
SymBool is_refused(Proof& proof, const bm_atomic::Tensor4D<Sym>& op) {
  const MachineShape<Sym> m = {most_lanes, proof.variable("S", 1, most_lane_bytes), 1, {}};
  return !spec::bm_atomic::is_in_place<Sym, Plant>(m, op, told_of<Plant>(proof));
}

template <class Plant>
void of_another_memory(Proof& proof) {
  using bm_atomic::Direction;
  auto op = any_copy(proof);
  op.dst_format = op.src_format = static_cast<int>(bm_atomic::Format::uint8);
  op.direction = selector(any_choice(proof, "back", 2) == 1 ? Direction::L2S : Direction::S2L);
  proof.conclude("nothing of another memory is in place", is_refused<Plant>(proof, op));
}

template <class Plant>
void of_another_format(Proof& proof) {
  using bm_atomic::Direction;
  const auto any = [&](const char* name) {
    return proof.variable(name, 0, bm_atomic::format_count - 1);
  };
  auto op = any_copy(proof);
  op.dst_format = any("format"), op.src_format = any("format'");
  op.direction = selector(any_choice(proof, "in_lanes", 2) == 1 ? Direction::L2L : Direction::S2S);
  proof.given(op.dst_format != op.src_format);
  proof.conclude("nothing that is converted is in place", is_refused<Plant>(proof, op));
}

template <class Plant>
void that_starts_elsewhere(Proof& proof) {
  const bool local = any_choice(proof, "in_lanes", 2) == 1;
  TensorCopy x = any_tensor_copy(proof, local ? Space::local : Space::system);
  const InLane from = local ? any_lane_offset(proof, x.m, "'")
                            : InLane{0, proof.variable("A'", 0, memory_end - 1), {}};
  for (auto& op : x.of_widths) op.src_addr = from.offset, op.src_local_idx = from.lane;
  x.src = spec::bm_atomic::operand_of(x.m, x.of_widths[0], on_src);
  const auto& op = x.of_widths[0];
  Facts known = x.known + from.known;
  known.push_back(
      proof.given(any_of(op.dst_addr != op.src_addr, op.dst_local_idx != op.src_local_idx)));
  if (local) {
    const auto radix = proof.use(lemmas::mixed_radix);
    const auto digits = proof.use(lemmas::division_of_digits);
    const auto equal = proof.use(equal_factors);
    const Facts starts = starts_in(proof, x.m, x.src, from);
    const ExactArithmetic exact;
    known = known + starts +
            Facts{radix.instance(op.dst_local_idx, op.dst_addr, from.lane, from.offset,
                                 x.m.lane_bytes)};
    for (const auto* t : {&x.src, &x.dst}) {
      const Sym lane = spec::start_of(x.m, t->address).lane;
      known = known + Facts{digits.instance(0, lane, x.m.lanes),
                            equal.instance((lane + 0) / x.m.lanes, 0, t->stride.c)};
    }
  }
  const SymBool claimed = counts_as_in_place<Plant>(proof, x, told_of<Plant>(proof));
  const Dim4<Sym> first = {0, 0, 0, 0};
  proof.conclude("nothing that starts elsewhere is, and its first element does not stay",
                 all_of(!claimed, leaves(x, first, first)), known);
}

// ---- copies that start where they copy from ----

template <class Plant = Sound>
void in_place_in_system(Proof& proof) {
  switch (any_choice(proof, "other", 4)) {
    case 1: return of_another_memory<Plant>(proof);
    case 2: return of_another_format<Plant>(proof);
    case 3: return that_starts_elsewhere<Plant>(proof);
    default: break;
  }
  const TensorCopy x = any_tensor_copy(proof, Space::system);
  const Told told = told_of<Plant>(proof);
  const SymBool claimed = counts_as_in_place<Plant>(proof, x, told);
  walk_decides(proof, x, claimed, told.compared().front());
}

// ---- control ----

std::string exchanged(const Model& v) {
  const Dim4<int64_t> a = shape_of(v);
  return bytes_onto_themselves(v, {src_window, 0, a, strides_of(v), 0}, {a.c, a.n, a.h, a.w}, true);
}

}  // namespace

std::vector<Theorem> bm_copy_theorems() {
  using Straight = Planted<Fault::in_place_not_exchanged>;
  // 2 x 2 bytes in the same strides.
  Proof::Limits square = toy_limits({{"A", {src_window, src_window}}});
  for (const std::string mark : {"", "'"}) {
    for (const char* extent : {"H", "W"}) square[extent + mark] = {1, 1};
    square["sn" + mark] = {2, 2}, square["sc" + mark] = {1, 1}, square["sh" + mark] = {0, 0};
  }
  for (const char* extent : {"N", "C"}) square[extent] = {2, 2};
  for (const char* extent : {"N'", "C'"}) square[extent] = {1, 4};
  return {{"sharing.bm.in_place",
           "memcpy_4D counts as in place only where it converts nothing and starts where it copies "
           "from, in one memory; in system memory then exactly where every element stays, whatever "
           "the shapes, by what sharing.bm.walks says of two walks.",
           operations_matching({"bm_atomic_memcpy_4D"}),
           in_place_in_system<>,
           {"N and C of dst count as not exchanged", in_place_in_system<Straight>, square,
            exchanged, in_place_is_imagined<Straight>}}};
}

}  // namespace strideproof::solver

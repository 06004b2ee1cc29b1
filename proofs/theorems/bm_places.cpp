// The places of bm-atomic's operands, in the document's words: in the lane named by local_idx, at
// the offset named by the address, channel by channel through the following lanes.

#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

Dim4<Sym> any_index(Proof& proof) {
  const auto index = [&](const char* name) { return proof.variable(name, 0, most_extent - 1); };
  return {index("n"), index("c"), index("h"), index("w")};
}

// `stride` is the parameter of the document.
template <class Mutation>
void lies_as_documented(Proof& proof, const MachineShape<Sym>& m, const Tensor<Sym>& t,
                        const InLane& side, const Dim4<Sym>& stride, const Dim4<Sym>& at,
                        const Facts& known) {
  const auto quotients = proof.use(equal_quotients);
  const auto equal = proof.use(equal_factors);
  const Facts start = starts_in(proof, m, t, side);
  const spec::ElementPlace<Sym> place = spec::place_of<Sym, Mutation>(m, t, at);
  const ExactArithmetic exact;
  const Sym channel = side.lane + at.c, block = channel / m.lanes;
  const Sym seen = spec::start_of(m, t.address).lane + at.c;
  const Sym byte =
      side.offset + t.element_bytes * (at.n * stride.n + block * stride.c + at.h * stride.h + at.w);
  proof.conclude("element (n, c, h, w) lies where the document has it",
                 all_of(place.lane == channel % m.lanes, place.byte == byte),
                 start + known +
                     Facts{quotients.instance(seen, channel, m.lanes),
                           equal.instance(seen / m.lanes, block, stride.c)});
}

enum Function { memcpy_dst, memcpy_src, memset_dst, cwtrans_dst, cwtrans_src, functions };

template <class Mutation = Original>
void tensors(Proof& proof) {
  using bm_atomic::Direction;
  const auto [format, es] = any_format(proof);
  const auto m = any_machine(proof, Space::local, es);
  const InLane side = any_lane_offset(proof, m);
  const Dim4<Sym> stride = any_u32_strides(proof), at = any_index(proof), shape = any_shape(proof);
  const Sym any_function = proof.variable("function", 0, functions - 1);
  int function = 0;
  while (function + 1 < functions && !bool(any_function == function)) ++function;
  const auto lies = [&](const auto& op, Operands which, const Dim4<Sym>& documented,
                        const Dim4<Sym>& index) {
    lies_as_documented<Mutation>(proof, m, spec::bm_atomic::operand_of<Sym, Mutation>(m, op, which),
                                 side, documented, index, {});
  };
  if (function <= memcpy_src) {
    bm_atomic::Tensor4D<Sym> op;
    op.direction = selector(Direction::L2L);
    op.dst_addr = op.src_addr = side.offset;
    op.dst_local_idx = op.src_local_idx = side.lane;
    op.dst_format = op.src_format = format;
    op.dst_shape = op.src_shape = shape;
    op.dst_stride = op.src_stride = stride;
    return lies(op, function == memcpy_dst ? on_dst : on_src, stride, at);
  }
  if (function == memset_dst)
    return lies(bm_atomic::Fill4D<Sym>{side.offset, shape, stride, 0, format, 1, side.lane}, on_dst,
                stride, at);
  // Row c of src holds its W elements, row w of dst its C.
  const bm_atomic::CWTranspose<Sym> op = {side.offset, side.lane, side.offset, side.lane, shape.c,
                                          shape.w,     format,    stride.c,    stride.c};
  const Dim4<Sym> rows = {0, stride.c, 0, 1};
  lies(op, function == cwtrans_dst ? on_dst : on_src, rows, {0, at.c, 0, at.w});
}

std::string fill_in_lanes(const Model& v) {
  return memset_line(v["lane"], v["offset"], {1, v["c"] + 1, 1, 1}, {0, v["sc"], 0, 1});
}
}  // namespace

std::vector<Theorem> bm_place_theorems() {
  using WrapsLate = Mutant<FormulaFault::lane_wrap_off_by_one>;
  return {{"layout.bm_atomic",
           "An element of a local tensor lies in the lane and at the byte that the document names, "
           "from "
           "the start lane named by local_idx on.",
           operations_matching({"bm_atomic_mem*_4D", "bm_atomic_cwtrans"}),
           tensors<>,
           {"channels wrap one lane late", tensors<WrapsLate>,
            toy_limits({{"es", {1, 1}},
                        {"function", {memset_dst, memset_dst}},
                        {"lane", {0, 3}},
                        {"offset", {0, 9}},
                        {"n", {0, 0}},
                        {"c", {0, 7}},
                        {"h", {0, 0}},
                        {"w", {0, 0}},
                        {"sn", {0, 0}},
                        {"sc", {1, 4}},
                        {"sh", {0, 0}}}),
            fill_in_lanes, replay_differs<WrapsLate>}}};
}

}  // namespace strideproof::solver

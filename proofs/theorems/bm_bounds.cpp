// The bounds of bm-atomic's tensors: a start is legal iff its lane and offset, or its window,
// exist; the end is that of the operand, see extent.local and extent.system.

#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/bm_atomic_slack.h"

namespace strideproof::solver {
namespace {

using bm_atomic::ConstraintId;
using bm_atomic::Direction;
using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

// The last three belong to mask_memcpy_4D.
enum Function {
  memset_dst,
  memcpy_dst,
  memcpy_src,
  cwtrans_dst,
  cwtrans_src,
  local_matrix,
  system_matrix,
  masked_dst,
  masked_data,
  masked_mask,
  functions
};

// One side of a case, and the labels that concern it.
struct Side {
  bool local;
  Sym lane, address;
  std::optional<ConstraintId> lane_exists;  // no value: never in lanes
  ConstraintId starts, ends;
  Operands which;
  std::optional<Sym> channels{};  // of the default layout
};

template <class Mutation, class Op>
void bounds_tell(Proof& proof, const MachineShape<Sym>& m, const Op& op, const Side& side) {
  const auto slack = [&](ConstraintId label) {
    return spec::bm_atomic::slack<Sym, Mutation>(m, op, label);
  };
  SymBool exists = false;
  if (side.local) {
    exists = all_of(side.lane < m.lanes, side.address < m.lane_bytes);
  } else {
    for (const Window& window : m.windows)
      exists = any_of(exists, all_of(side.address >= window.first, side.address < window.end()));
  }
  const Sym lane = side.lane_exists ? slack(*side.lane_exists) : Sym(spec::unbounded);
  const Sym start = slack(side.starts);
  const Fact starts = proof.conclude("a start is legal exactly where its place exists",
                                     all_of(lane >= 0, start >= 0) == exists);
  // The end is evaluated only if the start exists.
  proof.given(all_of(lane >= 0, start >= 0));
  Facts known;
  if (side.local)
    known = bounds_of(proof, {side.lane, side.address, m.lanes, m.lane_bytes}) +
            Facts{starts, proof.prove("it exists", exists)};
  if (side.local && side.channels) {
    const auto divide = proof.use(lemmas::division);
    const auto from_start = exactly([&] { return side.lane + *side.channels; });
    const auto reach = exactly([&] { return from_start + m.lanes - 1; });
    proof.learn(
        "its block rows are few", exactly([&] { return ceil_div(from_start, m.lanes); }),
        {0, most_extent + 2 * most_lanes},
        known + bounds_of(proof, {*side.channels}) + Facts{divide.instance(reach, m.lanes)});
  }
  const Tensor<Sym> t = spec::bm_atomic::operand_of(m, op, side.which);
  if (side.local) starts_in(proof, m, t, {side.lane, side.address, known});
  const Sym end = slack(side.ends), of_operand = spec::end_slack<Sym, Mutation>(m, t);
  proof.conclude("the end is that of the operand", end == of_operand);
}

template <class Mutation = Original>
void bounds(Proof& proof) {
  const int function = any_choice(proof, "function", functions);
  AnyFormat width{0, bm_atomic::mask_word_bytes};
  if (function < masked_dst) width = any_format(proof);
  const Sym& format = width.format;
  const int64_t es = width.element_bytes;
  const bool always_system = function == system_matrix || function == masked_dst;
  const bool local =
      function >= cwtrans_dst ? !always_system : bool(proof.variable("local", 0, 1) == 1);
  MachineShape<Sym> m = any_machine(proof, Space::local, es);
  if (!local) m.windows = any_machine(proof, Space::system, es).windows;
  const Sym lane = proof.variable("lane", 0, any_u32);
  const Sym address = proof.variable("A", 0, local ? any_u32 : memory_end);
  const Dim4<Sym> shape = any_shape(proof), stride = any_u32_strides(proof);
  const Side dst = {local,
                    lane,
                    address,
                    ConstraintId::dst_local_idx_max,
                    ConstraintId::dst_addr_start,
                    ConstraintId::dst_end,
                    on_dst};
  const Side src = {local,
                    lane,
                    address,
                    ConstraintId::src_local_idx_max,
                    ConstraintId::src_addr_start,
                    ConstraintId::src_end,
                    on_src};
  if (function == memset_dst)
    return bounds_tell<Mutation>(
        proof, m, bm_atomic::Fill4D<Sym>{address, shape, stride, 0, format, local ? 1 : 0, lane},
        dst);
  if (function == memcpy_dst || function == memcpy_src) {
    bm_atomic::Tensor4D<Sym> op;
    op.direction = selector(local ? Direction::L2L : Direction::S2S);
    op.dst_format = op.src_format = format;
    op.dst_addr = op.src_addr = address;
    op.dst_local_idx = op.src_local_idx = lane;
    op.dst_shape = op.src_shape = shape;
    op.dst_stride = op.src_stride = stride;
    return bounds_tell<Mutation>(proof, m, op, function == memcpy_dst ? dst : src);
  }
  if (function == local_matrix || function == system_matrix) {
    const Sym transpose = proof.variable("transpose", 0, 1);
    const bm_atomic::Matrix2D<Sym> op = {address,   address, lane,
                                         shape.n,   shape.c, stride.n,
                                         shape.w,   format,  selector(Direction::L2S),
                                         transpose, 0};
    const Side system = {
        false, 0, address, {}, ConstraintId::global_start, ConstraintId::global_end, on_src};
    return bounds_tell<Mutation>(
        proof, m, op,
        local ? Side{true, lane, address, ConstraintId::dst_local_idx_max,
                     ConstraintId::local_start, ConstraintId::local_end, on_dst}
              : system);
  }
  if (function >= masked_dst) {
    const bm_atomic::MaskedCopy<Sym> op = {address, address, lane, address, shape};
    Side side = {local,
                 lane,
                 address,
                 ConstraintId::dst_local_idx_max,
                 ConstraintId::src_addr_start,
                 ConstraintId::src_end,
                 on_src,
                 shape.c};
    if (function == masked_mask)
      side.starts = ConstraintId::src1_addr_start, side.ends = ConstraintId::src1_end,
      side.which = on_src1;
    if (function == masked_dst)
      side = {false, 0, address, {}, ConstraintId::dst_addr_start, ConstraintId::dst_end, on_dst};
    return bounds_tell<Mutation>(proof, m, op, side);
  }
  bounds_tell<Mutation>(proof, m,
                        bm_atomic::CWTranspose<Sym>{address, lane, address, lane, shape.c, shape.w,
                                                    format, stride.c, stride.c},
                        function == cwtrans_dst ? dst : src);
}

template <class Mutation>
bool start_passes(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = bm_atomic::fill_of(c.arguments);
  return spec::bm_atomic::slack<int64_t, Mutation>(m, op, ConstraintId::dst_addr_start) >= 0 &&
         spec::bm_atomic::slack(m, op, ConstraintId::dst_addr_start) < 0 &&
         violates(c, ConstraintId::dst_addr_start);
}

}  // namespace

std::vector<Theorem> bm_bound_theorems() {
  using Behind = Mutant<FormulaFault::window_end_inclusive>;
  const int64_t toy = find_profile("toy") - profiles().data();
  return {{"extent.bm.start",
           "A side of bm-atomic may start exactly where its lane and its offset, or its window, "
           "exist, and its end is judged as that of the operand that it is.",
           operations_matching({"bm_atomic_memcpy_2D", "bm_atomic_mem*_4D", "bm_atomic_cwtrans",
                                "bm_atomic_mask_memcpy_4D"}),
           bounds<>,
           {"a tensor may start at the end of a window", bounds<Behind>,
            toy_limits({{"es", {1, 1}},
                        {"function", {memset_dst, memset_dst}},
                        {"local", {0, 0}},
                        {"profile", {toy, toy}},
                        {"N", {1, 1}},
                        {"C", {1, 1}},
                        {"H", {1, 1}},
                        {"W", {1, 1}}}),
            [](const Model& v) {
              return memset_line(-1, v["A"] - dst_window, {1, 1, 1, 1}, {0, 0, 0, 1});
            },
            start_passes<Behind>}}};
}

}  // namespace strideproof::solver

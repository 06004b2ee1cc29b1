// Matrices: the full channels and the partly filled last one together are the matrix.

#include <fmt/format.h>

#include "model/optimized/bm_atomic_2d.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plans.h"

namespace strideproof::solver::plans {
namespace {

const Sym& local_address(const okk_gdma::Matrix<Sym>& p) {
  return p.dst_space == Space::local ? p.dst_addr : p.src_addr;
}

struct AnyMatrix {
  okk_gdma::Matrix<Sym> p;
  int64_t element_bytes;
  spec::Tensor<Sym> local, system;
  Fact start;  // in_a_lane of the local address
};

// A matrix of okk-gdma, or one of bm-atomic, with elements of other sizes, as the plan has it.
AnyMatrix any_matrix(Proof& proof, const MachineShape<Sym>& m) {
  const Sym rows = any_extent(proof, "rows"), cols = any_extent(proof, "cols"),
            per = any_extent(proof, "per");
  const Sym row_stride = proof.variable("row_stride", INT32_MIN, int64_t{1} << 32);
  const Sym system = proof.variable("A'", 0, memory_end - 1);
  const bool to_local(proof.variable("to_local", 0, 1) == 1);
  const int64_t es = any_element_bytes(proof);
  const Sym local = proof.variable("A", 0, highest_address);
  const okk_gdma::Matrix<Sym> p = {to_local ? Space::local : Space::system,
                                   to_local ? Space::system : Space::local,
                                   to_local ? local : system,
                                   to_local ? system : local,
                                   rows,
                                   cols,
                                   per,
                                   row_stride};
  const Fact start = in_a_lane(proof, m, local);
  const auto side = [&](Space space, const Sym& address) {
    spec::Tensor<Sym> t = spec::okk_gdma::side_of(m, p, space, address);
    t.element_bytes = es;
    if (space == Space::local)
      t.stride = spec::aligned_strides(m, es, spec::start_of(m, local).lane, t.shape);
    return t;
  };
  return {p, es, side(Space::local, local), side(Space::system, system), start};
}

SymBool inside(const Dim4<Sym>& at, const Dim4<Sym>& shape) {
  return all_of(0 <= at.n, at.n < shape.n, 0 <= at.c, at.c < shape.c, 0 <= at.h, at.h < shape.h,
                0 <= at.w, at.w < shape.w);
}

SymBool same(const spec::ElementPlace<Sym>& a, const spec::ElementPlace<Sym>& b) {
  return all_of(a.lane == b.lane, a.byte == b.byte);
}

// x = x div m * m + x mod m.
Fact divided(Proof& proof, const Sym& x, const Sym& m) {
  const ExactArithmetic exact;
  return proof.prove(
      "x = q*m + r, 0 <= r < m", all_of(x == x / m * m + x % m, 0 <= x / m, 0 <= x % m, x % m < m),
      {proof.bounds(x), proof.bounds(m), proof.use(lemmas::division).instance(x, m)});
}

// Column y is element y mod per of channel y div per, be it full or the last.
template <class Code>
void reached(Proof& proof) {
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto quotients = proof.use(lemmas::division_monotone);
  const auto positive = proof.use(lemmas::product_not_negative);
  const MachineShape<Sym> m = machine(proof);
  const auto [p, es, local, system, start] = any_matrix(proof, m);
  const Sym x = any_index(proof, "x"), y = any_index(proof, "y");
  const Fact element = proof.given(all_of(x < p.rows, y < p.cols));

  const auto [full, partial] = Code::parts_of(m, p, es);
  const Sym &per = p.cols_per_channel, channel = y / per, w = y % per, count = p.cols / per;
  const Fact column = divided(proof, y, per), columns = divided(proof, p.cols, per);
  const bool in_full(channel < count);
  const Fact which = exactly([&, &p = p] {
    return proof.prove("full, or after the full ones", in_full ? channel < count : channel == count,
                       {element, proof.prove("fork", in_full ? channel < count : channel >= count),
                        proof.bounds(y), proof.bounds(per), quotients.instance(y, p.cols, per)});
  });

  const Sym batch = exactly([&, &local = local] { return x * local.stride.n; });
  const Fact batch_exists = proof.given(exactly([&] { return batch < m.lane_bytes; }));
  proof.learn("the row exists", batch, {0, INT32_MAX},
              {batch_exists, proof.bounds(x), proof.bounds(local.stride.n),
               proof.bounds(m.lane_bytes), positive.instance(x, local.stride.n)});
  const Sym of_layout = in_full ? channel : count;
  const spec::ElementPlace<Sym> here = spec::place_of(m, local, {x, of_layout, Sym(0), w});
  const spec::ElementPlace<Sym> there = spec::place_of(m, system, {x, Sym(0), Sym(0), y});
  const Fact exists = proof.given(here.byte < m.lane_bytes);

  const auto& part = in_full ? full : partial;
  const Dim4<Sym> at = {x, in_full ? channel : Sym(0), Sym(0), w};
  std::vector<Fact> facts = {element, column, columns, which};
  if (!in_full) {
    const ExactArithmetic exact;
    // The part starts at the last channel of the layout, whose block row is the first of the part.
    const spec::Start<Sym> first = spec::start_of(m, local_address(p));
    const Sym lane = spec::lane_of(m, first.lane, count),
              offset =
                  first.offset + es * spec::block_row_of(m, first.lane, count) * local.stride.c;
    const Fact next = divided(proof, first.lane + count, m.lanes);
    const Fact inside = proof.prove(
        "the last channel starts in its lane", all_of(0 <= offset, offset < m.lane_bytes),
        {start, next, exists, column, proof.bounds(local.stride.c), proof.bounds(x),
         proof.bounds(local.stride.n), positive.instance(x, local.stride.n),
         positive.instance(spec::block_row_of(m, first.lane, count), local.stride.c)});
    const auto [part_lane, part_offset] = spec::start_of(m, part.local.address);
    const Fact begins =
        proof.prove("so does the part", all_of(part_lane == lane, part_offset == offset),
                    {next, inside, digits.instance(lane, offset, m.lane_bytes)});
    proof.learn("the part starts in a lane", part_lane, {0, 4095},
                {begins, next, proof.bounds(m.lanes)});
    const Sym row = spec::block_row_of(m, part_lane, Sym(0));
    const Fact first_row = proof.prove(
        "in its block row 0", all_of(row == 0, spec::lane_of(m, part_lane, Sym(0)) == lane),
        {begins, next, digits.instance(0, part_lane, m.lanes)});
    facts.insert(facts.end(),
                 {begins, first_row, monotone.instance(row, 0, local.stride.c),
                  monotone.instance(0, row, local.stride.c), proof.bounds(local.stride.c)});
  }
  const spec::ElementPlace<Sym> here_in_part = spec::place_of(m, tensor_of(part.local, es), at);
  const spec::ElementPlace<Sym> there_in_part = spec::place_of(m, tensor_of(part.system, es), at);
  const ExactArithmetic exact;
  const Fact is_inside = proof.prove("an element of the part", inside(at, part.shape), facts);
  const Fact same_there = proof.prove("in system memory", same(there_in_part, there), facts);
  const Fact same_here = proof.prove("in local memory", same(here_in_part, here), facts);
  proof.conclude("the part has it",
                 all_of(of_layout == channel, inside(at, part.shape), same(here_in_part, here),
                        same(there_in_part, there)),
                 {which, is_inside, same_there, same_here});
}

// The converse: element w of channel c of a part is column (c + full channels before)*per + w.
template <class Code>
void nothing_else(Proof& proof) {
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto in_range = proof.use(lemmas::digits_in_range);
  const MachineShape<Sym> m = machine(proof);
  const auto [p, es, local, system, start] = any_matrix(proof, m);
  const bool in_full(proof.variable("full", 0, 1) == 1);
  const Sym c = proof.variable("c", 0, most_extent), w = proof.variable("w", 0, most_extent);
  const Sym x = proof.variable("x", 0, most_extent), h = proof.variable("h", 0, most_extent);

  const auto [full, partial] = Code::parts_of(m, p, es);
  const Fact element = proof.given(inside({x, c, h, w}, in_full ? full.shape : partial.shape));
  const ExactArithmetic exact;
  const Sym &per = p.cols_per_channel, count = p.cols / per;
  const Sym channel = in_full ? c : count + c, y = channel * per + w;
  const std::vector<Fact> facts = {element,
                                   divided(proof, p.cols, per),
                                   proof.bounds(per),
                                   proof.bounds(w),
                                   proof.bounds(c),
                                   in_range.instance(channel, w, count, per),
                                   digits.instance(channel, w, per)};
  proof.conclude("a column of the matrix, of that channel",
                 all_of(h == 0, x < p.rows, 0 <= y, y < p.cols, y / per == channel, y % per == w),
                 facts);
}

// Each part is copied with its own shape, from side to side.
template <class Code>
void roles(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const auto any = any_matrix(proof, m);
  const auto plan = Code::plan_of(m, any.p, any.element_bytes);
  const ExactArithmetic exact;
  const auto parts = optimized::parts_of(m, any.p, any.element_bytes);
  const auto each = [&](const optimized::Plan<Sym>& of_part, const optimized::MatrixPart<Sym>& part,
                        const std::string& name) {
    spec::Tensor<Sym> local = tensor_of(part.local, any.element_bytes),
                      system = tensor_of(part.system, any.element_bytes);
    local.shape = system.shape = part.shape;
    if (any.p.dst_space == Space::local)
      copies(proof, m, of_part, local, system, name);
    else
      copies(proof, m, of_part, system, local, name);
  };
  each(plan.full, parts.full, "full channels: ");
  each(plan.partial, parts.partial, "the last one: ");

  const auto direction =
      any.p.dst_space == Space::local ? bm_atomic::Direction::S2L : bm_atomic::Direction::L2S;
  const bm_atomic::Matrix2D<Sym> op = {proof.variable("B", 0, memory_end - 1),
                                       proof.variable("offset", 0, INT32_MAX - 1),
                                       proof.variable("lane", 0, 4095),
                                       any.p.rows,
                                       any.p.cols,
                                       any.p.row_stride,
                                       any.p.cols_per_channel,
                                       0,
                                       selector(direction),
                                       0,
                                       0};
  const auto p = optimized::straight_matrix(m, op);
  proof.conclude(
      "a matrix of bm-atomic is planned as one of okk-gdma",
      all_of(SymBool(p.dst_space == any.p.dst_space), p.rows == op.row, p.cols == op.col,
             p.cols_per_channel == op.sec_size, p.row_stride == op.row_stride,
             local_address(p) == op.local_mem_idx * m.lane_bytes + op.local_mem_addr,
             (p.dst_space == Space::local ? p.src_addr : p.dst_addr) == op.global_mem_addr));
}

}  // namespace

std::vector<Theorem> matrices() {
  const auto line = [](const Model& model) {
    return matrix_line(model["A"], {model["rows"], model["cols"], model["per"]});
  };
  const auto limits = [](const char* rows_and_columns) {
    return fmt::format("es=4 to_local=1 A=0 row_stride=8 A'={} {}", toy_window, rows_and_columns);
  };
  const auto operations = operations_matching({"okk_gdma_32bit_matrix_*", "bm_atomic_memcpy_2D"});
  return {
      {"plan.matrix.reached",
       "Each element of a matrix is one of a part of its plan, at its address on both sides; the "
       "partly filled channel starts where the layout has it.",
       operations, reached<Shipped>,
       control(Fault::square_transposed, reached<Mutated<Fault::square_transposed>>,
               limits("rows=2..7 cols=2..7 per=2..4"), line)},
      {"plan.matrix.nothing_else",
       "Each element of a part of the plan of a matrix is one element of the matrix, and another "
       "one for each other.",
       operations, nothing_else<Shipped>,
       control(Fault::last_channel_whole, nothing_else<Mutated<Fault::last_channel_whole>>,
               limits("rows=1 cols=2..7 per=2..4"), line)},
      {"plan.roles.matrix",
       "The plan of a matrix copies both of its parts from side to side, in as many columns as "
       "lanes hold channels, each with the nest of its height.",
       operations, roles<Shipped>,
       control(Fault::one_column_if_either, roles<Mutated<Fault::one_column_if_either>>,
               limits("rows=2 cols=4..7 per=2"), line)}};
}

}  // namespace strideproof::solver::plans

#include "proofs/theorems/plan_roles.h"

#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver::plans {
namespace {

using optimized::Plan;
using spec::Tensor;

SymBool same(const ColumnStrides<Sym>& a, const ColumnStrides<Sym>& b) {
  return all_of(a.start == b.start, a.lane == b.lane, a.wrap_at == b.wrap_at, a.wrap == b.wrap,
                a.block == b.block, a.n == b.n, a.h == b.h);
}

// A run of adjacent bytes, rows, channels, batches.
SymBool loops_are(const optimized::Loops<Sym>& found, const Tensor<Sym>& dst, const Sym& channels,
                  const ColumnStrides<Sym>& to, const ColumnStrides<Sym>& from, int64_t src_step) {
  const Dim4<Sym>& shape = dst.shape;
  const Loop<Sym> loops[] = {{shape.w * dst.element_bytes, Sym(1), Sym(src_step)},
                             {shape.h, to.h, from.h},
                             {channels, to.block, from.block},
                             {shape.n, to.n, from.n}};
  SymBool result = true;
  for (size_t i = 0; i < found.size(); ++i)
    result = all_of(result, found[i].count == loops[i].count, found[i].dst == loops[i].dst,
                    found[i].src == loops[i].src);
  return result;
}

ColumnStrides<Sym> walk_along(const MachineShape<Sym>& m, const Sym& lanes, const Tensor<Sym>& t) {
  return optimized::walk_of(m, lanes, t.element_bytes, {t.space, t.address, t.stride});
}

void columns_are(Proof& proof, const Plan<Sym>& plan, const Sym& channels, const Sym& lanes,
                 const std::string& part) {
  proof.conclude(part + "min(C, lanes) columns, the first C mod lanes of them tall",
                 all_of(plan.columns == min_of(channels, lanes), plan.tall == channels % lanes));
}

}  // namespace

void copies(Proof& proof, const MachineShape<Sym>& m, const Plan<Sym>& plan, const Tensor<Sym>& dst,
            const Tensor<Sym>& src, const std::string& part) {
  const ExactArithmetic exact;
  const bool system = dst.space == Space::system && src.space == Space::system;
  const Sym lanes = system ? Sym(1) : m.lanes, &C = dst.shape.c;
  const ColumnStrides<Sym> to = walk_along(m, lanes, dst), from = walk_along(m, lanes, src);
  proof.conclude(part + "the destination is walked", same(plan.dst, to));
  proof.conclude(part + "the source is walked", same(plan.src, from));
  columns_are(proof, plan, C, lanes, part);
  proof.conclude(part + "tall columns hold C div lanes channels and one more",
                 loops_are(plan.tall_loops, dst, C / lanes + 1, to, from, 1));
  proof.conclude(part + "the others hold C div lanes",
                 loops_are(plan.low_loops, dst, C / lanes, to, from, 1));
}

void fills(Proof& proof, const MachineShape<Sym>& m, const Plan<Sym>& plan,
           const Tensor<Sym>& dst) {
  const ExactArithmetic exact;
  const Sym lanes = dst.space == Space::system ? Sym(1) : m.lanes, &C = dst.shape.c;
  const ColumnStrides<Sym> to = walk_along(m, lanes, dst);
  ColumnStrides<Sym> none = to;
  none.block = none.n = none.h = 0;
  proof.conclude("the destination is walked", all_of(same(plan.dst, to), same(plan.src, to)));
  columns_are(proof, plan, C, lanes, "");
  proof.conclude("tall columns hold C div lanes channels and one more",
                 loops_are(plan.tall_loops, dst, C / lanes + 1, to, none, 0));
  proof.conclude("the others hold C div lanes",
                 loops_are(plan.low_loops, dst, C / lanes, to, none, 0));
}

namespace {

// ---- okk-gdma ----

struct Side {
  Space space;
  Sym address;
  okk_gdma::Stride<Sym> stride;
};
Side any_side(Proof& proof, const MachineShape<Sym>& m, const std::string& mark) {
  const Space space = proof.variable(mark + "local", 0, 1) == 1 ? Space::local : Space::system;
  const bool null(proof.variable(mark + "null", 0, 1) == 1);
  const OperandView<Sym> o = operand(proof, space, mark);
  if (space == Space::local) in_a_lane(proof, m, o.address);
  return {space, o.address, {null, o.stride}};
}

template <class Code>
void copy(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const Side dst = any_side(proof, m, ""), src = any_side(proof, m, "src.");
  const okk_gdma::Copy<Sym> p = {es,          dst.space,        src.space,  dst.address,
                                 src.address, any_shape(proof), dst.stride, src.stride};
  const Plan<Sym> plan = Code::plan_of(m, p);
  const ExactArithmetic exact;
  copies(proof, m, plan, spec::okk_gdma::dst_of(m, p), spec::okk_gdma::src_of(m, p));
}

template <class Code>
void fill(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const int64_t es = element_bytes(proof);
  const Side dst = any_side(proof, m, "");
  const okk_gdma::Fill<Sym> p = {es, dst.space, dst.address, 0, any_shape(proof), dst.stride};
  const Plan<Sym> plan = Code::plan_of(m, p);
  const ExactArithmetic exact;
  fills(proof, m, plan, spec::okk_gdma::dst_of(m, p));
}

// ---- bm-atomic ----

// An address and a start lane; the latter counts in local memory.
struct NamedLane {
  Sym address, lane;
};
NamedLane any_named_lane(Proof& proof, const MachineShape<Sym>& m, bool local,
                         const std::string& mark) {
  const NamedLane at = {proof.variable("A" + mark, 0, memory_end - 1),
                        proof.variable("lane" + mark, 0, local ? 4095 : any_u32)};
  if (!local) return at;
  const Fact exists = proof.given(all_of(at.lane < m.lanes, at.address < m.lane_bytes));
  const Facts known =
      bounds_of(proof, {at.lane, at.address, m.lanes, m.lane_bytes}) + Facts{exists};
  proof.learn("the offset is one", at.address, {0, INT32_MAX}, known);
  return at;
}
void start_of_named(Proof& proof, const MachineShape<Sym>& m, const Tensor<Sym>& t) {
  if (t.space == Space::local) in_a_lane(proof, m, t.address);
}

template <class Code>
void tensor(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const auto [format, es] = any_format(proof);
  const bool to_local(proof.variable("local", 0, 1) == 1);
  const bool from_local(proof.variable("src.local", 0, 1) == 1);
  using bm_atomic::Direction;
  const Direction direction = to_local     ? from_local ? Direction::L2L : Direction::S2L
                              : from_local ? Direction::L2S
                                           : Direction::S2S;
  const NamedLane dst = any_named_lane(proof, m, to_local, ""),
                  src = any_named_lane(proof, m, from_local, "'");
  const Dim4<Sym> shape = any_shape(proof);
  const bm_atomic::Tensor4D<Sym> p = {
      src.address,         src.lane, shape, any_u32_strides(proof, "'"), format,
      dst.address,         dst.lane, shape, any_u32_strides(proof),      format,
      selector(direction), 0};
  const Tensor<Sym> to = spec::bm_atomic::operand_of(m, p, on_dst),
                    from = spec::bm_atomic::operand_of(m, p, on_src);
  start_of_named(proof, m, to);
  start_of_named(proof, m, from);
  copies(proof, m, Code::plan_of(m, p), to, from);
}

template <class Code>
void tensor_fill(Proof& proof) {
  const MachineShape<Sym> m = machine(proof);
  const auto [format, es] = any_format(proof);
  const bool local(proof.variable("local", 0, 1) == 1);
  const NamedLane dst = any_named_lane(proof, m, local, "");
  const bm_atomic::Fill4D<Sym> p = {
      dst.address, any_shape(proof), any_u32_strides(proof), 0, format, local ? 1 : 0, dst.lane};
  const Tensor<Sym> to = spec::bm_atomic::operand_of(m, p, on_dst);
  start_of_named(proof, m, to);
  fills(proof, m, Code::plan_of(m, p), to);
}

// ---- controls ----

// Rows of four bytes, a channel a lane, the source in lanes from the second on.
Proof::Limits world(int64_t src_local) {
  Proof::Limits limits = {{"local", {1, 1}}, {"src.local", {src_local, src_local}},
                          {"null", {1, 1}},  {"src.null", {1, 1}},
                          {"N", {1, 1}},     {"C", {2, 4}},
                          {"H", {1, 1}},     {"W", {4, 4}},
                          {"A", {0, 0}},     {"src.A", {64, 128}},
                          {"lane", {0, 0}},  {"lane'", {0, 0}},
                          {"A'", {64, 128}}};
  for (const std::string mark : {"", "'"}) {
    limits["sn" + mark] = limits["sh" + mark] = {0, 0};
    limits["sc" + mark] = {4, 8};
  }
  if (src_local == 0) limits["src.A"] = limits["A'"] = {shared_address, shared_address};
  return limits;
}

std::string copy_case(const Model& v) {
  return copy_line(1, shape_of(v), {Space::local, v["A"], {}},
                   {v["src.local"] == 1 ? Space::local : Space::system, v["src.A"], {}});
}
std::string fill_case(const Model& v) {
  return fill_line(1, shape_of(v), {Space::local, v["A"], {}});
}
std::string tensor_case(const Model& v) {
  const auto direction =
      v["src.local"] == 1 ? bm_atomic::Direction::L2L : bm_atomic::Direction::S2L;
  const int64_t format = static_cast<int>(bm_atomic::Format::uint8);
  return tensor_line({v["A"], v["lane"], shape_of(v), strides_of(v), format},
                     {v["A'"], v["lane'"], shape_of(v), strides_of(v, "'"), format}, direction,
                     false);
}
std::string tensor_fill_case(const Model& v) {
  return memset_line(v["lane"], v["A"], shape_of(v), strides_of(v));
}

}  // namespace

std::vector<Theorem> roles() {
  constexpr auto from_dst = Fault::source_as_destination;
  constexpr auto exchanged = Fault::heights_exchanged;
  return {
      {"plan.roles.copy",
       "The plan of a copy walks its destination and its source along the layout or the strides of "
       "each, in as many columns as lanes hold channels, or one within system memory, each with "
       "the "
       "nest of its height.",
       operations_of(okk_gdma::is_copy), copy<Shipped>,
       control(from_dst, copy<Mutated<from_dst>>, world(1), copy_case)},
      {"plan.roles.fill",
       "The plan of a fill walks its destination along its layout or its strides, in as many "
       "columns "
       "as lanes hold channels, or one in system memory, each with the nest of its height.",
       operations_of(okk_gdma::is_fill), fill<Shipped>,
       control(exchanged, fill<Mutated<exchanged>>, world(1), fill_case)},
      {"plan.roles.bm.copy",
       "A copy of one shape and format in bm-atomic is planned as one in okk-gdma, from the start "
       "lanes that it names.",
       operations_matching({"bm_atomic_memcpy_4D"}), tensor<Shipped>,
       control(from_dst, tensor<Mutated<from_dst>>, world(1), tensor_case)},
      {"plan.roles.bm.fill",
       "A fill in bm-atomic is planned as one in okk-gdma, from the start lane that it names.",
       operations_matching({"bm_atomic_memset_4D"}), tensor_fill<Shipped>,
       control(exchanged, tensor_fill<Mutated<exchanged>>, world(1), tensor_fill_case)}};
}

}  // namespace strideproof::solver::plans

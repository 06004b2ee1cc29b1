// Operands of copies, whose w strides are 1: disjoint operands, and copies in place.

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/overlap.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

// Two operands of one shape in one memory.
struct Pair {
  AnyOperand a, b;
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
  return {any_operand(proof, m, p, tensor(p, "")), any_operand(proof, m, q, tensor(q, "'"))};
}

template <Space space, class Mutation = Original>
void copy_in_place(Proof& proof) {
  const auto [a, b] = any_pair(proof, space);
  same_map_is_exact<Mutation>(proof, a, b);
}

template <Space space, class Mutation = Original>
void copy_apart(Proof& proof) {
  const auto [a, b] = any_pair(proof, space);
  if (space == Space::local)
    margin_keeps_apart_in_lanes<3, Mutation>(proof, a, b);
  else
    margin_keeps_apart_in_system_memory<3, Mutation>(proof, a, b);
}

// ---- controls ----

template <Space space>
std::string copy_between_tensors(const Model& v) {
  return copy_line(v["es"], shape_of(v), {space, v["A"], strides_of(v)},
                   {space, v["B"], strides_of(v, "'")});
}

// The formula calls the copy in place; the reference moves bytes.
template <class Mutation>
bool replay_is_not_in_place(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = okk_gdma::copy_of(*c.operation, c.arguments);
  const auto dst = spec::okk_gdma::dst_of(m, op), src = spec::okk_gdma::src_of(m, op);
  return spec::maps_onto_itself<int64_t, Mutation>(m, dst, src) &&
         !spec::maps_onto_itself(m, dst, src) && violates(c, okk_gdma::ConstraintId::overlap);
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
  using Near = Mutant<FormulaFault::gap_one_short>;
  using Undecided = Mutant<FormulaFault::second_start_undecided>;
  using AnyH = Mutant<FormulaFault::in_place_ignores_h>;
  constexpr Space local = Space::local, system = Space::system;
  const std::vector<std::string> in_lanes =
      operations_where([](okk_gdma::Kind k) { return k == okk_gdma::Kind::cpy_L2L; });
  const std::vector<std::string> in_system =
      operations_where([](okk_gdma::Kind k) { return k == okk_gdma::Kind::cpy_S2S; });
  return {
      {"overlap.local",
       "Where the margin of overlap is not negative, two tensors in local memory share no byte, "
       "though only their start lanes and lane 0 were looked at.",
       in_lanes,
       copy_apart<local>,
       {"the start lane of the source is not looked at", copy_apart<local, Undecided>,
        small(0, 512, 1), copy_between_tensors<local>, overlap_is_missed<Undecided>}},
      {"overlap.system",
       "Where the margin of overlap is not negative, two tensors in system memory share no byte.",
       in_system,
       copy_apart<system>,
       {"ranges that meet in one unit count as apart", copy_apart<system, Near>,
        small(shared_address, shared_address + 1, 1), copy_between_tensors<system>,
        overlap_is_missed<Near>}},
      {"overlap.in_place.local",
       "A copy of one shape in local memory counts as in place exactly where every element maps "
       "onto itself.",
       with_others(in_lanes, {"bm_atomic_memcpy_4D"}),
       copy_in_place<local>,
       {"any h stride passes as the same", copy_in_place<local, AnyH>, small(0, 0, 2),
        copy_between_tensors<local>, replay_is_not_in_place<AnyH>}},
      {"overlap.in_place.system",
       "A copy of one shape in system memory counts as in place exactly where every element maps "
       "onto itself.",
       with_others(in_system, {"bm_atomic_memcpy_4D"}),
       copy_in_place<system>,
       {"any h stride passes as the same", copy_in_place<system, AnyH>,
        small(shared_address, shared_address, 2), copy_between_tensors<system>,
        replay_is_not_in_place<AnyH>}}};
}

}  // namespace strideproof::solver

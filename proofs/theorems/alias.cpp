// Alias of tensors whose w stride is 1.

#include "proofs/theorems/alias.h"

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

template <Space space, class Mutation = Original>
void is_injective(Proof& proof) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address address = any_address(proof, m, space, es);
  margin_keeps_elements_apart<3, Mutation>(
      proof, any_operand(proof, m, address, any_tensor(proof, address, space, es)));
}

// ---- controls ----

template <Space space>
std::string copy_to_tensor(const Model& v) {
  const Space other = space == Space::local ? Space::system : Space::local;
  const Dim4<int64_t> single_row = {0, 0, 0, 1};
  return copy_line(v["es"], shape_of(v), {space, v["A"], strides_of(v)},
                   {other, other == Space::local ? 0 : toy_window, single_row});
}
Proof::Limits small(int64_t address) {
  Proof::Limits limits = toy_limits(
      {{"A", {address, address}}, {"N", {1, 3}}, {"C", {1, 4}}, {"H", {1, 3}}, {"W", {1, 2}}});
  for (const char* stride : {"sn", "sc", "sh"}) limits[stride] = {0, 20};
  for (const char* index : {"n", "h", "w", "n'", "h'", "w'"}) limits[index] = {0, 2};
  return limits;
}

template <Space space>
bool copies_to(okk_gdma::Kind kind) {
  return is_copy(kind) && dst_space(kind) == space;
}

}  // namespace

std::vector<Theorem> alias_theorems() {
  using Loose = Mutant<FormulaFault::nested_not_strict>;
  constexpr Space local = Space::local, system = Space::system;
  return {
      {"overlap.alias.local",
       "Where the margin of dst.alias is not negative, elements of a tensor in local memory share "
       "no byte, in any lane.",
       with_others(operations_where(copies_to<local>), {"bm_atomic_memcpy_4D"}),
       is_injective<local>,
       {"a step may end in the last run below it", is_injective<local, Loose>, small(0),
        copy_to_tensor<local>, alias_is_missed<Loose>}},
      {"overlap.alias.system",
       "Where the margin of dst.alias is not negative, elements of a tensor in system memory share "
       "no byte.",
       with_others(operations_where(copies_to<system>), {"bm_atomic_memcpy_4D"}),
       is_injective<system>,
       {"a step may end in the last run below it", is_injective<system, Loose>,
        small(shared_address), copy_to_tensor<system>, alias_is_missed<Loose>}}};
}

}  // namespace strideproof::solver

// Alias: where the margin of dst.alias is not negative, the elements of a tensor share no byte, in any
// lane, although only the rows of the start lane are looked at.

#include "spec/solver/theorems/boxes.h"
#include "spec/solver/theorems/confirm.h"
#include "spec/solver/theorems/theorems.h"
#include "spec/tensor_sharing.h"

namespace strideproof::solver {
namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;

// Where the margin is not negative, elements that share a byte are one element.
template <Space space, class Plant = Sound>
void margin_keeps_elements_apart(Proof& proof) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address address = any_address(proof, m, space, es);
  const Operand x = any_operand(proof, m, address, any_tensor(proof, address, space, es));
  const Element e = any_element(proof, x), f = any_element(proof, x, "'");
  const Sym rest = proof.variable("rest", 0, es - 1), rest_f = proof.variable("rest'", 0, es - 1);
  const auto at = spec::place_of(m, x.t, e.at), to = spec::place_of(m, x.t, f.at);
  const Fact shared = proof.given(all_of(at.lane == to.lane, at.byte + rest == to.byte + rest_f));
  const Box3 box = spec::fullest_rows<Sym, Plant>(m, x.t);
  const Nest nest = nested<Plant>(proof, box);
  const Fact clear = proof.given(nest.margin >= 0);
  const bool local = space == Space::local;

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const ExactArithmetic exact;
  const Sym first = local ? select(at.lane < address.start.lane, Sym(1), Sym(0)) : Sym(0);
  const Facts known = e.known + f.known + bounds_of(proof, {rest, rest_f}) + Facts{shared};
  // Counted from the lane's first block row, the block rows of its channels are among those of the
  // start lane.
  const auto row_of = [&](const Element& element) {
    const Sym block = element.block - first;
    Facts facts = known;
    if (local) {
      const Sym reach = address.start.lane + x.t.shape.c - 1 + m.lanes - address.start.lane;
      facts = facts + Facts{divide.instance(reach, m.lanes),
                            monotone.instance(1, element.block, m.lanes),
                            monotone.instance(reach / m.lanes, block, m.lanes)};
    }
    const Index3 row = {element.at.n, block, element.at.h};
    return Row{row, {proof.prove("its row is one of the box", is_row(box, row), facts)}};
  };
  const Row i = row_of(e), j = row_of(f);
  const Fact unit = proof.prove(
      "the unit is one", offset_of(box, i.at) + e.at.w == offset_of(box, j.at) + f.at.w, known);
  const Fact same = the_same_row(proof, nest, into(proof, nest, box, i), into(proof, nest, box, j),
                                 e.at.w, f.at.w, known + Facts{unit, clear});
  proof.conclude("the same element",
                 all_of(e.at.n == f.at.n, e.at.c == f.at.c, e.at.h == f.at.h, e.at.w == f.at.w),
                 known + Facts{same});
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
  using Loose = Planted<Fault::nested_not_strict>;
  constexpr Space local = Space::local, system = Space::system;
  return {
      {"sharing.alias.local",
       "Where the margin of dst.alias is not negative, elements of a tensor in local memory share "
       "no byte, in any lane.",
       operations_where(copies_to<local>),
       margin_keeps_elements_apart<local>,
       {"a step may end in the last run below it", margin_keeps_elements_apart<local, Loose>,
        small(0), copy_to_tensor<local>, alias_is_missed<Loose>}},
      {"sharing.alias.system",
       "Where the margin of dst.alias is not negative, elements of a tensor in system memory share "
       "no byte.",
       operations_where(copies_to<system>),
       margin_keeps_elements_apart<system>,
       {"a step may end in the last run below it", margin_keeps_elements_apart<system, Loose>,
        small(shared_address), copy_to_tensor<system>, alias_is_missed<Loose>}}};
}

}  // namespace strideproof::solver

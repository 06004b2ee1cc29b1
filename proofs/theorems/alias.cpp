// If the slack of dst.alias is not negative, the elements of a tensor share no byte, in any lane.
// The slack uses only the rows of the start lane.

#include <fmt/format.h>

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/rows.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

template <int R, class Code>
void slack_keeps_elements_disjoint(Proof& proof, const AnyOperand& x) {
  const int64_t es = x.t.element_bytes;
  const Element e = any_element(proof, x), f = any_element(proof, x, "'");
  const Sym rest = proof.variable("rest", 0, es - 1), rest_f = proof.variable("rest'", 0, es - 1);
  const auto at = spec::place_of(x.m, x.t, e.at), to = spec::place_of(x.m, x.t, f.at);
  const Fact shared = proof.given(all_of(at.lane == to.lane, at.byte + rest == to.byte + rest_f));
  const Adjacency runs = runs_of<R>(proof, x.t);
  const SymBox<R> box = spec::fullest_rows<Sym, R>(x.m, x.t);
  const Nest<R> nest = nested<Code>(proof, box);
  const Fact clear = proof.given(nest.slack >= 0);
  const bool local = x.t.space == Space::local;

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const ExactArithmetic exact;
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes;
  const Sym first = local ? select(at.lane < start, Sym(1), Sym(0)) : Sym(0);
  const InBox<R> p = in_box<R>(proof, x, e, runs, first), q = in_box<R>(proof, x, f, runs, first);
  const Facts known =
      e.known + f.known + p.known + q.known + bounds_of(proof, {rest, rest_f}) + Facts{shared};
  // Counted from the lane's first block row, the block rows of its channels are among those of the
  // start lane.
  const auto row_of = [&](const Element& element, const Index<R>& row) {
    Facts facts = known;
    if (local) {
      const Sym reach = start + x.t.shape.c - 1 + lanes - start;
      facts =
          facts + Facts{divide.instance(reach, lanes), monotone.instance(1, element.block, lanes),
                        monotone.instance(reach / lanes, row[1], lanes)};
    }
    return BoxRow<R>{row, {proof.prove("its row is one of the box", is_row(box, row), facts)}};
  };
  const BoxRow<R> i = row_of(e, p.row), j = row_of(f, q.row);
  const Fact unit = proof.prove(
      "the unit is one", offset_of(box, i.at) + p.unit == offset_of(box, j.at) + q.unit, known);
  const Fact same =
      the_same_row(proof, nest, box, i, j, p.unit, q.unit, known + Facts{unit, clear});
  proof.conclude("the same element",
                 all_of(e.at.n == f.at.n, e.at.c == f.at.c, e.at.h == f.at.h, e.at.w == f.at.w),
                 known + Facts{same});
}

template <Space space, class Code = Formulas>
void is_injective(Proof& proof) {
  const bool free_w = space == Space::local && any_choice(proof, "free_w", 2) == 1;
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address address = any_address(proof, m, space, es);
  const Width width = free_w ? Width::free : Width::adjacent;
  const AnyOperand x = any_operand(proof, m, address, any_tensor(proof, address, space, es, width));
  if (free_w) return slack_keeps_elements_disjoint<4, Code>(proof, x);
  slack_keeps_elements_disjoint<3, Code>(proof, x);
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
  return toy(fmt::format(
      "free_w=0 A={} N=1..3 C=1..4 H=1..3 W=1..2 sn=0..20 sc=0..20 sh=0..20 n=0..2 h=0..2 w=0..2 "
      "n'=0..2 h'=0..2 w'=0..2",
      address));
}

}  // namespace

std::vector<Theorem> alias_theorems() {
  constexpr Space local = Space::local, system = Space::system;
  return {
      {"overlap.alias.local",
       "Where the slack of dst.alias is not negative, elements of a tensor in local memory, of any "
       "w stride, share no byte, in any lane.",
       operations_matching({"okk_gdma_*cpy_?2L", "bm_atomic_memcpy_4D", "okk_bdc_*"}),
       is_injective<local>,
       {"a step may end in the last run below it", is_injective<local, SlackOneTooLarge>, small(0),
        copy_to_tensor<local>, is_missed_by_one<ConstraintId::dst_alias>}},
      {"overlap.alias.system",
       "Where the slack of dst.alias is not negative, elements of a tensor in system memory share "
       "no byte.",
       operations_matching({"okk_gdma_*cpy_?2S", "bm_atomic_memcpy_4D"}),
       is_injective<system>,
       {"a step may end in the last run below it", is_injective<system, SlackOneTooLarge>,
        small(shared_address), copy_to_tensor<system>, is_missed_by_one<ConstraintId::dst_alias>}}};
}

}  // namespace strideproof::solver

// The tensors of okk-bdc, whose w strides are free: their ends, overlap of their elements, and
// their common start lane.

#include "proofs/theorems/alias.h"
#include "proofs/theorems/bdc.h"
#include "proofs/theorems/extents.h"
#include "proofs/theorems/overlap.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using okk_bdc::ConstraintId;
using spec::FormulaFault;
using spec::Mutant;
using spec::Original;
using spec::okk_bdc::free_w;

MachineShape<Sym> machine_of_words(Proof& proof) {
  return any_machine(proof, Space::local, okk_bdc::element_bytes);
}

// ---- one tensor ----

template <class Mutation = Original>
void ends(Proof& proof) {
  const auto m = machine_of_words(proof);
  last_byte_is_last<Mutation>(proof, any_words(proof, m, any_shape(proof)).operand);
}

template <class Mutation = Original>
void elements_apart(Proof& proof) {
  const auto m = machine_of_words(proof);
  margin_keeps_elements_apart<free_w, Mutation>(proof,
                                                any_words(proof, m, any_shape(proof)).operand);
}

// ---- dst and a source ----

struct Pair {
  AnyWords dst, src;
  spec::okk_bdc::View<Sym> view;
};
Pair any_pair(Proof& proof, const MachineShape<Sym>& m) {
  const Dim4<Sym> shape = any_shape(proof);
  const AnyWords dst = any_words(proof, m, shape), src = any_words(proof, m, shape, "B", "'");
  return {dst, src, {shape, dst.given, src.given, src.given, 0}};
}

template <class Mutation = Original>
void same_lane(Proof& proof) {
  const auto m = machine_of_words(proof);
  const Address a = any_address(proof, m, Space::local, 1, "A"),
                b = any_address(proof, m, Space::local, 1, "B");
  const Sym c = proof.variable("c", 0, most_extent - 1);
  const Sym slack = spec::okk_bdc::same_lane_slack<Sym, Mutation>(m, a.value, b.value);
  const Sym &p = a.start.lane, &q = b.start.lane;
  const Fact exact = proof.conclude("not negative exactly where the start lanes are equal",
                                    (slack >= 0) == (p == q));
  proof.conclude_if("then each channel lies in one lane and one block row in both", slack >= 0,
                    all_of(spec::lane_of(m, p, c) == spec::lane_of(m, q, c),
                           spec::block_row_of(m, p, c) == spec::block_row_of(m, q, c)),
                    {exact});
  const auto digits = proof.use(lemmas::division_of_digits);
  proof.conclude_if(
      "else the first channel does not", slack < 0,
      spec::lane_of(m, p, Sym(0)) != spec::lane_of(m, q, Sym(0)),
      a.known + b.known +
          Facts{exact, digits.instance(0, p, m.lanes), digits.instance(0, q, m.lanes)});
}

template <class Mutation = Original>
void in_place(Proof& proof) {
  const auto [dst, src, view] = any_pair(proof, machine_of_words(proof));
  same_map_is_exact<Mutation>(proof, dst.operand, src.operand);
}

template <class Mutation = Original>
void operands_apart(Proof& proof) {
  const auto [dst, src, view] = any_pair(proof, machine_of_words(proof));
  margin_keeps_apart_in_lanes<free_w, Mutation>(proof, dst.operand, src.operand);
}

// ---- controls ----

std::string ones(const Model& v) {
  return ones_line({v["N"], v["C"], v["H"], v["W"]}, words_of(v));
}
std::string between(const Model& v) {
  return or_line(shape_of(v), words_of(v), words_of(v, "B", "'"));
}
std::string one_word(const Model& v) {
  const Dim4<int64_t> single = {1, 1, 1, 1};
  return or_line(single, {v["A"] / 4 * 4, {}}, {v["B"] / 4 * 4, {}});
}

// Calls `see` with the machine and the parameters of a case.
template <class See>
bool with_words(const std::string& line, See see) {
  const Case c = parse_case(line);
  return see(spec::machine_shape<int64_t>(*c.profile),
             spec::okk_bdc::view_of(*c.operation, c.arguments));
}

// The last byte of the formula differs from that of the reference.
template <class Mutation>
bool end_is_wrong(const std::string& line) {
  const Case c = parse_case(line);
  int64_t last = -1;
  for (const Byte& byte : written(c)) last = std::max(last, byte.offset);
  return with_dst<Original>(c, [&](const auto& m, const Tensor<int64_t>& t) {
    return spec::last_byte(m, t) == last && spec::last_byte<int64_t, Mutation>(m, t) != last;
  });
}

// The formula accepts a case that the reference rejects.
template <class Mutation, ConstraintId label>
bool passes(const std::string& line) {
  return with_words(line, [&](const auto& m, const auto& view) {
    return spec::okk_bdc::slack<int64_t, Mutation>(m, view, label) >= 0 &&
           spec::okk_bdc::slack(m, view, label) < 0 && violates(parse_case(line), label);
  });
}

// The formula calls a case in place; the reference moves words.
template <class Mutation>
bool replay_is_not_in_place(const std::string& line) {
  return with_words(line, [&](const auto& m, const auto& view) {
    const auto dst = spec::okk_bdc::operand_of(m, view, on_dst),
               src = spec::okk_bdc::operand_of(m, view, on_src);
    return spec::maps_onto_itself<int64_t, Mutation>(m, dst, src) &&
           !spec::maps_onto_itself(m, dst, src) &&
           violates(parse_case(line), ConstraintId::src_overlap);
  });
}

Proof::Limits small(int64_t b, int64_t rows, int64_t width) {
  Proof::Limits limits = toy_limits({{"A", {0, 0}},
                                     {"B", {b, b}},
                                     {"N", {1, rows}},
                                     {"C", {1, 4}},
                                     {"H", {1, rows}},
                                     {"W", {1, width}}});
  for (const char* stride : {"sn", "sc", "sh", "sw", "sn'", "sc'", "sh'", "sw'"})
    limits[stride] = {0, 6};
  for (const char* index : {"n", "h", "n'", "h'"}) limits[index] = {0, rows - 1};
  for (const char* index : {"w", "w'"}) limits[index] = {0, width - 1};
  return limits;
}

}  // namespace

std::vector<Theorem> bdc_tensor_theorems() {
  using Adjacent = Mutant<FormulaFault::w_stride_ignored>;
  using Loose = Mutant<FormulaFault::nested_not_strict>;
  using Later = Mutant<FormulaFault::later_lane_passes>;
  using AnyH = Mutant<FormulaFault::in_place_ignores_h>;
  using Near = Mutant<FormulaFault::gap_one_short>;
  const auto all = operations_matching({"okk_bdc_*"});
  return {
      {"extent.words",
       "The last byte of a tensor of any w stride is touched, no byte past it is, and the tensor "
       "is in bounds exactly where each element is.",
       all,
       ends<>,
       {"elements of a row are taken for adjacent", ends<Adjacent>, small(0, 2, 4), ones,
        end_is_wrong<Adjacent>}},
      {"overlap.words.same_lane",
       "Operands start in one lane exactly where the slack says so; then each channel lies in one "
       "lane in all of them.",
       all,
       same_lane<>,
       {"a source may start after the lane of dst", same_lane<Later>,
        toy_limits({{"A", {0, 1023}}, {"B", {0, 1023}}}), one_word,
        passes<Later, ConstraintId::src_addr_same_lane>}},
      {"overlap.words.alias",
       "Where the margin of dst.alias is not negative, elements of a tensor of any w stride share "
       "no "
       "byte, in any lane.",
       all,
       elements_apart<>,
       {"a step may end in the last run below it", elements_apart<Loose>, small(0, 3, 2),
        [](const Model& v) {
          return or_line(shape_of(v), words_of(v), {128, Dim4<int64_t>{0, 0, 0, 0}});
        },
        alias_is_missed<Loose, free_w>}},
      {"overlap.words.sources",
       "Where the margin of overlap is not negative, the destination and a source share no byte, "
       "whatever their w strides.",
       all,
       operands_apart<>,
       {"ranges that meet in one word count as apart", operands_apart<Near>, small(4, 1, 2),
        between, passes<Near, ConstraintId::src_overlap>}},
      {"overlap.words.in_place",
       "A source counts as the destination exactly where every word of it is the same one.",
       all,
       in_place<>,
       {"any h stride passes as the same", in_place<AnyH>, small(0, 2, 2), between,
        replay_is_not_in_place<AnyH>}}};
}

}  // namespace strideproof::solver

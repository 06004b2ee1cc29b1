// The tensors of okk-bdc, whose w strides are as free as the others: their ends, and which of their
// elements share a byte; and that they start in one lane.

#include "spec/solver/theorems/alias.h"
#include "spec/solver/theorems/bdc.h"
#include "spec/solver/theorems/extents.h"
#include "spec/solver/theorems/overlap.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using okk_bdc::Label;
using spec::Fault;
using spec::Planted;
using spec::Sound;
using spec::okk_bdc::free_w;

MachineShape<Sym> machine_of_words(Proof& proof) {
  return any_machine(proof, Space::local, okk_bdc::element_bytes);
}

// ---- one tensor ----

template <class Plant = Sound>
void ends(Proof& proof) {
  const auto m = machine_of_words(proof);
  last_byte_is_last<Plant>(proof, any_words(proof, m, any_shape(proof)).operand);
}

template <class Plant = Sound>
void elements_apart(Proof& proof) {
  const auto m = machine_of_words(proof);
  margin_keeps_elements_apart<free_w, Plant>(proof, any_words(proof, m, any_shape(proof)).operand);
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

template <class Plant = Sound>
void same_lane(Proof& proof) {
  const auto m = machine_of_words(proof);
  const Address a = any_address(proof, m, Space::local, 1, "A"),
                b = any_address(proof, m, Space::local, 1, "B");
  const Sym c = proof.variable("c", 0, most_extent - 1);
  const Sym slack = spec::okk_bdc::same_lane_slack<Sym, Plant>(m, a.value, b.value);
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

template <class Plant = Sound>
void in_place(Proof& proof) {
  const auto [dst, src, view] = any_pair(proof, machine_of_words(proof));
  same_map_is_exact<Plant>(proof, dst.operand, src.operand);
}

template <class Plant = Sound>
void operands_apart(Proof& proof) {
  const auto [dst, src, view] = any_pair(proof, machine_of_words(proof));
  margin_keeps_apart_in_lanes<free_w, Plant>(proof, dst.operand, src.operand);
}

// ---- dst and two sources ----

// Sources that are the same, and so start at one address, are as far from dst in each deciding lane.
template <class Plant = Sound>
void sources_alike(Proof& proof) {
  const auto m = machine_of_words(proof);
  const Dim4<Sym> shape = any_shape(proof);
  const AnyWords dst = any_words(proof, m, shape), src = any_words(proof, m, shape, "B", "'");
  const Operand& x = src.operand;
  Tensor<Sym> t = x.t;
  t.stride = any_strides(proof, shape, "''", Width::free);
  const spec::okk_bdc::Given<Sym> given1 = {t.address, {false, t.stride}};
  const spec::okk_bdc::View<Sym> view = {shape, dst.given, src.given, given1, 0};
  const Fact same = proof.given(spec::same_map<Sym, Plant>(m, x.t, t));
  const Sym margin = spec::okk_bdc::slack(m, view, Label::src_overlap),
            margin1 = spec::okk_bdc::slack(m, view, Label::src1_overlap);

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto equal = proof.use(equal_factors);
  const auto steps = proof.use(equal_steps);
  const Sym &start = x.address.start.lane, &lanes = m.lanes;
  Facts alike;
  for (const Sym& lane : spec::deciding_lanes(m, dst.operand.t, x.t)) {
    const auto blocks = spec::block_rows(m, start, shape.c, lane);
    const auto rows = spec::rows_in_lane<Sym, free_w>(m, x.t, blocks),
               rows1 = spec::rows_in_lane<Sym, free_w>(m, t, blocks);
    const Sym last = spec::last_of(rows), last1 = spec::last_of(rows1);
    const ExactArithmetic exact;
    const Sym reach = start + shape.c - 1 + lanes - lane;
    const SymBool has_some = all_of(lane<lanes, blocks.count> 0);
    const Fact within = proof.prove(
        "its block rows are among those of the tensor",
        implies(has_some,
                all_of(0 <= blocks.first, blocks.first + blocks.count - 1 <= x.last_block)),
        x.known + Facts{divide.instance(reach, lanes),
                        monotone.instance(x.last_block + 2, reach / lanes, lanes)});
    const auto& e = rows.extent;
    const auto &s = rows.stride, &s1 = rows1.stride;
    alike.push_back(proof.prove(
        "the rows of both begin and end alike",
        implies(has_some, all_of(rows.first == rows1.first, last == last1)),
        x.known + Facts{same, within, steps.instance(blocks.first, x.last_block + 1, s[1], s1[1]),
                        steps.instance(e[1] - 1, x.last_block + 1, s[1], s1[1]),
                        steps.instance(e[0] - 1, e[0], s[0], s1[0]),
                        steps.instance(e[2] - 1, e[2], s[2], s1[2]),
                        steps.instance(e[3] - 1, e[3], s[3], s1[3]),
                        equal.instance(e[3] - 1, rows1.extent[3] - 1, s1[3])}));
  }
  proof.conclude("both are as far from dst", margin == margin1, alike);
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

// Hands the machine and the parameters of a case to `see`.
template <class See>
bool with_words(const std::string& line, See see) {
  const Case c = parse_case(line);
  return see(spec::machine_shape<int64_t>(*c.profile),
             spec::okk_bdc::view_of(*c.operation, c.arguments));
}

// The formula's last byte is not the last that the reference writes.
template <class Plant>
bool end_is_wrong(const std::string& line) {
  const Case c = parse_case(line);
  int64_t last = -1;
  for (const Byte& byte : written(c)) last = std::max(last, byte.offset);
  return with_dst<Sound>(c, [&](const auto& m, const Tensor<int64_t>& t) {
    return spec::last_byte(m, t) == last && spec::last_byte<int64_t, Plant>(m, t) != last;
  });
}

// The formula passes what the reference rejects.
template <class Plant, Label label>
bool passes(const std::string& line) {
  return with_words(line, [&](const auto& m, const auto& view) {
    return spec::okk_bdc::slack<int64_t, Plant>(m, view, label) >= 0 &&
           spec::okk_bdc::slack(m, view, label) < 0 && violates(parse_case(line), label);
  });
}

// The formula says that a case is in place; the reference finds words that it moves.
template <class Plant>
bool in_place_is_imagined(const std::string& line) {
  return with_words(line, [&](const auto& m, const auto& view) {
    const auto dst = spec::okk_bdc::operand_of(m, view, on_dst),
               src = spec::okk_bdc::operand_of(m, view, on_src);
    return spec::same_map<int64_t, Plant>(m, dst, src) && !spec::same_map(m, dst, src) &&
           violates(parse_case(line), Label::src_overlap);
  });
}

// The formula says that the sources are the same; the reference finds that one of them meets dst.
template <class Plant>
bool sources_are_imagined_same(const std::string& line) {
  return with_words(line, [&](const auto& m, const auto& view) {
    const auto src = spec::okk_bdc::operand_of(m, view, on_src),
               src1 = spec::okk_bdc::operand_of(m, view, on_src1);
    return spec::same_map<int64_t, Plant>(m, src, src1) && !spec::same_map(m, src, src1) &&
           rejects(line, Label::src1_overlap);
  });
}

// Of two words each: dst behind the sources, the second of which reaches into it.
Proof::Limits two_words() {
  Proof::Limits limits = toy_limits(
      {{"A", {16, 16}}, {"B", {0, 0}}, {"N", {1, 1}}, {"C", {1, 1}}, {"H", {2, 2}}, {"W", {1, 1}}});
  for (const std::string mark : {"", "'", "''"}) {
    for (const char* stride : {"sn", "sc"}) limits[stride + mark] = {0, 0};
    for (const char* stride : {"sh", "sw"}) limits[stride + mark] = {1, 1};
  }
  limits["sh''"] = {4, 4};
  return limits;
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
  using Adjacent = Planted<Fault::w_stride_ignored>;
  using Loose = Planted<Fault::nested_not_strict>;
  using Later = Planted<Fault::later_lane_passes>;
  using AnyH = Planted<Fault::in_place_ignores_h>;
  using Near = Planted<Fault::gap_one_short>;
  const auto all = operations_matching({"okk_bdc_*"});
  return {
      {"extent.words",
       "The last byte of a tensor of any w stride is touched, nothing behind it is, and the tensor "
       "is in bounds exactly where each element is.",
       all,
       ends<>,
       {"elements of a row are taken for adjacent", ends<Adjacent>, small(0, 2, 4), ones,
        end_is_wrong<Adjacent>}},
      {"sharing.words.same_lane",
       "Operands start in one lane exactly where the slack says so; then each channel lies in one "
       "lane in all of them.",
       all,
       same_lane<>,
       {"a source may start behind the lane of dst", same_lane<Later>,
        toy_limits({{"A", {0, 1023}}, {"B", {0, 1023}}}), one_word,
        passes<Later, Label::src_addr_same_lane>}},
      {"sharing.words.alias",
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
      {"sharing.words.overlap",
       "Where the margin of overlap is not negative, the destination and a source share no byte, "
       "whatever their w strides.",
       all,
       operands_apart<>,
       {"ranges that meet in one word count as apart", operands_apart<Near>, small(4, 1, 2),
        between, passes<Near, Label::src_overlap>}},
      {"sharing.words.in_place",
       "A source counts as the destination exactly where every word of it is the same one.",
       all,
       in_place<>,
       {"any h stride passes as the same", in_place<AnyH>, small(0, 2, 2), between,
        in_place_is_imagined<AnyH>}},
      {"sharing.words.sources",
       "Sources that count as the same have one margin of overlap.",
       operations_matching({"okk_bdc_32bit_and", "okk_bdc_32bit_or", "okk_bdc_32bit_xor",
                            "okk_bdc_32bit_arithmetic_shift", "okk_bdc_32bit_logical_shift"}),
       sources_alike<>,
       {"any h stride passes as the same", sources_alike<AnyH>, two_words(),
        [](const Model& v) {
          return and_line(shape_of(v), words_of(v), words_of(v, "B", "'"), words_of(v, "B", "''"));
        },
        sources_are_imagined_same<AnyH>}}};
}

}  // namespace strideproof::solver

// NULL means the strides that the documents give for the layout: an operand with NULL has the same
// place for each element as with these strides given.

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/layouts.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

// There is one multiple of m in [x, x + m).
std::optional<Lemma<3>> round_up_is_unique(Prover& prover) {
  const auto divide = lemmas::division(prover);
  const auto least = lemmas::ceil_div_least(prover);
  const auto encloses = lemmas::ceil_div_encloses(prover);
  const auto monotone = lemmas::product_monotone(prover);
  if (!divide || !least || !encloses || !monotone) return {};
  return Lemma<3>::prove(
      prover, "rounding up is unique", {"x", "m", "y"},
      [](Sym x, Sym m, Sym y) {
        return given(x >= 0, m > 0, x <= y, y < x + m, y % m == 0).follows(y == round_up(x, m));
      },
      [&](const Sym& x, const Sym& m, const Sym& y) {
        return Instances{divide->instance(y, m), least->instance(x, m, y / m),
                         encloses->instance(x, m),
                         monotone->instance(ceil_div(x, m) + 1, y / m, m)};
      });
}

// There is one k with (k - 1)*m < x <= k*m.
std::optional<Lemma<3>> ceil_div_is_unique(Prover& prover) {
  const auto least = lemmas::ceil_div_least(prover);
  const auto encloses = lemmas::ceil_div_encloses(prover);
  const auto monotone = lemmas::product_monotone(prover);
  if (!least || !encloses || !monotone) return {};
  return Lemma<3>::prove(
      prover, "a quotient rounded up is unique", {"x", "m", "k"},
      [](Sym x, Sym m, Sym k) {
        return given(x >= 0, m > 0, (k - 1) * m < x, x <= k * m).follows(k == ceil_div(x, m));
      },
      [&](const Sym& x, const Sym& m, const Sym& k) {
        return Instances{least->instance(x, m, k), encloses->instance(x, m),
                         monotone->instance(ceil_div(x, m), k - 1, m)};
      });
}

// `x` has the given strides, `null` those of the code for NULL; `why` they are equal.
template <class Mutation>
void lies_where_given(Proof& proof, const AnyOperand& x, const Tensor<Sym>& null,
                      const Facts& why) {
  const auto equal = proof.use(equal_factors);
  const Dim4<Sym>&given = x.t.stride, &code = null.stride;
  const Element e = element_in_memory(proof, x);
  const auto explicit_place = spec::place_of(x.m, x.t, e.at);
  const auto place = exactly([&] { return spec::place_of<Sym, Mutation>(x.m, null, e.at); });
  const Sym explicit_slack = spec::end_slack(x.m, x.t);
  const Sym slack = spec::end_slack<Sym, Mutation>(x.m, null);
  const ExactArithmetic exact;
  const Fact strides =
      proof.prove("the strides are equal",
                  all_of(given.n == code.n, given.c == code.c, given.h == code.h), why);
  proof.conclude(
      "the place of an element is the same",
      all_of(place.lane == explicit_place.lane, place.byte == explicit_place.byte),
      {strides, equal.instance(given.n, code.n, e.at.n), equal.instance(given.c, code.c, e.block),
       equal.instance(given.h, code.h, e.at.h)});
  const auto cut = [](const Sym& stride) { return min_of(stride, Sym(spec::unbounded)); };
  const Dim4<Sym>& shape = x.t.shape;
  proof.conclude("so is the slack of the end", slack == explicit_slack,
                 {strides, equal.instance(cut(given.n), cut(code.n), shape.n - 1),
                  equal.instance(cut(given.c), cut(code.c), x.last_block),
                  equal.instance(cut(given.h), cut(code.h), shape.h - 1)});
}

// "the 128-byte aligned layout": channels rounded up to whole units, rows not padded, the n stride
// all block rows from the start lane on.
struct Documented {
  Dim4<Sym> stride;
  Facts why;  // the value that the code computes
};
Documented aligned_as_documented(Proof& proof, const MachineShape<Sym>& m, int64_t element_bytes,
                                 const Address& a, const Dim4<Sym>& shape) {
  const auto rounded = proof.use(round_up_is_unique);
  const auto counted = proof.use(ceil_div_is_unique);
  const auto equal = proof.use(equal_factors);
  const auto stride = [&](const char* name) { return proof.variable(name, 0, INT32_MAX); };
  const Dim4<Sym> s = {stride("sn"), stride("sc"), stride("sh"), 1};
  const Sym blocks = proof.variable("blocks", 1, INT32_MAX);
  const Sym channel = shape.h * shape.w, unit = m.unit_bytes / element_bytes;
  const Sym channels = a.start.lane + shape.c;
  const Fact document = proof.given(exactly([&] {
    return all_of(s.h == shape.w, channel <= s.c, s.c < channel + unit, s.c % unit == 0,
                  (blocks - 1) * m.lanes < channels, channels <= blocks * m.lanes,
                  s.n == blocks * s.c);
  }));
  const ExactArithmetic exact;
  const Fact channel_stride = proof.prove("sc is H*W rounded up", s.c == round_up(channel, unit),
                                          Facts{document, rounded.instance(channel, unit, s.c)} +
                                              bounds_of(proof, {m.unit_bytes, channel}));
  const Fact count =
      proof.prove("all block rows are counted", blocks == ceil_div(channels, m.lanes),
                  a.known + bounds_of(proof, {shape.c}) +
                      Facts{document, counted.instance(channels, m.lanes, blocks)});
  const Sym code_blocks = ceil_div(channels, m.lanes);
  return {s,
          {document, channel_stride, count, equal.instance(blocks, code_blocks, s.c),
           equal.instance(s.c, round_up(channel, unit), code_blocks)}};
}

template <class Mutation = Original>
void aligned_null(Proof& proof) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::local, es);
  const Address a = any_address(proof, m, Space::local, es);
  const Dim4<Sym> shape = any_shape(proof);
  const Documented layout = aligned_as_documented(proof, m, es, a, shape);
  const AnyOperand x = legal_operand(
      proof, m, a,
      operand_with<Original>(proof, m, Space::local, es, a, shape, {false, layout.stride}));
  lies_where_given<Mutation>(
      proof, x, operand_with<Mutation>(proof, m, Space::local, es, a, shape, {}), layout.why);
}

template <class Mutation = Original>
void continuous_null(Proof& proof) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, Space::system, es);
  const Address a = any_address(proof, m, Space::system, es);
  const Dim4<Sym> shape = any_shape(proof);
  const auto stride = [&](const char* name) { return proof.variable(name, 0, memory_end); };
  const Dim4<Sym> s = {stride("sn"), stride("sc"), stride("sh"), 1};
  const Fact document = proof.given(exactly([&] {
    return all_of(s.h == shape.w, s.c == shape.h * shape.w, s.n == shape.c * shape.h * shape.w);
  }));
  const AnyOperand x = legal_operand(
      proof, m, a, operand_with<Original>(proof, m, Space::system, es, a, shape, {false, s}));
  lies_where_given<Mutation>(
      proof, x, operand_with<Mutation>(proof, m, Space::system, es, a, shape, {}), {document});
}

// "the matrix layout": the aligned one of its shape.
template <class Mutation = Original>
void matrix_layout(Proof& proof) {
  const LocalMatrix x = any_local_matrix<Mutation>(proof);
  const Documented layout =
      aligned_as_documented(proof, x.m, x.element_bytes, x.address, x.t.shape);
  Tensor<Sym> documented = x.t;
  documented.stride = layout.stride;
  lies_where_given<Mutation>(proof, legal_operand(proof, x.m, x.address, documented, x.columns_fit),
                             x.t, layout.why);
}

// ---- controls ----

template <Space space>
std::string null_fill(const Model& v) {
  return fill_line(v["es"], shape_of(v), {space, v["A"], {}});
}

std::string null_words(const Model& v) { return ones_line(shape_of(v), {v["A"], {}}); }

using NotRounded = Mutant<FormulaFault::aligned_not_rounded>;

}  // namespace

std::vector<Control> stride_controls() {
  return {{"channels are not rounded up", aligned_null<NotRounded>,
           toy_limits({{"es", {4, 4}},
                       {"A", {0, 0}},
                       {"N", {1, 2}},
                       {"C", {1, 5}},
                       {"H", {1, 2}},
                       {"W", {1, 3}}}),
           null_words, replay_misplaces<NotRounded>}};
}

std::vector<Theorem> stride_theorems() {
  using Short = Mutant<FormulaFault::n_stride_one_channel_short>;
  using FromLaneZero = Mutant<FormulaFault::n_stride_ignores_start_lane>;
  const auto small = [](int64_t address) {
    return toy_limits(
        {{"A", {address, address}}, {"N", {1, 2}}, {"C", {1, 5}}, {"H", {1, 2}}, {"W", {1, 3}}});
  };
  return {
      {"strides.aligned.null",
       "A NULL stride in local memory, or no stride to be given, means those that the document "
       "gives for the aligned layout.",
       with_others(operations_where(uses_local), {"okk_bdc_*", "bm_atomic_mask_memcpy_4D"}),
       aligned_null<>,
       {"channels are not rounded up", aligned_null<NotRounded>, small(0), null_fill<Space::local>,
        replay_misplaces<NotRounded>}},
      {"strides.continuous.null",
       "A NULL stride in system memory, or no stride to be given, means those that the document "
       "gives for the continuous layout.",
       with_others(operations_where(uses_system), {"bm_atomic_mask_memcpy_4D"}),
       continuous_null<>,
       {"the n stride is one channel short", continuous_null<Short>, small(shared_address),
        null_fill<Space::system>, replay_misplaces<Short>}},
      {"strides.matrix",
       "The rows of a matrix in local memory are as far apart as all block rows from its start "
       "lane on.",
       matrices(),
       matrix_layout<>,
       {"the n stride counts block rows from lane 0", matrix_layout<FromLaneZero>,
        toy_limits({{"es", {4, 4}},
                    {"A", {768, 768}},
                    {"rows", {1, 3}},
                    {"cols", {1, 8}},
                    {"cols_per_channel", {1, 4}}}),
        [](const Model& v) {
          return matrix_line(v["A"], {v["rows"], v["cols"], v["cols_per_channel"]});
        },
        replay_misplaces<FromLaneZero>}}};
}

}  // namespace strideproof::solver

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
  const auto bounds = lemmas::ceil_div_bounds(prover);
  const auto monotone = lemmas::product_monotone(prover);
  if (!divide || !least || !bounds || !monotone) return {};
  return Lemma<3>::prove(
      prover, "rounding up is unique", {"x", "m", "y"},
      [](Sym x, Sym m, Sym y) {
        return given(x >= 0, m > 0, x <= y, y < x + m, y % m == 0).follows(y == round_up(x, m));
      },
      [&](const Sym& x, const Sym& m, const Sym& y) {
        return Instances{divide->instance(y, m), least->instance(x, m, y / m),
                         bounds->instance(x, m), monotone->instance(ceil_div(x, m) + 1, y / m, m)};
      });
}

// There is one k with (k - 1)*m < x <= k*m.
std::optional<Lemma<3>> ceil_div_is_unique(Prover& prover) {
  const auto least = lemmas::ceil_div_least(prover);
  const auto bounds = lemmas::ceil_div_bounds(prover);
  const auto monotone = lemmas::product_monotone(prover);
  if (!least || !bounds || !monotone) return {};
  return Lemma<3>::prove(
      prover, "a quotient rounded up is unique", {"x", "m", "k"},
      [](Sym x, Sym m, Sym k) {
        return given(x >= 0, m > 0, (k - 1) * m < x, x <= k * m).follows(k == ceil_div(x, m));
      },
      [&](const Sym& x, const Sym& m, const Sym& k) {
        return Instances{least->instance(x, m, k), bounds->instance(x, m),
                         monotone->instance(ceil_div(x, m), k - 1, m)};
      });
}

void are_the_strides(Proof& proof, const Dim4<Sym>& documented, const Tensor<Sym>& t,
                     const Facts& why) {
  proof.conclude("the strides are those of the document",
                 all_of(t.stride.n == documented.n, t.stride.c == documented.c,
                        t.stride.h == documented.h, t.stride.w == 1),
                 why);
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
  are_the_strides(proof, layout.stride,
                  operand_with<Mutation>(proof, m, Space::local, es, a, shape, {}), layout.why);
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
  are_the_strides(proof, s, operand_with<Mutation>(proof, m, Space::system, es, a, shape, {}),
                  {document});
}

// "the matrix layout": the aligned one of its shape.
template <class Mutation = Original>
void matrix_layout(Proof& proof) {
  const LocalMatrix x = any_local_matrix<Mutation>(proof);
  const Documented layout =
      aligned_as_documented(proof, x.m, x.element_bytes, x.address, x.t.shape);
  are_the_strides(proof, layout.stride, x.t, layout.why);
}

// ---- controls ----

template <Space space>
std::string null_fill(const Model& v) {
  return fill_line(v["es"], shape_of(v), {space, v["A"], {}});
}

using NotRounded = Mutant<FormulaFault::aligned_not_rounded>;

}  // namespace

std::vector<Theorem> stride_theorems() {
  using Short = Mutant<FormulaFault::n_stride_one_channel_short>;
  using FromLaneZero = Mutant<FormulaFault::n_stride_ignores_start_lane>;
  const auto small = [](int64_t address) {
    return toy_limits(
        {{"A", {address, address}}, {"N", {2, 2}}, {"C", {5, 5}}, {"H", {1, 2}}, {"W", {1, 3}}});
  };
  return {
      {"strides.aligned.null",
       "A NULL stride in local memory, or no stride to be given, means those that the document "
       "gives for the aligned layout.",
       with_others(operations_where(uses_local), {"okk_bdc_*", "bm_atomic_mask_memcpy_4D"}),
       aligned_null<>,
       {"channels are not rounded up", aligned_null<NotRounded>, small(0), null_fill<Space::local>,
        replay_differs<NotRounded>}},
      {"strides.continuous.null",
       "A NULL stride in system memory, or no stride to be given, means those that the document "
       "gives for the continuous layout.",
       with_others(operations_where(uses_system), {"bm_atomic_mask_memcpy_4D"}),
       continuous_null<>,
       {"the n stride is one channel short", continuous_null<Short>, small(shared_address),
        null_fill<Space::system>, replay_differs<Short>}},
      {"strides.matrix",
       "The rows of a matrix in local memory are as far apart as all block rows from its start "
       "lane on.",
       matrices(),
       matrix_layout<>,
       {"the n stride counts block rows from lane 0", matrix_layout<FromLaneZero>,
        toy_limits({{"es", {4, 4}},
                    {"A", {768, 768}},
                    {"rows", {2, 3}},
                    {"cols", {1, 8}},
                    {"cols_per_channel", {1, 4}}}),
        [](const Model& v) {
          return matrix_line(v["A"], {v["rows"], v["cols"], v["cols_per_channel"]});
        },
        replay_differs<FromLaneZero>}}};
}

}  // namespace strideproof::solver

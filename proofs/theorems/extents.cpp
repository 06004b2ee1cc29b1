// Extents of the tensors and matrices of okk-gdma.

#include "proofs/theorems/extents.h"

#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/layouts.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {

std::optional<Lemma<3>> steps_end_at_the_last(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  if (!monotone) return {};
  return Lemma<3>::prove(
      prover, "steps end at the last", {"i", "last", "s"},
      [](Sym i, Sym last, Sym s) {
        const Sym cut = last * min_of(s, Sym(spec::unbounded));
        return given(0 <= i, i <= last, any_of(s >= 0, last == 0), s <= spec::unbounded)
            .follows(0 <= i * s, i * s <= cut, cut == last * s);
      },
      [&](const Sym& i, const Sym& last, const Sym& s) {
        return Instances{monotone->instance(i, last, s), monotone->instance(0, i, s)};
      });
}

namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

template <Space space, class Mutation = Original>
void tensor_extent(Proof& proof) {
  const int64_t es = any_element_bytes(proof);
  const auto m = any_machine(proof, space, es);
  const Address a = any_address(proof, m, space, es);
  // Only words have free w strides, and only in lanes.
  const Width width = space == Space::local ? Width::free : Width::adjacent;
  const Tensor<Sym> t = any_tensor(proof, a, space, es, width);
  last_byte_is_last<Mutation>(proof, any_operand(proof, m, a, t));
}

template <class Mutation = Original>
void matrix_extent(Proof& proof) {
  LocalMatrix matrix = any_local_matrix<Original>(proof);
  Tensor<Sym>& t = matrix.t;
  const auto width = proof.name("last_width", t.last_width), sn = proof.name("sn", t.stride.n),
             sc = proof.name("sc", t.stride.c), channels = proof.name("channels", t.shape.c);
  const Fact roomy =
      proof.prove("a channel covers its rows", t.shape.w <= sc.value,
                  rounded_up(proof, matrix.m, matrix.element_bytes, t.shape.h * t.shape.w) +
                      Facts{sc.definition});
  t.last_width = width.value, t.stride.n = sn.value, t.stride.c = sc.value;
  t.shape.c = channels.value;
  const AnyOperand x =
      any_operand(proof, matrix.m, matrix.address, t,
                  matrix.columns_fit + Facts{width.definition, channels.definition});
  last_byte_is_last<Mutation>(proof, x, {roomy});
}

// The slack of a start is >= 0 iff the lane, or window, of the address exists.
template <Space space, class Mutation = Original>
void start_exists(Proof& proof) {
  const auto m = any_machine(proof, space, 1);
  const Sym a = proof.variable("A", 0, INT64_MAX);
  const Sym slack = spec::start_slack<Sym, Mutation>(m, space, a);
  if (space == Space::local) {
    const auto below = proof.use(lemmas::division_below);
    proof.conclude("the lane exists", (slack >= 0) == (a / m.lane_bytes < m.lanes),
                   bounds_of(proof, {a, m.lanes, m.lane_bytes}) +
                       Facts{below.instance(a, m.lanes, m.lane_bytes)});
    return;
  }
  SymBool inside = false;
  for (const Window& window : m.windows)
    inside = any_of(inside, all_of(a >= window.first, a < window.end()));
  proof.conclude("a window holds it", (slack >= 0) == inside);
}

// ---- controls ----

// The last byte of the formula differs from that of the reference.
template <class Mutation>
bool last_byte_is_wrong(const std::string& line) {
  const Case c = parse_case(line);
  int64_t last = -1;
  for (const Byte& byte : written(c)) last = std::max(last, byte.offset);
  return with_dst<Original>(c, [&](const auto& m, const Tensor<int64_t>& t) {
    return spec::last_byte(m, t) == last && spec::last_byte<int64_t, Mutation>(m, t) != last;
  });
}

// The formula finds a lane, or window, that the reference does not.
template <class Mutation>
bool start_is_wrong(const std::string& line) {
  const Case c = parse_case(line);
  return with_dst<Original>(c, [&](const auto& m, const Tensor<int64_t>& t) {
    return spec::start_slack<int64_t, Mutation>(m, t.space, t.address) >= 0 &&
           violates(c, okk_gdma::ConstraintId::dst_addr_start);
  });
}

template <Space space>
std::string explicit_fill(const Model& v) {
  return fill_line(v["es"], shape_of(v), {space, v["A"], strides_of(v)});
}
template <Space space>
std::string fill_at_start(const Model& v) {
  return fill_line(1, {1, 1, 1, 1}, {space, v["A"], {}});
}
std::string matrix_of_columns(const Model& v) {
  return matrix_line(v["A"], {v["rows"], v["cols"], v["cols_per_channel"]});
}

}  // namespace

std::vector<Theorem> extent_theorems() {
  using Short = Mutant<FormulaFault::end_one_short>;
  using NoTail = Mutant<FormulaFault::tail_ignored>;
  const auto small = [](int64_t address) {
    return toy_limits({{"A", {address, address}},
                       {"N", {1, 2}},
                       {"C", {1, 6}},
                       {"H", {1, 2}},
                       {"W", {1, 4}},
                       {"sn", {0, 40}},
                       {"sc", {0, 20}},
                       {"sh", {0, 10}},
                       {"sw", {1, 1}}});
  };
  using Inclusive = Mutant<FormulaFault::window_end_inclusive>;
  return {
      {"extent.start.local",
       "An address is accepted exactly where its lane exists.",
       operations_where([](okk_gdma::Kind k) { return uses_local(k) || is_matrix(k); }),
       start_exists<Space::local>,
       {"the end of the last lane is one of its bytes", start_exists<Space::local, Inclusive>,
        toy_limits({{"A", {0, 2000}}}), fill_at_start<Space::local>, start_is_wrong<Inclusive>}},
      {"extent.start.system",
       "An address is accepted exactly where a window holds it.",
       operations_where([](okk_gdma::Kind k) { return uses_system(k) || is_matrix(k); }),
       start_exists<Space::system>,
       {"the end of a window is one of its bytes", start_exists<Space::system, Inclusive>,
        toy_limits({{"A", {toy_window, toy_window + 10'000}}}), fill_at_start<Space::system>,
        start_is_wrong<Inclusive>}},
      {"extent.local",
       "The last byte of a tensor in local memory, of any w stride, is touched, no byte past it "
       "is, "
       "and the tensor is in bounds exactly where each element is.",
       with_others(operations_where(uses_local), {"okk_bdc_*", "bm_atomic_mem*_4D",
                                                  "bm_atomic_cwtrans", "bm_atomic_mask_memcpy_4D"}),
       tensor_extent<Space::local>,
       {"the last byte is taken for the end", tensor_extent<Space::local, Short>, small(16),
        explicit_fill<Space::local>, last_byte_is_wrong<Short>}},
      {"extent.system",
       "The last byte of a tensor in system memory is touched, no byte past it is, and the "
       "tensor is in bounds exactly where each element is.",
       with_others(
           operations_where([](okk_gdma::Kind k) { return uses_system(k) || is_matrix(k); }),
           {"bm_atomic_mem*_4D", "bm_atomic_memcpy_2D", "bm_atomic_mask_memcpy_4D"}),
       tensor_extent<Space::system>,
       {"the last byte is taken for the end", tensor_extent<Space::system, Short>,
        small(shared_address), explicit_fill<Space::system>, last_byte_is_wrong<Short>}},
      {"extent.matrix",
       "The last byte of a matrix in local memory is touched and no byte past it is, though the "
       "last channel be partly filled or alone in its block row.",
       matrices(),
       matrix_extent<>,
       {"the last channel counts as full", matrix_extent<NoTail>,
        toy_limits({{"es", {4, 4}},
                    {"A", {0, 0}},
                    {"rows", {1, 2}},
                    {"cols", {1, 16}},
                    {"cols_per_channel", {1, 4}}}),
        matrix_of_columns, last_byte_is_wrong<NoTail>}}};
}
}  // namespace strideproof::solver

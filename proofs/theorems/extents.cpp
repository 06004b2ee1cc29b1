// Extents of the tensors and matrices of okk-gdma.

#include "proofs/theorems/extents.h"

#include "proofs/theorems/counterexample.h"
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
  if (space == Space::system)
    return last_byte_is_last<Mutation>(proof,
                                       any_operand(proof, m, a, any_tensor(proof, a, space, es)));
  // In lanes the last channel of a matrix may be narrower, and words have free w strides.
  Tensor<Sym> t = any_tensor(proof, a, space, es, Width::free);
  t.last_width = proof.variable("last_width", 1, most_extent);
  const Fact narrower = proof.given(
      all_of(t.last_width <= t.shape.w, any_of(t.last_width == t.shape.w, t.stride.w == 1)));
  const Fact roomy = proof.given(any_of(t.last_width == t.shape.w, t.stride.c >= t.shape.w));
  last_byte_is_last<Mutation>(
      proof, any_operand(proof, m, a, t, Facts{narrower, proof.bounds(t.last_width)}), {roomy});
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
           violates(c, okk_gdma::ConstraintId::dst_start);
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
}  // namespace

std::vector<Theorem> extent_theorems() {
  using Short = Mutant<FormulaFault::end_one_short>;
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
       with_others(operations_where(uses_local),
                   {"okk_bdc_*", "bm_atomic_mem*_4D", "bm_atomic_cwtrans",
                    "bm_atomic_mask_memcpy_4D", "okk_gdma_32bit_matrix_*", "bm_atomic_memcpy_2D"}),
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
        small(shared_address), explicit_fill<Space::system>, last_byte_is_wrong<Short>}}};
}
}  // namespace strideproof::solver

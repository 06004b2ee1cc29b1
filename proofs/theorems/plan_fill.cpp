// Nests of fills: a loop whose steps stay on the grid of the loop inside it, without a gap, is
// coalesced with it. Bytes may then be written more or less often, but the set of bytes is the
// same.

#include "proofs/theorems/plans.h"

namespace strideproof::solver::plans {
namespace {

// e = q*g and x = i + j*q: x steps of g are i steps of g and j steps of e.
Lemma<6> covered_steps(Prover& prover) {
  return Lemma<6>::prove(prover, "steps of a covering loop", {"x", "i", "j", "q", "g", "e"},
                         [](Sym x, Sym i, Sym j, Sym q, Sym g, Sym e) {
                           return given(e == q * g, x == i + j * q).follows(x * g == i * g + j * e);
                         });
}

// e = q*g <= m*g: a loop of m + (p-1)*q steps of g ends no later than p steps of e after m steps of
// g.
Lemma<5> covered_count(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  const auto positive = lemmas::product_not_negative(prover);
  return Lemma<5>::prove(
      prover, "count of a covering loop", {"m", "g", "p", "e", "q"},
      [](Sym m, Sym g, Sym p, Sym e, Sym q) {
        const Sym more = (p - 1) * q, count = m + more;
        return given(e == q * g, e <= g * m, q >= 0, g >= 1, m >= 0, p >= 0)
            .follows(q <= m, 0 <= count, count <= g * count, -m <= more,
                     g * count == g * m + e * p - e);
      },
      [&](const Sym& m, const Sym& g, const Sym& p, const Sym&, const Sym& q) {
        return Instances{monotone.instance(m + 1, q, g), positive.instance(p, q),
                         monotone.instance(1, g, m + (p - 1) * q)};
      });
}

// The step j of the outer loop (of p) from which step x of the coalesced loop is a step of the
// inner loop (of m); q = 0 if the outer loop has step 0.
Sym outer_step(const Sym& x, const Sym& p, const Sym& q) {
  return select(q == 0, Sym(0), min_of(p - 1, x / q));
}
Lemma<5> covered_decode(Prover& prover) {
  const auto monotone = lemmas::product_monotone(prover);
  const auto divide = lemmas::division(prover);
  return Lemma<5>::prove(
      prover, "a step of a covering loop", {"x", "m", "p", "q", "j"},
      [](Sym x, Sym m, Sym p, Sym q, Sym j) {
        return given(0 <= x, x < m + (p - 1) * q, 0 <= q, q <= m, p >= 1, j == outer_step(x, p, q))
            .follows(0 <= j, j < p, 0 <= x - j * q, x - j * q < m);
      },
      [&](const Sym& x, const Sym&, const Sym& p, const Sym& q, const Sym& j) {
        return Instances{divide.instance(x, q),          monotone.instance(p - 1, x / q, q),
                         monotone.instance(j, x / q, q), monotone.instance(x / q, j, q),
                         monotone.instance(j, p - 1, q), monotone.instance(p - 1, j, q)};
      });
}

struct Fill {
  static Loop<Sym> loop(const AnyLoop& any) { return {any.count, any.step[0], Sym(0)}; }
  static SymBool covers(const AnyLoop& inner, const AnyLoop& outer) {
    return optimized::covers(loop(inner), loop(outer));
  }
  static Loops push(const AnyLoop& inner, const AnyLoop& outer) {
    Nest<Sym> nest = optimized::nest_of_run(Loop<Sym>{Sym(1), Sym(1), Sym(0)});
    nest.loops[nest.depth++] = loop(inner);
    optimized::push_fill_loop(nest, loop(outer));
    Loops loops;
    for (int i = 1; i < nest.depth; ++i)
      loops.push_back({nest.loops[i].count, {nest.loops[i].dst}});
    return loops;
  }
};

// Steps that stay on the grid are coalesced over gaps.
struct OverGaps : Fill {
  static SymBool covers(const AnyLoop& inner, const AnyLoop& outer) {
    return outer.step[0] % inner.step[0] == 0;
  }
  static Loops push(const AnyLoop& inner, const AnyLoop& outer) {
    if (outer.count == 1) return {inner};
    if (!covers(inner, outer)) return {inner, outer};
    const Loop<Sym> both = optimized::covered(loop(inner), loop(outer));
    return {{both.count, {both.dst}}};
  }
};

// A loop of the nest ends after at most this many bytes: a run, rows, channels and batches.
constexpr int64_t reach = 3 * far;

SymBool ends(const AnyLoop& loop, int64_t end) {
  const ExactArithmetic exact;
  return all_of(0 <= loop.count, 1 <= loop.step[0], loop.count <= loop.step[0] * loop.count,
                loop.step[0] * loop.count <= end);
}

// Any loop of a nest, and the one pushed around it, whose step may be 0.
template <class Code>
void push_keeps_bytes(Proof& proof) {
  const auto steps = proof.use(covered_steps);
  const auto counts = proof.use(covered_count);
  const auto decode = proof.use(covered_decode);
  const auto divide = proof.use(lemmas::division);
  const auto positive = proof.use(lemmas::product_not_negative);
  const auto monotone = proof.use(lemmas::product_monotone);
  const AnyLoop inner = any_loop(proof, "inner", 1, reach),
                outer = any_loop(proof, "outer", 1, most_extent + 1);
  const Sym &m = inner.count, &g = inner.step[0], &p = outer.count, &e = outer.step[0];
  const Fact inner_ends = proof.given(ends(inner, reach));
  const Fact outer_ends = proof.given(
      exactly([&] { return any_of(p == 1, all_of(0 <= e, 0 <= e * p, e * p <= far)); }));
  proof.learn("steps are not 0", g, {1, widest_step}, {inner_ends, proof.bounds(g)});
  proof.learn("the inner loop ends", exactly([&] { return g * m; }), {0, reach}, {inner_ends});
  const bool once(p == 1);
  if (!once)
    proof.learn("the step is not negative", e, {0, widest_step},
                {outer_ends, proof.bounds(e), proof.prove("it runs more or less often", p != 1)});
  const bool covered(!once && bool(Code::covers(inner, outer)));
  const Sym q = exactly([&] { return e / g; });
  Facts known = {inner_ends, outer_ends, divide.instance(e, g)};
  if (covered) {
    known.push_back(proof.prove("e = q*g, q <= m", exactly([&] {
                                  return all_of(p != 1, e == q * g, e <= g * m, 0 <= q, q <= m,
                                                1 <= g, 0 <= m, 0 <= p);
                                }),
                                {}));
    known.push_back(counts.instance(m, g, p, e, q));
    const Sym more = exactly([&] { return (p - 1) * q; });
    proof.learn("the steps past the inner loop", more, {-reach, 4 * far}, known);
    proof.learn("all steps", exactly([&] { return m + more; }), {0, 4 * far}, known);
  }
  const Loops loops = Code::push(inner, outer);
  const ExactArithmetic exact;
  if (!covered) {
    const bool kept = loops.size() == 2;
    proof.conclude("a loop that runs once is dropped, another is kept around the nest",
                   all_of(SymBool(once ? loops.size() == 1 : kept), are_one(loops.front(), inner),
                          kept ? all_of(are_one(loops.back(), outer), 1 <= e) : p == 1),
                   known);
    return;
  }
  const AnyLoop& both = loops.front();
  proof.conclude("the coalesced loop ends before its steps overflow", ends(both, 4 * far), known);
  const Sym i = proof.variable("i", 0, reach), j = proof.variable("j", 0, far);
  const Fact step = proof.given(all_of(i < m, j < p));
  const Sym x = i + j * q;
  proof.conclude("it writes each byte of both loops",
                 all_of(0 <= x, x < both.count, x * both.step[0] == i * g + j * e),
                 known + Facts{step, steps.instance(x, i, j, q, g, e), positive.instance(j, q),
                               monotone.instance(j, p - 1, q)});
  const Sym y = proof.variable("y", 0, 4 * far);
  const Fact inside = proof.given(y < both.count);
  const Sym jy = outer_step(y, p, q), iy = y - jy * q;
  proof.conclude("and no other",
                 all_of(0 <= iy, iy < m, 0 <= jy, jy < p, y * both.step[0] == iy * g + jy * e),
                 known + Facts{inside, step, decode.instance(y, m, p, q, jy),
                               steps.instance(y, iy, jy, q, g, e)});
}

// ---- the control: the inner loop are rows of one byte, the outer one batches ----

std::string fill_of_rows(const Model& v) {
  return fill_line(
      1, {v["outer.count"], 1, v["inner.count"], 1},
      {Space::system, toy_window, Dim4<int64_t>{v["outer.step0"], 0, v["inner.step0"], 1}});
}
// The bytes of the rows are those that the reference writes; the coalesced loop has others.
bool gaps_are_filled(const std::string& line) {
  const Case c = parse_case(line);
  const auto op = okk_gdma::fill_of(*c.operation, c.arguments);
  const Loop<int64_t> rows = {op.shape.h, op.dst_stride.stride.h, 0},
                      batches = {op.shape.n, op.dst_stride.stride.n, 0};
  std::set<int64_t> real, both, coalesced;
  for (const solver::Byte& byte : written(c)) real.insert(byte.offset - op.dst_addr);
  for (int64_t j = 0; j < batches.count; ++j)
    for (int64_t i = 0; i < rows.count; ++i) both.insert(j * batches.dst + i * rows.dst);
  const Loop<int64_t> one = optimized::covered(rows, batches);
  for (int64_t x = 0; x < one.count; ++x) coalesced.insert(x * one.dst);
  return real == both && real != coalesced;
}

}  // namespace

std::vector<Theorem> fills() {
  return {{"plan.nest.fill",
           "A loop that is pushed around the nest of a fill is dropped, coalesced or kept; the "
           "nest writes each byte of its loops and no other, though some perhaps twice.",
           operations_matching({"okk_gdma_*set_C*", "bm_atomic_memset_4D"}),
           push_keeps_bytes<Fill>,
           {"loops are coalesced over gaps", push_keeps_bytes<OverGaps>,
            toy("inner.count=2..3 inner.step0=2..4 outer.count=2..3 outer.step0=0..40"),
            fill_of_rows, gaps_are_filled}}};
}

}  // namespace strideproof::solver::plans

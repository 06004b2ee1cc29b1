// How the forms of two walks are compared: steps of one number lead to one place exactly where each dimension
// is the same, and this is what the code compares.

#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/bm_copies.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {

SymBool have_parted(const SymWalk& a, const SymWalk& b, const Step& i, const Step& j) {
  return all_of(are_one(a, b, i, j), leads_to(a, i) != leads_to(b, j));
}

SymWalk any_form(Proof& proof, const std::string& mark) {
  SymWalk walk;
  for (const std::string k : {"0", "1", "2", "3"})
    walk.push_back({proof.variable("E" + k + mark, 1, most_steps),
                    proof.variable("S" + k + mark, 0, any_u32)});
  return walk;
}
SymBool same_form(const SymWalk& a, const SymWalk& b) {
  SymBool same = true;
  for (size_t k = 0; k < 4; ++k)
    same = all_of(same, a[k].extent == b[k].extent, a[k].stride == b[k].stride);
  return same;
}
Fact cite_compared(Proof& proof, const SymWalk& a, const SymWalk& b, const Step& i, const Step& j) {
  return proof.cite("sharing.bm.walks.compared",
                    implies(all_of(is_reduced<spec::Sound>(a), is_reduced<spec::Sound>(b),
                                   steps_of(a) == steps_of(b), !same_form(a, b)),
                            have_parted(a, b, i, j)));
}
Fact cite_same(Proof& proof, const WalkPair& walks, const SymBool& counts_as_same) {
  return proof.cite("sharing.bm.walks.same", counts_as_same == same_form(walks.of_a, walks.of_b));
}

std::string rows_as_others(const Model& v) {
  const auto rows = [&](const std::string& mark) -> Tensor4 {
    return {src_window, 0, {1, 1, v["e1" + mark], v["e0" + mark]}, {0, 0, v["s1" + mark], 1}, 2};
  };
  return tensor_line(rows(""), rows("'"), bm_atomic::Direction::S2S, false);
}

namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;
using spec::bm_atomic::Steps;

// They begin alike and then differ: a path for each number of dimensions that are alike.
template <class Plant = Sound>
void walks_are_compared(Proof& proof) {
  // A control has rows, which differ at once, those of the first shorter than those of the second.
  constexpr bool sound = std::is_same_v<Plant, Sound>;
  const auto alike = sound ? static_cast<size_t>(any_choice(proof, "alike", 4)) : 0;
  // Where they part: at the next step, or at the end of the next dimension of the first or the second.
  const int part = alike == 3 ? 0 : sound ? any_choice(proof, "part", 3) : 1;
  const SymWalk a = sound ? any_form(proof, "") : padded(any_dimensions(proof, true));
  SymWalk b = sound ? any_form(proof, "'") : padded(any_dimensions(proof, true, "'"));
  for (size_t k = 0; k < alike; ++k) b[k] = a[k];
  const ExactArithmetic exact;
  const Fact both = proof.given(all_of(is_reduced<Plant>(a), is_reduced<Plant>(b)));
  const Steps<Sym>&inner = a[alike], &inner_b = b[alike];
  const Fact differ =
      proof.given(any_of(inner.extent != inner_b.extent, inner.stride != inner_b.stride));
  const Fact many = proof.given(steps_of(a) == steps_of(b));

  const auto equal = proof.use(equal_factors);
  const auto radix = proof.use(lemmas::mixed_radix);
  const auto monotone = proof.use(lemmas::product_monotone);
  // Steps of the dimensions that are alike; of those outside the next one.
  const auto product = [](const SymWalk& walk, size_t from, size_t to) {
    Sym count = 1;
    for (size_t k = from; k < to; ++k) count = count * walk[k].extent;
    return count;
  };
  Facts several;
  const auto positive = [&](const SymWalk& walk, size_t from, size_t to) {
    for (size_t k = from + 1; k < to; ++k)
      several.push_back(monotone.instance(1, walk[k].extent, product(walk, from, k)));
    several.push_back(
        proof.prove("there are steps", 1 <= product(walk, from, to), several + Facts{both}));
  };
  positive(a, 0, alike);
  const Sym E = product(a, 0, alike);
  struct Outside {
    Sym steps;
    Facts known;
  };
  // The dimension outside the next one, if there is one.
  const auto next = [&](const SymWalk& walk) {
    return alike == 3 ? Steps<Sym>{1, 0} : walk[alike + 1];
  };
  const auto outside = [&](const SymWalk& walk, const char* name) {
    positive(walk, alike + 1, 4);
    const Sym steps = product(walk, alike + 1, 4);
    Facts why = {both};
    for (size_t k = alike + 1; k < 4; ++k)
      why.push_back(equal.instance(walk[k].extent, 1, product(walk, alike + 1, k)));
    const auto [R, is_R] = proof.name(name, steps);
    return Outside{R,
                   {is_R, proof.prove("or there is none",
                                      all_of(R >= 1, implies(next(walk).extent == 1, R == 1)),
                                      why + several + Facts{is_R})}};
  };
  const Outside out = outside(a, "R"), out_b = outside(b, "R'");
  const Sym count = inner.extent * out.steps, count_b = inner_b.extent * out_b.steps;
  const Facts known = Facts{both, differ} + out.known + out_b.known;
  Facts named = {many};
  for (const auto* side : {&out, &out_b}) {
    const Sym &next_extent = side == &out ? inner.extent : inner_b.extent,
              raw = product(side == &out ? a : b, alike + 1, 4);
    named = named + side->known +
            Facts{equal.instance(side->steps, raw, next_extent),
                  equal.instance(next_extent * side->steps, next_extent * raw, E)};
  }
  const Fact of_both = proof.prove("as many steps of both", E * count == E * count_b, named);
  const Fact some = proof.prove("of dimensions that are alike", E >= 1, several + Facts{both});
  const Fact as_many = proof.prove("as many steps from there on", count == count_b,
                                   {of_both, some, radix.instance(count, 0, count_b, 0, E)});
  const Sym first = min_of(inner.extent, inner_b.extent);
  const auto place = [&](const SymWalk& walk, const Sym& at) {
    return select(at < walk[alike].extent, at * walk[alike].stride, next(walk).stride);
  };
  const auto parted = [&](const Sym& at) {
    return all_of(at >= 1, at < count, place(a, at) != place(b, at));
  };
  Facts why = known + Facts{as_many};
  for (const auto* side : {&inner, &inner_b}) {
    const Sym& R = side == &inner ? out.steps : out_b.steps;
    why = why + Facts{monotone.instance(1, R, side->extent),
                      monotone.instance(2, R, side->extent),
                      monotone.instance(1, side->extent, R),
                      equal.instance(first, side->extent, inner.stride),
                      equal.instance(first, side->extent, inner_b.stride),
                      equal.instance(inner.stride, inner_b.stride, side->extent),
                      equal.instance(side->extent, 1, R)};
  }
  const Fact parts = proof.prove("they part within the shorter of the next dimensions",
                                 any_of(parted(1), parted(first)), why);
  proof.conclude(
      "walks that differ part at the next step, or one goes on in another dimension sooner",
      any_of(parted(1), alike == 3 ? SymBool(false) : inner.extent != inner_b.extent), why);
  const Sym &A = inner.extent, &B = inner_b.extent;
  const Sym at = part == 0 ? Sym(1) : part == 1 ? A : B;
  const SymBool here[] = {parted(1), A < B, B < A};
  const Fact chosen = proof.given(all_of(here[part], part == 0 ? SymBool(true) : !parted(1)));
  const Fact there = proof.prove("which is where", parted(at), {parts, chosen, both});
  // Step `at` of the next dimension, or the first of the one outside it.
  const auto step_at = [&](bool ends) {
    Step step(4, Sym(0));
    step[ends ? alike + 1 : alike] = ends ? Sym(1) : at;
    return step;
  };
  const Step i = step_at(part == 1), j = step_at(part == 2);
  proof.conclude("walks that differ part at a step of one number", have_parted(a, b, i, j),
                 why + Facts{chosen, there, equal.instance(at, inner.extent, E),
                             equal.instance(at, inner_b.extent, E)});
}

// ---- what the code compares ----

// Forms of any number of dimensions, each of several steps: a path for each two numbers of them.
template <class Plant = Sound>
void forms_are_compared(Proof& proof) {
  const auto any = [&](const char* dimensions, const std::string& mark) {
    SymWalk form;
    const int count = any_choice(proof, dimensions, 5);
    for (int k = 0; k < count; ++k)
      form.push_back({proof.variable("e" + std::to_string(k) + mark, 2, most_steps),
                      proof.variable("s" + std::to_string(k) + mark, 0, any_u32)});
    return form;
  };
  const SymWalk a = any("dimensions", ""), b = any("dimensions'", "'");
  const SymBool same = spec::bm_atomic::are_equal<Sym, Plant>(a, b);
  proof.conclude("forms count as the same exactly where each dimension is",
                 same == same_form(padded(a), padded(b)));
}

// ---- controls ----

template <class Plant>
bool rows_are_told_apart(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = bm_atomic::tensor_of(c.arguments);
  return !spec::bm_atomic::is_in_place<int64_t, Plant>(m, op) &&
         spec::bm_atomic::is_in_place(m, op) && accepts(line);
}

}  // namespace

std::vector<Theorem> bm_walk_form_theorems() {
  using Apart = Planted<Fault::steps_never_joined>;
  using ByNumber = Planted<Fault::walks_compared_by_number>;
  // 2 x 3 and 3 x 2 bytes; where the proof tries its premises, any small forms.
  Proof::Limits small = {{"e0", {2, 2}},  {"s0", {1, 1}},  {"e1", {3, 3}},  {"s1", {2, 5}},
                         {"e0'", {3, 3}}, {"s0'", {1, 1}}, {"e1'", {2, 2}}, {"s1'", {3, 3}}};
  for (const std::string mark : {"", "'"})
    for (const std::string k : {"0", "1", "2", "3"}) {
      small["E" + k + mark] = {1, 4};
      small["S" + k + mark] = {0, 64};
    }
  // Two rows of two elements.
  Proof::Limits two_rows = {{"dimensions", {2, 2}}, {"dimensions'", {2, 2}}};
  for (const std::string mark : {"", "'"}) {
    two_rows["e0" + mark] = two_rows["e1" + mark] = {2, 2};
    two_rows["s0" + mark] = {1, 1}, two_rows["s1" + mark] = {3, 5};
  }
  return {
      {"sharing.bm.walks.compared",
       "Walks of as many steps whose dimensions do not go on part at a step of one number unless "
       "each dimension is the same.",
       operations_matching({"bm_atomic_memcpy_4D"}),
       walks_are_compared<>,
       {"dimensions that go on are left as they are", walks_are_compared<Apart>, small,
        rows_as_others, rows_are_told_apart<Apart>}},
      {"sharing.bm.walks.same",
       "The code takes two walks for the same exactly where each dimension of the forms that it "
       "makes "
       "of them is the same.",
       operations_matching({"bm_atomic_memcpy_4D"}),
       forms_are_compared<>,
       {"walks of as many dimensions count as the same", forms_are_compared<ByNumber>, two_rows,
        rows_as_others, in_place_is_imagined<ByNumber>}}};
}

}  // namespace strideproof::solver

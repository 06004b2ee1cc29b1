// What the comparison of their forms says of two walks: that they lead to the same places in the same order
// exactly where their forms are the same.

#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/bm_copies.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {
namespace {

SymBool as_many(const WalkPair& x) {
  return all_of(of_parameters(x.a), of_parameters(x.b), steps_of(x.a) == steps_of(x.b));
}

}  // namespace

SymBool alike_if_same(const WalkPair& x, const Step& i, const Step& j) {
  return implies(all_of(as_many(x), same_form(x.of_a, x.of_b), are_one(x.a, x.b, i, j)),
                 leads_to(x.a, i) == leads_to(x.b, j));
}
SymBool parted_if_not(const WalkPair& x, const Step& i, const Step& j) {
  return implies(all_of(as_many(x), !same_form(x.of_a, x.of_b)), have_parted(x.a, x.b, i, j));
}

namespace {

using spec::Fault;
using spec::Planted;

// The dimensions from k on.
template <class Each>
std::vector<Each> without(const std::vector<Each>& all, size_t k) {
  return {all.begin() + static_cast<std::ptrdiff_t>(k), all.end()};
}

// Steps of one number in one walk are one.
Fact one_step(Proof& proof, const SymWalk& walk, const Step& i, const Step& j, const Facts& known) {
  const auto radix = proof.use(lemmas::mixed_radix);
  Facts why = known;
  SymBool same = true;
  for (size_t k = 0; k < walk.size(); ++k) {
    const SymWalk outside = without(walk, k + 1);
    why.push_back(radix.instance(number(outside, without(i, k + 1)), i[k],
                                 number(outside, without(j, k + 1)), j[k], walk[k].extent));
    same = all_of(same, i[k] == j[k]);
  }
  return proof.prove("steps of one number are one", same, why);
}

// The step of this number.
Step step_number(const SymWalk& walk, Sym n) {
  const ExactArithmetic exact;
  Step step;
  for (size_t k = 0; k + 1 < walk.size(); ++k) {
    step.push_back(n % walk[k].extent);
    n = n / walk[k].extent;
  }
  step.push_back(n);
  return step;
}
Fact has_number(Proof& proof, const SymWalk& walk, const Step& step, const Sym& n, Fact exists_n) {
  const auto divide = proof.use(lemmas::division);
  const auto below = proof.use(lemmas::division_below);
  const auto equal = proof.use(equal_factors);
  const ExactArithmetic exact;
  // What the dimensions from k on are to count.
  std::vector<Sym> rest = {n};
  Facts in_range = {std::move(exists_n)};
  for (size_t k = 0; k + 1 < walk.size(); ++k) {
    const Sym &extent = walk[k].extent, outside = steps_of(without(walk, k + 1));
    rest.push_back(rest[k] / extent);
    in_range.push_back(proof.prove(
        "the dimensions outside have the rest",
        all_of(0 <= rest[k + 1], rest[k + 1] < outside, 0 <= step[k], step[k] < extent,
               rest[k] == rest[k + 1] * extent + step[k]),
        bounds_of(proof, {extent}) + Facts{in_range[k], divide.instance(rest[k], extent),
                                           below.instance(rest[k], outside, extent)}));
  }
  Facts counted = in_range;
  for (size_t k = walk.size() - 1; k-- > 0;) {
    const Sym outside = number(without(walk, k + 1), without(step, k + 1));
    counted.push_back(proof.prove(
        "and count it", number(without(walk, k), without(step, k)) == rest[k],
        {in_range[k + 1], counted.back(), equal.instance(outside, rest[k + 1], walk[k].extent)}));
  }
  return proof.prove("there is a step of that number",
                     all_of(exists(walk, step), number(walk, step) == n), counted);
}

// Why the number of a step that exists is one.
Facts numbered(Proof& proof, const SymWalk& walk, const Step& step) {
  const auto in_range = proof.use(lemmas::digits_in_range);
  Facts why;
  for (size_t k = 0; k + 1 < walk.size(); ++k) {
    const SymWalk outside = without(walk, k + 1);
    why.push_back(in_range.instance(number(outside, without(step, k + 1)), step[k],
                                    steps_of(outside), walk[k].extent));
  }
  return why;
}

// Of either half: the walks, their forms, and what sharing.bm.walks.joined says of step i of a and j of b,
// which are steps `at` of these.
struct Forms : WalkPair {
  Step at_a, at_b;
};
Fact forms_are(Proof& proof, const Forms& x, const Step& i, const Step& j) {
  const Fact of_a = cite_joined(proof, x.a, x.of_a, i, x.at_a),
             of_b = cite_joined(proof, x.b, x.of_b, j, x.at_b);
  Facts known = {of_a, of_b};
  for (const auto* walk : {&x.a, &x.b})
    for (const auto& dimension : *walk)
      known = known + bounds_of(proof, {dimension.extent, dimension.stride});
  return proof.prove("their forms",
                     all_of(has_form(x.a, x.of_a, i, x.at_a), has_form(x.b, x.of_b, j, x.at_b)),
                     known);
}

constexpr const char* one_place =
    "where walks count as the same, steps of one number lead to one place";

// Of one form, steps of one number are one step of it.
void same_lead_alike(Proof& proof, const Forms& x) {
  const auto equal = proof.use(equal_factors);
  const Step i = any_step(proof, "i", x.a.size(), most_extent - 1),
             j = any_step(proof, "j", x.b.size(), most_extent - 1);
  const Fact one = proof.given(are_one(x.a, x.b, i, j));
  const ExactArithmetic exact;
  const Fact forms = forms_are(proof, x, i, j);
  Facts known = {forms, one};
  known.push_back(one_step(proof, x.of_a, x.at_a, x.at_b, known));
  for (size_t k = 0; k < 4; ++k)
    known.push_back(equal.instance(x.at_a[k], x.at_b[k], x.of_a[k].stride));
  proof.conclude(one_place, leads_to(x.a, i) == leads_to(x.b, j), known);
}

// Of two, both forms have a step of some number that leads to two places, and so have the walks.
void others_part(Proof& proof, const Forms& x, const Facts& given) {
  const ExactArithmetic exact;
  const auto equal = proof.use(equal_factors);
  const Step u = any_step(proof, "u", 4, most_steps), v = any_step(proof, "v", 4, most_steps);
  const auto [n, is_n] = proof.name("number", number(x.of_a, u));
  const Step i = step_number(x.a, n), j = step_number(x.b, n);
  const Fact forms = forms_are(proof, x, i, j);
  const Fact part = proof.prove("the forms part", have_parted(x.of_a, x.of_b, u, v),
                                given + Facts{forms, cite_compared(proof, x.of_a, x.of_b, u, v)});
  const Fact is_one =
      proof.prove("at a step of the walks",
                  all_of(0 <= n, n < steps_of(x.a), n < steps_of(x.b), n == number(x.of_b, v)),
                  given + Facts{forms, part, is_n} + numbered(proof, x.of_a, u));
  const Fact of_a = has_number(proof, x.a, i, n, {is_one}),
             of_b = has_number(proof, x.b, j, n, {is_one});
  const Facts known = {forms, part, is_n, is_one, of_a, of_b};
  Facts lead = known + Facts{one_step(proof, x.of_a, x.at_a, u, known),
                             one_step(proof, x.of_b, x.at_b, v, known)};
  for (size_t k = 0; k < 4; ++k)
    lead = lead + Facts{equal.instance(x.at_a[k], u[k], x.of_a[k].stride),
                        equal.instance(x.at_b[k], v[k], x.of_b[k].stride)};
  proof.conclude("else one step of both leads to two places", have_parted(x.a, x.b, i, j), lead);
}

void walks_are_told_apart(Proof& proof) {
  const bool two(proof.variable("two", 0, 1) == 1), same(proof.variable("same", 0, 1) == 1);
  const SymWalk a = any_dimensions(proof, two), b = any_dimensions(proof, two, "'");
  const SymWalk of_a = any_form(proof, ""), of_b = same ? of_a : any_form(proof, "'");
  Facts given = {proof.given(steps_of(a) == steps_of(b))};
  if (!same) given.push_back(proof.given(!same_form(of_a, of_b)));
  const Forms forms = {
      {a, b, of_a, of_b}, any_step(proof, "x", 4, most_steps), any_step(proof, "y", 4, most_steps)};
  if (same) return same_lead_alike(proof, forms);
  others_part(proof, forms, given);
}
// The control: what the code makes of them, with the fault, instead of what is told of it.
template <class Plant>
void same_lead_alike_with(Proof& proof) {
  const SymWalk a = any_dimensions(proof, false), b = any_dimensions(proof, false, "'");
  const Step i = any_step(proof, "i", 4, most_extent - 1),
             j = any_step(proof, "j", 4, most_extent - 1);
  proof.given(spec::bm_atomic::VisitTheSame<Plant>()(a, b));
  proof.given(steps_of(a) == steps_of(b));
  proof.given(are_one(a, b, i, j));
  proof.conclude(one_place, leads_to(a, i) == leads_to(b, j));
}

}  // namespace

std::vector<Theorem> bm_walk_pair_theorems() {
  using OverGap = Planted<Fault::steps_joined_over_gap>;
  // Two rows of two elements, whose forms are of two dimensions.
  Proof::Limits told;
  for (const std::string mark : {"", "'"}) {
    for (const std::string k : {"0", "1", "2", "3"}) {
      const bool inner = k < "2";
      for (const std::string extent : {"e", "E"})
        told[extent + k + mark] = inner ? Interval{2, 2} : Interval{1, 1};
      for (const std::string stride : {"s", "S"})
        if (!inner) told[stride + k + mark] = {0, 0};
    }
    told["S0" + mark] = {1, 1};
    told["s1" + mark] = {2, 5};
    told["S1" + mark] = {3, 5};
  }
  for (const std::string step : {"x", "y", "u", "v"})
    for (const char* k : {"0", "1", "2", "3"}) told[step + k] = {0, 1};
  return {
      {"sharing.bm.walks",
       "The dimensions of two tensors lead, in as many steps, to the same places in the same order "
       "exactly where the walks that the code makes of them are the same.",
       operations_matching({"bm_atomic_memcpy_4D"}),
       walks_are_told_apart,
       {"dimensions go on though a step leads further", same_lead_alike_with<OverGap>, told,
        rows_as_others, in_place_is_imagined<OverGap>}}};
}

}  // namespace strideproof::solver

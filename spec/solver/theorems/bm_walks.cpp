// What the code makes of all dimensions of a walk.

#include "spec/solver/theorems/bm_walks.h"

#include <fmt/format.h>

#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {

SymBool exists(const SymWalk& walk, const Step& step) {
  SymBool in = true;
  for (size_t k = 0; k < walk.size(); ++k) in = all_of(in, 0 <= step[k], step[k] < walk[k].extent);
  return in;
}
Sym number(const SymWalk& walk, const Step& step) {
  const ExactArithmetic exact;
  Sym n = 0;
  for (size_t k = walk.size(); k-- > 0;)
    n = k + 1 == walk.size() ? step[k] : n * walk[k].extent + step[k];
  return n;
}
Sym leads_to(const SymWalk& walk, const Step& step) {
  const ExactArithmetic exact;
  Sym place = 0;
  for (size_t k = 0; k < walk.size(); ++k) place = place + step[k] * walk[k].stride;
  return place;
}
Sym steps_of(const SymWalk& walk) {
  const ExactArithmetic exact;
  Sym count = 1;
  for (const auto& dimension : walk) count = count * dimension.extent;
  return count;
}

SymBool of_parameters(const SymWalk& walk) {
  SymBool any = walk.size() == 2 || walk[0].stride == 1;
  for (const auto& [extent, stride] : walk)
    any = all_of(any, 1 <= extent, extent <= most_extent, 0 <= stride, stride <= any_u32);
  return any;
}

SymBool are_one(const SymWalk& a, const SymWalk& b, const Step& i, const Step& j) {
  return all_of(exists(a, i), exists(b, j), number(a, i) == number(b, j));
}

SymWalk any_dimensions(Proof& proof, bool two, const std::string& mark) {
  SymWalk walk;
  for (int k = 0; k < (two ? 2 : 4); ++k) {
    const Sym extent = proof.variable(fmt::format("e{}{}", k, mark), 1, most_extent);
    const bool adjacent = k == 0 && !two;
    walk.push_back(
        {extent, adjacent ? Sym(1) : proof.variable(fmt::format("s{}{}", k, mark), 0, any_u32)});
  }
  return walk;
}
Step any_step(Proof& proof, const std::string& name, size_t dimensions, int64_t most) {
  Step step;
  for (size_t k = 0; k < dimensions; ++k)
    step.push_back(proof.variable(fmt::format("{}{}", name, k), 0, most));
  return step;
}

SymWalk padded(SymWalk walk) {
  walk.resize(4, {1, 0});
  return walk;
}
Step padded(Step step) {
  step.resize(4, 0);
  return step;
}

namespace {

// The dimensions have this form, whose step is theirs.
SymBool is_step_of(const SymWalk& dimensions, const SymWalk& form, const Step& step,
                   const Step& at) {
  return all_of(exists(form, at), number(form, at) == number(dimensions, step),
                leads_to(form, at) == leads_to(dimensions, step));
}

}  // namespace

SymBool has_form(const SymWalk& dimensions, const SymWalk& form, const Step& step, const Step& at) {
  return all_of(is_reduced<spec::Sound>(form), steps_of(form) == steps_of(dimensions),
                implies(exists(dimensions, step), is_step_of(dimensions, form, step, at)));
}
Fact cite_joined(Proof& proof, const SymWalk& dimensions, const SymWalk& form, const Step& step,
                 const Step& at) {
  return proof.cite("sharing.bm.walks.joined",
                    implies(of_parameters(dimensions), has_form(dimensions, form, step, at)));
}

namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;
using spec::bm_atomic::Steps;

// One dimension outside the others after the other, as the code adds them, with why they count the same steps;
// what is concluded is of the form that the code makes of all of them.
template <class Plant = Sound>
void dimensions_are_joined(Proof& proof) {
  const bool two(proof.variable("two", 0, 1) == 1);
  const SymWalk dimensions = any_dimensions(proof, two);
  const Step step = any_step(proof, "i", dimensions.size(), most_extent - 1);
  const Fact exist = proof.given(exists(dimensions, step));
  const auto equal = proof.use(equal_factors);
  const auto in_range = proof.use(lemmas::digits_in_range);
  const auto monotone = proof.use(lemmas::product_monotone);

  SymWalk walk, inside;
  Step at, within;
  Facts is_form, is_step, has_steps;
  for (size_t k = 0; k < dimensions.size(); ++k) {
    const Steps<Sym>& outer = dimensions[k];
    const Sym &i = step[k], &f = outer.extent;
    const bool once(f == 1);
    const Sym before = steps_of(inside), of_walk = steps_of(walk);
    Facts known = Facts{exist} + is_step + has_steps + bounds_of(proof, {f, outer.stride, i});
    const bool joins =
        !once && !walk.empty() && bool(spec::bm_atomic::go_on<Sym, Plant>(walk.back(), outer));
    if (joins) {
      const Steps<Sym> last = walk.back();
      const Sym next = exactly([&] { return last.extent * last.stride; });
      const Fact goes_on = proof.prove("it goes on", outer.stride == next);
      known = known + is_form + bounds_of(proof, {last.extent, last.stride}) +
              Facts{goes_on, equal.instance(outer.stride, next, i),
                    equal.instance(outer.stride, next, f),
                    in_range.instance(i, at.back(), f, last.extent)};
      const Facts why = known + Facts{monotone.instance(1, last.stride, last.extent),
                                      monotone.instance(last.extent, any_u32, f),
                                      monotone.instance(1, f, last.extent),
                                      monotone.instance(f, most_extent, outer.stride)};
      const auto product = [&](const Sym& a, const Sym& b) {
        return exactly([&] { return a * b; });
      };
      const Sym joined = product(last.extent, f);
      known.push_back(proof.learn("as one they have not more steps", joined, {2, most_steps}, why));
      known.push_back(
          proof.learn("and end below 2^48", product(joined, last.stride), {0, most_steps}, why));
      at.back() = exactly([&] { return i * last.extent + at.back(); });
    } else if (!once) {
      if (!walk.empty())
        is_form.push_back(proof.prove("it does not go on",
                                      !spec::bm_atomic::go_on<Sym, Plant>(walk.back(), outer)));
      at.push_back(i);
    }
    spec::bm_atomic::add_outside<Sym, Plant>(walk, outer);
    inside.push_back(outer);
    within.push_back(i);
    known = known + Facts{equal.instance(before, of_walk, i), equal.instance(before, of_walk, f)};
    if (once)
      known = known + Facts{equal.instance(i, 0, before), equal.instance(i, 0, outer.stride),
                            equal.instance(f, 1, before)};
    is_step = {proof.prove("a step of the dimensions is one of the walk",
                           is_step_of(inside, walk, within, at), known)};
    has_steps = {proof.prove("which has as many", steps_of(walk) == steps_of(inside), known)};
    if (!walk.empty() && !once)
      is_form.push_back(
          proof.prove("each of several",
                      all_of(2 <= walk.back().extent, walk.back().extent <= most_steps,
                             0 <= walk.back().stride, walk.back().stride <= any_u32),
                      known));
  }
  const SymWalk form = padded(spec::bm_atomic::reduced<Sym, Plant>(dimensions));
  proof.conclude("each step of all dimensions is one of the walk, and leads to the same place",
                 is_step_of(dimensions, form, step, padded(at)), is_step);
  proof.conclude("which has as many", steps_of(form) == steps_of(dimensions), has_steps);
  proof.conclude("no two dimensions of it go on, and each has several steps",
                 is_reduced<Sound>(form), is_form);
}

// ---- control ----

// Rows of a source that a row of as many elements stands for.
std::string rows_as_one(const Model& v) {
  const int64_t e = v["e0"], f = v["e1"];
  return tensor_line({src_window, 0, {1, 1, 1, e * f}, {0, 0, 0, 1}, 2},
                     {src_window, 0, {1, 1, f, e}, {0, 0, v["s1"], 1}, 2},
                     bm_atomic::Direction::S2S, false);
}
template <class Plant>
bool rows_are_joined(const std::string& line) {
  const Case c = parse_case(line);
  const auto op = bm_atomic::tensor_of(c.arguments);
  const Steps<int64_t> inner = {op.src_shape.w, 1}, outer = {op.src_shape.h, op.src_stride.h};
  return spec::bm_atomic::go_on<int64_t, Plant>(inner, outer) &&
         !spec::bm_atomic::go_on(inner, outer) && violates(c, bm_atomic::Label::overlap);
}

}  // namespace

std::vector<Theorem> bm_walk_theorems() {
  using OverGap = Planted<Fault::steps_joined_over_gap>;
  const Proof::Limits rows = {{"e0", {2, 3}}, {"e1", {2, 3}}, {"s1", {2, 5}}, {"e2", {1, 1}},
                              {"s2", {0, 0}}, {"e3", {1, 1}}, {"s3", {0, 0}}};
  return {{"sharing.bm.walks.joined",
           "All steps of the dimensions of a tensor are, in order and to the same places, those of "
           "the walk that the code makes of them, whose dimensions do not go on.",
           operations_matching({"bm_atomic_memcpy_4D"}),
           dimensions_are_joined<>,
           {"dimensions go on though a step leads further", dimensions_are_joined<OverGap>, rows,
            rows_as_one, rows_are_joined<OverGap>}}};
}

}  // namespace strideproof::solver

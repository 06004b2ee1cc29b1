// What refutations take for granted of runs that share nothing (spec/solver/runs.h): where it does not
// hold two runs share a unit, which are named.

#include "spec/solver/runs.h"

#include "spec/solver/theorems/boxes.h"
#include "spec/solver/theorems/confirm.h"
#include "spec/solver/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::Fault;
using spec::Planted;
using spec::Sound;

template <int R>
SymBool differ(const Index<R>& a, const Index<R>& b) {
  SymBool same = true;
  for (int k = 0; k < R; ++k) same = all_of(same, a[k] == b[k]);
  return !same;
}

// Two runs of one box share a unit: one begins less than a run behind the other.
template <int R>
void conclude_shared(Proof& proof, const SymBox<R>& box, const Index<R>& i, const Index<R>& j,
                     const Facts& known) {
  proof.conclude("two runs", all_of(is_row(box, i), is_row(box, j), differ<R>(i, j)), known);
  const Sym unit = exactly([&] { return offset_of(box, j) - offset_of(box, i); });
  proof.conclude("which share a unit", all_of(-box.run < unit, unit < box.run), known);
}

// ---- one step ----

template <int R, class Plant>
void short_step_of(Proof& proof) {
  const SymBox<R> box = any_box<R>(proof);
  const Fact some = proof.given(!steps_clear_runs<Sym, R, Plant>(box));
  const auto is_short = [&](int d) { return all_of(box.extent[d] != 1, box.stride[d] < box.run); };
  int k = 0;
  while (k + 1 < R && !bool(is_short(k))) ++k;
  const Fact at = proof.prove("a step is shorter than a run", is_short(k));
  Index<R> step;
  step[k] = 1;
  conclude_shared(proof, box, {}, step, known_of(proof, box) + Facts{some, at});
}
template <class Plant = Sound>
void short_steps_share(Proof& proof) {
  if (any_choice(proof, "free_w", 2) == 1) return short_step_of<4, Plant>(proof);
  short_step_of<3, Plant>(proof);
}

// ---- several ----

// Of fewer dimensions the others are single.
template <class Plant = Sound>
void steps_that_collide(Proof& proof) {
  const SymBox<4> box = any_box<4>(proof);
  Runs<Sym> runs{box.run, {}};
  std::vector<Sym> steps;
  SymBool some = false;
  const int64_t most = int64_t{1} << 17;  // no box has more
  for (int k = 0; k < 4; ++k) {
    runs.dimensions.push_back({box.extent[k], box.stride[k]});
    steps.push_back(proof.variable("d" + std::to_string(k), -most, most));
    some = any_of(some, steps[k] != 0);
  }
  const Fact leads = proof.given(some);
  const Fact there = proof.given(collide<Sym, Sym, Plant>(runs, steps));
  const auto between = proof.use(steps_between);
  const ExactArithmetic exact;
  Index<4> i, j;
  Facts known = known_of(proof, box) + Facts{leads, there};
  for (int k = 0; k < 4; ++k) {
    i[k] = max_of(Sym(0), -steps[k]), j[k] = max_of(Sym(0), steps[k]);
    known.push_back(between.instance(j[k], i[k], steps[k], box.stride[k]));
  }
  conclude_shared(proof, box, i, j, known);
}

// ---- no gaps ----

// By ascending strides a step is short, or the two dimensions of several runs leave gaps shorter than a
// run, which the first step of the longer one does not lead behind.
template <class Plant = Sound>
void crowded_runs_share(Proof& proof) {
  const SymBox<3> box = any_box<3>(proof);
  const Nest<3> nest = nested<Sound>(proof, box);
  const Fact tight = proof.given(nest.margin < 0);
  const Fact crowded = proof.given(!leave_gaps<Sym, 3, Plant>(box));
  const Sym& run = nest.box.run;
  const auto &e = nest.box.extent, &s = nest.box.stride;
  const auto is_short = [&](int d) {
    return all_of(nest.box.extent[d] != 1, nest.box.stride[d] < nest.box.run);
  };
  Facts known = nest.known + Facts{tight};
  Row<3> before, step;
  const auto conclude = [&] {
    before.known = step.known = known;
    const Row<3> i = out_of(proof, nest, box, before, "i."),
                 j = out_of(proof, nest, box, step, "j.");
    conclude_shared(proof, box, i.at, j.at, known + i.known + j.known);
  };
  for (int k = 0; k < 3; ++k)
    if (bool(is_short(k))) {
      known.push_back(proof.prove("a step is shorter than a run", is_short(k)));
      step.at[k] = 1;
      return conclude();
    }

  const auto equal = proof.use(equal_factors);
  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const ExactArithmetic exact;
  Facts sorted = known + nest.zeros + Facts{crowded};
  for (const Exchange& x : nest.exchanges) sorted = sorted + x.known;
  for (int k = 0; k < 3; ++k) sorted.push_back(proof.prove("no step is short", !is_short(k)));
  const Fact two = proof.prove("not three dimensions have several runs, nor one a long step",
                               !leave_gaps(nest.box), sorted);
  for (int k = 0; k < 2; ++k) known.push_back(equal.instance(e[k] - 1, 0, s[k]));
  const Fact longer = proof.prove(
      "a step of two is longer than a run, not than two; the other ends before all of them",
      all_of(e[0] == 1, e[1] > 1, e[2] > 1, run <= s[1], s[1] < run + run, s[1] <= s[2],
             s[2] < run + (e[1] - 1) * s[1]),
      known + sorted + Facts{two});
  const auto [steps, are_steps] = proof.name("steps", s[2] / s[1]);
  const Fact below =
      proof.prove("as many steps as end before it",
                  all_of(steps >= 0, steps * s[1] <= s[2], s[2] < steps * s[1] + s[1]),
                  known + Facts{longer, are_steps, divide.instance(s[2], s[1])});
  const SymBool begins_in_it = s[2] - steps * s[1] < run;
  const bool in_last(begins_in_it);
  const Fact which = proof.prove("the other begins in the last of them, or not",
                                 in_last ? begins_in_it : !begins_in_it);
  const Sym at = in_last ? steps : steps + 1;
  const Fact near =
      proof.prove("it begins in the last of them, or the next one begins in it",
                  all_of(-run < s[2] - at * s[1], s[2] - at * s[1] < run), {longer, below, which});
  const Fact exists =
      proof.prove("which exists", all_of(0 <= at, at < e[1]),
                  {longer, below, which, monotone.instance(e[1] - 1, at - 1, s[1])});
  known = known + Facts{longer, near, exists};
  before.at[1] = at, step.at[2] = 1;
  conclude();
}

// ---- ends of two boxes ----

template <int R, class Plant>
void ends_of_boxes(Proof& proof) {
  const SymBox<R> a = any_box<R>(proof), b = any_box<R>(proof, "'");
  const Fact meet = proof.given(!ends_apart<Sym, R, Plant>(a, b));
  const Sym last_of_a = spec::last_of(a), last_of_b = spec::last_of(b);
  const ExactArithmetic exact;
  const Facts known = known_of(proof, a) + known_of(proof, b) + Facts{meet};
  const auto last_run = [](const SymBox<R>& box) {
    Index<R> end;
    for (int k = 0; k < R; ++k) end[k] = box.extent[k] - 1;
    return end;
  };
  // The first or the last run of each.
  const Index<R> of_a[] = {{}, last_run(a)}, of_b[] = {{}, last_run(b)};
  const Sym starts[] = {a.first, last_of_a - a.run + 1},
            others[] = {b.first, last_of_b - b.run + 1};
  const auto share = [&](int pair) {
    const Sym &x = starts[pair / 2], &y = others[pair % 2];
    return all_of(x < y + b.run, y < x + a.run);
  };
  int pair = 0;
  while (pair < 3 && !bool(share(pair))) ++pair;
  const Fact which = proof.prove("two runs at the ends meet", share(pair));
  const Index<R>&i = of_a[pair / 2], &j = of_b[pair % 2];
  const Sym x = a.first + offset_of(a, i), y = b.first + offset_of(b, j);
  proof.conclude("a run of each", all_of(is_row(a, i), is_row(b, j)), known);
  proof.conclude("which share a unit", all_of(x < y + b.run, y < x + a.run), known + Facts{which});
}
template <class Plant = Sound>
void ends_that_meet_share(Proof& proof) {
  if (any_choice(proof, "free_w", 2) == 1) return ends_of_boxes<4, Plant>(proof);
  ends_of_boxes<3, Plant>(proof);
}

// ---- controls ----

using Touching = Planted<Fault::touching_runs_share>;
constexpr const char* planted = "runs that touch count as sharing a unit";

// The box as destination in system memory, from a single row.
std::string copy_to_box(const Model& v) {
  return copy_line(1, {v["e0"], v["e1"], v["e2"], v["run"]},
                   {Space::system, toy_window, Dim4<int64_t>{v["s0"], v["s1"], v["s2"], 1}},
                   {Space::local, 0, Dim4<int64_t>{0, 0, 0, 1}});
}
std::string copy_between_rows(const Model& v) {
  const auto row = [&](const char* first) -> Placed {
    return {Space::system, toy_window + v[first], Dim4<int64_t>{0, 0, 0, 1}};
  };
  return copy_line(1, {1, 1, 1, v["run"]}, row("first"), row("first'"));
}

// The formula says that rows of dst share a byte, or those of dst and src; the reference accepts all.
template <class Says>
bool sharing_is_imagined(const std::string& line, Says says) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto op = okk_gdma::copy_of(*c.operation, c.arguments);
  return says(spec::rows_in_system(spec::okk_gdma::dst_of(m, op)), spec::okk_gdma::src_of(m, op)) &&
         accepts(line);
}
using Rows = spec::Box<int64_t, 3>;
using Source = spec::Tensor<int64_t>;

bool step_is_imagined(const std::string& line) {
  return sharing_is_imagined(line, [](const Rows& rows, const Source&) {
    return !steps_clear_runs<int64_t, 3, Touching>(rows) && steps_clear_runs(rows);
  });
}
bool collision_is_imagined(const std::string& line) {
  return sharing_is_imagined(line, [](const Rows& rows, const Source&) {
    const Runs<int64_t> runs = {rows.run, {{rows.extent[0], rows.stride[0]}}};
    const std::vector<int64_t> step = {1};
    return collide<int64_t, int64_t, Touching>(runs, step) && !collide(runs, step);
  });
}
bool crowd_is_imagined(const std::string& line) {
  return sharing_is_imagined(line, [](const Rows& rows, const Source&) {
    return spec::nested_margin(rows) < 0 && !leave_gaps<int64_t, 3, Touching>(rows) &&
           leave_gaps(rows);
  });
}
bool meeting_is_imagined(const std::string& line) {
  return sharing_is_imagined(line, [](const Rows& dst, const Source& source) {
    const Rows src = spec::rows_in_system(source);
    return !ends_apart<int64_t, 3, Touching>(dst, src) && ends_apart(dst, src);
  });
}

// Rows of two bytes, the second where the first ends.
Proof::Limits touching(const Proof::Limits& more) {
  Proof::Limits limits = {{"free_w", {0, 0}}, {"run", {2, 2}}, {"e0", {2, 2}}, {"s0", {2, 2}}};
  for (const std::string k : {"1", "2", "3"}) limits["e" + k] = {1, 1}, limits["s" + k] = {0, 0};
  for (const auto& [name, interval] : more) limits[name] = interval;
  return limits;
}

}  // namespace

std::vector<Theorem> run_theorems() {
  const auto copies =
      with_others(operations_where(okk_gdma::is_copy), {"bm_atomic_memcpy_4D", "okk_bdc_*"});
  const auto gdma_copies = operations_where(okk_gdma::is_copy);
  return {
      {"sharing.runs.step",
       "Where a step of several runs is shorter than a run, two of them share a unit.",
       copies,
       short_steps_share<>,
       {planted, short_steps_share<Touching>, touching({}), copy_to_box, step_is_imagined}},
      {"sharing.runs.collide",
       "Two runs that are some steps apart, which lead less than a run, share a unit.",
       copies,
       steps_that_collide<>,
       {planted, steps_that_collide<Touching>,
        touching({{"d0", {1, 1}}, {"d1", {0, 0}}, {"d2", {0, 0}}, {"d3", {0, 0}}}), copy_to_box,
        collision_is_imagined}},
      {"sharing.runs.gaps",
       "Where runs do not nest and steps lead along one dimension, or along two of which one is of "
       "less than two runs, two of them share a unit.",
       gdma_copies,
       crowded_runs_share<>,
       // Refuted of runs of 1 in steps of 2 and 3.
       {planted, crowded_runs_share<Touching>,
        touching({{"run", {1, 2}}, {"e0", {3, 3}}, {"s0", {2, 3}}, {"e1", {2, 2}}, {"s1", {3, 5}}}),
        copy_to_box, crowd_is_imagined}},
      {"sharing.runs.ends",
       "Where the first or the last run of one box is not apart from those of another, both boxes "
       "hold one unit.",
       with_others(operations_where([](okk_gdma::Kind k) {
                     return k == okk_gdma::Kind::cpy_L2L || k == okk_gdma::Kind::cpy_S2S;
                   }),
                   {"bm_atomic_memcpy_4D", "okk_bdc_*"}),
       ends_that_meet_share<>,
       {planted, ends_that_meet_share<Touching>,
        touching({{"run'", {2, 2}},
                  {"e0", {1, 1}},
                  {"e0'", {1, 1}},
                  {"e1'", {1, 1}},
                  {"e2'", {1, 1}},
                  {"first", {0, 0}},
                  {"first'", {2, 2}}}),
        copy_between_rows, meeting_is_imagined}}};
}

}  // namespace strideproof::solver

// Overlap of boxes: the slacks of nested strides and of bounding ranges, where they are exact.

#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"
#include "spec/tensor_overlap.h"

namespace strideproof::solver {
namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

template <int R>
SymBool are_one(const Index<R>& a, const Index<R>& b) {
  SymBool same = true;
  for (int k = 0; k < R; ++k) same = all_of(same, a[k] == b[k]);
  return same;
}

// A theorem about boxes of 3 dimensions (rows of adjacent elements), or of 4 (free w stride); a
// path each.
bool any_free_w(Proof& proof) { return any_choice(proof, "free_w", 2) == 1; }

// In [-run, -1] a step lands in the last run before it: rows that share a unit are named.
template <int R, class Mutation>
void near_slack_of_box(Proof& proof) {
  const SymBox<R> box = any_box<R>(proof);
  const Nest<R> nest = nested<Mutation>(proof, box);
  const Fact near = proof.given(all_of(-box.run <= nest.margin, nest.margin <= -1));
  // The dimension that has the slack.
  const auto margin_at = [&](int k) {
    return exactly([&] { return nest.box.stride[k] - nest.reach[k]; });
  };
  const auto tightest = [&](int k) {
    SymBool least = nest.box.extent[k] != 1;
    for (int d = 0; d < R; ++d)
      least = all_of(least, any_of(nest.box.extent[d] == 1, margin_at(k) <= margin_at(d)));
    return least;
  };
  int k = 0;
  while (k + 1 < R && !bool(tightest(k))) ++k;
  const Fact tight = proof.prove("a dimension of several rows is tightest",
                                 all_of(tightest(k), margin_at(k) == nest.margin));

  const ExactArithmetic exact;
  BoxRow<R> before, step;  // of zeros
  for (int d = 0; d < k; ++d) before.at[d] = nest.box.extent[d] - 1;
  step.at[k] = 1;
  const Facts known = nest.known + Facts{near, tight};
  before.known = step.known = known;
  const BoxRow<R> i = out_of(proof, nest, box, before, "i."),
                  j = out_of(proof, nest, box, step, "j.");
  const Sym unit = offset_of(box, j.at) - offset_of(box, i.at);
  proof.conclude("two rows", all_of(is_row(box, i.at), is_row(box, j.at), !are_one<R>(i.at, j.at)),
                 known + i.known + j.known);
  proof.conclude("the second begins in the first", all_of(0 <= unit, unit < box.run),
                 known + i.known + j.known);
}

template <class Mutation = Original>
void near_slacks_mean_overlap(Proof& proof) {
  if (any_free_w(proof)) return near_slack_of_box<4, Mutation>(proof);
  near_slack_of_box<3, Mutation>(proof);
}

// Disjoint ranges hold no common unit; ranges that overlap in one unit share it.
template <int R, class Mutation>
void ranges_of_boxes(Proof& proof) {
  const SymBox<R> a = any_box<R>(proof), b = any_box<R>(proof, "'");
  const BoxRow<R> i = any_row(proof, a), j = any_row(proof, b, "'");
  const Sym u = proof.variable("u", 0, most_extent - 1),
            v = proof.variable("u'", 0, most_extent - 1);
  const Fact in_run = proof.given(all_of(u < a.run, v < b.run));
  const Sym gap = spec::range_slack<Sym, R, Mutation>(a, b);
  const Sym last_of_a = spec::last_of(a), last_of_b = spec::last_of(b);

  const auto step = proof.use(step_in_range);
  const ExactArithmetic exact;
  Facts known = known_of(proof, a) + known_of(proof, b) + i.known + j.known +
                bounds_of(proof, {u, v}) + Facts{in_run};
  Index<R> end_of_a, end_of_b;
  for (int k = 0; k < R; ++k) {
    known.push_back(step.instance(i.at[k], a.extent[k], a.stride[k]));
    known.push_back(step.instance(j.at[k], b.extent[k], b.stride[k]));
    end_of_a[k] = a.extent[k] - 1, end_of_b[k] = b.extent[k] - 1;
  }
  proof.conclude_if("disjoint, no unit is common", gap >= 0,
                    a.first + offset_of(a, i.at) + u != b.first + offset_of(b, j.at) + v, known);
  proof.conclude("the last unit is that of the last row",
                 all_of(is_row(a, end_of_a), is_row(b, end_of_b),
                        a.first + offset_of(a, end_of_a) + a.run - 1 == last_of_a,
                        b.first + offset_of(b, end_of_b) + b.run - 1 == last_of_b),
                 known);
  proof.conclude_if("at -1 the last unit of one is the first of the other", gap == -1,
                    any_of(last_of_a == b.first, last_of_b == a.first), known);
}

// For blocks of bursts, for rows, and for rows whose w stride is free.
template <class Mutation = Original>
void ranges_enclose(Proof& proof) {
  switch (any_choice(proof, "boxes", 3)) {
    case 0: return ranges_of_boxes<1, Mutation>(proof);
    case 1: return ranges_of_boxes<3, Mutation>(proof);
    default: return ranges_of_boxes<4, Mutation>(proof);
  }
}

// ---- controls ----

Dim4<int64_t> rows_of(const Model& v, const char* kind, const std::string& mark, int64_t w) {
  const auto value = [&](const char* k) { return v[kind + (k + mark)]; };
  return {value("0"), value("1"), value("2"), w};
}

// The box as destination in system memory, from a single row.
std::string copy_to_box(const Model& v) {
  return copy_line(1, rows_of(v, "e", "", v["run"]),
                   {Space::system, toy_window, rows_of(v, "s", "", 1)},
                   {Space::local, 0, Dim4<int64_t>{0, 0, 0, 1}});
}
// The formula says that two elements share a byte; the reference finds none.
template <class Mutation>
bool alias_is_imagined(const std::string& line) {
  const Case c = parse_case(line);
  const int64_t margin = alias_slack_of<Mutation>(c);
  const int64_t run = okk_gdma::copy_of(*c.operation, c.arguments).shape.w;
  return -run <= margin && margin <= -1 && !violates(c, okk_gdma::ConstraintId::dst_alias);
}

std::string copy_between_rows(const Model& v) {
  return copy_line(1, {1, 1, 1, v["run"]},
                   {Space::system, toy_window + v["first"], Dim4<int64_t>{0, 0, 0, 1}},
                   {Space::system, toy_window + v["first'"], Dim4<int64_t>{0, 0, 0, 1}});
}

using Loose = Mutant<FormulaFault::nested_not_strict>;
using Near = Mutant<FormulaFault::gap_one_short>;

}  // namespace

std::vector<Theorem> overlap_theorems() {
  const Proof::Limits interleaved = {{"free_w", {0, 0}}, {"run", {1, 1}}, {"e0", {3, 3}},
                                     {"e1", {2, 2}},     {"e2", {1, 1}},  {"s0", {3, 9}},
                                     {"s1", {3, 20}},    {"s2", {0, 0}}};
  const Proof::Limits rows = {{"boxes", {1, 1}},  {"run", {2, 2}},    {"e0", {1, 1}},
                              {"e1", {1, 1}},     {"e2", {1, 1}},     {"run'", {2, 2}},
                              {"e0'", {1, 1}},    {"e1'", {1, 1}},    {"e2'", {1, 1}},
                              {"first", {0, 20}}, {"first'", {0, 20}}};
  const auto copies =
      with_others(operations_where(okk_gdma::is_copy), {"bm_atomic_memcpy_4D", "okk_bdc_*"});
  const auto within =
      with_others(operations_where([](okk_gdma::Kind k) {
                    return k == okk_gdma::Kind::cpy_L2L || k == okk_gdma::Kind::cpy_S2S;
                  }),
                  {"bm_atomic_memcpy_4D", "bm_atomic_cwtrans", "okk_bdc_*", "data_move"});
  return {{"overlap.nested.near",
           "Where the nested slack is negative, but not below the length of a run, two rows share "
           "a unit, whatever their w strides.",
           copies,
           near_slacks_mean_overlap<>,
           {"a step may end in the last run below it", near_slacks_mean_overlap<Loose>, interleaved,
            copy_to_box, alias_is_imagined<Loose>}},
          {"overlap.ranges",
           "Boxes whose bounding ranges are disjoint share no unit, and those that meet in one "
           "unit share it.",
           within,
           ranges_enclose<>,
           {"ranges that meet in one unit count as disjoint", ranges_enclose<Near>, rows,
            copy_between_rows, overlap_is_missed<Near>}}};
}

}  // namespace strideproof::solver

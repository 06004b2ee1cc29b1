// Nests of okk-bdc: three operands, each with a w stride.

#include "model/optimized/okk_bdc_plan.h"
#include "proofs/theorems/bdc.h"
#include "proofs/theorems/plan_nests.h"

namespace strideproof::solver::plans {
namespace {

constexpr int64_t es = okk_bdc::element_bytes;

template <class Mutation>
struct WordCode {
  static constexpr size_t operands = 3;
  static constexpr bool keeps_run = false;
  using Nest = optimized::WordNest<Sym>;
  using WordLoop = optimized::WordLoop<Sym>;

  static AnyLoop any(const WordLoop& loop) {
    return {loop.count, {loop.step.begin(), loop.step.end()}};
  }
  static WordLoop loop_of(const AnyLoop& loop) {
    return {loop.count, {loop.step[0], loop.step[1], loop.step[2]}};
  }
  static SymBool is_contiguous(const AnyLoop& inner, const AnyLoop& outer) {
    return optimized::is_contiguous<Mutation>(loop_of(inner), loop_of(outer));
  }
  static void push_loop(Nest& nest, const AnyLoop& outer) {
    optimized::push_loop<Mutation>(nest, loop_of(outer));
  }
  static Nest nest_of(const LaneColumn& column) {
    std::array<optimized::WordWalk<Sym>, 3> walks;
    for (size_t k = 0; k < 3; ++k) walks[k] = {column.walks[k], column.w[k]};
    return optimized::word_nest<Mutation>(column.shape, column.channels, walks);
  }
};

// Tests check the premises about steps on legal cases (solver_premises_test).
LaneColumn any_column(Proof& proof) {
  const auto extent = [&](const char* name) { return proof.variable(name, 1, extents); };
  const Dim4<Sym> shape = {extent("N"), Sym(1), extent("H"), extent("W")};
  const Sym channels = proof.variable("K", 0, extents + 1);
  std::vector<ColumnStrides<Sym>> walks;
  std::vector<Sym> w;
  for (const std::string name : {"dst", "a", "b"}) {
    // The step of an extent of 1 is free.
    const auto step = [&](const char* of, const Sym& count) {
      const bool once(count == 1);
      return es *
             proof.variable(name + of, once ? INT32_MIN : 0, once ? most_batch_stride : memory_end);
    };
    walks.push_back({0, 0, 0, 0, es * proof.variable(name + ".sc", INT32_MIN, most_channel_stride),
                     step(".sn", shape.n), step(".sh", shape.h)});
    w.push_back(step(".sw", shape.w));
  }
  const auto steps = [&](const auto& of) {
    return std::vector<Sym>{of(walks[0]), of(walks[1]), of(walks[2])};
  };
  const auto& dst = walks[0];
  return {es,
          shape,
          channels,
          walks,
          w,
          {{shape.w, w},
           {shape.h, steps([](const ColumnStrides<Sym>& walk) { return walk.h; })},
           {channels, steps([](const ColumnStrides<Sym>& walk) { return walk.block; })},
           {shape.n, steps([](const ColumnStrides<Sym>& walk) { return walk.n; })}},
          proof.given(all_of(any_of(shape.w == 1, w[0] > 0), any_of(shape.h == 1, dst.h > 0),
                             any_of(shape.n == 1, dst.n > 0)))};
}

template <class Mutation>
void reached(Proof& proof) {
  nest_is_reached<WordCode<Mutation>>(proof, any_column(proof));
}

template <class Mutation>
void nothing_else(Proof& proof) {
  nest_has_nothing_else<WordCode<Mutation>>(proof, any_column(proof));
}

// ---- controls ----

// One channel: dst at the start of lane 0, a and b after it.
std::string three_operands(const Model& v) {
  const auto strides = [&](const std::string& name) {
    return Dim4<int64_t>{v[name + ".sn"], v[name + ".sc"], v[name + ".sh"], v[name + ".sw"]};
  };
  return and_line({v["N"], v["K"], v["H"], v["W"]}, {0, strides("dst")}, {128, strides("a")},
                  {192, strides("b")});
}

Proof::Limits one_channel(const Interval& rows, const Interval& width, const Interval& dst_row) {
  Proof::Limits limits = {{"N", {1, 1}}, {"K", {1, 1}}, {"H", rows}, {"W", width}};
  for (const std::string name : {"dst", "a", "b"}) {
    for (const char* stride : {".sn", ".sc"}) limits[name + stride] = {0, 0};
    limits[name + ".sh"] = {0, 4};
    limits[name + ".sw"] = {1, 1};
  }
  limits["dst.sh"] = dst_row;
  return limits;
}

}  // namespace

std::vector<Theorem> words_nested() {
  const auto all = operations_matching({"okk_bdc_*"});
  return {{"plan.words.nest.reached",
           "The nest of a plan visits each word of a stack of channels, in all operands.", all,
           reached<Original>,
           control(Fault::bdc_tail_lost, reached<With<Fault::bdc_tail_lost>>,
                   one_channel({1, 1}, {9, 12}, {0, 4}), three_operands)},
          {"plan.words.nest.nothing_else",
           "Each step of the nest of a plan visits, in all operands, the same word of a stack of "
           "channels, and no two steps visit the same one.",
           all, nothing_else<Original>,
           control(Fault::bdc_rows_collapsed, nothing_else<With<Fault::bdc_rows_collapsed>>,
                   one_channel({2, 3}, {2, 4}, {5, 8}), three_operands)}};
}

}  // namespace strideproof::solver::plans

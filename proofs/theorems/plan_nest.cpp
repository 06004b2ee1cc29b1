// Nests of copies.

#include <fmt/format.h>

#include "proofs/theorems/plan_nests.h"

namespace strideproof::solver::plans {
namespace {

template <class Mutation>
struct CopyCode {
  static constexpr size_t operands = 2;
  static constexpr bool keeps_run = true;
  using Nest = optimized::Nest<Sym>;

  static AnyLoop any(const Loop<Sym>& loop) { return {loop.count, {loop.dst, loop.src}}; }
  static Loop<Sym> loop_of(const AnyLoop& loop) { return {loop.count, loop.step[0], loop.step[1]}; }
  static SymBool is_contiguous(const AnyLoop& inner, const AnyLoop& outer) {
    return optimized::is_contiguous<Mutation>(loop_of(inner), loop_of(outer));
  }
  static void push_loop(Nest& nest, const AnyLoop& outer) {
    if (nest.depth == 0)
      nest = optimized::run_of(outer.count, Sym(1));
    else
      optimized::push_loop<Mutation>(nest, loop_of(outer));
  }
  static Nest nest_of(const LaneColumn& column) {
    return optimized::copy_nest<Mutation>(column.element_bytes, column.shape, column.channels,
                                          column.walks[0], column.walks[1]);
  }
};

ColumnStrides<Sym> any_steps(Proof& proof, const std::string& name, const Dim4<Sym>& shape) {
  return {Sym(0),
          Sym(0),
          Sym(0),
          Sym(0),
          proof.variable(name + ".block", -widest_step, widest_step),
          step_of(proof, name + ".n", shape.n),
          step_of(proof, name + ".h", shape.h)};
}

// plan.operands.steps proves the premises about steps.
LaneColumn any_column(Proof& proof) {
  const int64_t es = element_bytes(proof);
  const auto extent = [&](const char* name) { return proof.variable(name, 1, extents); };
  // A missing last channel of a matrix has width 0.
  const Dim4<Sym> shape = {extent("N"), Sym(1), extent("H"), proof.variable("W", 0, extents)};
  const Sym channels = proof.variable("K", 0, extents + 1);
  const ColumnStrides<Sym> dst = any_steps(proof, "dst", shape),
                           src = any_steps(proof, "src", shape);
  const auto near = [](const Sym& x) { return all_of(-far <= x, x <= far); };
  const Fact legal = proof.given(exactly([&] {
    return all_of(any_of(shape.h == 1, dst.h > 0), any_of(shape.n == 1, dst.n > 0),
                  near(dst.block * channels), near(src.block * channels));
  }));
  return {es,
          shape,
          channels,
          {dst, src},
          {},
          {{shape.w * es, {Sym(1), Sym(1)}},
           {shape.h, {dst.h, src.h}},
           {channels, {dst.block, src.block}},
           {shape.n, {dst.n, src.n}}},
          legal};
}

template <class Mutation>
void reached(Proof& proof) {
  nest_is_reached<CopyCode<Mutation>>(proof, any_column(proof));
}

template <class Mutation>
void nothing_else(Proof& proof) {
  nest_has_nothing_else<CopyCode<Mutation>>(proof, any_column(proof));
}

}  // namespace

std::vector<Theorem> nests() {
  // Within system memory all channels are one column: K is C.
  const auto line = [](const Model& model) {
    const auto strides = [&](const std::string& name) {
      return Dim4<int64_t>{model[name + ".n"], model[name + ".block"], model[name + ".h"], 1};
    };
    return copy_line(1, {model["N"], model["K"], model["H"], model["W"]},
                     {Space::system, toy_window, strides("dst")},
                     {Space::system, toy_window + 4096, strides("src")});
  };
  const auto one_channel = [](const Interval& rows, const Interval& width) {
    return toy({{"N", {1, 1}},
                {"K", {1, 1}},
                {"H", rows},
                {"W", width},
                {"dst.h", {60, 64}},
                {"src.h", {0, 64}},
                {"dst.block", {0, 0}},
                {"src.block", {0, 0}},
                {"dst.n", {0, 0}},
                {"src.n", {0, 0}}});
  };
  return {{"plan.nest.reached",
           "The nest of a copy visits each byte of a stack of channels, in both operands.",
           with_others(operations_of([](okk_gdma::Kind kind) { return !is_fill(kind); }),
                       {"bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D"}),
           reached<Original>,
           control(Fault::tail_lost, reached<With<Fault::tail_lost>>, one_channel({1, 1}, {33, 40}),
                   line)},
          {"plan.nest.nothing_else",
           "Each step of the nest of a copy visits, in both operands, the same byte of the same "
           "element of a stack of channels, and no two steps visit the same one.",
           with_others(operations_of([](okk_gdma::Kind kind) { return !is_fill(kind); }),
                       {"bm_atomic_memcpy_2D", "bm_atomic_memcpy_4D"}),
           nothing_else<Original>,
           control(Fault::rows_collapsed, nothing_else<With<Fault::rows_collapsed>>,
                   one_channel({2, 3}, {1, 8}), line)}};
}

// A counter of 16 bits needs 65,536 elements, more than any memory of profile toy.
std::vector<Control> nest_controls() {
  const auto many = [](const Model& model) {
    return fmt::format(
        "okk_gdma_8bit_cpy_S2S bm1684 dst_addr=0x100000000 src_addr=0x101000000 shape=1,1,{},{} "
        "dst_stride=null src_stride=null",
        model["H"], model["W"]);
  };
  const Proof::Limits limits = toy({{"N", {1, 1}},
                                    {"K", {1, 1}},
                                    {"H", {2, 2}},
                                    {"W", {65535, 65535}},
                                    {"dst.h", {65535, 65535}},
                                    {"src.h", {65535, 65535}}});
  return {control(Fault::counter_16_bit, reached<With<Fault::counter_16_bit>>, limits, many)};
}

}  // namespace strideproof::solver::plans

#include "model/optimized/bm_atomic.h"

#include <cstring>

#include "spec/footprint.h"

namespace strideproof::optimized {
namespace {

struct Bases {
  uint8_t *dst, *src;
};
Bases bases_of(Machine& machine, int64_t direction) {
  const auto base = [&](bool local) { return machine.base(local ? Space::local : Space::system); };
  return {base(bm_atomic::dst_is_local(direction)), base(bm_atomic::src_is_local(direction))};
}

}  // namespace

// ---- memcpy_1D ----

void execute(Machine& machine, const bm_atomic::Linear<int64_t>& p,
             const LinearPlan<int64_t>& plan) {
  const auto [dst, src] = bases_of(machine, p.direction);
  std::memmove(dst + plan.dst, src + plan.src, static_cast<size_t>(plan.bytes));
}

// ---- memcpy_2D, cwtrans ----

void execute(Machine& machine, const bm_atomic::Matrix2D<int64_t>& p,
             const MatrixPlan<int64_t>& plan) {
  const auto [dst, src] = bases_of(machine, p.direction);
  const ChooseMove add = [](int64_t) -> Move { return add_floats; };
  for (const Plan<int64_t, 2>* part : {&plan.full, &plan.partial})
    copy(*part, dst, src, p.result_add != 0 ? add : move_of);
}

void execute(Machine& machine, const bm_atomic::Matrix2D<int64_t>& p,
             const TransposePlan<int64_t>& plan) {
  const auto [dst, src] = bases_of(machine, p.direction);
  transpose(spec::bm_atomic::element_bytes_of(p.format), plan.rows, plan.columns, dst, plan.dst,
            src, plan.src, p.result_add != 0 ? Store::add_float32 : Store::move);
}

void execute(Machine& machine, const bm_atomic::CWTranspose<int64_t>& p,
             const TransposePlan<int64_t>& plan) {
  uint8_t* const local = machine.base(Space::local);
  transpose(spec::bm_atomic::element_bytes_of(p.format), plan.rows, plan.columns, local, plan.dst,
            local, plan.src);
}

// ---- memcpy_4D, memset_4D ----

namespace {

// Copies row by row, for every plan.
void swap_rows(const SwapPlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  const Move move = move_of(plan.run);
  const Loop<int64_t, 2> rows = {plan.rows, {plan.dst.h_step, plan.src.h_step}};
  auto dst_channel = row_cursor(plan.dst.channels, int64_t{0});
  for (int64_t n = 0; n < plan.images; ++n) {
    auto src_channel = row_cursor(plan.src.channels, int64_t{0});
    for (int64_t c = 0; c < plan.channel_count; ++c) {
      move(plan.run, rows, dst + dst_channel.at + c * plan.dst.image,
           src + src_channel.at + n * plan.src.image);
      src_channel = next(plan.src.channels, src_channel);
    }
    dst_channel = next(plan.dst.channels, dst_channel);
  }
}

}  // namespace

void execute(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p,
             const Plan<int64_t, 2>& plan) {
  const auto [dst, src] = bases_of(machine, p.direction);
  copy(plan, dst, src);
}

void execute(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p,
             const RunPair<int64_t>& runs) {
  const auto bases = bases_of(machine, p.direction);
  const int64_t dst_bytes = spec::bm_atomic::element_bytes_of(p.dst_format),
                src_bytes = spec::bm_atomic::element_bytes_of(p.src_format);
  const auto parts = [&](auto each) {
    for_each_part({runs.dst, dst_bytes}, {runs.src, src_bytes}, spec::element_count(p.src_shape),
                  [&](int64_t dst, int64_t src, int64_t count) {
                    each(bases.dst + dst, bases.src + src, count);
                  });
  };
  const auto format = [](int64_t value) { return static_cast<bm_atomic::Format>(value); };
  if (p.dst_format != p.src_format)
    return parts(converter(format(p.src_format), format(p.dst_format)));
  parts([&](uint8_t* dst, const uint8_t* src, int64_t count) {
    std::memmove(dst, src, static_cast<size_t>(count * dst_bytes));
  });
}

void execute(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p,
             const SwapPlan<int64_t>& plan) {
  const auto [dst, src] = bases_of(machine, p.direction);
  if (!is_matrix(plan)) return swap_rows(plan, dst, src);
  const TransposePlan<int64_t> matrix = swapped_matrix(plan);
  transpose(plan.run, matrix.rows, matrix.columns, dst, matrix.dst, src, matrix.src);
}

void execute(Machine& machine, const bm_atomic::Fill4D<int64_t>& p, const Plan<int64_t, 1>& plan) {
  fill(plan, machine.base(p.is_local_mem != 0 ? Space::local : Space::system),
       Pattern(p.const_val, spec::bm_atomic::element_bytes_of(p.format)));
}

// ---- mask_memcpy_4D ----

void execute(Machine& machine, const bm_atomic::MaskedCopy<int64_t>& p,
             const MaskPlan<int64_t>& plan) {
  const uint8_t* const local = machine.base(Space::local);
  uint8_t* const dst = machine.base(Space::system) + p.dst_global_mem_addr;
  int64_t kept = 0;
  for_each_part({plan.words, bm_atomic::mask_word_bytes}, {plan.mask, bm_atomic::mask_word_bytes},
                spec::element_count(p.shape), [&](int64_t words, int64_t mask, int64_t count) {
                  kept += pack_words(dst + kept * bm_atomic::mask_word_bytes, local + words,
                                     local + mask, count);
                });
  machine.mask_count = static_cast<uint32_t>(kept);
}

// ---- the family ----

namespace {

struct Shipped {
  static auto plan_of(const auto&... values) { return optimized::plan_of(values...); }
  static auto swap_plan(const auto&... values) { return optimized::swap_plan(values...); }
  static auto runs_of(const auto&... values) { return optimized::runs_of(values...); }
};

}  // namespace

void execute_bm_atomic(Machine& machine, const Case& c) {
  execute_bm_atomic_by<Shipped>(machine, c);
}

}  // namespace strideproof::optimized

#include "model/optimized/bm_atomic_4d.h"

#include <cstring>

namespace strideproof::optimized {

namespace {

// Copies row by row, for every plan.
void swap_rows(const SwapPlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  const Move move = move_of(plan.run);
  const Loop<int64_t> rows = {plan.rows, plan.dst.h_step, plan.src.h_step};
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

struct Bases {
  uint8_t* dst;
  const uint8_t* src;
};
Bases bases_of(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p) {
  const auto base = [&](bool local) { return machine.base(local ? Space::local : Space::system); };
  return {base(bm_atomic::dst_is_local(p.direction)), base(bm_atomic::src_is_local(p.direction))};
}

int64_t element_bytes_of(int64_t format) {
  return bm_atomic::element_bytes(static_cast<bm_atomic::Format>(format));
}

}  // namespace

void swap_n_c(const SwapPlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  if (!is_matrix(plan)) return swap_rows(plan, dst, src);
  const TransposePlan<int64_t> matrix = swapped_matrix(plan);
  transpose(plan.run, matrix.rows, matrix.columns, dst, matrix.dst, src, matrix.src);
}

void execute(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p, const Plan<int64_t>& plan) {
  const auto [dst, src] = bases_of(machine, p);
  copy(plan, dst, src);
}

void execute(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p, const RunPair<int64_t>& runs,
             ChooseConvert choose) {
  const auto bases = bases_of(machine, p);
  const int64_t dst_bytes = element_bytes_of(p.dst_format),
                src_bytes = element_bytes_of(p.src_format);
  const auto parts = [&](auto each) {
    for_each_part(runs.dst, dst_bytes, runs.src, src_bytes, spec::element_count(p.src_shape),
                  [&](int64_t dst, int64_t src, int64_t count) {
                    each(bases.dst + dst, bases.src + src, count);
                  });
  };
  const auto format = [](int64_t value) { return static_cast<bm_atomic::Format>(value); };
  if (p.dst_format != p.src_format)
    return parts(choose(format(p.src_format), format(p.dst_format)));
  parts([&](uint8_t* dst, const uint8_t* src, int64_t count) {
    std::memmove(dst, src, static_cast<size_t>(count * dst_bytes));
  });
}

void execute(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p,
             const SwapPlan<int64_t>& plan) {
  const auto [dst, src] = bases_of(machine, p);
  swap_n_c(plan, dst, src);
}

void execute(Machine& machine, const bm_atomic::Fill4D<int64_t>& p, const Plan<int64_t>& plan) {
  fill(plan, machine.base(p.is_local_mem != 0 ? Space::local : Space::system),
       Pattern(p.const_val, element_bytes_of(p.format)));
}

void execute_memcpy_4D(Machine& machine, const bm_atomic::Tensor4D<int64_t>& p,
                       ChooseConvert choose) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  if (p.transpose != 0) return execute(machine, p, swap_plan(m, p));
  if (has_same_elements(p)) return execute(machine, p, plan_of(m, p));
  execute(machine, p, runs_of(m, p), choose);
}

}  // namespace strideproof::optimized

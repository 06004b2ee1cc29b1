#include "model/optimized/bm_atomic_4d.h"

namespace strideproof::optimized {

void swap_n_c(const SwapPlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  const Move move = move_of(plan.run);
  const Loop<int64_t> rows = {plan.rows, plan.dst.h_step, plan.src.h_step};
  auto dst_channel = row_cursor(plan.dst.channels, int64_t{0});
  for (int64_t n = 0; n < plan.images; ++n) {
    auto src_channel = row_cursor(plan.src.channels, int64_t{0});
    for (int64_t c = 0; c < plan.channel_count; ++c) {
      move(plan.run, rows, dst + dst_channel.at + c * plan.dst.image,
           src + src_channel.at + n * plan.src.image);
      src_channel = next<Original>(plan.src.channels, src_channel);
    }
    dst_channel = next<Original>(plan.dst.channels, dst_channel);
  }
}

}  // namespace strideproof::optimized

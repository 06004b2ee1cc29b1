#include "spec/operations/okk_bdc.h"

namespace strideproof::spec::okk_bdc {

// A dimension of stride 0 is read once.
std::optional<CountRange> counts_in(const MachineShape<int64_t>& m, Tensor<int64_t> t,
                                    const Contents& before) {
  if (t.stride.n == 0) t.shape.n = 1;
  if (t.stride.h == 0) t.shape.h = 1;
  if (t.stride.w == 0) t.shape.w = 1;
  // Channels c and c + X lie in one lane.
  if (t.stride.c == 0) t.shape.c = min_of(t.shape.c, m.lanes);
  if (element_count(t.shape) > footprint_budget) return std::nullopt;
  CountRange found{largest_count, -largest_count};
  for (int64_t n = 0; n < t.shape.n; ++n)
    for (int64_t c = 0; c < t.shape.c; ++c)
      for (int64_t h = 0; h < t.shape.h; ++h)
        for (int64_t w = 0; w < t.shape.w; ++w) {
          const ElementPlace<int64_t> at = place_of(m, t, {n, c, h, w});
          uint32_t word = 0;
          for (int b = 0; b < element_bytes; ++b)
            word |= uint32_t{before(t.space, at.lane, at.byte + b)} << 8 * b;
          const int64_t count = static_cast<int32_t>(word);
          found.least = min_of(found.least, count);
          found.most = max_of(found.most, count);
        }
  return found;
}

}  // namespace strideproof::spec::okk_bdc

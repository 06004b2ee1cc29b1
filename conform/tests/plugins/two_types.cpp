// The transposing copy for 16-bit elements only, implemented correctly: two of the seven functions
// of the operation.
#include "conform/tests/plugins/hooks.h"

namespace {

constexpr uint64_t fractal = 512;

bool transpose(uint64_t dst, uint64_t src, uint64_t index_id, uint64_t repeat, uint64_t src_stride,
               uint64_t dst_stride, bool addrmode) {
  if (addrmode || dst % fractal != 0 || src % 32 != 0) return false;
  if (repeat == 0) return true;
  const uint64_t first = src + index_id * fractal, step = src_stride * fractal;
  const uint64_t dst_step = (dst_stride + 1) * fractal;
  if (src > sizeof toy::l1 || dst > sizeof toy::l0b) return false;
  if (first + (repeat - 1) * step + fractal > sizeof toy::l1) return false;
  if (dst + (repeat - 1) * dst_step + fractal > sizeof toy::l0b) return false;
  for (uint64_t i = 0; i < repeat; ++i)
    for (uint64_t r = 0; r < 16; ++r)
      for (uint64_t c = 0; c < 16; ++c)
        std::memcpy(toy::l0b + dst + i * dst_step + 2 * (r * 16 + c),
                    toy::l1 + first + i * step + 2 * (c * 16 + r), 2);
  return true;
}

}  // namespace

extern "C" {

int sp_status(void) { return toy::status; }

void asc_copy_l12l0b_trans_f16(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                               uint16_t src_stride, uint16_t dst_stride, bool addrmode, uint64_t) {
  const bool done = transpose(dst, src, index_id, repeat, src_stride, dst_stride, addrmode);
  toy::status = done ? SP_DONE : SP_REJECTED;
}
[[gnu::alias("asc_copy_l12l0b_trans_f16")]] void asc_copy_l12l0b_trans_bf16(uint64_t, uint64_t,
                                                                            uint16_t, uint8_t,
                                                                            uint16_t, uint16_t,
                                                                            bool, uint64_t);

}  // extern "C"

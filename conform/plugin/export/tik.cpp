#include "conform/plugin/export/entry.h"
#include "conform/strideproof_ops.h"

extern "C" void tik_data_move(int dst_space, uint64_t dst, int src_space, uint64_t src, int dtype,
                              int sid, int nburst, int burst, int src_stride, int dst_stride) {
  strideproof::exported::entry<"data_move">(dst_space, dst, src_space, src, dtype, sid, nburst,
                                            burst, src_stride, dst_stride);
}

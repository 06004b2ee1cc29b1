#include "conform/plugin/export/entry.h"
#include "conform/strideproof_ops.h"

extern "C" {

void okk_bdc_32bit_and(local_addr_t dst_addr, local_addr_t src0_addr, local_addr_t src1_addr,
                       const dim4* shape, const dim4* dst_stride, const dim4* src0_stride,
                       const dim4* src1_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_and">(dst_addr, src0_addr, src1_addr, shape,
                                                    dst_stride, src0_stride, src1_stride);
}
void okk_bdc_32bit_and_C(local_addr_t dst_addr, local_addr_t src_addr, x32 C, const dim4* shape,
                         const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_and_C">(dst_addr, src_addr, C, shape, dst_stride,
                                                      src_stride);
}
void okk_bdc_32bit_or(local_addr_t dst_addr, local_addr_t src0_addr, local_addr_t src1_addr,
                      const dim4* shape, const dim4* dst_stride, const dim4* src0_stride,
                      const dim4* src1_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_or">(dst_addr, src0_addr, src1_addr, shape,
                                                   dst_stride, src0_stride, src1_stride);
}
void okk_bdc_32bit_or_C(local_addr_t dst_addr, local_addr_t src_addr, x32 C, const dim4* shape,
                        const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_or_C">(dst_addr, src_addr, C, shape, dst_stride,
                                                     src_stride);
}
void okk_bdc_32bit_xor(local_addr_t dst_addr, local_addr_t src0_addr, local_addr_t src1_addr,
                       const dim4* shape, const dim4* dst_stride, const dim4* src0_stride,
                       const dim4* src1_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_xor">(dst_addr, src0_addr, src1_addr, shape,
                                                    dst_stride, src0_stride, src1_stride);
}
void okk_bdc_32bit_xor_C(local_addr_t dst_addr, local_addr_t src_addr, x32 C, const dim4* shape,
                         const dim4* dst_stride, const dim4* src_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_xor_C">(dst_addr, src_addr, C, shape, dst_stride,
                                                      src_stride);
}
void okk_bdc_32bit_arithmetic_shift(local_addr_t dst_addr, local_addr_t src0_addr,
                                    local_addr_t src1_addr, const dim4* shape,
                                    const dim4* dst_stride, const dim4* src0_stride,
                                    const dim4* src1_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_arithmetic_shift">(
      dst_addr, src0_addr, src1_addr, shape, dst_stride, src0_stride, src1_stride);
}
void okk_bdc_32bit_logical_shift(local_addr_t dst_addr, local_addr_t src0_addr,
                                 local_addr_t src1_addr, const dim4* shape, const dim4* dst_stride,
                                 const dim4* src0_stride, const dim4* src1_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_logical_shift">(dst_addr, src0_addr, src1_addr, shape,
                                                              dst_stride, src0_stride, src1_stride);
}
void okk_bdc_32bit_arithmetic_shift_C(local_addr_t dst_addr, local_addr_t src_addr, int C,
                                      const dim4* shape, const dim4* dst_stride,
                                      const dim4* src_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_arithmetic_shift_C">(dst_addr, src_addr, C, shape,
                                                                   dst_stride, src_stride);
}
void okk_bdc_32bit_logical_shift_C(local_addr_t dst_addr, local_addr_t src_addr, int C,
                                   const dim4* shape, const dim4* dst_stride,
                                   const dim4* src_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_logical_shift_C">(dst_addr, src_addr, C, shape,
                                                                dst_stride, src_stride);
}
void okk_bdc_32bit_C_arithmetic_shift(local_addr_t dst_addr, local_addr_t src_addr, int C,
                                      const dim4* shape, const dim4* dst_stride,
                                      const dim4* src_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_C_arithmetic_shift">(dst_addr, src_addr, C, shape,
                                                                   dst_stride, src_stride);
}
void okk_bdc_32bit_C_logical_shift(local_addr_t dst_addr, local_addr_t src_addr, unsigned int C,
                                   const dim4* shape, const dim4* dst_stride,
                                   const dim4* src_stride) {
  strideproof::exported::entry<"okk_bdc_32bit_C_logical_shift">(dst_addr, src_addr, C, shape,
                                                                dst_stride, src_stride);
}

}  // extern "C"

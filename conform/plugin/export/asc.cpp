#include "conform/plugin/export/entry.h"
#include "conform/strideproof_ops.h"

// The parameter dtype selects the overload, in the order of asc::DType.

extern "C" {

void asc_copy_l12l0b_trans_u8(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                              uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                              uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{0});
}
void asc_copy_l12l0b_trans_s8(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                              uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                              uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{1});
}
void asc_copy_l12l0b_trans_f16(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                               uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                               uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{2});
}
void asc_copy_l12l0b_trans_bf16(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{3});
}
void asc_copy_l12l0b_trans_u32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                               uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                               uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{4});
}
void asc_copy_l12l0b_trans_s32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                               uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                               uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{5});
}
void asc_copy_l12l0b_trans_f32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                               uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                               uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{6});
}
void asc_copy_l12l0b_trans_sync_u8(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                   uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                   uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans_sync">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{0});
}
void asc_copy_l12l0b_trans_sync_s8(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                   uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                   uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans_sync">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{1});
}
void asc_copy_l12l0b_trans_sync_f16(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                    uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                    uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans_sync">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{2});
}
void asc_copy_l12l0b_trans_sync_bf16(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                     uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                     uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans_sync">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{3});
}
void asc_copy_l12l0b_trans_sync_u32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                    uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                    uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans_sync">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{4});
}
void asc_copy_l12l0b_trans_sync_s32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                    uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                    uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans_sync">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{5});
}
void asc_copy_l12l0b_trans_sync_f32(uint64_t dst, uint64_t src, uint16_t index_id, uint8_t repeat,
                                    uint16_t src_stride, uint16_t dst_stride, bool addrmode,
                                    uint64_t dst_frac_stride) {
  strideproof::exported::entry<"asc_copy_l12l0b_trans_sync">(
      dst, src, index_id, repeat, src_stride, dst_stride, addrmode, dst_frac_stride, uint32_t{6});
}

}  // extern "C"

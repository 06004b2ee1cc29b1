/* A plug-in, valid as C99 and as C++17: the memories of bm1684, and two of its operations. Replace
 * them by yours.
 *
 * It has no sp_status, so it is given legal cases alone. With WRONG set in the environment the copy
 * leaves out the channels from number 64 on, so that you see a finding.
 */
#ifndef _GNU_SOURCE /* C++ compilers define it */
#define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "strideproof.h"
#include "strideproof_ops.h"

#define LANES 64
#define LANE_BYTES ((uint64_t)512 << 10)
#define UNIT 128 /* bytes to which a channel of the aligned layout is rounded up */
#define SYSTEM_BYTES ((uint64_t)1 << 40)

static uint8_t *local_memory, *system_memory;
static int wrong;

/* Memory that takes space only where it is used. */
static uint8_t* zeroes(uint64_t size) {
  void* memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : (uint8_t*)memory;
}

/* The hooks. */

int sp_abi_version(void) { return 1; }
const char* sp_name(void) { return "example plug-in"; }

int sp_reset(const char* profile) {
  if (strcmp(profile, "bm1684") != 0) return 1;
  wrong = getenv("WRONG") != NULL;
  local_memory = zeroes(LANES * LANE_BYTES);
  system_memory = zeroes(SYSTEM_BYTES);
  return local_memory == NULL || system_memory == NULL;
}

static uint8_t* place(int space, uint32_t lane, uint64_t offset, uint64_t size) {
  if (space == SP_LOCAL && lane < LANES && offset + size <= LANE_BYTES)
    return local_memory + lane * LANE_BYTES + offset;
  if (space == SP_SYSTEM && offset + size <= SYSTEM_BYTES) return system_memory + offset;
  return NULL;
}

int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size) {
  uint8_t* to = place(space, lane, offset, size);
  if (to != NULL) memcpy(to, bytes, size);
  return to == NULL;
}

int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size) {
  const uint8_t* from = place(space, lane, offset, size);
  if (from != NULL) memcpy(bytes, from, size);
  return from == NULL;
}

/* The operations. */

static dim4 aligned_stride(int start, const dim4* shape) {
  const int unit = UNIT / 4, channel = (shape->h * shape->w + unit - 1) / unit * unit;
  const dim4 stride = {(start + shape->c + LANES - 1) / LANES * channel, channel, shape->w, 1};
  return stride;
}

static int64_t offset_of(const dim4* stride, int n, int c, int h, int w) {
  return (int64_t)n * stride->n + (int64_t)c * stride->c + (int64_t)h * stride->h +
         (int64_t)w * stride->w;
}

/* Channels go from lane to lane, and after the last lane on in the first, stride->c further. */
static uint8_t* local_element(local_addr_t address, const dim4* stride, int n, int c, int h,
                              int w) {
  const int channel = (int)(address / LANE_BYTES) + c;
  return local_memory + (uint64_t)(channel % LANES) * LANE_BYTES + address % LANE_BYTES +
         4 * offset_of(stride, n, channel / LANES, h, w);
}

void okk_gdma_32bit_set_C_local(local_addr_t dst_addr, x32 C, const dim4* shape,
                                const dim4* dst_stride) {
  const dim4 aligned = aligned_stride((int)(dst_addr / LANE_BYTES), shape);
  const dim4* stride = dst_stride != NULL ? dst_stride : &aligned;
  for (int n = 0; n < shape->n; ++n)
    for (int c = 0; c < shape->c; ++c)
      for (int h = 0; h < shape->h; ++h)
        for (int w = 0; w < shape->w; ++w)
          memcpy(local_element(dst_addr, stride, n, c, h, w), &C, 4);
}

void okk_gdma_32bit_cpy_S2L(local_addr_t dst_addr, system_addr_t src_addr, const dim4* shape,
                            const dim4* dst_stride, const dim4* src_stride) {
  const dim4 aligned = aligned_stride((int)(dst_addr / LANE_BYTES), shape);
  const dim4 continuous = {shape->c * shape->h * shape->w, shape->h * shape->w, shape->w, 1};
  const dim4* to = dst_stride != NULL ? dst_stride : &aligned;
  const dim4* from = src_stride != NULL ? src_stride : &continuous;
  for (int n = 0; n < shape->n; ++n)
    for (int c = 0; c < (wrong && shape->c > LANES ? LANES : shape->c); ++c)
      for (int h = 0; h < shape->h; ++h)
        for (int w = 0; w < shape->w; ++w)
          memcpy(local_element(dst_addr, to, n, c, h, w),
                 system_memory + src_addr + 4 * offset_of(from, n, c, h, w), 4);
}

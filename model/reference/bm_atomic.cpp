#include "model/reference/bm_atomic.h"

namespace strideproof::reference {
namespace atomic {
namespace {

// "当搬运完成后，调用函数bm_get_mask_memcpy_res_num()可以获取搬运到目的地址的数据的数量。"
void mask_count(CaseRun& run) {
  if (run.evaluate_only) return;
  Machine& machine = run.machine;
  const bool none = machine.mask_rejected && run.takes("mask-count-after-rejection", 1);
  run.returned = none ? 0 : machine.mask_count;
  if (run.takes("mask-count-read", 1)) machine.mask_count = 0;
}

}  // namespace

// FLOAT32, INT16, UINT8, INT8, FLOAT16: the number in the name is the width in bits. A format
// without a name has elements of 1 byte, so that its label is the only one that is violated.
int64_t element_bytes(Format format) {
  if (format == Format::float32) return 4;
  if (format == Format::int16) return 2;
  if (format == Format::float16) return 2;
  return 1;
}

// "S表示Global Memory、L2-SRAM以及DTCM，L表示Local Memory": S2L, L2S, S2S, L2L.
bool src_is_local(int64_t direction) {
  return is(direction, Direction::L2S) || is(direction, Direction::L2L);
}
bool dst_is_local(int64_t direction) {
  return is(direction, Direction::S2L) || is(direction, Direction::L2L);
}

LocalPlace local_place(const CaseRun& run, int64_t lane, int64_t address) {
  const int64_t lane_bytes = run.profile.lane_bytes;
  if (run.takes("local-address", 0)) return {lane, address};
  return {lane + address / lane_bytes, address % lane_bytes};
}

bool is_global(const CaseRun& run, int64_t address) {
  return run.takes("global-only", 0) || address >= run.profile.windows.back().first;
}

}  // namespace atomic

void run_bm_atomic(CaseRun& run) {
  using bm_atomic::Kind;
  switch (bm_atomic::kind(*run.c.operation)) {
    case Kind::memcpy_1D: return atomic::memcpy_1D(run);
    case Kind::memcpy_2D: return atomic::memcpy_2D(run);
    case Kind::memcpy_4D: return atomic::memcpy_4D(run);
    case Kind::memset_4D: return atomic::memset_4D(run);
    case Kind::cwtrans: return atomic::cwtrans(run);
    case Kind::mask_memcpy_4D: return atomic::mask_memcpy_4D(run);
    case Kind::mask_count: break;
  }
  atomic::mask_count(run);
}

}  // namespace strideproof::reference

// Reports the writes of its operations, also to system memory of bm1684 that no case uses: if two
// batches are filled, it writes past 512 GiB. It lists many writes to the first window before that.

#include "conform/tests/plugins/hooks.h"

namespace {

constexpr uint64_t near_address = 0xfffff000, far_address = uint64_t{512} << 30;
constexpr uint32_t near_writes = 10'000;
bool wrote_elsewhere = false;

}  // namespace

extern "C" {

int sp_status(void) { return toy::status; }
void sp_mark(void) { wrote_elsewhere = false; }
int sp_touched(int space, uint32_t, uint32_t index, uint64_t* offset, uint64_t* size) {
  if (space != SP_SYSTEM || index > near_writes || !wrote_elsewhere) return 1;
  *offset = index < near_writes ? near_address : far_address;
  *size = 4;
  return 0;
}

void okk_gdma_8bit_set_C_local(local_addr_t dst_addr, x8 C, const dim4* shape,
                               const dim4* dst_stride) {
  toy::status = toy::set_C(dst_addr, C, *shape, dst_stride) ? SP_DONE : SP_REJECTED;
  wrote_elsewhere = wrote_elsewhere || (toy::status == SP_DONE && shape->n == 2);
}

}  // extern "C"

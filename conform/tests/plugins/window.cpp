// Offers only the lower half of system memory, and ends the process if more is used.
#include <cstdlib>

#include "conform/tests/plugins/memory.h"

extern "C" {

int sp_abi_version(void) { return 1; }
int sp_reset(const char* profile) { return toy::reset(profile); }

static void within(int space, uint64_t offset, uint64_t size) {
  if (space == SP_SYSTEM && offset + size > toy::system_first + toy::system_bytes / 2) std::exit(4);
}
int sp_write(int space, uint32_t lane, uint64_t offset, const void* bytes, uint64_t size) {
  within(space, offset, size);
  return toy::write(space, lane, offset, bytes, size);
}
int sp_read(int space, uint32_t lane, uint64_t offset, void* bytes, uint64_t size) {
  within(space, offset, size);
  return toy::read(space, lane, offset, bytes, size);
}
int sp_window(int space, uint32_t index, uint64_t* first, uint64_t* size) {
  if (space != SP_SYSTEM || index != 0) return 1;
  *first = toy::system_first;
  *size = toy::system_bytes / 2;
  return 0;
}

// No sp_status: illegal cases are not given, so every call is a legal fill of that half.
void okk_gdma_8bit_set_C_system(system_addr_t dst_addr, x8 C, const dim4* shape,
                                const dim4* dst_stride) {
  const dim4 continuous{shape->c * shape->h * shape->w, shape->h * shape->w, shape->w, 1};
  const dim4& s = dst_stride == nullptr ? continuous : *dst_stride;
  for (int64_t n = 0; n < shape->n; ++n)
    for (int64_t c = 0; c < shape->c; ++c)
      for (int64_t h = 0; h < shape->h; ++h)
        for (int64_t w = 0; w < shape->w; ++w) {
          const uint64_t address =
              dst_addr + static_cast<uint64_t>(n * s.n + c * s.c + h * s.h + w * s.w);
          within(SP_SYSTEM, address, 1);
          *toy::at(SP_SYSTEM, 0, address, 1) = C.u8;
        }
}

}  // extern "C"

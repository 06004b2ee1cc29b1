// Has only the lower half of system memory, or the first STRIDEPROOF_TEST_WINDOW bytes. For
// "endless" it names the same window without end.

#include <cstdlib>
#include <string_view>

#include "conform/tests/plugins/hooks.h"

namespace {

bool is_endless = false;

[[gnu::constructor]] void limit_memory() {
  const char* bytes = std::getenv("STRIDEPROOF_TEST_WINDOW");
  is_endless = bytes != nullptr && std::string_view(bytes) == "endless";
  toy::system_offered =
      bytes != nullptr ? std::strtoull(bytes, nullptr, 10) : toy::system_bytes / 2;
}

}  // namespace

extern "C" {

int sp_window(int space, uint32_t index, uint64_t* first, uint64_t* size) {
  if (space != SP_SYSTEM || (index != 0 && !is_endless)) return 1;
  *first = toy::system_first;
  *size = toy::system_offered;
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
        for (int64_t w = 0; w < shape->w; ++w)
          *toy::at(SP_SYSTEM, 0,
                   dst_addr + static_cast<uint64_t>(n * s.n + c * s.c + h * s.h + w * s.w), 1) =
              C.u8;
}

}  // extern "C"

// Compiled by Highway once for each instruction set of the architecture.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/fill_run.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "model/optimized/fill_run.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

void fill_run_here(uint8_t* dst, int64_t run, const uint8_t* pattern) {
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<uint8_t, 64> tag;
  const int64_t width = static_cast<int64_t>(hn::Lanes(tag));
  const auto value = hn::LoadU(tag, pattern);
  uint8_t* const last = dst + run - width;
  hn::StoreU(value, tag, dst);
  // Aligned from here; the period divides every such step.
  dst += width -
         static_cast<int64_t>(reinterpret_cast<uintptr_t>(dst) % static_cast<uintptr_t>(width));
  for (; dst < last; dst += width) hn::Store(value, tag, dst);
  hn::StoreU(value, tag, last);
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(fill_run_here);

void fill_run(uint8_t* dst, int64_t run, const uint8_t* pattern) {
  HWY_DYNAMIC_DISPATCH(fill_run_here)(dst, run, pattern);
}

}  // namespace strideproof::optimized
#endif

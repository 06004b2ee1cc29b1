// Compiled by Highway once for each instruction set of the architecture. Vectors without a fixed
// size cannot be array elements.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/optimized/asc.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "model/optimized/asc.h"
#include "model/optimized/tiles.h"

HWY_BEFORE_NAMESPACE();
namespace strideproof::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#include "model/optimized/tiles-inl.h"

#if HWY_TARGET == HWY_SCALAR

template <class T>
using Lanes = Vectors<T>;

#else

// Vectors of one block of 16 bytes or, if the processor has them, of two blocks; memory is bytes.
template <class T>
struct Lanes {
  using D = hn::CappedTag<T, 32 / sizeof(T)>;
  using D8 = hn::Repartition<uint8_t, D>;
  using V = hn::Vec<D>;
  static constexpr int size = static_cast<int>(16 / sizeof(T));
  static constexpr int blocks = hn::MaxLanes(D8()) == 32 ? 2 : 1;

  HWY_INLINE V load(const uint8_t* at) const { return hn::BitCast(D(), hn::LoadU(D8(), at)); }
  HWY_INLINE V load(const uint8_t* first, const uint8_t* second) const {
    const hn::Half<D8> half;
    return hn::BitCast(D(), hn::Combine(D8(), hn::LoadU(half, second), hn::LoadU(half, first)));
  }
  HWY_INLINE void store(V v, uint8_t* at) const { hn::StoreU(hn::BitCast(D8(), v), D8(), at); }
  HWY_INLINE V lower(V a, V b) const { return hn::InterleaveLower(D(), a, b); }
  HWY_INLINE V upper(V a, V b) const { return hn::InterleaveUpper(D(), a, b); }
};

#endif

void best_transpose(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  dst += plan.dst;
  src += plan.src;
  if (plan.element_bytes == 1) return transpose_squares(Lanes<uint8_t>(), plan, dst, src);
  if (plan.element_bytes == 2) return transpose_squares(Lanes<uint16_t>(), plan, dst, src);
  transpose_squares(Lanes<uint32_t>(), plan, dst, src);
}

}  // namespace strideproof::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strideproof::optimized {

HWY_EXPORT(best_transpose);

void transpose(const SquarePlan<int64_t>& plan, uint8_t* dst, const uint8_t* src) {
  HWY_DYNAMIC_DISPATCH(best_transpose)(plan, dst, src);
}

void execute_asc(Machine& machine, const Case& c) {
  const asc::Transpose<int64_t> p = asc::transpose_of(c.arguments);
  const int64_t element_bytes = asc::element_bytes(static_cast<asc::DType>(p.dtype));
  if (p.repeat > 0)
    transpose(plan_of(element_bytes, p), machine.base(Space::l0b), machine.base(Space::l1));
}

}  // namespace strideproof::optimized
#endif

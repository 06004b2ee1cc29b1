#pragma once
// Family okk-bdc: its constraints and landmarks; see spec/operand.h.

#include "spec/operations/okk.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::spec::okk_bdc {

using namespace strideproof::okk_bdc;

// ---- constraints and landmarks; in words in spec/vocabulary/okk_bdc.cpp ----

struct Spec : okk::ViewFamily<Spec> {
  template <class I>
  static Truth<I> meets(const MachineShape<I>& m, const View<I>& v, const OperandsOf<I>& x,
                        LandmarkId landmark) {
    const Tensor<I>&src = x.src.tensor, &src1 = x.src1.tensor;
    switch (landmark) {
      case LandmarkId::src1_maps_onto_itself: return Spec::maps_onto_itself(m, v, on_src1);
      case LandmarkId::src1_interleaved: return interleaves<Spec>(m, v, on_src1);
      case LandmarkId::sources_same: return spec::maps_onto_itself(m, src, src1);
      case LandmarkId::sources_overlap:
        return all_of(overlap_slack(m, src, src1) < I(0),
                      negation(spec::maps_onto_itself(m, src, src1)));
      // The same for signed and unsigned: bits 31, and 16 to 31.
      case LandmarkId::C_top_bit: return any_of(v.C < I(0), v.C >= I(int64_t{1} << 31));
      case LandmarkId::C_over_16_bits: return any_of(v.C < I(0), v.C >= I(int64_t{1} << 16));
      default: return meets_tensors<Spec>(m, v, x, landmark);
    }
  }
};

}  // namespace strideproof::spec::okk_bdc

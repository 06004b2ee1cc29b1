#pragma once
// A machine for okk-bdc, all of its local memory filled and compared: every byte counts.

#include <cstdint>
#include <vector>

#include "model/fill.h"
#include "model/machine.h"
#include "spec/spec.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof {

class World {
 public:
  explicit World(const Case& c) : machine(*c.profile) {
    for (int64_t lane = 0; lane < c.profile->lanes; ++lane)
      fill(machine.at(Space::local, lane, 0), c.profile->lane_bytes, c.fill, Space::local, lane, 0);
    if (!spec::evaluate(c).legal()) return;
    for (const spec::OperandRange& run : spec::footprint(c)) {
      const DataClass data = c.data[run.operand == on_dst ? 0 : run.operand == on_src ? 1 : 2];
      if (data != DataClass::unique)
        fill(machine.at(run.space, run.lane, run.first), run.size, c.fill, run.space, run.lane,
             run.first, data);
    }
  }

  std::vector<uint8_t> memory() {
    const uint8_t* const first = machine.base(Space::local);
    return {first, first + machine.profile().lanes * machine.profile().lane_bytes};
  }

  Machine machine;
};

// The operand whose elements are counts.
inline DataClass& counts_of(Case& c) {
  return c.data[okk_bdc::counts_of(okk_bdc::kind(*c.operation)) == on_src1 ? 2 : 1];
}

}  // namespace strideproof

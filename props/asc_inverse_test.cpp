// A square whose transposed fractals follow each other and are transposed again is what it was. No
// operation reads L0B, so the test carries the bytes from L0B of one machine to L1 of another.

#include <cstring>

#include "props/rapidcheck.h"
#include "props/testing.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

RC_GTEST_PROP(AscTranspose, TwiceIsTheIdentity, (uint64_t contents)) {
  Case c = *cases("asc_copy_l12l0b_trans*", 0);
  c["repeat"] = 1;
  c["dst_frac_stride"] = 0;
  c["index_id"] = c["dst"] = 0;
  c["src"] %= 2048;
  RC_PRE(spec::evaluate(c).legal());
  const size_t bytes = c["dtype"] == 2 || c["dtype"] == 3 ? 512 : 1024;
  for (const Harness::Run run : {Harness::Run{run_reference}, Harness::Run{optimized::run}}) {
    Machine& first = scratch_machine(*c.profile, 0);
    Machine& second = scratch_machine(*c.profile, 1);
    prepare(first, {{Space::l1, 0, c["src"], 1024}}, contents);
    run(first, c);
    std::memcpy(second.at(Space::l1, 0, c["src"]), first.at(Space::l0b, 0, 0), bytes);
    run(second, c);
    RC_ASSERT(std::memcmp(second.at(Space::l0b, 0, 0), first.at(Space::l1, 0, c["src"]), bytes) ==
              0);
  }
}

}  // namespace
}  // namespace strideproof::props

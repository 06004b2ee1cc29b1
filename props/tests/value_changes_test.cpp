// Changes of single values of a case.

#include "props/value_changes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "spec/spec.h"
#include "spec/vocabulary/case.h"

namespace strideproof::props {
namespace {

// N and C are transposed: another extent alone makes the shapes differ.
TEST(ValueChanges, ChangeAnExtentInBothShapes) {
  const Case c = parse_case(
      "bm_atomic_memcpy_4D bm1684 src_addr=0 src_local_idx=0 src_shape=17,16,1,1 "
      "src_stride=1,1,1,1 src_format=1 dst_addr=0 dst_local_idx=16 dst_shape=16,17,1,1 "
      "dst_stride=1,1,1,1 dst_format=1 direction=3 transpose=1 fill=1");
  const auto n_of_src = static_cast<size_t>(c.operation->parameter("src_shape")->slot);
  const std::vector<Case> all = with_changed_value(c);
  EXPECT_GT(std::ranges::count_if(all,
                                  [&](const Case& changed) {
                                    return changed.arguments.value[n_of_src] == 32 &&
                                           spec::evaluate(changed).legal();
                                  }),
            0);
}

}  // namespace
}  // namespace strideproof::props

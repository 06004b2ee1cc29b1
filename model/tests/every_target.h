#pragma once
// Vector code is compiled for each instruction set and chosen when it runs.

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace strideproof {

// With each instruction set that the processor has.
template <class Try>
void with_every_target(Try attempt) {
  for (int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    SCOPED_TRACE(hwy::TargetName(left & -left));
    hwy::SetSupportedTargetsForTest(left & -left);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    attempt();
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
}

}  // namespace strideproof

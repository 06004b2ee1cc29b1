#pragma once
// Vector code is compiled for each instruction set and chosen when it runs.

#include <gtest/gtest.h>
#include <hwy/highway.h>

namespace strideproof {

// With each instruction set that the processor has.
template <class Try>
void with_every_target(Try attempt) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    attempt();
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
}

}  // namespace strideproof

// Lines of progress on standard error.

#include "conform/base/progress.h"

#include <gtest/gtest.h>

#include <string>

namespace strideproof {
namespace {

TEST(Progress, CountsFailingCasesAfterATextWhoseTimeHasCome) {
  testing::internal::CaptureStderr();
  {
    Progress progress;
    progress.show_after(0, [] { return std::string("so far: row"); });
    progress.show("check", 5, 1, "case", 3);
    progress.show("check", 6, 1, "case", 3);
  }
  const std::string printed = testing::internal::GetCapturedStderr();
  EXPECT_EQ(printed.find("so far: row\n"), printed.rfind("so far: row\n")) << printed;
  EXPECT_NE(printed.find("check: 5 cases, 3 failing, 1 finding"), std::string::npos) << printed;
}

TEST(Progress, ShowsNoTextBeforeItsTime) {
  testing::internal::CaptureStderr();
  {
    Progress progress;
    progress.show_after(1e9, [] { return std::string("so far"); });
    progress.show("check", 5, 0);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr().find("so far"), std::string::npos);
}

}  // namespace
}  // namespace strideproof

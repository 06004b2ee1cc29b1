// Lines of progress on standard error.

#include "conform/base/progress.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace strideproof {
namespace {

std::string printed_by(const std::function<void(Progress&)>& call) {
  testing::internal::CaptureStderr();
  {
    Progress progress;
    call(progress);
  }
  return testing::internal::GetCapturedStderr();
}

const auto so_far = [] { return std::string("so far: row"); };

TEST(Progress, ShowsALateTextOnceBeforeItsLine) {
  const std::string printed = printed_by([](Progress& progress) {
    progress.show_after(0, so_far);
    progress.show("check", 5, 1, "case", 3);
    progress.show("check", 6, 1, "case", 3);
  });
  const size_t text = printed.find("so far: row\n");
  ASSERT_NE(text, std::string::npos) << printed;
  EXPECT_EQ(text, printed.rfind("so far: row\n")) << printed;
  EXPECT_LT(text, printed.find("check: 5 cases, 3 failing, 1 finding")) << printed;
}

TEST(Progress, ShowsNoTextBeforeItsTimeOrOnceForgotten) {
  const std::string early = printed_by([](Progress& progress) {
    progress.show_after(1e9, so_far);
    progress.show("check", 5, 0);
  });
  EXPECT_EQ(early.find("so far"), std::string::npos) << early;
  EXPECT_NE(early.find("check: 5 cases, 0 findings"), std::string::npos) << early;
  const std::string forgotten = printed_by([](Progress& progress) {
    progress.show_after(0, so_far);
    progress.cancel_show_after();
    progress.show("check", 5, 0);
  });
  EXPECT_EQ(forgotten.find("so far"), std::string::npos) << forgotten;
}

}  // namespace
}  // namespace strideproof

// The windows of memory that a plug-in offers.

#include <gtest/gtest.h>

#include <memory>

#include "conform/tests/offering.h"

namespace strideproof {
namespace {

// Two windows may overlap, or be adjacent, and an operand may lie in both.
TEST(Capabilities, CoalesceTheWindowsOffered) {
  const auto header = std::make_unique<ipc::Header>();
  header->offered_count = 3;
  const auto system = static_cast<int32_t>(Space::system);
  header->offered[0] = {system, 0xfffff080, 0x80};
  header->offered[1] = {system, 0xfffff000, 0x90};
  header->offered[2] = {system, 0xfffff100, ~uint64_t{0}};
  const PluginCapabilities capabilities = capabilities_of(*header);
  ASSERT_EQ(capabilities.offered.size(), 1U);
  EXPECT_EQ(capabilities.offered[0].first, 0xfffff000);
  EXPECT_EQ(capabilities.offered[0].size, ~uint64_t{0} - 0xfffff000);
}

TEST(Capabilities, SayWhetherAWindowIsOfferedToItsEnd) {
  const Profile& bm1684 = *find_profile("bm1684");
  EXPECT_TRUE(PluginCapabilities::everything().offers_window_end(bm1684));
  EXPECT_FALSE(offering(0x100000000, 0x40000000).offers_window_end(bm1684));
  const Window& last = bm1684.windows.back();
  EXPECT_TRUE(offering(last.end() - 4096, 4096).offers_window_end(bm1684));
}

}  // namespace
}  // namespace strideproof

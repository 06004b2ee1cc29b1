// Both implementations against the byte tables that were worked out by hand.

#include <gtest/gtest.h>

#include "model/tests/okk_gdma_bytes.h"
#include "model/tests/small_world.h"

namespace strideproof {
namespace {

class ByteTables : public testing::TestWithParam<std::tuple<Implementation, ByteTable>> {};

TEST_P(ByteTables, Hold) {
  const auto& [implementation, table] = GetParam();
  const Case c = parse_case(table.line);
  SmallWorld world(c.fill);
  const Memory want = after(c, table.runs, table.constant, world.memory());
  const Result result = implementation.run(world.machine, c);
  EXPECT_EQ(labels(*c.operation, result.judgement.violated), "");
  EXPECT_TRUE(result.judgement.legal());
  EXPECT_EQ(labels(*c.operation, result.judgement.evaluated),
            labels(*c.operation, c.operation->labels));
  EXPECT_EQ(difference(want, world.memory()), "");
}

std::string test_name(const testing::TestParamInfo<ByteTables::ParamType>& test) {
  const auto& [implementation, table] = test.param;
  return fmt::format("{}_{}", implementation.name, table.name);
}

INSTANTIATE_TEST_SUITE_P(OkkGdma, ByteTables,
                         testing::Combine(testing::ValuesIn(implementations),
                                          testing::ValuesIn(okk_gdma_bytes())),
                         test_name);

}  // namespace
}  // namespace strideproof

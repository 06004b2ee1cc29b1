// Both implementations against the byte tables that were worked out by hand.

#include <gtest/gtest.h>

#include "model/tests/asc_bytes.h"
#include "model/tests/bm_atomic_bytes.h"
#include "model/tests/okk_bdc_bytes.h"
#include "model/tests/okk_gdma_bytes.h"
#include "model/tests/small_world.h"
#include "model/tests/tik_bytes.h"

namespace strideproof {
namespace {

class ByteTables : public testing::TestWithParam<std::tuple<Implementation, ByteTable>> {};

TEST_P(ByteTables, Hold) {
  const auto& [implementation, table] = GetParam();
  const Case c = parse_case(table.line);
  SmallWorld world(c.fill);
  world.put(table.before);
  Memory want = after(c, table.runs, table.constant, world.memory());
  want.put(table.after);
  const Result result = implementation.run(world.machine, c);
  EXPECT_EQ(labels(*c.operation, result.constraint_results.violated), "");
  EXPECT_TRUE(result.constraint_results.legal());
  EXPECT_EQ(labels(*c.operation, result.constraint_results.evaluated),
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

INSTANTIATE_TEST_SUITE_P(BmAtomic, ByteTables,
                         testing::Combine(testing::ValuesIn(implementations),
                                          testing::ValuesIn(bm_atomic_bytes())),
                         test_name);

INSTANTIATE_TEST_SUITE_P(Tik, ByteTables,
                         testing::Combine(testing::ValuesIn(implementations),
                                          testing::ValuesIn(tik_bytes())),
                         test_name);

INSTANTIATE_TEST_SUITE_P(Asc, ByteTables,
                         testing::Combine(testing::ValuesIn(implementations),
                                          testing::ValuesIn(asc_bytes())),
                         test_name);

INSTANTIATE_TEST_SUITE_P(OkkBdc, ByteTables,
                         testing::Combine(testing::ValuesIn(implementations),
                                          testing::ValuesIn(okk_bdc_bytes())),
                         test_name);

}  // namespace
}  // namespace strideproof

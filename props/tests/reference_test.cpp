// The reference and the ledger.

#include <algorithm>

#include "oracle/oracle.h"
#include "props/generate.h"
#include "props/tests/testing.h"
#include "spec/vocabulary/catalogue.h"
#include "spec/vocabulary/ledger.h"

namespace strideproof::props {
namespace {

// A reading of an entry that an operation does not list changes nothing of it.
TEST(Reference, DependsOnTheListedReadingsAlone) {
  constexpr int cases = 12;
  Random random(seed());
  for (const Operation& operation : catalogue()) {
    const Profile& profile = *operation.profiles.back();
    Oracle oracle(profile);
    for (int i = 0; i < cases; ++i) {
      const Case c = generate_case(random, operation, profile);
      if (!small(c)) continue;
      const Program program{&profile, c.fill, {c}};
      oracle.expect(program);
      const uint64_t by_default = oracle.hash();
      for (size_t entry = 0; entry < ledger().size(); ++entry) {
        const auto& listed = operation.ambiguities;
        if (std::find(listed.begin(), listed.end(), ledger()[entry].id) != listed.end()) continue;
        for (size_t reading = 1; reading < ledger()[entry].readings.size(); ++reading) {
          Readings readings = default_readings;
          readings[entry] = static_cast<uint8_t>(reading);
          oracle.expect(program, {readings});
          ASSERT_EQ(oracle.hash(), by_default) << ledger()[entry].id << ' ' << print(c);
        }
      }
    }
  }
}

}  // namespace
}  // namespace strideproof::props

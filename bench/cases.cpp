// Differential cases a second in the property loop: a random case is made, both machines are
// filled, reference and optimized run, and every byte of the windows is compared. items_per_second
// is for one core.

#include <benchmark/benchmark.h>

#include <vector>

#include "oracle/harness.h"
#include "props/generate.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr int64_t small_elements = 256;  // of a small case
constexpr int batch = 1000;

void cases(benchmark::State& state, const char* profile_name, bool small_only) {
  const Profile& profile = *find_profile(profile_name);
  const std::vector<const Operation*> operations = props::keep_on(matching("*"), profile);
  Harness harness(profile, optimized::run);
  props::Random random(1);
  int64_t ran = 0, findings = 0;
  for (auto _ : state)
    for (int i = 0; i < batch; ++i) {
      const Case c = props::generate_case(random, *random.pick(operations), profile);
      if (small_only && spec::cost(c) > small_elements) continue;
      findings += is_finding(harness.check(c).kind) ? 1 : 0;
      ++ran;
    }
  state.SetItemsProcessed(ran);
  if (findings > 0) state.SkipWithError("the implementations differ");
}

BENCHMARK_CAPTURE(cases, bm1684_small, "bm1684", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(cases, bm1684_all, "bm1684", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(cases, toy_small, "toy", true)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace strideproof

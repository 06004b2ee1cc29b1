// Differential cases a second: both machines are filled, reference and optimized run, and every
// byte of the windows is compared. items_per_second is for one core.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "oracle/harness.h"
#include "props/generate.h"
#include "spec/spec.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

constexpr int64_t small_elements = 256;  // of a small case
constexpr int batch = 1000;

// Random cases, as in the property loop.
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

// The lines of a network, as verify replays them; bytes are those that the operations write.
void networks(benchmark::State& state, const char* network) {
  const auto entries =
      corpus::read(std::string(STRIDEPROOF_CORPUS) + "/networks/" + network + ".txt");
  int64_t bytes = 0;
  for (const corpus::Entry& entry : entries)
    for (const Case& step : entry.program.steps)
      bytes += spec::cost(step) * step.operation->element_bytes;
  Harness harness(*find_profile("bm1684"), optimized::run);
  bool found = false;
  for (auto _ : state)
    for (const corpus::Entry& entry : entries)
      found = found || is_finding(harness.check(entry.program).kind);
  const auto lines = static_cast<int64_t>(entries.size());
  state.SetItemsProcessed(state.iterations() * lines);
  state.SetBytesProcessed(state.iterations() * bytes);
  if (found) state.SkipWithError("reference and optimized differ: run ./run verify");
}

BENCHMARK_CAPTURE(networks, resnet50, "resnet50")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(networks, mobilenetv2, "mobilenetv2")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(networks, yolov5s, "yolov5s")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(networks, bert_base, "bert_base")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace strideproof

// Replay of the okk-gdma lines of the network corpus, as verify does it: the lines of one network,
// both machines filled, reference and optimized run, every byte compared. Items are lines; bytes
// are the bytes that the operations write.

#include <benchmark/benchmark.h>

#include <string>

#include "corpus/corpus.h"
#include "oracle/harness.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

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

// Copies and fills of okk-gdma, compared with memcpy and memset of as many contiguous bytes.
//
// Both run in turn, so a change of the machine's speed affects both equally. `ratio` is the time of
// memcpy (memset) by the time of the operation: 1 is as fast, the target for runs of 64 bytes and
// more is 0.9. The time of an operation includes checking its preconditions.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "model/fill.h"
#include "model/implementation.h"
#include "spec/spec.h"

namespace {

using namespace strideproof;

struct BenchmarkRow {
  const char* name;
  std::string_view call, extents, strides = {};  // together the line of the case
};

constexpr std::string_view S2S =
    "okk_gdma_32bit_cpy_S2S bm1684 dst_addr=0x110000000 src_addr=0x100000000 ";
constexpr std::string_view S2L = "okk_gdma_32bit_cpy_S2L bm1684 dst_addr=0 src_addr=0x100000000 ";
constexpr std::string_view L2S = "okk_gdma_32bit_cpy_L2S bm1684 dst_addr=0x100000000 src_addr=0 ";
constexpr std::string_view set_C =
    "okk_gdma_32bit_set_C_system bm1684 dst_addr=0x100000000 C=0x12345678 ";
constexpr std::string_view packed = " dst_stride=null src_stride=null";
constexpr std::string_view packed_dst = " dst_stride=null";

// "cached": about 64 KiB, which stay in the second-level cache; "large": 16 MiB.
constexpr BenchmarkRow rows[] = {
    {"S2S/one_element", S2S, "shape=1,1,1,1", packed},
    {"S2L/one_element", S2L, "shape=1,1,1,1", packed},
    // Rows that are one run, or whole channels.
    {"S2S/continuous/cached", S2S, "shape=1,16,32,32", packed},
    {"S2S/continuous/large", S2S, "shape=4,1024,32,32", packed},
    {"S2L/channel_4KiB/large", S2L, "shape=4,1024,32,32", packed},
    {"L2S/channel_4KiB/large", L2S, "shape=4,1024,32,32", packed},
    {"L2L/channel_4KiB/large", "okk_gdma_32bit_cpy_L2L bm1684 dst_addr=0 src_addr=262144 ",
     "shape=4,1024,32,32", packed},
    // One run a channel, of 784, 196, 128 and 64 bytes.
    {"S2L/channel_784B/large", S2L, "shape=4,5120,14,14", packed},
    {"S2L/channel_196B/cached", S2L, "shape=1,256,7,7", packed},
    {"S2L/channel_196B/large", S2L, "shape=16,5120,7,7", packed},
    {"L2S/channel_196B/large", L2S, "shape=16,5120,7,7", packed},
    {"S2L/channel_128B/large", S2L, "shape=32,4096,1,32", packed},
    {"S2L/channel_64B/cached", S2L, "shape=1,1024,1,16", packed},
    {"S2L/channel_64B/large", S2L, "shape=64,4096,1,16", packed},
    // Rows with gaps.
    {"S2S/row_64B_of_256B/cached", S2S, "shape=1,1,1024,16",
     " dst_stride=null src_stride=0,0,64,1"},
    {"S2S/row_64B_of_256B/large", S2S, "shape=8,1,32768,16",
     " dst_stride=null src_stride=2097152,0,64,1"},
    {"S2S/row_28B_of_32B/large", S2S, "shape=16,1,32768,7",
     " dst_stride=null src_stride=262144,0,8,1"},
    {"S2S/row_4KiB_of_8KiB/large", S2S, "shape=1,1,4096,1024",
     " dst_stride=null src_stride=0,0,2048,1"},
    // One element a channel.
    {"S2L/channel_4B/large", S2L, "shape=64,4096,1,1", packed},
    {"L2S/channel_1B/large", "okk_gdma_8bit_cpy_L2S bm1684 dst_addr=0x100000000 src_addr=0 ",
     "shape=64,4096,1,1", packed},
    // Matrices.
    {"matrix_S2L/channel_256B/large",
     "okk_gdma_32bit_matrix_S2L bm1684 dst_addr=0 src_addr=0x100000000 ",
     "rows=1024 cols=4096 cols_per_channel=64 row_stride=4096"},
    {"matrix_L2S/channel_64B_partial/large",
     "okk_gdma_32bit_matrix_L2S bm1684 dst_addr=0x100000000 src_addr=0 ",
     "rows=1024 cols=4090 cols_per_channel=16 row_stride=4090"},
    // Fills, compared with memset.
    {"set_C/32bit_continuous/cached", set_C, "shape=1,16,32,32", packed_dst},
    {"set_C/32bit_continuous/large", set_C, "shape=4,1024,32,32", packed_dst},
    {"set_C/8bit_continuous/large",
     "okk_gdma_8bit_set_C_system bm1684 dst_addr=0x100000000 C=0x12 ", "shape=16,1024,32,32",
     packed_dst},
    {"set_C/16bit_channel_98B/large", "okk_gdma_16bit_set_C_local bm1684 dst_addr=0 C=0x1234 ",
     "shape=32,5120,7,7", packed_dst},
};

template <class Work>
double seconds(Work work) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void open_all(Machine& machine, const Case& c) {
  for (const spec::OperandRange& run : spec::bounding_ranges(c)) {
    machine.open(run.space, run.lane, run.first, run.size);
    fill(machine.at(run.space, run.lane, run.first), run.size, c.fill, run.space, run.lane,
         run.first);
  }
}

// Memory of the same machine with equal pages, for memcpy.
uint8_t* plain_bytes(Machine& machine, int64_t address, size_t bytes) {
  if (!machine.open(Space::system, 0, address, static_cast<int64_t>(bytes))) std::abort();
  uint8_t* const first = machine.at(Space::system, 0, address);
  std::memset(first, 1, bytes);
  return first;
}

void compare_with_memcpy(benchmark::State& state, const BenchmarkRow& row) {
  const Case c =
      parse_case(std::string(row.call) + std::string(row.extents) + std::string(row.strides));
  Machine machine(*c.profile);
  open_all(machine, c);
  const auto bytes = static_cast<size_t>(spec::cost(c) * c.operation->element_bytes);
  const bool fills = c.operation->parameter("C") != nullptr;
  uint8_t* const from = plain_bytes(machine, 0x180000000, bytes);
  uint8_t* const to = plain_bytes(machine, 0x190000000, bytes);
  const int times = bytes < 1'000'000 ? 100 : 1;  // makes the cost of the clock negligible

  constexpr double never = 1e9;
  double ours = never, theirs = never;  // the best of each excludes other load of the machine
  for (auto _ : state) {
    const double now = seconds([&] {
      for (int i = 0; i < times; ++i)
        if (!optimized::run(machine, c).constraint_results.legal()) state.SkipWithError("illegal");
    });
    theirs = std::min(theirs, seconds([&] {
                        for (int i = 0; i < times; ++i) {
                          fills ? std::memset(to, i, bytes) : std::memcpy(to, from, bytes);
                          benchmark::ClobberMemory();
                        }
                      }));
    ours = std::min(ours, now);
    state.SetIterationTime(now / times);
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes) * static_cast<int64_t>(state.iterations()));
  state.counters["ratio"] = theirs / ours;
}

const bool registered = [] {
  for (const BenchmarkRow& row : rows)
    benchmark::RegisterBenchmark(row.name, [&row](benchmark::State& state) {
      compare_with_memcpy(state, row);
    })->UseManualTime();
  return true;
}();

}  // namespace

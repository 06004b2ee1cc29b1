// Bounding ranges, and the landmarks that ranges decide, compared with marked bytes on every legal
// case of the covering suites. For each landmark a case notices a slip of one byte.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "corpus/corpus.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

using spec::OperandRange;
using OperandRanges = std::vector<OperandRange>;
using ElementPlace = std::tuple<Operands, Space, int64_t>;  // operand, memory, lane
constexpr int64_t few_elements = 1 << 12;

struct Marked {
  Case c;
  OperandRanges bytes, ranges;  // ranges: from the first byte of each operand and lane to the last
};

// One run for each operand and lane, from its lowest byte to its highest.
OperandRanges ranges_of(const OperandRanges& bytes) {
  std::map<ElementPlace, OperandRange> ranges;
  for (const OperandRange& run : bytes) {
    OperandRange& range = ranges.try_emplace({run.operand, run.space, run.lane}, run).first->second;
    const int64_t end = std::max(range.first + range.size, run.first + run.size);
    range.first = std::min(range.first, run.first);
    range.size = end - range.first;
  }
  OperandRanges all;
  for (const auto& [place, range] : ranges) all.push_back(range);
  return all;
}

// Sources that touch dst, which no suite has.
std::string with_touching_sources(std::string_view operation) {
  return fmt::format(
      "{} toy dst_addr=64 src0_addr=60 src1_addr=68 shape=1,1,1,1 dst_stride=null src0_stride=null "
      "src1_stride=null",
      operation);
}

const std::vector<Marked>& legal_cases() {
  static const std::vector<Marked> all = [] {
    std::vector<Case> cases;
    for (const corpus::Entry& entry : corpus::read("corpus/boundary"))
      for (const Case& c : entry.program.steps) cases.push_back(c);
    for (const char* operation : {"okk_bdc_32bit_and", "okk_bdc_32bit_or", "okk_bdc_32bit_xor"})
      cases.push_back(parse_case(with_touching_sources(operation)));
    std::vector<Marked> found;
    for (const Case& c : cases) {
      if (c.operation->parameters.empty() || !spec::evaluate(c).legal()) continue;
      if (spec::cost(c) > few_elements) continue;
      const OperandRanges bytes = spec::footprint(c);
      found.push_back({c, bytes, ranges_of(bytes)});
    }
    return found;
  }();
  return all;
}

// ---- bounding ranges ----

std::map<ElementPlace, std::pair<int64_t, int64_t>> by_place(const OperandRanges& runs) {
  std::map<ElementPlace, std::pair<int64_t, int64_t>> all;
  for (const OperandRange& run : runs)
    all[{run.operand, run.space, run.lane}] = {run.first, run.size};
  return all;
}

TEST(Slips, OfAByteInABoundingRangeAreNoticed) {
  for (const Marked& marked : legal_cases()) {
    const OperandRanges bounding_ranges = spec::bounding_ranges(marked.c);
    EXPECT_EQ(by_place(bounding_ranges), by_place(marked.ranges)) << print(marked.c);
  }
}

// ---- landmarks ----

// The ranges of the operand at the beginning of a label.
OperandRanges operand(const Marked& marked, std::string_view label) {
  const auto is_meant = [&](const OperandRange& run) {
    if (label.starts_with("local.")) return run.space == Space::local;
    if (label.starts_with("global.")) return run.space == Space::system;
    if (label.starts_with("src1.")) return run.operand == on_src1;
    return run.operand == (label.starts_with("dst.") ? on_dst : on_src);
  };
  OperandRanges some;
  std::copy_if(marked.ranges.begin(), marked.ranges.end(), std::back_inserter(some), is_meant);
  return some;
}

// The end of the memory of a range.
int64_t end_of_memory(const Case& c, const OperandRange& range) {
  const Profile& profile = *c.profile;
  if (range.space == Space::local) {
    const bool is_last = range.lane + 1 == profile.lanes;
    const bool crosses_lanes = c.operation->name == "bm_atomic_memcpy_1D" && !is_last;
    return crosses_lanes ? INT64_MAX : profile.lane_bytes;
  }
  for (const Window& window : profile.windows)
    if (range.space == Space::system && range.first < window.end()) return window.end();
  return profile.buffer_bytes[static_cast<size_t>(range.space)];
}

// True if a landmark is met, by marked bytes. A slip is a number of bytes that the formula counts
// too many.
using ByMarking = bool (*)(const Marked& marked, std::string_view label, int64_t slip);

bool is_last_byte(const Marked& marked, std::string_view label, int64_t slip) {
  const OperandRanges ranges = operand(marked, label);
  return std::any_of(ranges.begin(), ranges.end(), [&](const OperandRange& range) {
    return range.first + range.size + slip == end_of_memory(marked.c, range);
  });
}

bool is_over_4gib(const Marked& marked, std::string_view label, int64_t slip) {
  const OperandRanges ranges = operand(marked, label);
  return std::any_of(ranges.begin(), ranges.end(), [&](const OperandRange& range) {
    const int64_t last = range.first + range.size - 1 + slip;
    return range.space == Space::system && range.first >> 32 != last >> 32;
  });
}

// True if any ranges of two operands overlap.
bool any_meet(const OperandRanges& a, const OperandRanges& b, int64_t slip) {
  return std::any_of(a.begin(), a.end(), [&](const OperandRange& x) {
    return std::any_of(b.begin(), b.end(), [&](const OperandRange& y) {
      return x.space == y.space && x.lane == y.lane && x.first < y.first + y.size + slip &&
             y.first < x.first + x.size + slip;
    });
  });
}

bool is_interleaved(const Marked& marked, std::string_view label, int64_t slip) {
  if (label.starts_with("dst.")) return false;
  OperandRanges dst, src;
  for (const OperandRange& run : marked.bytes) {
    if (run.operand == on_dst) dst.push_back(run);
    if (run.operand == (label.starts_with("src1.") ? on_src1 : on_src)) src.push_back(run);
  }
  return any_meet(ranges_of(dst), ranges_of(src), slip) && !any_meet(dst, src, 0);
}

// The number of cases that notice the slip, by landmark whose label ends so.
std::map<std::string, int> noticed(std::string_view label_end, ByMarking is_met, int64_t slip) {
  std::map<std::string, int> counts;
  for (const Marked& marked : legal_cases())
    for (const Landmark& landmark : marked.c.operation->landmarks) {
      const std::string_view label = landmark.label;
      if (!label.ends_with(label_end) || label == "dst.interleaved") continue;
      const bool met = has_bit(spec::landmarks(marked.c), landmark.bit);
      EXPECT_EQ(met, is_met(marked, label, 0)) << label << ": " << print(marked.c);
      counts[fmt::format("{}.{}", marked.c.operation->name, label)] +=
          met != is_met(marked, label, slip) ? 1 : 0;
    }
  return counts;
}

TEST(Slips, OfAByteBeforeTheEndOfMemoryAreNoticed) {
  for (const int64_t slip : {-1, 1}) {
    const auto counts = noticed("last.byte", is_last_byte, slip);
    EXPECT_GT(counts.size(), 50U);
    for (const auto& [landmark, count] : counts) EXPECT_GT(count, 0) << landmark << ' ' << slip;
  }
}

// Ranges that touch and count as meeting. Ranges that share no more than a unit share its bytes.
TEST(Slips, OfAByteBetweenOperandsAreNoticed) {
  const auto counts = noticed("interleaved", is_interleaved, 1);
  EXPECT_GT(counts.size(), 10U);
  for (const auto& [landmark, count] : counts) EXPECT_GT(count, 0) << landmark;
}

// By operations on single bytes: a larger element does not end on the byte next to the boundary.
TEST(Slips, OfAByteAt4GiBAreNoticed) {
  for (const int64_t slip : {-1, 1}) {
    int all = 0;
    for (const auto& [landmark, count] : noticed("over.4GiB", is_over_4gib, slip)) all += count;
    EXPECT_GT(all, 0) << slip;
  }
}

}  // namespace
}  // namespace strideproof

#pragma once
// The sources of the programs of a check.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "conform/check/batch.h"
#include "props/random.h"
#include "spec/vocabulary/case.h"

namespace strideproof {

using Operations = std::vector<const Operation*>;

// Returns the next program; no value: the end.
using Source = std::function<std::optional<Program>()>;

enum class Cases : uint8_t { all, legal };

// An endless stream of random cases and programs, weighted towards edges, landmarks and the ends of
// the windows offered. A program outside the memory offered is moved into it, or drawn again, a few
// times.
Source random_source(const Operations& operations, const Profile& profile, uint64_t seed,
                     Cases cases = Cases::all, const PluginCapabilities& capabilities = {});

// The small world of the toy profile (props/exhaustive.h), as far as it lies in the memory offered;
// empty on other profiles. Each round spreads over the whole world, one operation after the other.
Source exhaustive_source(const Operations& operations, const Profile& profile,
                         Cases cases = Cases::all, const PluginCapabilities& capabilities = {},
                         int64_t rounds = 101);

// The programs of a list, in order, that are of this profile and have only the given operations.
Source list_source(const std::vector<Program>& programs, const Operations& operations,
                   const Profile& profile);

inline constexpr int64_t many_elements = 1024;
// True for programs that run, or could run, a step of more than many_elements elements.
bool is_large(const Program& program);
// Keeps one in n of the large programs with n * many_elements elements, so that programs of each
// size take about the same time.
Source with_few_large(Source source, uint64_t seed);

// Changes one or two slots of small programs to special values, as random cases seldom violate one
// constraint alone. Takes the given programs of one step that some reading may accept.
std::vector<Program> with_changed_values(const std::vector<Program>& programs,
                                         props::Random& random);
// The program with the extents of one operand in all operands, if each operand has its own extents.
std::optional<Program> with_one_shape(const Program& program);

struct WeightedSource {
  Source source;
  int times;  // programs taken before the next part
};
// Takes WeightedSource::times programs of each part in turn, until all parts end.
Source mix(std::vector<WeightedSource> parts);

// The programs index, index + count, ... of a source; index in [0, count). Ends early if `over`
// returns true; `over` is called now and then while programs are skipped.
Source shard(
    Source source, int64_t index, int64_t count, std::function<bool()> over = [] { return false; });

// True for one program in so many: the same ones in every run, on every platform.
bool is_chosen(const Program& program, int64_t one_in);

}  // namespace strideproof

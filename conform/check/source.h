#pragma once
// The sources of the programs of a check.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spec/vocabulary/case.h"

namespace strideproof {

class Source {
 public:
  virtual ~Source() = default;
  virtual std::optional<Program> next() = 0;  // no value: the end
};

using Operations = std::vector<const Operation*>;

// The memory that a plug-in offers: the windows of system memory, and a test of all of a program's
// operands. Without windows: all that the profile has.
struct OfferedMemory {
  std::vector<Window> windows = {};
  std::function<bool(const Program&)> holds = {};
};

// An endless stream of random cases and programs, weighted towards boundaries and landmarks, of the
// windows offered too. A program that is not held is drawn again, a few times.
enum class Cases : uint8_t { all, legal };
std::unique_ptr<Source> random_source(const Operations& operations, const Profile& profile,
                                      uint64_t seed, Cases cases = Cases::all,
                                      OfferedMemory offered = {});

// The small world of the toy profile (props/exhaustive.h), in an order that spreads over it, as far
// as it lies in the memory offered; empty on other profiles.
std::unique_ptr<Source> exhaustive_source(const Operations& operations, const Profile& profile,
                                          Cases cases = Cases::all, OfferedMemory offered = {});

// The programs of a list, in order.
std::unique_ptr<Source> list_source(std::vector<Program> programs);
// Those of this profile whose operations are all among those given.
std::unique_ptr<Source> list_source(const std::vector<Program>& programs,
                                    const Operations& operations, const Profile& profile);

// First all programs of the first source, then those of the second.
std::unique_ptr<Source> sequence(std::unique_ptr<Source> first, std::unique_ptr<Source> second);

// Takes `times` programs of each part in turn, until all have ended.
struct WeightedSource {
  std::unique_ptr<Source> source;
  int times;
};
std::unique_ptr<Source> mix(std::vector<WeightedSource> parts);

// The programs index, index + count, ... of a source; index in [0, count). Ends early if `over`
// returns true; `over` is called now and then while programs are skipped.
std::unique_ptr<Source> shard(
    std::unique_ptr<Source> source, int64_t index, int64_t count,
    std::function<bool()> over = [] { return false; });

}  // namespace strideproof

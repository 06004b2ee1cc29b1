#pragma once
// The rule of a cause: learned from the cases that were run for its findings, of several
// operations.

#include <optional>
#include <string>
#include <vector>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

// At most this many tried cases, and as many cases that passed before, are compared with a rule.
inline constexpr size_t most_compared = 4000;

// where: cases that meet a rule. both: cases that meet the rule and fail.
constexpr bool is_confirmed(size_t where, size_t both) {
  return both >= 8 && 10 * both >= 9 * where;
}

struct CommonRule {
  std::string text;  // "smallest stride < 0, or when some operand's whole strides leave memory"
  size_t where = 0, both = 0;  // cases that meet the rule; that meet it and fail
};

// tried: programs of one step. The rule is learned from the first; later programs, and passed ones
// of the same operations, are added if the rule is wrong about them. No value: it is not confirmed.
std::optional<CommonRule> common_rule(const std::vector<Tried>& tried,
                                      const std::vector<Program>& passed,
                                      const std::vector<Window>& offered);

}  // namespace strideproof::explanation

#pragma once
// The rule of a cause: learned from the cases that were run for its findings, of several operations.

#include <optional>
#include <string>
#include <vector>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

// Cases that a rule is compared with, at most: those that were tried, and as many that passed before.
inline constexpr size_t most_compared = 4000;

// where, both: cases that meet a rule, and those of them that fail.
constexpr bool is_confirmed(size_t where, size_t both) {
  return both >= 8 && 10 * both >= 9 * where;
}

struct CommonRule {
  std::string text;  // "smallest stride < 0, or when some operand's whole strides leave memory"
  size_t where = 0, both = 0;  // cases that meet it, and those of them that fail
};

// tried: programs of one step. The rule is learned from the first ones; later ones, and programs of the
// same operations that passed, are added where it is wrong. No value: fewer than nine in ten of the
// cases that meet it fail, or they are few.
std::optional<CommonRule> common_rule(const std::vector<Tried>& tried,
                                      const std::vector<Program>& passed,
                                      const std::vector<Window>& offered);

}  // namespace strideproof::explanation

#pragma once
// The rule of a cause: learned from the cases that were run for its findings, of several operations.

#include <optional>
#include <string>
#include <vector>

#include "conform/explain/rule.h"

namespace strideproof::explanation {

struct CommonRule {
  std::string text;  // "smallest stride < 0, or when some operand's whole strides leave memory"
  size_t where = 0, both = 0;  // cases that meet it, and those of them that fail
};

// tried: programs of one step, the most important ones first: the rule is learned from these, and others
// that it gets wrong correct it. So do programs of the same operations that passed. No value: fewer than
// nine in ten of the cases that meet it fail.
std::optional<CommonRule> common_rule(const std::vector<Tried>& tried,
                                      const std::vector<Program>& passed,
                                      const std::vector<Window>& offered);

}  // namespace strideproof::explanation

#pragma once
// The true conditions of the planted faults, to measure explanations by: the words of which one has to
// be in the sentence for it to count as naming where the fault shows. They were chosen with sentences of
// an earlier run at hand, and some are broad ("value|count"): a measure against getting worse, and no
// blind trial of how good the explanations are.

#include <optional>
#include <string_view>

namespace strideproof::commands {

// Whether the sentence names the condition under which the fault shows; nothing: a documented reading,
// or shown by all cases, so that there is no condition to name.
std::optional<bool> names_condition(std::string_view fault, std::string_view sentence);

}  // namespace strideproof::commands

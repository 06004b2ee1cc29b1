#pragma once
// The true conditions of the planted faults, to measure explanations by: the words of which one has to
// be in the sentence for it to name where the fault shows. Written from what each fault does, not from
// what was printed.

#include <optional>
#include <string_view>

namespace strideproof::commands {

// Whether the sentence names the condition under which the fault shows; nothing: a documented reading,
// or shown by all cases, so that there is no condition to name.
std::optional<bool> names_condition(std::string_view fault, std::string_view sentence);

}  // namespace strideproof::commands

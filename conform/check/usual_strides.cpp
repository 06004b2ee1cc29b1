#include "conform/check/usual_strides.h"

#include <fmt/format.h>

#include <algorithm>

#include "conform/explain/features.h"
#include "props/parameters.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

struct Change {
  size_t slot;
  int64_t value;
};

// A change for each stride of an extent of 1 that differs from the one that NULL gives.
std::vector<Change> changes_of(const Case& c) {
  std::vector<Change> changes;
  if (spec::cost(c) <= 0) return changes;
  for (const Parameter& parameter : c.operation->parameters) {
    if (!parameter.nullable || slots(parameter.type) != 4 || props::is_null(c, parameter)) continue;
    Case usual = c;
    props::make_null(usual, parameter);
    for (const explanation::NamedTensor& operand : explanation::tensors_of(usual)) {
      if (parameter.name != fmt::format("{}_stride", operand.name)) continue;
      for (size_t d = 0; d < std::size(explanation::dimensions); ++d) {
        const auto dimension = explanation::dimensions[d];
        const size_t slot = static_cast<size_t>(parameter.slot) + d;
        const int64_t stride = operand.tensor.stride.*dimension;
        if (operand.tensor.shape.*dimension == 1 && c.arguments.value[slot] != stride)
          changes.push_back({slot, stride});
      }
    }
  }
  return changes;
}

}  // namespace

Program with_usual_strides(Program program,
                           const std::function<bool(const Program&)>& still_fails) {
  for (Case& step : program.steps) {
    const std::vector<Change> changes = changes_of(step);
    // Keeps the changes if the program still fails; returns whether it kept them.
    const auto try_these = [&](auto first, auto last) {
      if (first == last) return true;
      const Case as_it_was = step;
      for (auto change = first; change != last; ++change)
        step.arguments.value[change->slot] = change->value;
      if (still_fails(program)) return true;
      step = as_it_was;
      return false;
    };
    if (try_these(changes.begin(), changes.end())) continue;
    for (auto change = changes.begin(); change != changes.end(); ++change)
      try_these(change, change + 1);
  }
  return program;
}

bool has_unusual_strides(const Program& program) {
  return std::ranges::any_of(program.steps,
                             [](const Case& step) { return !changes_of(step).empty(); });
}

}  // namespace strideproof

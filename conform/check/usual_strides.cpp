#include "conform/check/usual_strides.h"

#include <algorithm>
#include <utility>

#include "conform/explain/features.h"
#include "props/parameters.h"
#include "spec/spec.h"

namespace strideproof {
namespace {

using explanation::NamedTensor;

struct Change {
  size_t slot;
  int64_t value;
};

const NamedTensor* operand_of(const std::vector<NamedTensor>& all, std::string_view parameter) {
  const auto at = std::ranges::find_if(all, [&](const NamedTensor& one) {
    return parameter.starts_with(one.name) && parameter.substr(one.name.size()) == "_stride";
  });
  return at == all.end() ? nullptr : &*at;
}

// The strides of extents of 1 that are not those of NULL.
std::vector<Change> changes_of(const Case& c) {
  std::vector<Change> changes;
  if (spec::cost(c) <= 0) return changes;
  for (const Parameter& parameter : c.operation->parameters) {
    if (!parameter.nullable || slots(parameter.type) != 4 || props::is_null(c, parameter)) continue;
    Case usual = c;
    props::make_null(usual, parameter);
    const std::vector<NamedTensor> all = explanation::tensors_of(usual);
    const NamedTensor* operand = operand_of(all, parameter.name);
    if (operand == nullptr) continue;
    const auto &shape = operand->tensor.shape, &stride = operand->tensor.stride;
    const std::pair<int64_t, int64_t> dimensions[] = {
        {shape.n, stride.n}, {shape.c, stride.c}, {shape.h, stride.h}, {shape.w, stride.w}};
    for (size_t d = 0; d < std::size(dimensions); ++d) {
      const size_t slot = static_cast<size_t>(parameter.slot) + d;
      if (dimensions[d].first == 1 && c.arguments.value[slot] != dimensions[d].second)
        changes.push_back({slot, dimensions[d].second});
    }
  }
  return changes;
}

}  // namespace

Program with_usual_strides(Program program,
                           const std::function<bool(const Program&)>& still_fails) {
  for (Case& step : program.steps) {
    const std::vector<Change> changes = changes_of(step);
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

#include "conform/check/usual_strides.h"

#include <algorithm>

#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/layout.h"

namespace strideproof {
namespace {

struct Change {
  size_t slot;
  int64_t value;
};

// A change for each stride that no element uses and that differs from the one that NULL gives: of an
// extent of 1, and of channels in local memory that all lie in one block row.
std::vector<Change> changes_of(const Case& c) {
  std::vector<Change> changes;
  if (spec::cost(c) <= 0) return changes;
  for (const props::Slot& slot : props::given_slots(c)) {
    const Parameter& strides = slot.parameter;
    if (!strides.nullable || slots(strides.type) != 4) continue;
    Case usual = c;
    props::make_null(usual, strides);
    const spec::Tensor<int64_t> operand = spec::tensor_of(usual, strides.operands);
    constexpr int64_t Dim4<int64_t>::*dimensions[] = {&Dim4<int64_t>::n, &Dim4<int64_t>::c,
                                                      &Dim4<int64_t>::h, &Dim4<int64_t>::w};
    const auto dimension = dimensions[slot.place];
    const int64_t stride = operand.stride.*dimension;
    const auto last = spec::last_index(spec::machine_shape<int64_t>(*c.profile), operand);
    if (last.*dimension == 0 && c.arguments.value[slot.index] != stride)
      changes.push_back({slot.index, stride});
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

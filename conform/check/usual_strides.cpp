// Gives strides that no element uses their values of the default layout.

#include <algorithm>
#include <span>

#include "conform/check/shrink.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/layout.h"

namespace strideproof {
namespace {

struct Change {
  size_t slot;
  int64_t value;
  int strides;  // the first slot of its operand's strides
};

// A change for each stride that no element uses and that differs from the default layout: the
// stride of an extent of 1, or of channels in local memory that all lie in one block row.
std::vector<Change> changes_of(const Case& c) {
  std::vector<Change> changes;
  if (spec::cost(c) <= 0) return changes;
  for (const props::Slot& slot : props::given_slots(c)) {
    const Parameter& strides = slot.parameter;
    if (strides.role != Role::stride || slots(strides.type) != 4) continue;
    const auto machine = spec::machine_shape<int64_t>(*c.profile);
    spec::Tensor<int64_t> operand = spec::tensor_of(c, strides.operands);
    operand.stride = spec::strides_of(machine, operand.space, operand.element_bytes,
                                      operand.address, operand.shape, Stride<int64_t>());
    constexpr int64_t Dim4<int64_t>::*dimensions[] = {&Dim4<int64_t>::n, &Dim4<int64_t>::c,
                                                      &Dim4<int64_t>::h, &Dim4<int64_t>::w};
    const auto dimension = dimensions[slot.place];
    const int64_t stride = operand.stride.*dimension;
    const auto last = spec::last_index(machine, operand);
    const bool fits = lowest(strides.type) <= stride && stride <= highest(strides.type);
    if (fits && last.*dimension == 0 && c.arguments.value[slot.index] != stride)
      changes.push_back({slot.index, stride, strides.slot});
  }
  return changes;
}

// Makes the changes of a step with which the program still fails: all changes, or else all changes
// of one operand after the other, or else one change after the other. An implementation may reject
// strides of an operand that do not go together.
void make_changes(Program& program, Case& step, std::span<const Change> changes,
                  const std::function<bool(const Program&)>& still_fails) {
  if (changes.empty()) return;
  const Case as_it_was = step;
  for (const Change& change : changes) step.arguments.value[change.slot] = change.value;
  if (still_fails(program)) return;
  step = as_it_was;
  if (changes.size() == 1) return;
  const bool one_operand = changes.front().strides == changes.back().strides;
  while (!changes.empty()) {
    size_t part = 1;
    while (!one_operand && part < changes.size() && changes[part].strides == changes[0].strides)
      ++part;
    make_changes(program, step, changes.first(part), still_fails);
    changes = changes.subspan(part);
  }
}

}  // namespace

Program with_usual_strides(Program program,
                           const std::function<bool(const Program&)>& still_fails) {
  for (Case& step : program.steps) make_changes(program, step, changes_of(step), still_fails);
  return program;
}

bool has_unusual_strides(const Program& program) {
  return std::ranges::any_of(program.steps,
                             [](const Case& step) { return !changes_of(step).empty(); });
}

}  // namespace strideproof

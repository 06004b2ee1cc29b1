#include "model/optimized/okk_bdc.h"

#include <algorithm>

#include "spec/footprint.h"
#include "spec/spec.h"

namespace strideproof::optimized {

Pointers<3> bases_of(Machine& machine, okk_bdc::Kind kind, uint32_t& C) {
  uint8_t* const local = machine.base(Space::local);
  auto* const constant = reinterpret_cast<uint8_t*>(&C);
  Pointers<3> bases = {local, local, okk_bdc::is_binary(kind) ? local : constant};
  if (okk_bdc::shifts_C(kind)) std::swap(bases[1], bases[2]);
  return bases;
}

void compute(Function function, const Plan<int64_t, 3>& plan, const Pointers<3>& bases,
             ChooseCompute choose) {
  // If a row is a single word, the loop around it becomes the run. Groups then have one column, so
  // that this loop is not the short one over the columns.
  const int64_t most = plan.extra_loops[0].count == 1 ? 1 : widest_group;
  traverse<3>(plan, bases, most, [&](const WordLoop& row, const WordLoop& around) {
    const bool single = row.count == 1;
    const WordLoop& run = single ? around : row;
    return [&run, &around, times = single ? 1 : around.count,
            apply = choose(function, run)](Pointers<3> at) {
      for (int64_t left = times; left > 0; --left, advance(at, around))
        apply(run, at[0], at[1], at[2]);
    };
  });
}

void execute_okk_bdc(Machine& machine, const Case& c) {
  const okk_bdc::Kind kind = okk_bdc::kind(*c.operation);
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  const View<int64_t> v = okk::view_of(*c.operation, c.arguments);
  auto C = static_cast<uint32_t>(v.C);
  compute(okk_bdc::function(kind), plan_of(m, kind, v), bases_of(machine, kind, C));
}

// ---- counts ----

namespace {

CountRange together(const CountRange& a, const CountRange& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

CountRange counts_in(const Loop<int64_t, 1>& run, const uint8_t* words) {
  const int64_t step = run.step[0];
  if (step == okk_bdc::element_bytes) return counts_of(words, run.count);
  CountRange found = counts_of(words, 1);
  for (int64_t i = 1; i < run.count; ++i) found = together(found, counts_of(words + i * step, 1));
  return found;
}

}  // namespace

std::optional<CountRange> counts_in(Machine& machine, const Case& c) {
  const auto m = spec::machine_shape<int64_t>(machine.profile());
  Tensor<int64_t> t = spec::read_once(m, spec::tensor_of(c, c.operation->counts));
  if (spec::element_count(t.shape) > spec::footprint_budget) return std::nullopt;
  if (t.shape.w == 1) t.stride.w = 1;  // unused, but loops do not coalesce over a step of 0
  CountRange found{okk_bdc::largest_count, -okk_bdc::largest_count};
  const Pointers<1> local = {machine.base(Space::local)};
  traverse<1>(plan_of(m, std::array{t}), local, 1, [&](const auto& row, const auto& around) {
    return [&](Pointers<1> at) {
      for (int64_t left = around.count; left > 0; --left, advance(at, around))
        found = together(found, counts_in(row, at[0]));
    };
  });
  return found;
}

}  // namespace strideproof::optimized

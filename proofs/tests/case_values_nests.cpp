// Values of the theorems about the plans of copies, fills and words: the strides, columns and nests
// of a case.

#include <algorithm>

#include "model/optimized/okk_bdc.h"
#include "model/optimized/okk_gdma.h"
#include "proofs/tests/case_values.h"
#include "spec/operations/okk_bdc.h"
#include "spec/spec.h"

namespace strideproof::solver {
namespace {

optimized::OperandView<int64_t> operand_in(const Values& values, const std::string& prefix) {
  const auto of = [&](const char* name) { return values.at(prefix + name); };
  return {
      of("local") == 1 ? Space::local : Space::system, of("A"), {of("sn"), of("sc"), of("sh"), 1}};
}

void set_walk(Values& values, const std::string& name,
              const optimized::ColumnStrides<int64_t>& walk) {
  values[name + ".start"] = walk.start, values[name + ".lane"] = walk.lane;
  values[name + ".wrap_at"] = walk.wrap_at, values[name + ".wrap"] = walk.wrap;
  values[name + ".block"] = walk.block, values[name + ".n"] = walk.n, values[name + ".h"] = walk.h;
}

// The loops of a column, the innermost first, with their steps by operand.
struct PlannedLoop {
  int64_t count;
  std::vector<int64_t> step;
};

// A loop that runs more than once, or the run, and a loop around it.
void add_pairs(const std::vector<PlannedLoop>& loops, std::vector<Values>& all) {
  for (size_t i = 0; i < loops.size(); ++i)
    for (size_t j = i + 1; j < loops.size(); ++j) {
      if (i > 0 && loops[i].count == 1) continue;
      Values values = {{"inner.count", loops[i].count}, {"outer.count", loops[j].count}};
      for (size_t k = 0; k < loops[i].step.size(); ++k) {
        values["inner.step" + std::to_string(k)] = loops[i].step[k];
        values["outer.step" + std::to_string(k)] = loops[j].step[k];
      }
      all.push_back(std::move(values));
    }
}

struct PlannedCase {
  Values values;
  optimized::Plan<int64_t> plan;
};
std::vector<PlannedCase> plans_of(const Case& c) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const bool fill = !copies_are_planned(*c.operation);
  std::vector<PlannedCase> all;
  for (Values values : fill ? destinations(c) : planned_copies(c)) {
    const Dim4<int64_t> shape = {values.at("N"), values.at("C"), values.at("H"), values.at("W")};
    const int64_t es = values.at("es");
    const auto dst = operand_in(values, ""), src = fill ? dst : operand_in(values, "src.");
    const auto plan = fill ? optimized::fill_plan(m, es, shape, dst)
                           : optimized::copy_plan(m, es, shape, dst, src);
    set_walk(values, "dst", plan.dst);
    set_walk(values, "src", plan.src);
    values["columns"] = plan.columns, values["tall"] = plan.tall;
    // Within system memory all channels are one column, as in a single lane.
    if (dst.space == Space::system) values["A"] = 0;
    if (dst.space == Space::system && src.space == Space::system) values["X"] = 1;
    all.push_back({values, plan});
  }
  return all;
}

// The channels of columns of a plan.
std::vector<int64_t> heights(const Values& values, int64_t columns, int64_t tall) {
  const int64_t low = values.at("C") / values.at("X");
  std::vector<int64_t> all;
  if (tall > 0) all.push_back(low + 1);
  if (tall < columns) all.push_back(low);
  return all;
}

}  // namespace

std::vector<Values> nests(const Case& c) {
  std::vector<Values> all;
  for (PlannedCase& planned : plans_of(c)) all.push_back(std::move(planned.values));
  return all;
}

std::vector<Values> loop_pairs(const Case& c) {
  const bool fill = !copies_are_planned(*c.operation);
  std::vector<Values> all;
  for (const auto& [values, plan] : plans_of(c))
    for (const int64_t channels : heights(values, plan.columns, plan.tall)) {
      const auto &dst = plan.dst, &src = plan.src;
      std::vector<PlannedLoop> loops = {{values.at("W") * values.at("es"), {1, 1}},
                                        {values.at("H"), {dst.h, src.h}},
                                        {channels, {dst.block, src.block}},
                                        {values.at("N"), {dst.n, src.n}}};
      if (fill)
        for (PlannedLoop& loop : loops) loop.step.pop_back();
      // A fill's loop of step 0 is never an inner one: the loop inside it covers it.
      if (fill)
        loops.erase(std::remove_if(loops.begin() + 1, loops.end(),
                                   [](const PlannedLoop& loop) { return loop.step[0] == 0; }),
                    loops.end());
      add_pairs(loops, all);
    }
  return all;
}

std::vector<Values> word_loop_pairs(const Case& c) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto view = spec::okk_bdc::view_of(*c.operation, c.arguments);
  const auto plan = optimized::plan_of(m, okk_bdc::kind(*c.operation), view);
  const Values values = values_of(c, spec::okk_bdc::operand_of(m, view, on_dst));
  const auto& [dst, a, b] = plan.operands;
  std::vector<Values> all;
  for (const int64_t channels : heights(values, plan.columns, plan.tall))
    add_pairs({{values.at("W"), {dst.w, a.w, b.w}},
               {values.at("H"), {dst.walk.h, a.walk.h, b.walk.h}},
               {channels, {dst.walk.block, a.walk.block, b.walk.block}},
               {values.at("N"), {dst.walk.n, a.walk.n, b.walk.n}}},
              all);
  return all;
}

}  // namespace strideproof::solver

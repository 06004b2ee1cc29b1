// Values of the theorems about the plans of copies, fills and words: the strides, columns and nests
// of a case.

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

// Once for each number of channels of its columns.
template <class Plan>
void add_heights(const Plan& plan, Values values, std::vector<Values>& all) {
  const int64_t low = values.at("C") / values.at("X");
  values["columns"] = plan.columns, values["tall"] = plan.tall;
  for (const bool tall : {false, true}) {
    if (tall ? plan.tall == 0 : plan.tall == plan.columns) continue;
    values["K"] = tall ? low + 1 : low;
    all.push_back(values);
  }
}

std::vector<Values> nests_of(const Case& c, const std::vector<Values>& operations, bool fill) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  std::vector<Values> all;
  for (Values values : operations) {
    const Dim4<int64_t> shape = {values.at("N"), values.at("C"), values.at("H"), values.at("W")};
    const int64_t es = values.at("es");
    const auto dst = operand_in(values, ""), src = fill ? dst : operand_in(values, "src.");
    using optimized::Original;
    const auto plan = fill ? optimized::fill_plan<Original>(m, es, shape, dst)
                           : optimized::copy_plan<Original>(m, es, shape, dst, src);
    set_walk(values, "dst", plan.dst);
    set_walk(values, "src", plan.src);
    // Within system memory all channels are one column, as in a single lane.
    if (dst.space == Space::system) values["A"] = 0;
    if (dst.space == Space::system && src.space == Space::system) values["X"] = 1;
    add_heights(plan, values, all);
  }
  return all;
}

}  // namespace

std::vector<Values> nests(const Case& c) {
  const bool fill = !copies_are_planned(*c.operation);
  return nests_of(c, fill ? destinations(c) : planned_copies(c), fill);
}

std::vector<Values> word_nests(const Case& c) {
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const auto view = spec::okk_bdc::view_of(*c.operation, c.arguments);
  const auto plan = optimized::plan_of<optimized::Original>(m, okk_bdc::kind(*c.operation), view);
  Values values = values_of(c, spec::okk_bdc::operand_of(m, view, on_dst));
  const char* names[] = {"dst", "a", "b"};
  for (size_t k = 0; k < 3; ++k) {
    const auto& [walk, w] = plan.operands[k];
    const auto set = [&](const char* of, int64_t bytes) {
      values[names[k] + std::string(of)] = bytes / okk_bdc::element_bytes;
    };
    set(".sn", walk.n), set(".sc", walk.block), set(".sh", walk.h), set(".sw", w);
  }
  std::vector<Values> all;
  add_heights(plan, values, all);
  return all;
}

}  // namespace strideproof::solver

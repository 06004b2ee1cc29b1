#include "proofs/theorems/plan_cited.h"

namespace strideproof::solver::plans {

using optimized::Plan;

Sym Values::any(const std::string& name, int64_t low, int64_t high) {
  if (proof_ != nullptr) return proof_->variable(name, low, high);
  const Sym value = at_hand_.at(name);
  premises_ = all_of(premises_, Sym(low) <= value, value <= Sym(high));
  return value;
}

Sym Values::step(const std::string& name, const Sym& extent, int64_t longest) {
  if (proof_ != nullptr) return step_of(*proof_, name, extent, longest);
  const Sym value = any(name, -widest_step, widest_step);
  premises_ = all_of(premises_, any_of(extent == 1, all_of(0 <= value, value <= longest)));
  return value;
}

void Values::require(const SymBool& premise) {
  if (proof_ != nullptr) proof_->given(premise);
  premises_ = all_of(premises_, premise);
}

// ---- plan.operands.steps ----

void legal_operand(Values& values, const MachineShape<Sym>& m, const spec::Tensor<Sym>& tensor) {
  const Dim4<Sym>&shape = tensor.shape, &stride = tensor.stride;
  values.require(all_of(0 <= tensor.address, tensor.address <= highest_address));
  if (tensor.space == Space::local) values.require(tensor.address < m.lanes * m.lane_bytes);
  values.require(all_of(any_of(shape.n == 1, stride.n >= 0), any_of(shape.c == 1, stride.c >= 0),
                        any_of(shape.h == 1, stride.h >= 0)));
  values.require(spec::last_byte(m, tensor) < memory_end);
}

Granted granted(const MachineShape<Sym>& m, const spec::Tensor<Sym>& tensor,
                const ColumnStrides<Sym>& walk, const Sym& lanes) {
  const ExactArithmetic exact;
  const Dim4<Sym>& shape = tensor.shape;
  const Sym k = shape.c / lanes;
  const auto near = [](const Sym& x, int64_t most) { return all_of(-most <= x, x <= most); };
  // If the first elements of two rows, or batches, do not share bytes, the step is not 0.
  const auto fits = [&](const Sym& step, const Sym& each, const Dim4<Sym>& second) {
    const Sym first_byte = spec::place_of(m, tensor, {Sym(0), Sym(0), Sym(0), Sym(0)}).byte;
    const Sym second_byte = spec::place_of(m, tensor, second).byte;
    return all_of(step == tensor.element_bytes * each, 0 <= step, step <= longest_step,
                  any_of(first_byte == second_byte, step > 0));
  };
  return {all_of(near(walk.block, widest_step), near(walk.block * k, far),
                 near(walk.block * (k + 1), far), any_of(shape.c == 1, walk.block >= 0)),
          all_of(near(walk.h, widest_step), near(walk.n, widest_step)),
          fits(walk.h, tensor.stride.h, {Sym(0), Sym(0), Sym(1), Sym(0)}),
          fits(walk.n, tensor.stride.n, {Sym(1), Sym(0), Sym(0), Sym(0)})};
}

Fact cite_steps(Proof& proof, const MachineShape<Sym>& m, const spec::Tensor<Sym>& tensor,
                const Sym& lanes) {
  const ExactArithmetic exact;
  const ColumnStrides<Sym> walk = optimized::walk_of<Original, Sym>(
      m, lanes, tensor.element_bytes, {tensor.space, tensor.address, tensor.stride});
  Values values({{"sn", tensor.stride.n}, {"sc", tensor.stride.c}, {"sh", tensor.stride.h}});
  given_strides(values);
  legal_operand(values, m, tensor);
  const Granted grants = granted(m, tensor, walk, lanes);
  return proof.cite(
      "plan.operands.steps",
      implies(values.premises(),
              all_of(grants.channels, grants.width, any_of(tensor.shape.h == 1, grants.rows),
                     any_of(tensor.shape.n == 1, grants.batches))));
}

Dim4<Sym> given_strides(Values& values) {
  return {values.any("sn", lowest_stride, int64_t{1} << 50),
          values.any("sc", lowest_stride, int64_t{1} << 33),
          values.any("sh", lowest_stride, UINT32_MAX), Sym(1)};
}

// ---- plan.groups ----

Sym edge_before(const Plan<Sym>& plan, const Sym& s) {
  const auto passed = [&](const Sym& edge) { return select(edge <= s, edge, Sym(0)); };
  return max_of(passed(plan.tall), max_of(passed(plan.dst.wrap_at), passed(plan.src.wrap_at)));
}

Sym group_start(const Plan<Sym>& plan, const Sym& s, const Sym& most) {
  const ExactArithmetic exact;
  const Sym edge = edge_before(plan, s);
  return edge + (s - edge) / most * most;
}

Plan<Sym> banded_plan(Values& values) {
  const auto walk = [&](const std::string& name) {
    const auto step = [&](const char* of) {
      return values.any(name + of, -(int64_t{1} << 44), int64_t{1} << 44);
    };
    return ColumnStrides<Sym>{step(".start"), step(".lane"), values.any(name + ".wrap_at", 1, 4096),
                              step(".wrap"),  Sym(0),        Sym(0),
                              Sym(0)};
  };
  const ColumnStrides<Sym> dst = walk("dst"), src = walk("src");
  const Sym columns = values.any("stacks", 1, extents), tall = values.any("tall", 0, extents);
  values.require(tall <= columns);
  // Distinct nests.
  return {dst,
          src,
          columns,
          tall,
          optimized::run_of(Sym(1), Sym(1)),
          optimized::run_of(Sym(0), Sym(1))};
}

SymBool in_its_group(const Plan<Sym>& plan, const Sym& b, const Sym& s, const Sym& most) {
  const ExactArithmetic exact;
  const Sym count = optimized::group_from(plan, b, most);
  const auto starts = [&](const ColumnStrides<Sym>& walk) {
    return column_start(walk, s) == column_start(walk, b) + (s - b) * walk.lane;
  };
  return all_of(0 <= b, b <= s, s < b + count, count <= most, b + count <= plan.columns,
                (b < plan.tall) == (s < plan.tall), starts(plan.dst), starts(plan.src));
}

namespace {

Values values_of(const Plan<Sym>& plan) {
  std::map<std::string, Sym> values = {{"stacks", plan.columns}, {"tall", plan.tall}};
  const auto walk = [&](const std::string& name, const ColumnStrides<Sym>& of) {
    values.insert({{name + ".start", of.start},
                   {name + ".lane", of.lane},
                   {name + ".wrap_at", of.wrap_at},
                   {name + ".wrap", of.wrap}});
  };
  walk("dst", plan.dst);
  walk("src", plan.src);
  return Values(std::move(values));
}

}  // namespace

Fact cite_group_of(Proof& proof, const Plan<Sym>& plan, const Sym& b, const Sym& s,
                   const Sym& most) {
  const ExactArithmetic exact;
  Values values = values_of(plan);
  banded_plan(values);
  values.require(all_of(0 <= s, s < plan.columns, b == group_start(plan, s, most)));
  return proof.cite("plan.bands",
                    implies(values.premises(), all_of(group_start(plan, b, most) == b,
                                                      in_its_group(plan, b, s, most))));
}

Fact cite_column_of_group(Proof& proof, const Plan<Sym>& plan, const Sym& b, const Sym& s,
                          const Sym& most) {
  const ExactArithmetic exact;
  Values values = values_of(plan);
  banded_plan(values);
  values.require(all_of(0 <= b, b < plan.columns, group_start(plan, b, most) == b, b <= s,
                        s < b + optimized::group_from(plan, b, most)));
  return proof.cite("plan.bands", implies(values.premises(), group_start(plan, s, most) == b));
}

// ---- plan.nest, plan.fill ----

AnyColumn copy_column(Values& values, int64_t element_bytes) {
  const auto extent = [&](const char* name) { return values.any(name, 1, extents); };
  // A missing last channel of a matrix has width 0.
  const Dim4<Sym> shape = {extent("N"), Sym(1), extent("H"), values.any("W", 0, extents)};
  const Sym channels = values.any("K", 0, extents + 1);
  const auto walk = [&](const std::string& name) {
    return ColumnStrides<Sym>{Sym(0),
                              Sym(0),
                              Sym(0),
                              Sym(0),
                              values.any(name + ".block", -widest_step, widest_step),
                              values.step(name + ".n", shape.n),
                              values.step(name + ".h", shape.h)};
  };
  const ColumnStrides<Sym> dst = walk("dst"), src = walk("src");
  AnyColumn column = {element_bytes, shape, channels, {dst, src}, {}};
  for (const Loop<Sym>& loop :
       optimized::copy_nest<Kept<Original>>(element_bytes, shape, channels, dst, src).loops)
    column.loops.push_back({loop.count, {loop.dst, loop.src}});
  const ExactArithmetic exact;
  const auto near = [&](const Sym& x) { return all_of(-far <= x, x <= far); };
  values.require(all_of(any_of(shape.h == 1, dst.h > 0), any_of(shape.n == 1, dst.n > 0),
                        near(dst.block * channels), near(src.block * channels)));
  return column;
}

AnyColumn fill_column(Values& values, int64_t element_bytes) {
  const auto extent = [&](const char* name) { return values.any(name, 1, extents); };
  const Dim4<Sym> shape = {extent("N"), Sym(1), extent("H"), extent("W")};
  const Sym channels = values.any("K", 0, extents + 1);
  const ColumnStrides<Sym> dst = {Sym(0),
                                  Sym(0),
                                  Sym(0),
                                  Sym(0),
                                  values.step("dst.block", channels, widest_step),
                                  values.step("dst.n", shape.n),
                                  values.step("dst.h", shape.h)};
  AnyColumn column = {element_bytes, shape, channels, {dst}, {}};
  for (const Loop<Sym>& loop :
       optimized::fill_nest<Kept<Original>>(element_bytes, shape, channels, dst).loops)
    column.loops.push_back({loop.count, {loop.dst}});
  const ExactArithmetic exact;
  values.require(dst.block * channels <= far);
  return column;
}

namespace {

bool is_fill(const AnyColumn& column) { return column.walks.size() == 1; }

SymBool is_at(const AnyColumn& column, const std::vector<Sym>& places, const Indices& at) {
  SymBool there = true;
  for (size_t k = 0; k < places.size(); ++k)
    there = all_of(there, places[k] == place_at(column.loops, at, k));
  return there;
}

}  // namespace

SymBool nest_comes_to(const AnyColumn& column, const std::vector<Sym>& places) {
  z3::context& z3 = Context::current().z3();
  z3::expr_vector arguments(z3);
  for (const Sym& x :
       {Sym(column.element_bytes), column.shape.n, column.shape.h, column.shape.w, column.channels})
    arguments.push_back(x.term());
  for (const ColumnStrides<Sym>& walk : column.walks)
    for (const Sym& x : {walk.block, walk.n, walk.h}) arguments.push_back(x.term());
  for (const Sym& place : places) arguments.push_back(place.term());
  z3::sort_vector sorts(z3);
  for (unsigned i = 0; i < arguments.size(); ++i) sorts.push_back(z3.int_sort());
  const char* name = is_fill(column) ? "nest_of_fill_comes_to" : "nest_comes_to";
  return SymBool::of(z3.function(name, sorts, z3.bool_sort())(arguments));
}

Fact cite_nest_reached(Proof& proof, const AnyColumn& column, const SymBool& legal,
                       const Indices& at) {
  std::vector<Sym> places;
  for (size_t k = 0; k < column.walks.size(); ++k) places.push_back(place_at(column.loops, at, k));
  return proof.cite(
      is_fill(column) ? "plan.fill.reached" : "plan.nest.reached",
      implies(all_of(legal, within(column.loops, at)), nest_comes_to(column, places)));
}

Fact cite_nest_has_nothing_else(Proof& proof, const AnyColumn& column, const SymBool& legal,
                                const std::vector<Sym>& places, const Indices& at) {
  return proof.cite(is_fill(column) ? "plan.fill.nothing_else" : "plan.nest.nothing_else",
                    implies(all_of(legal, column.channels >= 1, nest_comes_to(column, places)),
                            all_of(within(column.loops, at), is_at(column, places, at))));
}

}  // namespace strideproof::solver::plans

#include "conform/explain/features.h"

#include <fmt/format.h>

#include <algorithm>

#include "oracle/memory_range.h"
#include "proofs/boundary/goal.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t most_read = 4096;                  // elements, if contents are read
constexpr int64_t most_elements = int64_t{1} << 32;  // of layouts that are computed

// One value of a parameter: "shape.w".
struct Slot {
  const Parameter* parameter;
  int place;
  std::string name;
  int64_t value;
};

std::vector<Slot> slots_of(const Case& c) {
  std::vector<Slot> all;
  for (const Parameter& parameter : c.operation->parameters) {
    const int count = props::is_null(c, parameter) ? 0 : slots(parameter.type);
    for (int i = 0; i < count; ++i)
      all.push_back({&parameter, i, slot_name(parameter, i), props::values(c, parameter)[i]});
  }
  return all;
}

Sort sort_of(const Parameter& parameter) {
  if (parameter.role == Role::address) return Sort::address;
  const bool is_lane = parameter.name.ends_with("idx");
  return parameter.role == Role::selector && !is_lane ? Sort::choice : Sort::number;
}

// Extents, strides of one dimension or of one tensor, and addresses are comparable.
bool comparable(const Slot& a, const Slot& b) {
  const auto is_size = [](const Slot& slot) {
    const Role role = slot.parameter->role;
    return role == Role::extent || role == Role::stride || role == Role::count;
  };
  const bool same_role = a.parameter->role == b.parameter->role;
  if (slots(a.parameter->type) == 4 && slots(b.parameter->type) == 4)
    return same_role && (a.parameter == b.parameter || a.place == b.place);
  return same_role || (is_size(a) && is_size(b));
}

void describe_parameters(const Case& c, Features& features) {
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.nullable)
      features.add(parameter.name, "is null", "is given", props::is_null(c, parameter), usual);
  const std::vector<Slot> all = slots_of(c);
  for (const Slot& slot : all) {
    const Sort sort = sort_of(*slot.parameter);
    features.add(slot.name, sort, slot.value, sort == Sort::address ? far_fetched : usual);
  }
  const auto compare = [&](const Slot& a, const std::string& relation, const std::string& negation,
                           const Slot& b, bool value) {
    features.add(a.name, relation + b.name, negation + b.name, value, derived);
  };
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = i + 1; j < all.size(); ++j) {
      const Slot &a = all[i], &b = all[j];
      if (!comparable(a, b)) continue;
      compare(a, "= ", "!= ", b, a.value == b.value);
      if (a.parameter->role == Role::selector) continue;
      compare(a, "< ", ">= ", b, a.value < b.value);
      compare(a, "> ", "<= ", b, a.value > b.value);
      if (a.parameter->role != Role::extent || slots(a.parameter->type) > 1) continue;
      for (const auto& [x, y] : {std::pair(&a, &b), std::pair(&b, &a)})
        if (y->value > 0)
          compare(*x, "is a multiple of ", "is no multiple of ", *y, x->value % y->value == 0);
    }
}

// ---- operands ----

using Tensor = spec::Tensor<int64_t>;

// True if an extent times its stride, counted from the start of the operand, leaves the lane or the
// window of system memory: the last stride too, which no element follows.
bool whole_strides_leave_memory(const Profile& profile, const std::vector<Window>& offered,
                                const Tensor& x) {
  const bool local = x.space == Space::local;
  const int64_t first = local ? x.address % profile.lane_bytes : x.address;
  Window limits = limits_around(profile, x.space, 0, first);
  for (const Window& window : offered)
    if (!local && window.first <= first && first < window.end()) limits = window;
  if (limits.size == 0) return false;
  const int64_t room = limits.end() - first;
  const int64_t block_rows = ceil_div(
      local ? x.address / profile.lane_bytes % profile.lanes + x.shape.c : 0, profile.lanes);
  const int64_t extents[] = {x.shape.n, local ? block_rows : x.shape.c, x.shape.h, x.shape.w};
  const int64_t strides[] = {x.stride.n, x.stride.c, x.stride.h, x.stride.w};
  for (size_t d = 0; d < std::size(extents); ++d)
    if (extents[d] * strides[d] > room / x.element_bytes) return true;
  return false;
}

void describe_tensor(const Profile& profile, const NamedTensor& x, Features& features) {
  const auto &shape = x.tensor.shape, &stride = x.tensor.stride;
  if (x.tensor.space == Space::local) {
    const int64_t start = x.tensor.address / profile.lane_bytes, end = start + shape.c,
                  block_rows = ceil_div(end, profile.lanes),
                  channel_bytes = shape.h * shape.w * x.tensor.element_bytes;
    const std::string name(x.name), end_name = fmt::format("({} start lane + C)", name);
    features.add(name + " start lane", Sort::number, start, simple);
    features.add(end_name, Sort::number, end, simple);
    features.add(fmt::format("{} mod {}", end_name, profile.lanes), Sort::remainder,
                 end % profile.lanes, derived);
    features.add(name + " block rows", Sort::number, block_rows, derived);
    features.add(name + " N * block rows", Sort::number, shape.n * block_rows, derived);
    features.add(fmt::format("{} channel bytes mod {}", name, profile.unit_bytes), Sort::remainder,
                 channel_bytes % profile.unit_bytes, derived);
  }
  features.add(x.name, "whole strides leave memory", "whole strides stay in memory",
               whole_strides_leave_memory(profile, features.offered(), x.tensor), derived);
  features.add(x.name, "rows apart", "rows adjacent", shape.h > 1 && stride.h != shape.w, derived);
  features.add(x.name, "elements apart", "elements adjacent", shape.w > 1 && stride.w != 1,
               derived);
}

// Only operands of one shape have comparable strides.
void compare_strides(const NamedTensor& a, const NamedTensor& b, Features& features) {
  if (!(a.tensor.shape == b.tensor.shape)) return;
  const std::string both = fmt::format("{} and {} ", a.name, b.name);
  bool any = false;
  for (size_t d = 0; d < std::size(dimensions); ++d) {
    const bool differ = a.tensor.shape.*dimensions[d] > 1 &&
                        a.tensor.stride.*dimensions[d] != b.tensor.stride.*dimensions[d];
    any = any || differ;
    features.add(fmt::format("{}{} strides", both, "nchw"[d]), "differ", "do not differ", differ,
                 derived);
  }
  features.add(both + "strides", "differ", "do not differ", any, derived);
}

// True if one operand starts at the byte after the last byte of the other, in system memory or in a
// lane that both use. Precondition: the case is legal.
bool touch(const Profile& profile, const Tensor& a, const Tensor& b) {
  if (a.space != b.space) return false;
  const auto machine = spec::machine_shape<int64_t>(profile);
  const bool local = a.space == Space::local;
  const auto starts_after = [&](const Tensor& x, const Tensor& y) {
    const int64_t first = local ? x.address % profile.lane_bytes : x.address;
    return first == spec::last_byte(machine, y) + 1;
  };
  const auto starts_in_lane_of = [&](const Tensor& x, const Tensor& y) {
    const int64_t lanes = x.address / profile.lane_bytes - y.address / profile.lane_bytes;
    return (lanes + profile.lanes) % profile.lanes < y.shape.c;
  };
  return (starts_after(a, b) || starts_after(b, a)) &&
         (!local || starts_in_lane_of(a, b) || starts_in_lane_of(b, a));
}

// Elements that are contiguous in every operand: of a row, of adjacent rows and, in system memory,
// of channels and images.
int64_t run_of(const std::vector<NamedTensor>& all) {
  int64_t run = 1;
  for (size_t d = std::size(dimensions); d-- > 0;) {
    const int64_t extent = all.front().tensor.shape.*dimensions[d];
    const bool contiguous = std::ranges::all_of(all, [&](const NamedTensor& x) {
      return (x.tensor.space != Space::local || d >= 2) && x.tensor.stride.*dimensions[d] == run;
    });
    if (extent > 1 && !contiguous) break;
    run *= extent;
  }
  return run;
}

void describe_operands(const Case& c, Features& features) {
  const std::vector<NamedTensor> all = tensors_of(c);
  if (all.empty()) return;
  for (const NamedTensor& x : all) describe_tensor(*c.profile, x, features);
  for (size_t a = 0; a < all.size(); ++a)
    for (size_t b = a + 1; b < all.size(); ++b) compare_strides(all[a], all[b], features);
  const Tensor& t = all.front().tensor;
  const int64_t channel = t.shape.h * t.shape.w;
  features.add("run elements", Sort::number, run_of(all), derived);
  features.add("H*W", Sort::number, channel, derived);
  features.add("row bytes", Sort::number, t.shape.w * t.element_bytes, derived);
  features.add("channel bytes", Sort::number, channel * t.element_bytes, derived);
  features.add("elements", Sort::number, spec::cost(c), derived);
}

void describe_touching(const Case& c, Features& features) {
  const std::vector<NamedTensor> all = tensors_of(c);
  if (all.size() < 2) return;
  bool any = false;
  for (size_t a = 0; a < all.size(); ++a)
    for (size_t b = a + 1; b < all.size(); ++b)
      any = any || touch(*c.profile, all[a].tensor, all[b].tensor);
  features.add("operands", "touch", "do not touch", any, simple);
}

// True if the destination and a source have bounding ranges that share a byte.
bool meet(const Case& c) {
  const std::vector<spec::OperandRange> all = spec::bounding_ranges(c);
  return std::ranges::any_of(all, [&](const spec::OperandRange& dst) {
    return dst.operand == on_dst && std::ranges::any_of(all, [&](const spec::OperandRange& src) {
             return src.operand != on_dst && src.space == dst.space && src.lane == dst.lane &&
                    src.first < dst.first + dst.size && dst.first < src.first + src.size;
           });
  });
}

}  // namespace

std::vector<NamedTensor> tensors_of(const Case& c) {
  std::vector<NamedTensor> all;
  const Operation& operation = *c.operation;
  if (operation.family == Family::tik || operation.family == Family::asc) return all;
  const bool two_sources = operation.family == Family::okk_bdc && has_bit(operation.operands, 2);
  const bool of_matrix = operation.parameter("sec_size") != nullptr;
  const std::string_view names[] = {of_matrix ? "local" : "dst",
                                    two_sources ? "src0"
                                    : of_matrix ? "global"
                                                : "src",
                                    two_sources ? "src1" : "mask"};
  for (int k = 0; k < operand_count; ++k)
    if (has_bit(operation.operands, k))
      all.push_back({names[k], spec::tensor_of(c, static_cast<Operands>(1 << k))});
  return all;
}

ConstraintResults evaluate(const Case& c) {
  return spec::cost(c) <= most_read ? solver::evaluate(c) : spec::evaluate(c);
}

void Features::add(std::string_view name, Sort sort, int64_t value, double cost,
                   std::string_view negation) {
  const auto [at, added] = index_.emplace(prefix_ + std::string(name), all_.size());
  if (added) {
    all_.push_back({at->first, prefix_ + std::string(negation), sort, cost});
    values_.push_back(absent);
  }
  values_[at->second] = value;
}

void Features::add(std::string_view subject, std::string_view predicate, std::string_view negation,
                   bool value, double cost) {
  const std::string space = subject.empty() ? "" : " ";
  add(fmt::format("{}{}{}", subject, space, predicate), Sort::truth, value ? 1 : 0, cost,
      fmt::format("{}{}{}", subject, space, negation));
}

std::optional<size_t> Features::find(const std::string& name) const {
  const auto at = index_.find(name);
  return at == index_.end() ? std::nullopt : std::optional(at->second);
}

void Features::describe(const Case& c, bool first) {
  // Earlier steps may change the contents that later steps read.
  const ConstraintResults results = first ? evaluate(c) : spec::evaluate(c);
  bool values_hold = true;
  add("", "illegal", "legal", !results.legal(), simple);
  for (const Constraint& constraint : c.operation->constraints) {
    const bool violated = has_bit(results.violated, constraint.bit);
    add(constraint.label, "is violated", "holds", violated, plain);
    values_hold = values_hold && !(violated && constraint.stage == Stage::values);
  }
  describe_parameters(c, *this);
  const int64_t elements = spec::cost(c);
  if (values_hold && elements <= most_elements) describe_operands(c, *this);
  // The constraint on overlap is not evaluated then.
  if (!values_hold) add("operands", "meet", "do not meet", meet(c), simple);
  if (!results.legal()) return;
  const uint64_t met = spec::landmarks(c);
  for (const Landmark& landmark : c.operation->landmarks)
    add("", landmark.label, fmt::format("not {}", landmark.label), has_bit(met, landmark.bit),
        plain);
  describe_touching(c, *this);
  describe_mask(c, *this);
  if (first && of_contents_ && elements == 1) describe_contents(c, *this);
}

Values Features::values(const Program& program) {
  values_.assign(all_.size(), absent);
  prefix_.clear();
  if (program.steps.size() > 1)
    add("steps", Sort::number, static_cast<int64_t>(program.steps.size()), derived);
  size_t described = 0;
  for (const Case& step : program.steps) described += step.operation->parameters.empty() ? 0 : 1;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    if (program.steps[i].operation->parameters.empty()) continue;
    if (described > 1) prefix_ = fmt::format("step {}: ", i + 1);
    describe(program.steps[i], i == 0);
  }
  return values_;
}

}  // namespace strideproof::explanation

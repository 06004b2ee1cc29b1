#include "conform/explain/terms.h"

#include <fmt/format.h>

#include "conform/explain/features.h"
#include "proofs/boundary/goal.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t few_elements = 4096;               // whose contents are looked at
constexpr int64_t most_elements = int64_t{1} << 32;  // whose layouts are computed
constexpr double cheap = 1;

}  // namespace

namespace features {

Sort sort_of(const Parameter& parameter) {
  if (parameter.role == Role::address) return Sort::address;
  if (parameter.name.ends_with("idx")) return Sort::number;  // a lane
  return parameter.role == Role::selector ? Sort::choice : Sort::number;
}

bool comparable(const Parameter& a, int place_of_a, const Parameter& b, int place_of_b) {
  const auto is_size = [](Role role) {
    return role == Role::extent || role == Role::stride || role == Role::count;
  };
  const bool tensors = slots(a.type) == 4 && slots(b.type) == 4;
  if (tensors && a.role != b.role) return false;
  if (tensors && &a != &b) return place_of_a == place_of_b;
  return (is_size(a.role) && is_size(b.role)) || a.role == b.role;
}

}  // namespace features

ConstraintResults evaluate(const Case& c) {
  return spec::cost(c) <= few_elements ? solver::evaluate(c) : spec::evaluate(c);
}

size_t Terms::place(std::string_view name, std::string_view otherwise, Sort sort, double cost) {
  const std::string whole = prefix_ + std::string(name);
  const auto known = places_.find(whole);
  if (known != places_.end()) return known->second;
  all_.push_back({whole, prefix_ + std::string(otherwise), sort, cost, step_, prefix_.size()});
  values_.push_back(unsaid);
  return places_[whole] = all_.size() - 1;
}

void Terms::add_feature(std::string_view name, Sort sort, int64_t value, double cost) {
  values_[place(name, "", sort, cost)] = value;
}

void Terms::add_feature(std::string_view name, std::string_view otherwise, bool value,
                        double cost) {
  values_[place(name, otherwise, Sort::truth, cost)] = value ? 1 : 0;
}

void Terms::describe(const Case& c, bool first) {
  const ConstraintResults constraint_results = first ? evaluate(c) : spec::evaluate(c);
  bool sizes_exist = true;
  add_feature("illegal", "legal", !constraint_results.legal(), cheap);
  for (const Constraint& constraint : c.operation->constraints) {
    const bool violated = (constraint_results.violated >> constraint.bit & 1) != 0;
    add_feature(fmt::format("{} is violated", constraint.label),
                fmt::format("{} holds", constraint.label), violated, cheap);
    if (violated && constraint.stage == Stage::values) sizes_exist = false;
  }
  if (constraint_results.legal()) {
    const uint64_t met = spec::landmarks(c);
    for (const Landmark& landmark : c.operation->landmarks)
      add_feature(landmark.label, fmt::format("not {}", landmark.label),
                  (met >> landmark.bit & 1) != 0, cheap);
  }
  features::parameters(*c.operation, c.arguments, *this);
  const int64_t elements = spec::cost(c);
  if (sizes_exist && elements <= most_elements) {
    features::operands(*c.operation, *c.profile, c.arguments, *this);
    if (c.operation->family <= Family::bm_atomic)
      add_feature("elements", Sort::number, elements, features::derived);
  }
  if (!constraint_results.legal()) return;
  describe_mask(c, *this);
  if (first && speak_ == Speak::of_contents_too && elements == 1) describe_contents(c, *this);
}

Values Terms::values(const Program& program) {
  values_.assign(all_.size(), unsaid);
  prefix_.clear();
  step_ = 0;
  if (program.steps.size() > 1)
    add_feature("steps", Sort::number, static_cast<int64_t>(program.steps.size()),
                features::derived);
  size_t with_parameters = 0;
  for (const Case& step : program.steps)
    with_parameters += step.operation->parameters.empty() ? 0 : 1;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    if (program.steps[i].operation->parameters.empty()) continue;
    step_ = i;
    if (with_parameters > 1) prefix_ = fmt::format("step {}: ", i + 1);
    describe(program.steps[i], i == 0);
  }
  return values_;
}

}  // namespace strideproof::explanation

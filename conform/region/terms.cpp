#include "conform/region/terms.h"

#include <fmt/format.h>

#include "spec/solver/goal.h"
#include "spec/spec.h"

namespace strideproof::region {
namespace {

constexpr std::string_view dimensions[] = {"n", "c", "h", "w"};
constexpr int64_t few_elements = 4096;               // whose contents are looked at
constexpr int64_t most_elements = int64_t{1} << 32;  // whose layouts are computed
constexpr double cheap = 1, usual = 1.3, derived = 1.5, far_fetched = 3.5;

// One value of a parameter: "shape.w".
struct Slot {
  const Parameter* parameter;
  int place;
  std::string name;
  int64_t value;
};

std::vector<Slot> slots_of(const Case& c) {
  std::vector<Slot> all;
  for (size_t p = 0; p < c.operation->parameters.size(); ++p) {
    const Parameter& parameter = c.operation->parameters[p];
    if (c.arguments.is_null(static_cast<int>(p))) continue;
    for (int i = 0; i < slots(parameter.type); ++i) {
      std::string slot(parameter.name);
      if (slots(parameter.type) > 1) slot += fmt::format(".{}", dimensions[i]);
      all.push_back({&parameter, i, std::move(slot),
                     c.arguments.value[static_cast<size_t>(parameter.slot + i)]});
    }
  }
  return all;
}

Sort sort_of(const Parameter& parameter) {
  if (parameter.role == Role::address) return Sort::address;
  if (parameter.name.ends_with("idx")) return Sort::number;  // a lane
  return parameter.role == Role::selector ? Sort::choice : Sort::number;
}

// Whether people compare the two: extents, strides of one dimension or of one tensor, addresses.
bool comparable(const Slot& a, const Slot& b) {
  const bool size_a = a.parameter->role == Role::extent || a.parameter->role == Role::stride ||
                      a.parameter->role == Role::count;
  const bool size_b = b.parameter->role == Role::extent || b.parameter->role == Role::stride ||
                      b.parameter->role == Role::count;
  const bool tensors = slots(a.parameter->type) == 4 && slots(b.parameter->type) == 4;
  if (tensors && a.parameter->role != b.parameter->role) return false;
  if (tensors && a.parameter != b.parameter) return a.place == b.place;
  return (size_a && size_b) || a.parameter->role == b.parameter->role;
}

void describe_parameters(const Case& c, Terms& terms) {
  for (size_t p = 0; p < c.operation->parameters.size(); ++p)
    if (c.operation->parameters[p].nullable)
      terms.say(fmt::format("{} is null", c.operation->parameters[p].name),
                fmt::format("{} is given", c.operation->parameters[p].name),
                c.arguments.is_null(static_cast<int>(p)), usual);
  const std::vector<Slot> all = slots_of(c);
  for (const Slot& slot : all) {
    const Sort sort = sort_of(*slot.parameter);
    terms.say(slot.name, sort, slot.value, sort == Sort::address ? far_fetched : usual);
  }
  for (size_t a = 0; a < all.size(); ++a)
    for (size_t b = a + 1; b < all.size(); ++b) {
      if (!comparable(all[a], all[b])) continue;
      const auto compare = [&](std::string_view relation, std::string_view otherwise, bool value) {
        terms.say(fmt::format("{} {} {}", all[a].name, relation, all[b].name),
                  fmt::format("{} {} {}", all[a].name, otherwise, all[b].name), value, derived);
      };
      compare("=", "!=", all[a].value == all[b].value);
      if (all[a].parameter->role == Role::selector) continue;
      if (all[a].parameter->role == Role::extent && slots(all[a].parameter->type) == 1)
        for (const auto& [x, y] : {std::pair(&all[a], &all[b]), std::pair(&all[b], &all[a])})
          if (y->value > 0)
            terms.say(fmt::format("{} is a multiple of {}", x->name, y->name),
                      fmt::format("{} is no multiple of {}", x->name, y->name),
                      x->value % y->value == 0, derived);
      compare("<", ">=", all[a].value < all[b].value);
      compare(">", "<=", all[a].value > all[b].value);
    }
}

}  // namespace

Judgement judge(const Case& c) {
  return spec::cost(c) <= few_elements ? solver::judge(c) : spec::judge(c);
}

size_t Terms::place(std::string_view name, std::string_view otherwise, Sort sort, double cost) {
  const std::string whole = prefix_ + std::string(name);
  const auto known = places_.find(whole);
  if (known != places_.end()) return known->second;
  all_.push_back({whole, prefix_ + std::string(otherwise), sort, cost});
  values_.push_back(unsaid);
  return places_[whole] = all_.size() - 1;
}

void Terms::say(std::string_view name, Sort sort, int64_t value, double cost) {
  values_[place(name, "", sort, cost)] = value;
}

void Terms::say(std::string_view name, std::string_view otherwise, bool value, double cost) {
  values_[place(name, otherwise, Sort::truth, cost)] = value ? 1 : 0;
}

void Terms::describe(const Case& c, bool first) {
  const Judgement judgement = first ? judge(c) : spec::judge(c);
  bool sizes_exist = true;
  say("illegal", "legal", !judgement.legal(), cheap);
  for (const Constraint& constraint : c.operation->constraints) {
    const bool violated = (judgement.violated >> constraint.bit & 1) != 0;
    say(fmt::format("{} is violated", constraint.label), fmt::format("{} holds", constraint.label),
        violated, cheap);
    if (violated && constraint.stage == Stage::values) sizes_exist = false;
  }
  if (judgement.legal()) {
    const uint64_t met = spec::landmarks(c);
    for (const Landmark& landmark : c.operation->landmarks)
      say(landmark.label, fmt::format("not {}", landmark.label), (met >> landmark.bit & 1) != 0,
          cheap);
  }
  describe_parameters(c, *this);
  const int64_t elements = spec::cost(c);
  if (sizes_exist && elements <= most_elements) describe_operands(c, *this);
  if (!judgement.legal()) return;
  describe_mask(c, *this);
  if (first && speak_ == Speak::of_contents_too && elements == 1) describe_contents(c, *this);
}

Values Terms::values(const Program& program) {
  values_.assign(all_.size(), unsaid);
  prefix_.clear();
  if (program.steps.size() > 1)
    say("steps", Sort::number, static_cast<int64_t>(program.steps.size()), cheap);
  size_t with_parameters = 0;
  for (const Case& step : program.steps)
    with_parameters += step.operation->parameters.empty() ? 0 : 1;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    if (program.steps[i].operation->parameters.empty()) continue;
    if (with_parameters > 1) prefix_ = fmt::format("step {}: ", i + 1);
    describe(program.steps[i], i == 0);
  }
  return values_;
}

}  // namespace strideproof::region

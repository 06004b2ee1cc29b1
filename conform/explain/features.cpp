#include "conform/explain/features.h"

#include <fmt/format.h>

#include <algorithm>

#include "conform/report/condition.h"
#include "props/parameters.h"
#include "props/value_changes.h"
#include "spec/saturating.h"
#include "spec/spec.h"

namespace strideproof::explanation {
namespace {

constexpr int64_t most_read = 4096;                  // elements, if contents are read
constexpr int64_t most_elements = int64_t{1} << 32;  // of layouts that are computed
constexpr int64_t few_elements = int64_t{1} << 24;   // of illegal layouts whose sums fit 64 bits

using props::Slot;

Sort sort_of(const Parameter& parameter) {
  if (parameter.role == Role::address) return Sort::address;
  return props::is_choice(parameter) ? Sort::choice : Sort::number;
}

// Extents, strides of one dimension or of one tensor, and addresses are comparable.
bool comparable(const Slot& a, const Slot& b) {
  const auto is_size = [](const Slot& slot) {
    const Role role = slot.parameter.role;
    return role == Role::extent || role == Role::stride || role == Role::count;
  };
  const bool same_role = a.parameter.role == b.parameter.role;
  if (slots(a.parameter.type) == 4 && slots(b.parameter.type) == 4)
    return same_role && (&a.parameter == &b.parameter || a.place == b.place);
  return same_role || (is_size(a) && is_size(b));
}

// True if an address of 64 bits lies in system memory, or in local memory at its base there.
bool lies_in_memory(const Profile& profile, const std::vector<Window>& offered, int64_t address) {
  const auto holds = [&](const Window& w) { return w.first <= address && address < w.end(); };
  return holds({profile.local_base, profile.lanes * profile.lane_bytes}) ||
         (offered.empty() ? std::ranges::any_of(profile.windows, holds)
                          : std::ranges::any_of(offered, holds));
}

// The largest documented choice of a selector.
int64_t last_choice(const Case& c, const Slot& slot) {
  const int64_t largest = props::bounds_of(c, static_cast<int>(slot.index)).largest;
  return largest >= 0 ? largest : highest(slot.parameter.type);
}

// The difference of two extents or counts, and the product of two that are no extents of a tensor.
void combine_extents(const Case& c, const Slot& a, const Slot& b, Features& features) {
  const auto is_extent = [](const Slot& slot) {
    return slot.parameter.role == Role::extent || slot.parameter.role == Role::count;
  };
  if (!is_extent(a) || !is_extent(b)) return;
  const auto combine = [&](char sign, spec::Saturating value) {
    features.add(fmt::format("{} {} {}", slot_name(a.parameter, a.place), sign,
                             slot_name(b.parameter, b.place)),
                 Sort::number, value.value(), combined);
  };
  const spec::Saturating x(c.arguments.value[a.index]), y(c.arguments.value[b.index]);
  combine('-', x - y);
  if (slots(a.parameter.type) == 1 && slots(b.parameter.type) == 1) combine('*', x * y);
}

void describe_parameters(const Case& c, Features& features) {
  for (const Parameter& parameter : c.operation->parameters)
    if (parameter.nullable)
      features.add(parameter.name, "is null", "is given", c.arguments.is_null(parameter), usual);
  const std::vector<Slot> all = props::given_slots(c);
  const auto value = [&](const Slot& slot) { return c.arguments.value[slot.index]; };
  const auto name = [&](const Slot& slot) { return slot_name(slot.parameter, slot.place); };
  for (const Slot& slot : all) {
    const Sort sort = sort_of(slot.parameter);
    Feature& feature =
        features.add(name(slot), sort, value(slot), sort == Sort::address ? far_fetched : usual);
    if (sort == Sort::choice) feature.least_threshold = last_choice(c, slot);
    if (const std::optional<int64_t> equal = props::equal_bytes(c, slot.index))
      features.add(fmt::format("the bytes of {}", name(slot)), "differ", "are equal",
                   value(slot) != *equal, derived);
    if (sort == Sort::address && slot.parameter.type == CType::u64)
      features.add(name(slot), "lies in memory", "lies in no memory",
                   lies_in_memory(*c.profile, features.offered(), value(slot)), simple);
  }
  const auto compare = [&](const Slot& a, const std::string& relation, const std::string& negation,
                           const Slot& b, bool holds) {
    features.add(name(a), relation + name(b), negation + name(b), holds, derived);
  };
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = i + 1; j < all.size(); ++j) {
      const Slot &a = all[i], &b = all[j];
      if (!comparable(a, b)) continue;
      combine_extents(c, a, b, features);
      compare(a, "= ", "!= ", b, value(a) == value(b));
      if (a.parameter.role == Role::selector) continue;
      compare(a, "< ", ">= ", b, value(a) < value(b));
      compare(a, "> ", "<= ", b, value(a) > value(b));
      if (a.parameter.role != Role::extent || slots(a.parameter.type) > 1) continue;
      for (const auto& [x, y] : {std::pair(&a, &b), std::pair(&b, &a)})
        if (value(*y) > 0)
          compare(*x, "is a multiple of ", "is no multiple of ", *y, value(*x) % value(*y) == 0);
    }
}

// "padding" of "dst.padding", "rows apart" of "src rows apart". Empty: it names no operand, or two,
// or a parameter.
std::string_view after_operand(std::string_view name) {
  const size_t end = name.find_first_of("._ ");
  const std::string_view operand = name.substr(0, end);
  if (end == std::string_view::npos || name[end] == '_' ||
      std::ranges::count(operand_words, operand) == 0)
    return {};
  name.remove_prefix(end + 1);
  constexpr std::string_view others[] = {"and ", "=", "!=", "<", ">", "is ", "lies "};
  const bool is_other =
      std::ranges::any_of(others, [&](std::string_view word) { return name.starts_with(word); });
  return is_other ? std::string_view() : name;
}

}  // namespace

ConstraintResults evaluate(const Case& c) {
  return spec::cost(c) <= most_read ? props::evaluate_fresh(c) : spec::evaluate(c);
}

Feature& Features::add(std::string_view name, Sort sort, int64_t value, double cost,
                       std::string_view negation) {
  const auto [at, added] = index_.emplace(prefix_ + std::string(name), all_.size());
  if (added) {
    all_.push_back({at->first, prefix_ + std::string(negation), sort, cost});
    values_.push_back(absent);
  }
  values_[at->second] = value;
  return all_[at->second];
}

void Features::add(std::string_view subject, std::string_view predicate, std::string_view negation,
                   bool value, double cost) {
  const std::string space = subject.empty() ? "" : " ";
  add(fmt::format("{}{}{}", subject, space, predicate), Sort::truth, value ? 1 : 0, cost,
      fmt::format("{}{}{}", subject, space, negation));
}

// "some operand's padding" if "dst.padding" or "src.padding" is true; the largest stride of all.
void Features::describe_all_operands(const Case& c) {
  std::map<std::string, bool> any;
  for (size_t i = 0; i < all_.size(); ++i) {
    if (all_[i].sort != Sort::truth || values_[i] == absent) continue;
    const std::string_view predicate = after_operand(all_[i].name);
    if (!predicate.empty()) any[std::string(predicate)] |= values_[i] == 1;
  }
  for (const auto& [predicate, is_true] : any)
    add("", "some operand's " + predicate, "no operand's " + predicate, is_true, simple);
  struct Range {
    int64_t smallest = INT64_MAX, largest = INT64_MIN;
  };
  std::map<std::string, Range> ranges;  // by what the values are
  const auto take = [&](const std::string& what, int64_t value) {
    Range& range = ranges[what];
    range = {std::min(range.smallest, value), std::max(range.largest, value)};
  };
  for (const Slot& slot : props::given_slots(c)) {
    const int64_t value = c.arguments.value[slot.index];
    const bool is_stride = slot.parameter.role == Role::stride;
    if (is_stride || slot.parameter.role == Role::extent)
      take(is_stride ? "stride" : "extent", value);
    if (is_stride && slots(slot.parameter.type) == 4)
      take(fmt::format("{} stride", "nchw"[slot.place]), value);
  }
  for (const auto& [what, range] : ranges) {
    add("largest " + what, Sort::number, range.largest, simple);
    add("smallest " + what, Sort::number, range.smallest, simple);
  }
}

std::optional<size_t> Features::find(const std::string& name) const {
  const auto at = index_.find(name);
  return at == index_.end() ? std::nullopt : std::optional(at->second);
}

void Features::describe(const Program& program, size_t step) {
  const Case& c = program.steps[step];
  const bool first = step == 0;
  // Earlier steps may change the contents that later steps read.
  const ConstraintResults results = first ? evaluate(c) : spec::evaluate(c);
  bool values_hold = true, has_layout = true;
  add("", "illegal", "legal", !results.legal(), simple);
  for (const Constraint& constraint : c.operation->constraints) {
    if (!has_bit(results.evaluated, constraint.bit)) continue;
    const bool violated = has_bit(results.violated, constraint.bit);
    add(constraint.label, "is violated", "holds", violated, plain);
    if (!violated || constraint.stage != Stage::values) continue;
    values_hold = false;
    has_layout = has_layout && (constraint.rule == Rule::max || constraint.rule == Rule::sign ||
                                constraint.rule == Rule::one);
  }
  describe_parameters(c, *this);
  const int64_t elements = spec::cost(c);
  if (has_layout && elements <= most_elements) describe_operands(c, *this);
  // The constraint on overlap is not evaluated then.
  if (!values_hold) {
    const bool meet = spec::common_bytes(c, on_dst, c, on_src) > 0 ||
                      spec::common_bytes(c, on_dst, c, on_src1) > 0;
    add("operands", "meet", "do not meet", meet, simple);
  }
  const auto describe_landmarks = [&] {
    const uint64_t met = spec::landmarks(c);
    for (const Landmark& landmark : c.operation->landmarks)
      add("", landmark.label, fmt::format("not {}", landmark.label), has_bit(met, landmark.bit),
          plain);
  };
  if (!results.legal()) {
    const bool may_have_landmarks = !any_constraint(
        *c.operation, results.violated, [](const Constraint& x) { return x.stage < Stage::end; });
    if (of_all_ && may_have_landmarks && elements <= few_elements) describe_landmarks();
    if (of_all_ && has_layout && elements <= most_elements) describe_pairs(c, false, *this);
    return;
  }
  describe_landmarks();
  describe_pairs(c, true, *this);
  describe_mask(program, step, *this);
  if (first && of_contents_ && elements == 1) describe_contents(c, *this);
}

Values Features::values(const Program& program) {
  values_.assign(all_.size(), absent);
  prefix_.clear();
  if (program.steps.size() > 1)
    add("steps", Sort::number, static_cast<int64_t>(program.steps.size()), derived);
  const size_t count = std::min(program.steps.size(), most_steps_);
  size_t described = 0;
  for (size_t i = 0; i < count; ++i)
    described += program.steps[i].operation->parameters.empty() ? 0 : 1;
  for (size_t i = 0; i < count; ++i) {
    if (program.steps[i].operation->parameters.empty()) continue;
    if (described > 1) prefix_ = fmt::format("step {}: ", i + 1);
    describe(program, i);
  }
  if (of_all_ && program.steps.size() == 1) describe_all_operands(program.steps.front());
  return values_;
}

}  // namespace strideproof::explanation

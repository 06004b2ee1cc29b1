#include "props/exhaustive.h"

#include <algorithm>
#include <optional>

#include "props/edge.h"
#include "props/operand.h"
#include "props/parameters.h"
#include "props/small_world.h"
#include "spec/footprint.h"
#include "spec/spec.h"

namespace strideproof::props {
namespace {

// Constants other than counts: bits that each function treats in its own way.
constexpr uint32_t patterns[] = {0x00000000, 0xffffffff, 0x80000001, 0x7ffffffe, 0x00ff00ff};

// The small world of an operation. Not `full`: each shape in one place and spread in one way, from
// each lane.
class SmallWorld {
 public:
  SmallWorld(const Case& c, bool full, Sampling sample, const Visit& visit)
      : case_(c), full_(full), sample_(sample), skip_(sample.number), visit_(visit) {
    const Operation& operation = *c.operation;
    for (const Operands which : {on_dst, on_src, on_src1})
      if (const OperandParameters all = parameters_of(operation, which); all.address != nullptr)
        operands_.push_back({which, all});
    for (const Parameter& parameter : operation.parameters)
      if (parameter.role == Role::constant) constant_ = &parameter;
    same_lane_ = has_rule(operation, Rule::same_lane);
  }

  void each() {
    if (operands_.empty()) {
      if (sample_.number == 0) visit_(case_);
      return;
    }
    each_value(0);
  }

 private:
  void each_value(size_t slot) {
    if (slot == values_.size()) return each_dst_shape();
    if (values_[slot].empty()) return each_value(slot + 1);
    const bool one_alone = !full_ && parameter_at(*case_.operation, slot).role == Role::stride;
    for (const SmallValues& some : values_[slot])
      for (int64_t value = some.first; value <= some.last; ++value) {
        case_.arguments.value[slot] =
            value + (some.from == nullptr ? 0 : *values(case_, *some.from));
        each_value(slot + 1);
        if (one_alone) return;
      }
  }

  // memcpy_4D: the shape of the source, a row, and the shape reversed; with transpose the
  // transposed shape. A format of the same size as another keeps the shape of the source. A
  // conversion also has the row.
  std::vector<Shape> dst_shapes() const {
    const Shape src = shape_of(case_, *operands_[1].parameters.shape);
    const bool converts = case_["src_format"] != case_["dst_format"],
               repeats = !converts && case_["src_format"] > 2;
    if (case_["transpose"] != 0)
      return full_ && !converts && !repeats ? std::vector{Shape{src.c, src.n, src.h, src.w}}
                                            : std::vector<Shape>();
    if (!full_ || repeats) return {src};
    const Shape row{1, 1, 1, src.n * src.c * src.h * src.w};
    if (converts) return {src, row};
    return {src, row, {src.w, src.h, src.c, src.n}};
  }
  void each_dst_shape() {
    if (case_.operation->parameter("dst_shape") == nullptr) return with_values();
    for (const Shape& shape : dst_shapes()) {
      put(case_, "dst_shape", shape);
      with_values();
    }
  }

  void with_values() {
    if (!values_hold(case_)) return;
    choose_contents(case_);
    find_memories();
    each_lane(0);
  }

  void find_memories() {
    const Profile& profile = *case_.profile;
    const Window& window = profile.windows.back();  // of toy: around 2^32
    for (SmallOperand& operand : operands_) {
      operand = {.which = operand.which,
                 .parameters = operand.parameters,
                 .space = spec::space_of(case_, operand.which),
                 .unit = unit_of(case_, *operand.parameters.address)};
      if (is_flat(case_, operand.which)) {
        operand.first = profile.local_base;
        operand.size = profile.lanes * profile.lane_bytes;
        operand.boundary = profile.local_base + profile.lane_bytes;
      } else if (operand.space == Space::system) {
        operand.first = window.first;
        operand.size = window.size;
      } else {
        operand.size = operand.space == Space::local
                           ? profile.lane_bytes
                           : profile.buffer_bytes[static_cast<size_t>(operand.space)];
      }
    }
  }

  // Several operands start in one lane if they have to, or if the world is not full.
  void each_lane(size_t i) {
    if (i == operands_.size()) {
      if (skip_-- > 0) return;
      skip_ = sample_.of - 1;
      return each_style(0);
    }
    SmallOperand& operand = operands_[i];
    if (!operand.has_lanes()) return each_lane(i + 1);
    const SmallOperand* before =
        i > 0 && operands_[i - 1].has_lanes() ? &operands_[i - 1] : nullptr;
    const Parameter* lane_parameter = operand.parameters.lane;
    const bool follows = before != nullptr &&
                         (same_lane_ || !full_ ||
                          (lane_parameter != nullptr && lane_parameter == before->parameters.lane));
    const int64_t first = follows ? before->lane : 0,
                  last = follows ? before->lane : case_.profile->lanes - 1;
    for (int64_t lane = first; lane <= last; ++lane) {
      operand.lane = lane;
      if (lane_parameter == nullptr)
        operand.first = lane * case_.profile->lane_bytes;
      else
        *values(case_, *lane_parameter) = lane;
      each_lane(i + 1);
    }
  }

  // The styles of a second source go round with those of the others.
  void each_style(size_t i) {
    if (i == operands_.size()) return each_place();
    SmallOperand& operand = operands_[i];
    const Parameter* stride = operand.parameters.stride;
    if (stride == nullptr) return each_style(i + 1);
    const bool fill = operands_.size() == 1,
               converts = !fill && format_of(case_, on_src) != format_of(case_, on_dst);
    const std::vector<Style>& styles = fill || (i > 0 && !converts) ? styles_ : apart_styles_;
    size_t first = 0, tried = full_ ? styles.size() : 1;
    if (i == 2 && full_) {
      first = operands_[0].style + operands_[1].style;
      tried = operands_[0].style == 0 ? 3 : 1;
    }
    for (size_t k = first; k < first + tried; ++k) {
      operand.style = k % styles.size();
      const Style& style = styles[operand.style];
      put_strides(case_, *stride, style.kind == Style::Kind::null && stride->nullable,
                  strides_of(m_, operand.space, spec::dtype_bytes(case_, operand.which), style,
                             operand.lane, shape_of(case_, *operand.parameters.shape)));
      each_style(i + 1);
    }
  }

  void each_place() {
    for (SmallOperand& operand : operands_) {
      *values(case_, *operand.parameters.address) = operand.first;
      const int64_t start = operand.has_lanes() ? 0 : operand.first;
      const int64_t end = spec::last_byte(m_, spec::tensor_of(case_, operand.which)) + 1;
      operand.extent = std::clamp<int64_t>(end - start, 0, operand.size);
    }
    std::vector<Places> all = small_places(operands_);
    if (!full_) all.resize(1);
    for (const Places& places : all) {
      for (size_t i = 0; i < operands_.size(); ++i)
        *values(case_, *operands_[i].parameters.address) = places[i];
      if (constant_ != nullptr) *values(case_, *constant_) = next_constant();
      visit_(case_);
    }
  }

  // Every count, or every pattern, in turn.
  int64_t next_constant() {
    ++constants_;
    const auto [least, largest] = bounds_of(case_, constant_->slot);
    if (least <= largest) return least + constants_ % (largest - least + 1);
    return constant_of(constant_->type,
                       patterns[static_cast<size_t>(constants_) % std::size(patterns)]);
  }

  Case case_;
  const bool full_;
  const Sampling sample_;
  int64_t skip_;  // before the next of the sample
  const Visit& visit_;
  const MachineShape m_ = machine_of(case_);
  const std::vector<Style> styles_ = small_styles(*case_.operation, true),
                           apart_styles_ = small_styles(*case_.operation, false);
  const std::vector<std::vector<SmallValues>>& values_ = small_values(*case_.operation);
  std::vector<SmallOperand> operands_;
  bool same_lane_ = false;
  const Parameter* constant_ = nullptr;
  int64_t constants_ = 0;
};

// One case that violates the constraint; no value if a few draws find none. A
// constraint on data depends on the contents where the case looks.
std::optional<Case> violating(Random& random, const Case& c, const Constraint& constraint) {
  const bool data = constraint.stage == Stage::data;
  for (int draws = data ? 100 : 2; draws > 0; --draws) {
    std::optional<Case> drawn = move_to_edge(c, constraint, Edge::outside, random);
    if (drawn && data) drawn->fill = static_cast<uint64_t>(random.below(100));
    if (drawn && has_bit(evaluate_fresh(*drawn).violated, constraint.bit)) return drawn;
  }
  return std::nullopt;
}

}  // namespace

void each_small_case(const Operation& operation, const Profile& profile, const Visit& visit,
                     Sampling sample) {
  SmallWorld({&operation, &profile, {}, 1}, true, sample, visit).each();
}

void each_small_violation(const Operation& operation, const Profile& profile, const Visit& visit,
                          Sampling sample) {
  Random random(1);
  const Visit violate_each = [&](const Case& c) {
    if (!spec::evaluate(c).legal()) return;
    for (const Constraint& constraint : operation.constraints)
      if (const std::optional<Case> one = violating(random, c, constraint)) visit(*one);
  };
  SmallWorld({&operation, &profile, {}, 1}, false, sample, violate_each).each();
}

}  // namespace strideproof::props

#include "props/operand.h"

#include <algorithm>

#include "props/parameters.h"

namespace strideproof::props {
namespace {

// Operands whose places depend on each other, so they are placed together.
struct Group {
  std::vector<RandomOperand*> members = {};
  int64_t extent = 0;

  // The offset counts from where the group starts.
  void add(RandomOperand& operand, int64_t offset) {
    operand.offset = offset;
    members.push_back(&operand);
    extent = std::max(extent, offset + operand.extent);
  }
};

class TensorGenerator {
  using enum Placement;

 public:
  TensorGenerator(Random& random, Case& c, TensorRules rules)
      : random_(random), case_(c), rules_(std::move(rules)), all_(operands_of(c)) {
    if (stride_ != nullptr) rules_.longest = std::min(rules_.longest, highest(stride_->type));
    for (size_t i = 0; i < all_.size(); ++i) all_[i].style = rules_.styles[i];
  }

  // Gives the operands strides, a shape and places, and the case all of these.
  std::vector<RandomOperand> make() {
    if (rules_.strides) choose_styles();
    choose_shape();
    for (const RandomOperand& operand : all_)
      make_spread_visible(m_, operand.space, operand.style, shape_);
    if (const Parameter* shape = parameters_of(*case_.operation, on_dst).shape)
      shape_.c = std::min(shape_.c, bounds_of(case_, shape->slot + 1).largest);
    choose_placements();
    while (!place()) shrink();
    put();
    return std::move(all_);
  }

 private:
  void choose_styles() {
    for (RandomOperand& operand : all_) {
      const bool may_share = rules_.may_share && (operand.which != on_dst || all_.size() == 1);
      operand.style = any_w_ ? random_style_any_w(random_, may_share, rules_.longest)
                             : random_style(random_, may_share, rules_.longest);
      if (rules_.shape && operand.style.kind == Style::Kind::spread)
        operand.style.dims = rules_.long_dimension;
    }
  }

  void choose_shape() {
    large_ = !rules_.shape && random_.chance(1, all_.size() == 2 ? 750 : 500);
    shape_ = rules_.shape ? *rules_.shape
             : large_     ? large_shape(random_)
                          : random_shape(random_, m_, all_.back().element_bytes);
    if (!rules_.strides) return;
    if (large_) pack();
    if (rules_.shape || all_.size() != 2 || !random_.chance(1, 12)) return;
    // Channels next to each other (NHWC), the rows of w elements inside them.
    shape_.h = std::max<int64_t>(shape_.h, 2);
    for (RandomOperand& operand : all_)
      operand.style = {.kind = Style::Kind::nested, .order = channels_innermost};
  }

  // Packed, a large shape fits most memories. A fill with n, c and h strides of 0 needs one row, a
  // source with strides of 0 a word.
  void pack() {
    if (any_w_ && shape_.c > 1 && random_.chance(1, 2)) return;
    for (RandomOperand& operand : all_) operand.style = {.kind = Style::Kind::nested};
    Style& last = all_[static_cast<size_t>(random_.below(static_cast<int64_t>(all_.size())))].style;
    if (all_.size() == 1 && random_.chance(1, 2)) last = {.kind = Style::Kind::nested, .dims = 7};
    if (any_w_ && &last != &all_.front().style && random_.chance(2, 3))
      last = {.kind = Style::Kind::nested, .dims = 15};
  }

  Placement random_placement(const RandomOperand& source) {
    const RandomOperand& dst = all_.front();
    if (source.space != dst.space) return disjoint;
    const int64_t draw = random_.below(60);
    if (draw < 10) return onto_dst;
    if (draw < 19) return interleaved;
    const bool lanes = source.space == Space::local && !same_lane_ &&
                       shape_.c + rules_.dst_shape(shape_).c <= m_.lanes;
    if (draw < 28 && lanes) return other_lanes;
    return draw < 59 ? disjoint : anywhere;
  }

  void choose_placements() {
    for (size_t i = 1; i < all_.size(); ++i) all_[i].placement = random_placement(all_[i]);
    if (all_.size() == 3 && random_.chance(1, 3)) {
      all_[2].placement = random_.pick({same_source, near_source});
      // Next to a source that lies on dst or among it there is no room.
      if (all_[1].placement != disjoint) all_[2].placement = same_source;
    }
    // Two large operands just fit a lane of bm1684.
    if (large_ && all_.size() == 3 && any_w_) {
      all_[2].placement = all_[1].placement == disjoint ? onto_dst : disjoint;
      if (all_[2].placement == disjoint) all_[1].placement = onto_dst;
    }
    interleaved_ = std::ranges::count(all_, interleaved, &RandomOperand::placement) > 0;
    if (interleaved_) {
      by_element_ = any_w_ && random_.chance(1, 2);
      more_gap_ = random_.below(2);
      all_[0].style = {.kind = Style::Kind::nested};
      if (!rules_.shape) shape_.h = std::max<int64_t>(shape_.h, 2);
    }
    for (size_t i = 1; i < all_.size(); ++i) take_style(all_[i]);
  }

  bool lies_in_dst(const RandomOperand& operand) const {
    const Placement placement =
        operand.placement == same_source ? all_[1].placement : operand.placement;
    return &operand == &all_[0] || placement == onto_dst || placement == interleaved;
  }

  // A source on dst takes the style of dst, the same source that of the first. NULL and the
  // explicit strides of the default layout are equal maps.
  void take_style(RandomOperand& source) {
    const bool same = source.placement == same_source;
    if (!same && !lies_in_dst(source)) return;
    source.style = all_[same ? 1 : 0].style;
    if (rules_.strides && source.style.kind <= Style::Kind::layout)
      source.style.kind = random_.pick({Style::Kind::null, Style::Kind::layout});
  }

  void choose_lanes() {
    for (RandomOperand& operand : all_) {
      const RandomOperand& before =
          operand.placement >= same_source && operand.placement <= near_source ? all_[1] : all_[0];
      const bool follows =
          &operand != &before && operand.space == before.space &&
          (same_lane_ || (operand.placement != disjoint && operand.placement < other_lanes));
      operand.lane = follows                         ? before.lane
                     : operand.space == Space::local ? random_lane(random_, m_, operand.shape.c)
                                                     : 0;
    }
    if (same_lane_) all_.back().lane = all_[all_.size() == 1 ? 0 : 1].lane;
    if (all_.size() == 2 && all_[1].placement == other_lanes)
      all_[0].lane = (all_[1].lane + all_[1].shape.c) % m_.lanes;
  }

  void spread() {
    for (RandomOperand& operand : all_) {
      const int64_t start = operand.space == Space::local ? operand.lane * m_.lane_bytes : 0;
      operand.tensor = {operand.space,
                        operand.element_bytes,
                        start,
                        operand.shape,
                        strides_of(m_, operand.space, operand.element_bytes, operand.style,
                                   operand.lane, operand.shape),
                        operand.shape.w};
      operand.extent = extent_of(m_, operand.tensor);
    }
  }

  // Interleaves operands: each gets room for the rows or elements of another, or rows of dst take
  // even places and those of a source odd ones, each with its own steps.
  void interleave() {
    const int64_t row_of_dst = all_[0].shape.w, row = shape_.w;
    const bool even_and_odd = !by_element_ && row == row_of_dst && random_.chance(1, 3);
    for (RandomOperand& operand : all_) {
      if (!lies_in_dst(operand)) continue;
      const bool dst = &operand == &all_[0];
      if (!dst && operand.placement != interleaved) {
        std::copy_n(all_[operand.placement == onto_dst ? 0 : 1].style.gap, 4, operand.style.gap);
        continue;
      }
      for (int64_t& gap : operand.style.gap)
        gap = by_element_    ? 1
              : even_and_odd ? (2 * random_.below(3) + 1) * row
                             : (dst ? row : row_of_dst) + more_gap_;
      if (!by_element_) operand.style.gap[0] = 0;
    }
  }

  bool place() {
    for (RandomOperand& operand : all_)
      operand.shape =
          operand.which == on_dst && all_.size() > 1 ? rules_.dst_shape(shape_) : shape_;
    choose_lanes();
    RandomOperand& dst = all_[0];
    if (interleaved_) interleave();
    spread();

    const bool dst_second = interleaved_ && random_.chance(1, 2);
    const int64_t dst_at = dst_second ? (by_element_ ? 1 : shape_.w) * dst.element_bytes : 0;
    std::vector<Group> groups(1), elsewhere;
    groups[0].add(dst, dst_at);
    for (size_t i = 1; i < all_.size(); ++i) {
      RandomOperand& source = all_[i];
      std::vector<Group>& there = source.space == dst.space ? groups : elsewhere;
      switch (source.placement) {
        case onto_dst: groups[0].add(source, dst_at); break;
        case interleaved:
          groups[0].add(source,
                        dst_second ? 0 : (by_element_ ? 1 : dst.shape.w) * source.element_bytes);
          break;
        case near_source: there.back().add(source, random_.between(0, 4) * source.unit); break;
        case same_source: break;  // with src, when it has its address
        case disjoint: there.emplace_back().add(source, 0); break;
        case other_lanes:
        case anywhere:
          source.offset =
              random_place(random_, *case_.profile, source.space, source.extent, source.unit);
          if (source.offset < 0) return false;
          break;
      }
    }
    if (!place_together(groups) || !place_together(elsewhere)) return false;
    if (all_.back().placement == same_source) all_[2].offset = all_[1].offset;
    return true;
  }

  // One after the other, in any order.
  bool place_together(std::vector<Group>& groups) {
    if (groups.empty()) return true;
    std::swap(groups[0], groups[static_cast<size_t>(random_.below(std::ssize(groups)))]);
    int64_t unit = 1, total = 0;
    for (const Group& group : groups)
      for (const RandomOperand* operand : group.members) unit = std::max(unit, operand->unit);
    for (Group& group : groups) {
      total = round_up(total, unit);
      if (total > 0 && !large_ && !random_.chance(1, 3)) total += random_.below(9) * unit;
      for (RandomOperand* operand : group.members) operand->offset += total;
      total += group.extent;
    }
    const int64_t offset =
        random_place(random_, *case_.profile, groups[0].members[0]->space, total, unit);
    for (const Group& group : groups)
      for (RandomOperand* operand : group.members) operand->offset += offset;
    return offset >= 0;
  }

  // Something did not fit: a shorter stride, then a smaller shape and smaller gaps.
  void shrink() {
    bool shorter = false;
    for (RandomOperand& operand : all_) shorter = shorten(operand.style) || shorter;
    if (shorter) return;
    halve_largest(shape_);
    for (RandomOperand& operand : all_)
      for (int64_t& gap : operand.style.gap) gap = std::min(gap, shape_.w);
  }

  // Strides that are never used may be any: unsigned ones below 0 as the C type has them.
  void put() {
    for (const RandomOperand& operand : all_) {
      const OperandParameters parameters = parameters_of(*case_.operation, operand.which);
      const bool local = operand.space == Space::local;
      *values(case_, *parameters.address) =
          operand.offset + (parameters.lane == nullptr ? operand.tensor.address : 0);
      if (parameters.lane != nullptr)  // ignored on a system side
        *values(case_, *parameters.lane) =
            local ? operand.lane
                  : random_.pick<int64_t>({0, 0, 0, 1, m_.lanes, highest(CType::u32)});
      if (parameters.shape != nullptr) props::put(case_, *parameters.shape, operand.shape);
      if (parameters.stride == nullptr) continue;
      Shape stride = operand.tensor.stride;
      if (parameters.stride->type == CType::u32x4)
        for (int64_t* s : {&stride.n, &stride.c, &stride.h, &stride.w})
          if (*s < 0) *s += int64_t{1} << 32;
      put_strides(case_, *parameters.stride,
                  parameters.stride->nullable && operand.style.kind == Style::Kind::null, stride);
    }
  }

  Random& random_;
  Case& case_;
  TensorRules rules_;
  std::vector<RandomOperand> all_;
  const Parameter* const stride_ = parameters_of(*case_.operation, on_dst).stride;
  const bool any_w_ = stride_ != nullptr && !has_rule(*case_.operation, Rule::one);
  // All operands start in one lane.
  const bool same_lane_ = has_rule(*case_.operation, Rule::same_lane) || all_.size() == 3;
  Shape shape_{};  // of the sources
  bool large_ = false, interleaved_ = false, by_element_ = false;
  int64_t more_gap_ = 0;  // of interleaved operands
  const MachineShape m_ = machine_of(case_);
};

}  // namespace

std::vector<RandomOperand> make_tensors(Random& random, Case& c, TensorRules rules) {
  return TensorGenerator(random, c, std::move(rules)).make();
}

}  // namespace strideproof::props

// Random cases of the family okk-bdc. Operands that hold counts have their data class.

#include "spec/operations/okk_bdc.h"

#include <algorithm>
#include <array>

#include "props/families.h"
#include "props/operand.h"
#include "props/parameters.h"

namespace strideproof::props::okk_bdc {
namespace {

using namespace strideproof::okk_bdc;

constexpr Space local = Space::local;

// An operand of an operation of up to three.
struct NamedOperand : Operand {
  Operands which = 0;
};

// Operands that lie to each other as they do because of each other, and are placed together.
struct Group {
  std::array<Operand*, 3> members{};
  std::array<int64_t, 3> offset{};  // of each, from where the group starts
  size_t count = 0;
  int64_t extent = 0;

  void add(Operand& operand, int64_t at) {
    members[count] = &operand;
    offset[count++] = at;
    extent = std::max(extent, at + operand.extent);
  }
};

class Generator : CaseGenerator {
 public:
  using CaseGenerator::CaseGenerator;

  Case make() {
    choose_styles();
    choose_relations();
    choose_shape();
    while (true) {
      lane_ = random_lane(random_, m_, shape_.c);
      if (src_relation_ == SourceRelation::interleaved ||
          src1_relation_ == SourceRelation::interleaved)
        make_room();
      for (NamedOperand* operand : {&dst_, &src_, &src1_}) {
        operand->shape = shape_;
        operand->lane = lane_;
        spread(m_, *operand);
      }
      if (place()) break;
      shrink();
    }
    props::put(case_, "shape", shape_);
    for (const NamedOperand* operand : {&dst_, &src_, &src1_}) put(*operand);
    if (!is_binary(kind_)) case_["C"] = constant();
    if (counts_of(kind_) == on_src) case_.data[1] = DataClass::counts;
    if (counts_of(kind_) == on_src1) case_.data[2] = DataClass::counts;
    return case_;
  }

 private:
  // How a source lies to dst; of src1 also: how it lies to src.
  enum class SourceRelation { apart, in_place, interleaved, same_source, near_source, anywhere };

  bool has(const NamedOperand& operand) const {
    return operand.which != on_src1 || is_binary(kind_);
  }

  void choose_styles() {
    // Three operands share a lane: none is spread over all of it.
    const int64_t longest = std::max<int64_t>(m_.lane_bytes / element_bytes / 2, 256);
    dst_.style = random_style_any_w(random_, false, longest);
    src_.style = random_style_any_w(random_, true, longest);
    src1_.style = random_style_any_w(random_, true, longest);
  }

  void choose_relations() {
    src_relation_ = random_relation();
    if (is_binary(kind_)) src1_relation_ = random_relation();
    if (is_binary(kind_) && random_.chance(1, 3)) {
      src1_relation_ = random_.pick({SourceRelation::same_source, SourceRelation::near_source});
      // Beside a source that lies on dst or among it there is no room.
      if (src_relation_ != SourceRelation::apart) src1_relation_ = SourceRelation::same_source;
    }
    if (src_relation_ == SourceRelation::interleaved ||
        src1_relation_ == SourceRelation::interleaved)
      interleave();
    take_style(src_, src_relation_, dst_);
    take_style(src1_, src1_relation_, src1_relation_ == SourceRelation::same_source ? src_ : dst_);
  }

  SourceRelation random_relation() {
    const int64_t draw = random_.below(60);
    return draw < 12   ? SourceRelation::in_place
           : draw < 21 ? SourceRelation::interleaved
           : draw < 59 ? SourceRelation::apart
                       : SourceRelation::anywhere;
  }

  // Room for another tensor of this style in the gaps of dst: for its rows, or its elements.
  void interleave() {
    woven_by_element_ = random_.chance(1, 2);
    dst_.style.kind = woven_by_element_ ? Style::Kind::any_w : Style::Kind::nested;
    dst_.style.order = dst_.style.dims = 0;
    dst_.style.free_of_one = false;
  }
  void make_room() {
    for (int64_t& gap : dst_.style.gap) gap = woven_by_element_ ? 1 : shape_.w;
    follow(src_);
    follow(src1_);
  }
  void follow(NamedOperand& source) {
    const SourceRelation relation = relation_of(source);
    if (relation == SourceRelation::same_source)
      std::copy_n(src_.style.gap, 4, source.style.gap);
    else if (relation == SourceRelation::in_place || relation == SourceRelation::interleaved)
      std::copy_n(dst_.style.gap, 4, source.style.gap);
  }

  SourceRelation relation_of(const NamedOperand& source) const {
    return source.which == on_src ? src_relation_ : src1_relation_;
  }

  // The same map, or one like it, has the same style; NULL is the default layout in other words.
  void take_style(NamedOperand& operand, SourceRelation relation, const NamedOperand& other) {
    if (relation == SourceRelation::apart || relation == SourceRelation::near_source ||
        relation == SourceRelation::anywhere)
      return;
    operand.style = other.style;
    if (relation == SourceRelation::interleaved || other.style.kind > Style::Kind::layout) return;
    operand.style.kind = random_.pick({Style::Kind::null, Style::Kind::layout});
  }

  void choose_shape() {
    const bool large = random_.chance(1, 500);
    shape_ = large ? large_shape(random_) : random_shape(random_, m_, element_bytes);
    for (const NamedOperand* operand : {&dst_, &src_, &src1_})
      if (has(*operand)) make_spread_visible(m_, local, operand->style, shape_);
    shape_.c = std::min(shape_.c, spec::okk_bdc::most_channels);
    if (!large) return;
    if (shape_.c > 1 && random_.chance(1, 2)) return;
    // Without gaps two just fit a lane of bm1684; a source may be a single word, or lie on dst.
    for (NamedOperand* operand : {&dst_, &src_, &src1_}) {
      operand->style = {};
      operand->style.kind = Style::Kind::nested;
    }
    src_relation_ = src1_relation_ = SourceRelation::in_place;
    NamedOperand& other = random_.chance(1, 2) ? src_ : src1_;
    (other.which == on_src ? src_relation_ : src1_relation_) = SourceRelation::apart;
    if (!random_.chance(2, 3)) return;
    other.style.kind = Style::Kind::any_w_broadcast;
    other.style.dims = 15;
  }

  // dst with what lies on it or among it, and the other sources, one after the other in any order.
  bool place() {
    Group groups[3];
    size_t count = 1;
    groups[0].add(dst_, 0);
    for (NamedOperand* source : {&src_, &src1_}) {
      if (!has(*source)) continue;
      switch (relation_of(*source)) {
        case SourceRelation::in_place: groups[0].add(*source, 0); break;
        case SourceRelation::interleaved:
          groups[0].add(*source, (woven_by_element_ ? 1 : shape_.w) * element_bytes);
          break;
        case SourceRelation::same_source:
        case SourceRelation::near_source: break;  // with src, when it has its address
        case SourceRelation::apart: groups[count++].add(*source, 0); break;
        case SourceRelation::anywhere:
          if (source->extent > m_.lane_bytes) return false;
          source->offset = random_offset(random_, m_, source->extent, element_bytes);
          break;
      }
    }
    Group& of_src = groups[src_relation_ == SourceRelation::apart ? 1 : 0];
    if (is_binary(kind_) && src1_relation_ == SourceRelation::near_source)
      of_src.add(src1_, random_.between(0, 4) * element_bytes);
    std::swap(groups[0], groups[static_cast<size_t>(random_.below(static_cast<int64_t>(count)))]);
    if (!place(groups, count)) return false;
    if (src1_relation_ == SourceRelation::same_source) src1_.offset = src_.offset;
    return true;
  }

  bool place(Group* groups, size_t count) {
    std::array<int64_t, 3> start{};
    int64_t total = 0;
    for (size_t i = 0; i < count; ++i) {
      if (i > 0 && !random_.chance(1, 3)) total += random_.below(9) * element_bytes;
      start[i] = total;
      total += groups[i].extent;
    }
    if (total > m_.lane_bytes) return false;
    const int64_t offset = random_offset(random_, m_, total, element_bytes);
    for (size_t i = 0; i < count; ++i)
      for (size_t k = 0; k < groups[i].count; ++k)
        groups[i].members[k]->offset = offset + start[i] + groups[i].offset[k];
    return true;
  }

  // Something did not fit: a shorter stride, then a smaller shape and smaller gaps.
  void shrink() {
    bool shorter = false;
    for (NamedOperand* operand : {&dst_, &src_, &src1_}) shorter |= shorten(operand->style);
    if (shorter) return;
    reduce(shape_);
    for (NamedOperand* operand : {&dst_, &src_, &src1_})
      for (int64_t& gap : operand->style.gap) gap = std::min(gap, shape_.w);
  }

  void put(const NamedOperand& operand) {
    if (!has(operand)) return;
    const OperandParameters parameters = parameters_of(*case_.operation, operand.which);
    *values(case_, *parameters.address) = operand.tensor.address + operand.offset;
    put_strides(case_, *parameters.stride, operand.style.kind == Style::Kind::null,
                operand.tensor.stride);
  }

  int64_t constant() {
    if (shifts_by_C(kind_))
      return random_.chance(1, 2) ? random_.pick({-32, -31, -1, 0, 1, 31, 32})
                                  : random_.between(-largest_count, largest_count);
    const auto bits = static_cast<uint32_t>(
        random_.chance(1, 3)
            ? random_.pick<int64_t>({0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0xffff, 0x10000})
            : static_cast<int64_t>(random_.next() >> 32));
    return kind_ == Kind::C_arithmetic_shift ? int64_t{static_cast<int32_t>(bits)} : int64_t{bits};
  }

  const MachineShape m_ = machine_of(case_);
  const Kind kind_ = kind(*case_.operation);
  Shape shape_{};
  int64_t lane_ = 0;
  NamedOperand dst_{{local, element_bytes}, on_dst}, src_{{local, element_bytes}, on_src},
      src1_{{local, element_bytes}, on_src1};
  SourceRelation src_relation_ = SourceRelation::apart, src1_relation_ = SourceRelation::apart;
  bool woven_by_element_ = false;
};

}  // namespace

Case legal(Random& random, Case c) { return Generator(random, std::move(c)).make(); }

}  // namespace strideproof::props::okk_bdc

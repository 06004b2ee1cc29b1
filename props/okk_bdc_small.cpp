// The small world of okk-bdc: nested loops over everything.

#include <algorithm>
#include <array>
#include <vector>

#include "props/okk_bdc.h"
#include "props/tensor.h"
#include "spec/operations/okk_bdc.h"

namespace strideproof::props::okk_bdc {
namespace {

using namespace strideproof::okk_bdc;
using StyleKind = Style::Kind;

constexpr Shape largest_shape{3, 5, 3, 5};

const Style dst_styles[] = {{},
                            {.kind = StyleKind::layout},
                            {.kind = StyleKind::nested, .gap = {1, 1, 1}},
                            {.kind = StyleKind::interleaved},
                            {.kind = StyleKind::any_w, .gap = {1, 0, 0, 0}},
                            {.kind = StyleKind::any_w, .order = 23}};
const Style src_styles[] = {{},
                            {.kind = StyleKind::nested, .order = 5},
                            {.kind = StyleKind::any_w, .gap = {1, 1, 1, 1}},
                            {.kind = StyleKind::broadcast, .dims = 4},
                            {.kind = StyleKind::any_w_broadcast, .dims = 8},
                            {.kind = StyleKind::any_w_broadcast, .dims = 15}};
constexpr size_t dst_count = std::size(dst_styles), src_count = std::size(src_styles);

// Operands other than counts: bits that each function treats in its own way.
constexpr uint32_t patterns[] = {0x00000000, 0xffffffff, 0x80000001, 0x7ffffffe, 0x00ff00ff};

class SmallWorld {
 public:
  SmallWorld(const Operation& operation, const Profile& profile, World world,
             const std::function<void(const Case&)>& visit)
      : world_(world),
        visit_(visit),
        m_(spec::machine_shape<int64_t>(profile)),
        kind_(kind(operation)) {
    case_.operation = &operation;
    case_.profile = &profile;
    case_.fill = 1;
    if (counts_of(kind_) == on_src) case_.data[1] = DataClass::counts;
    if (counts_of(kind_) == on_src1) case_.data[2] = DataClass::counts;
  }

  void all() {
    for (shape_.n = 1; shape_.n <= largest_shape.n; ++shape_.n)
      for (shape_.c = 1; shape_.c <= largest_shape.c; ++shape_.c)
        for (shape_.h = 1; shape_.h <= largest_shape.h; ++shape_.h)
          for (shape_.w = 1; shape_.w <= largest_shape.w; ++shape_.w)
            for (lane_ = 0; lane_ < m_.lanes; ++lane_) all_styles();
  }

 private:
  // Of two sources the second has every style where dst has its default layout; with another dst
  // the styles of the sources go round.
  void all_styles() {
    if (world_ == World::plain) return places({}, {}, {});
    for (size_t d = 0; d < dst_count; ++d)
      for (size_t s = 0; s < src_count; ++s) {
        const size_t seconds = is_binary(kind_) && d == 0 ? src_count : 1;
        for (size_t t = 0; t < seconds; ++t)
          places(dst_styles[d], src_styles[s], src_styles[(s + d + t) % src_count]);
      }
  }

  void places(const Style& dst, const Style& src, const Style& src1) {
    put("shape", shape_);
    const bool two = is_binary(kind_);
    const int64_t d = put(on_dst, dst), s = put(on_src, src), t = two ? put(on_src1, src1) : 0;
    visit_at(0, d, d + s);  // one after the other
    if (world_ == World::plain) return;
    const int64_t end = m_.lane_bytes;
    visit_at(end - d, end - d - s, end - d - s - t);  // and to the end
    visit_at(t + s, t, 0);
    visit_at(end - d - s, end - s, end - d - s - t);
    if (two) visit_at(end - d - s - t, end - s - t, end - t);
    visit_at(0, element_bytes, d + element_bytes);  // one element further
    if (two) visit_at(element_bytes, d + element_bytes, 0);
    in_place(dst, src, d);
  }

  void in_place(const Style& dst, const Style& src, int64_t d) {
    put(on_src, dst);
    if (!is_binary(kind_)) return visit_at(element_bytes, element_bytes, 0);
    visit_at(element_bytes, element_bytes, d + element_bytes);
    put(on_src1, dst);
    visit_at(0, 0, 0);
    put(on_src, src);
    visit_at(0, d, 0);
    visit_at(0, d, d);
  }

  // Offsets in the lane; one before its start stands for what does not fit.
  void visit_at(int64_t dst, int64_t src, int64_t src1) {
    const std::array<int64_t, 3> offsets = {dst, src, src1};
    for (const int i : {0, 1, 2})
      if ((operands_of(*case_.operation) >> i & 1) != 0)
        case_[address_of(*case_.operation, static_cast<Operands>(1 << i))] =
            lane_ * m_.lane_bytes + std::max<int64_t>(offsets[static_cast<size_t>(i)], 0);
    if (!is_binary(kind_)) case_["C"] = next_constant();
    visit_(case_);
  }

  // Every count, or every pattern, in turn.
  int64_t next_constant() {
    ++visited_;
    if (shifts_by_C(kind_)) return visited_ % (2 * largest_count + 1) - largest_count;
    const uint32_t bits = patterns[static_cast<size_t>(visited_) % std::size(patterns)];
    return kind_ == Kind::C_arithmetic_shift ? int64_t{static_cast<int32_t>(bits)} : int64_t{bits};
  }

  void put(std::string_view parameter, const Shape& values) {
    int64_t* to = &case_[parameter];
    to[0] = values.n, to[1] = values.c, to[2] = values.h, to[3] = values.w;
  }

  // The strides of an operand; returns its extent.
  int64_t put(Operands operand, const Style& style) {
    const std::string_view name = stride_of(*case_.operation, operand);
    const uint32_t bit = uint32_t{1}
                         << (case_.operation->parameter(name) - case_.operation->parameters.data());
    const bool null = style.kind == StyleKind::null;
    const Tensor t = {Space::local,
                      element_bytes,
                      lane_ * m_.lane_bytes,
                      shape_,
                      strides_of(m_, Space::local, element_bytes, style, lane_, shape_),
                      shape_.w};
    case_.arguments.null_mask = (case_.arguments.null_mask & ~bit) | (null ? bit : 0);
    put(name, null ? Shape{} : t.stride);
    return extent_of(m_, t);
  }

  const World world_;
  const std::function<void(const Case&)>& visit_;
  const MachineShape m_;
  const Kind kind_;
  Case case_;
  Shape shape_{};
  int64_t lane_ = 0, visited_ = 0;
};

}  // namespace

void each_small_case(const Operation& operation, const Profile& profile, World world,
                     const std::function<void(const Case&)>& visit) {
  SmallWorld(operation, profile, world, visit).all();
}

}  // namespace strideproof::props::okk_bdc

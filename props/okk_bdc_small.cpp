// The small world of okk-bdc: nested loops over everything.

#include <algorithm>
#include <array>

#include "props/families.h"
#include "props/parameters.h"
#include "props/small.h"
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

class SmallWorld : SmallCases {
 public:
  using SmallCases::SmallCases;

  void all() {
    if (counts_of(kind_) == on_src) case_.data[1] = DataClass::counts;
    if (counts_of(kind_) == on_src1) case_.data[2] = DataClass::counts;
    each_shape(largest_shape, [&](const Shape& shape) {
      shape_ = shape;
      for (lane_ = 0; lane_ < m_.lanes; ++lane_) all_styles();
    });
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
    props::put(case_, "shape", shape_);
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
    for (size_t i = 0; i < (is_binary(kind_) ? 3 : 2); ++i)
      *values(case_, parameter_of(*case_.operation, Role::address, static_cast<Operands>(1 << i))) =
          lane_ * m_.lane_bytes + std::max<int64_t>(offsets[i], 0);
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

  // The strides of an operand; returns its extent.
  int64_t put(Operands which, const Style& style) {
    Operand operand{Space::local, element_bytes, style, shape_, lane_};
    spread(m_, operand);
    put_strides(case_, parameter_of(*case_.operation, Role::stride, which).name,
                style.kind == StyleKind::null, operand.tensor.stride);
    return operand.extent;
  }

  const MachineShape m_ = machine_of(case_);
  const Kind kind_ = kind(*case_.operation);
  Shape shape_{};
  int64_t lane_ = 0, visited_ = 0;
};

}  // namespace

void each_small_case(Case c, World world, const Visit& visit) {
  SmallWorld(std::move(c), world, visit).all();
}

}  // namespace strideproof::props::okk_bdc

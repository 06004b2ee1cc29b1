// The other half of props/okk_bdc.h: a legal case is given one fault.

#include <algorithm>

#include "props/okk_bdc.h"
#include "props/tensor.h"
#include "spec/operations/okk_bdc.h"

namespace strideproof::props::okk_bdc {
namespace {

using namespace strideproof::okk_bdc;
namespace formula = spec::okk_bdc;

constexpr int64_t largest = 0x7fffffff, smallest = -largest - 1;
constexpr int64_t es = element_bytes;

// Which of n, c, h, w the label speaks of, where it speaks of one of them.
int dimension(std::string_view label) {
  const char letter = label[label.find('.') + 1];
  return letter == 'n' ? 0 : letter == 'c' ? 1 : letter == 'h' ? 2 : 3;
}

class Violation {
 public:
  Violation(Random& random, Case& c)
      : random_(random), c_(c), m_(spec::machine_shape<int64_t>(*c.profile)) {}

  void violate(const Constraint& constraint) {
    const int dim = dimension(constraint.label);
    const Operands operand = constraint.operands;  // where it is of one operand
    switch (static_cast<ConstraintId>(constraint.bit)) {
      case ConstraintId::shape_n_min:
      case ConstraintId::shape_c_min:
      case ConstraintId::shape_h_min:
      case ConstraintId::shape_w_min:
        at("shape", dim) = random_.pick<int64_t>({0, 0, 0, -1, -65535, smallest});
        break;
      case ConstraintId::shape_n_max:
      case ConstraintId::shape_c_max:
      case ConstraintId::shape_h_max:
      case ConstraintId::shape_w_max: {
        const int64_t most = dim == 1 ? formula::most_channels : formula::largest_extent;
        at("shape", dim) = random_.pick<int64_t>({most + 1, most + 1, most + 1, most + 2, largest});
        break;
      }
      case ConstraintId::C_min:
        at("C") = random_.pick<int64_t>({-33, -33, -33, -34, smallest});
        break;
      case ConstraintId::C_max: at("C") = random_.pick<int64_t>({33, 33, 33, 34, largest}); break;
      case ConstraintId::dst_stride_n_min:
      case ConstraintId::dst_stride_c_min:
      case ConstraintId::dst_stride_h_min:
      case ConstraintId::dst_stride_w_min:
      case ConstraintId::src_stride_n_min:
      case ConstraintId::src_stride_c_min:
      case ConstraintId::src_stride_h_min:
      case ConstraintId::src_stride_w_min:
      case ConstraintId::src1_stride_n_min:
      case ConstraintId::src1_stride_c_min:
      case ConstraintId::src1_stride_h_min:
      case ConstraintId::src1_stride_w_min:
        at("shape", dim) = std::max<int64_t>(at("shape", dim), 2);
        make_explicit(operand);
        stride(operand, dim) = random_.pick<int64_t>({-1, -1, -at("shape", 3), smallest});
        break;
      case ConstraintId::dst_addr_aligned:
      case ConstraintId::src_addr_aligned:
      case ConstraintId::src1_addr_aligned:
        address(operand) = moved(address(operand), random_.between(1, es - 1));
        break;
      case ConstraintId::dst_addr_lane:
      case ConstraintId::src_addr_lane:
      case ConstraintId::src1_addr_lane: address(operand) = nowhere(); break;
      case ConstraintId::src_addr_same_lane: to_other_lane(on_src); break;
      case ConstraintId::src1_addr_same_lane: to_other_lane(on_src1); break;
      case ConstraintId::dst_end:
      case ConstraintId::src_end:
      case ConstraintId::src1_end: past_the_end(operand); break;
      case ConstraintId::dst_alias: alias(); break;
      case ConstraintId::src_overlap: overlap(on_src); break;
      case ConstraintId::src1_overlap: overlap(on_src1); break;
      case ConstraintId::counts_min:
        counts(DataClass::counts_under, DataClass::counts_far_under);
        break;
      case ConstraintId::counts_max:
        counts(DataClass::counts_over, DataClass::counts_far_over);
        break;
    }
  }

 private:
  int64_t& at(std::string_view parameter, int dim = 0) {
    return c_.arguments.value[static_cast<size_t>(c_.operation->parameter(parameter)->slot + dim)];
  }
  int64_t& address(Operands operand) { return at(address_of(*c_.operation, operand)); }
  int64_t& stride(Operands operand, int dim) { return at(stride_of(*c_.operation, operand), dim); }

  Tensor tensor(Operands operand) const {
    return formula::operand_of(m_, formula::view_of(*c_.operation, c_.arguments), operand);
  }

  // Replaces NULL by the strides of the default layout.
  void make_explicit(Operands operand) {
    const Parameter* parameter = c_.operation->parameter(stride_of(*c_.operation, operand));
    const auto index = parameter - c_.operation->parameters.data();
    if (!c_.arguments.is_null(static_cast<int>(index))) return;
    const Shape strides = tensor(operand).stride;
    c_.arguments.null_mask &= ~(uint32_t{1} << index);
    const int64_t values[] = {strides.n, strides.c, strides.h, strides.w};
    for (int dim = 0; dim < 4; ++dim) stride(operand, dim) = std::min(values[dim], largest);
  }

  // An aligned address where nothing starts.
  int64_t nowhere() {
    const int64_t end = m_.lanes * m_.lane_bytes, last = int64_t{0xffffffff} / es * es;
    return random_.pick<int64_t>({end, end, end + es, end + m_.lane_bytes, last});
  }

  // The same offset in a neighbour lane, or in any.
  void to_other_lane(Operands operand) {
    const int64_t lane = address(operand) / m_.lane_bytes;
    const int64_t steps = random_.chance(2, 3) ? 1 : random_.between(1, m_.lanes - 1);
    const int64_t other = random_.chance(1, 2) ? lane + steps : lane + m_.lanes - steps;
    address(operand) += (other % m_.lanes - lane) * m_.lane_bytes;
  }

  // Moves an operand so that its last element, or a little more, is past the end.
  void past_the_end(Operands operand) {
    // A single element has no place that starts inside and ends outside.
    if (at("shape", 3) == 1) at("shape", 3) = 2;
    if (stride_is_zero(operand, 3)) stride(operand, 3) = 1;
    const int64_t more = random_.pick<int64_t>({1, 1, 1, 2, 5}) * es;
    const int64_t start = address(operand);
    const int64_t last = start - start % m_.lane_bytes + m_.lane_bytes - es;  // in the same lane
    address(operand) = std::min(start + spec::end_slack(m_, tensor(operand)) + more, last);
  }
  bool stride_is_zero(Operands operand, int dim) {
    const Parameter* parameter = c_.operation->parameter(stride_of(*c_.operation, operand));
    const auto index = static_cast<int>(parameter - c_.operation->parameters.data());
    return !c_.arguments.is_null(index) && stride(operand, dim) == 0;
  }

  // Two elements of dst come to share a byte: rows or images by one element, or a stride of 0.
  void alias() {
    make_explicit(on_dst);
    const int dim = random_.pick({0, 2, 2, 3});
    at("shape", dim) = std::max<int64_t>(at("shape", dim), 2);
    if (dim == 3 || random_.chance(1, 4)) {
      stride(on_dst, dim) = 0;
      return;
    }
    stride(on_dst, 3) = 1;
    stride(on_dst, dim) = at("shape", 3) - 1;
  }

  // A source comes to lie on dst, a few bytes off: by one element, by a row, or all but one element.
  void overlap(Operands source) {
    if (at("shape", 3) == 1) at("shape", 3) = 2;
    const Tensor dst = tensor(on_dst);
    const int64_t all = std::max(extent_of(m_, dst), 2 * es);
    const int64_t shift = random_.pick<int64_t>({es, es, at("shape", 3) * es, all - es, all - es});
    const int64_t start = dst.address, offset = start % m_.lane_bytes;
    const bool room = offset + shift + extent_of(m_, tensor(source)) <= m_.lane_bytes;
    address(source) = room || shift > offset ? start + shift : start - shift;
  }

  void counts(DataClass by_one, DataClass far_off) {
    c_.data[counts_of(kind(*c_.operation)) == on_src ? 1 : 2] =
        random_.chance(1, 2) ? by_one : far_off;
  }

  Random& random_;
  Case& c_;
  const MachineShape m_;
};

}  // namespace

void violate(Random& random, Case& c, const Constraint& constraint) {
  Violation(random, c).violate(constraint);
}

}  // namespace strideproof::props::okk_bdc

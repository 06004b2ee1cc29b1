// The other half of props/okk_gdma.h: a legal case is given one fault.

#include <algorithm>

#include "props/okk_gdma.h"
#include "props/tensor.h"
#include "spec/operations/okk_gdma.h"

namespace strideproof::props::okk_gdma {
namespace {

using namespace strideproof::okk_gdma;
namespace formula = spec::okk_gdma;

constexpr int64_t largest = 0x7fffffff, smallest = -largest - 1;

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
    const bool dst = constraint.operands == on_dst;
    const int dim = dimension(constraint.label);
    switch (static_cast<ConstraintId>(constraint.bit)) {
      case ConstraintId::shape_n_min:
      case ConstraintId::shape_c_min:
      case ConstraintId::shape_h_min:
      case ConstraintId::shape_w_min: at("shape", dim) = too_small(); break;
      case ConstraintId::shape_n_max:
      case ConstraintId::shape_c_max:
      case ConstraintId::shape_h_max:
      case ConstraintId::shape_w_max: at("shape", dim) = too_large(); break;
      case ConstraintId::dst_stride_n_min:
      case ConstraintId::dst_stride_c_min:
      case ConstraintId::dst_stride_h_min:
      case ConstraintId::src_stride_n_min:
      case ConstraintId::src_stride_c_min:
      case ConstraintId::src_stride_h_min:
        at("shape", dim) = std::max<int64_t>(at("shape", dim), 2);
        make_explicit(dst);
        at(dst ? "dst_stride" : "src_stride", dim) =
            random_.pick<int64_t>({-1, -1, -at("shape", 3), smallest});
        break;
      case ConstraintId::dst_stride_w_one:
      case ConstraintId::src_stride_w_one:
        make_explicit(dst);
        at(dst ? "dst_stride" : "src_stride", 3) =
            random_.pick<int64_t>({0, 0, 2, 2, -1, largest, smallest});
        break;
      case ConstraintId::rows_min:
      case ConstraintId::cols_min:
      case ConstraintId::cols_per_channel_min: at(name_of(constraint)) = too_small(); break;
      case ConstraintId::rows_max:
      case ConstraintId::cols_max:
      case ConstraintId::cols_per_channel_max: at(name_of(constraint)) = too_large(); break;
      case ConstraintId::row_stride_min:
        at("rows") = std::max<int64_t>(at("rows"), 2);
        at("row_stride") = random_.pick<int64_t>({-1, -at("cols"), smallest});
        break;
      case ConstraintId::row_stride_cols:
        at("rows") = std::max<int64_t>(at("rows"), 2);
        at("row_stride") = random_.pick<int64_t>({at("cols") - 1, at("cols") - 1, 0, -1, smallest});
        break;
      case ConstraintId::dst_addr_aligned:
      case ConstraintId::src_addr_aligned:
        at(address(dst)) =
            moved(at(address(dst)), random_.between(1, c_.operation->element_bytes - 1));
        break;
      case ConstraintId::dst_addr_start:
      case ConstraintId::src_addr_start: at(address(dst)) = nowhere(dst); break;
      case ConstraintId::dst_end:
      case ConstraintId::src_end: past_the_end(dst); break;
      case ConstraintId::dst_alias: alias(); break;
      case ConstraintId::overlap: overlap(); break;
    }
  }

 private:
  int64_t& at(std::string_view parameter, int dim = 0) {
    return c_.arguments.value[static_cast<size_t>(c_.operation->parameter(parameter)->slot + dim)];
  }
  static std::string_view address(bool dst) { return dst ? "dst_addr" : "src_addr"; }
  static std::string_view name_of(const Constraint& constraint) {
    return constraint.label.substr(0, constraint.label.find('.'));
  }

  int64_t too_small() { return random_.pick<int64_t>({0, 0, 0, -1, -65535, smallest}); }
  int64_t too_large() { return random_.pick<int64_t>({65536, 65536, 65536, 65537, largest}); }

  Space space(bool dst) const {
    const Kind k = kind(*c_.operation);
    return dst ? dst_space(k) : src_space(k);
  }

  Tensor tensor(bool dst) const {
    return formula::with_view(*c_.operation, c_.arguments, [&](const auto& op) {
      if constexpr (requires { op.src_addr; })
        if (!dst) return formula::src_of(m_, op);
      return formula::dst_of(m_, op);
    });
  }

  // Replaces NULL by the strides of the default layout.
  void make_explicit(bool dst) {
    const Parameter* parameter = c_.operation->parameter(dst ? "dst_stride" : "src_stride");
    const auto index = parameter - c_.operation->parameters.data();
    if (!c_.arguments.is_null(static_cast<int>(index))) return;
    const Shape stride = tensor(dst).stride;
    c_.arguments.null_mask &= ~(uint32_t{1} << index);
    int64_t* to = &c_.arguments.value[static_cast<size_t>(parameter->slot)];
    to[0] = stride.n, to[1] = stride.c, to[2] = stride.h, to[3] = stride.w;
    for (int dim = 0; dim < 4; ++dim) to[dim] = std::min(to[dim], largest);
  }

  // An aligned address where nothing starts.
  int64_t nowhere(bool dst) {
    const int64_t es = c_.operation->element_bytes;
    if (space(dst) == Space::local) {
      const int64_t end = m_.lanes * m_.lane_bytes;
      const int64_t last = int64_t{0xffffffff} / es * es;
      return random_.pick<int64_t>({end, end, end + es, end + m_.lane_bytes, last});
    }
    const Window& window = random_.pick(c_.profile->windows);
    return random_.pick<int64_t>({window.end(), window.end(), window.first - es, window.first - es,
                                  0, c_.profile->local_base, INT64_MAX / es * es});
  }

  // Moves an operand so that its last element, or a little more, is past the end.
  void past_the_end(bool dst) {
    // A single element has no place that starts inside and ends outside.
    if (tensor(dst).shape.w == 1)
      at(is_matrix(kind(*c_.operation)) ? "cols" : "shape",
         is_matrix(kind(*c_.operation)) ? 0 : 3) = 2;
    if (is_matrix(kind(*c_.operation)))
      at("cols_per_channel") = std::max<int64_t>(at("cols_per_channel"), 2);
    const int64_t es = c_.operation->element_bytes;
    const int64_t more = random_.pick<int64_t>({1, 1, 1, 2, 5}) * es;
    const int64_t move = spec::end_slack(m_, tensor(dst)) + more;
    // The start must stay: in its lane (the same one), or in its window.
    const int64_t start = at(address(dst));
    const int64_t last = space(dst) == Space::local
                             ? start - start % m_.lane_bytes + m_.lane_bytes - es
                             : spec::last_allowed(m_, Space::system, start) + 1 - es;
    at(address(dst)) = std::min(start + move, last);
  }

  // Two destination elements come to share a byte.
  void alias() {
    make_explicit(true);
    if (at("shape", 0) > 1 && random_.chance(1, 2)) {
      at("dst_stride", 0) =
          at("shape", 2) > 1 && random_.chance(1, 2) ? at("dst_stride", 2) : at("shape", 3) - 1;
      return;
    }
    at("shape", 2) = std::max<int64_t>(at("shape", 2), 2);
    at("dst_stride", 2) = random_.chance(2, 3) ? at("shape", 3) - 1 : 0;
  }

  // dst comes to lie on src, a few bytes off: by one element, by a row, or all but one element.
  void overlap() {
    const int64_t es = c_.operation->element_bytes;
    if (tensor(false).shape.w == 1) at("shape", 3) = 2;
    Tensor src = tensor(false);
    const int64_t all = extent_of(m_, src);
    const int64_t shift = random_.pick<int64_t>({es, es, src.shape.w * es, all - es, all - es});
    const int64_t start = at("src_addr");
    const bool room = shift <= spec::end_slack(m_, src) + 1 && shift + all <= m_.lane_bytes;
    at("dst_addr") = room || shift > start ? start + shift : start - shift;
  }

  Random& random_;
  Case& c_;
  const MachineShape m_;
};

}  // namespace

void violate(Random& random, Case& c, const Constraint& constraint) {
  Violation(random, c).violate(constraint);
}

}  // namespace strideproof::props::okk_gdma

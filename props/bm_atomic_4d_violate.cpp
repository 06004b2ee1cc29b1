// The other half of props/bm_atomic_4d.h: a legal case is given one fault.

#include <algorithm>
#include <utility>

#include "props/bm_atomic_4d.h"
#include "props/bm_atomic_violation.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;
namespace formula = spec::bm_atomic;

int64_t& extent(Shape& shape, int which) {
  int64_t* const extents[] = {&shape.n, &shape.c, &shape.h, &shape.w};
  return *extents[which];
}

int64_t count_of(const Shape& shape) { return shape.n * shape.c * shape.h * shape.w; }

// Shared by memcpy_4D and memset_4D.
template <class Op>
class Violation4D : public Violation<Op> {
 public:
  using Violation<Op>::Violation;
  using Violation<Op>::op;

 protected:
  using Violation<Op>::random_;
  using Violation<Op>::m_;

  int64_t no_w_stride() { return random_.template pick<int64_t>({0, 0, 2, 2, largest_u32}); }

  // Breaks a limit of a shape, the first of which is `first`; false: the label is another.
  bool limit(ConstraintId label, ConstraintId first, Shape& shape) {
    const int which = static_cast<int>(label) - static_cast<int>(first);
    if (which < 0 || which >= 8) return false;
    extent(shape, which / 2) = which % 2 == 0 ? 0 : this->too_large();
    return true;
  }

  // The default layout of the operand for a shape.
  Shape layout(Operands which, const Shape& shape) const {
    const formula::Side<int64_t> side = formula::side_of(op, which);
    return side.memory == formula::Memory::system
               ? spec::continuous_strides(shape)
               : spec::aligned_strides(m_, side.element_bytes, side.lane, shape);
  }

  // The address nearest to this one from which the operand fits.
  int64_t pulled_in(Operands which, int64_t address) const {
    const int64_t slack = spec::end_slack(m_, formula::operand_of(m_, op, which));
    const int64_t bytes = formula::side_of(op, which).element_bytes;
    return std::max<int64_t>(0, (slack < 0 ? address + slack : address) / bytes * bytes);
  }
};

class FillViolation : public Violation4D<Fill4D<int64_t>> {
 public:
  using Violation4D::Violation4D;

  void violate(ConstraintId label) {
    if (limit(label, ConstraintId::dst_shape_n_min, op.shape)) return;
    const formula::Memory memory = formula::side_of(op, on_dst).memory;
    const int64_t bytes = formula::element_bytes_of(op.format);
    switch (label) {
      case ConstraintId::dst_stride_w_one: op.stride.w = no_w_stride(); break;
      case ConstraintId::format_known: op.format = unknown(format_count); break;
      case ConstraintId::dst_local_idx_max: op.is_local_mem = 1, op.local_idx = no_lane(); break;
      case ConstraintId::dst_addr_aligned: op.start_addr += off(make_wide(op.start_addr)); break;
      case ConstraintId::dst_addr_start: op.start_addr = nowhere(memory, bytes); break;
      case ConstraintId::dst_end:
        op.shape.w = std::max<int64_t>(op.shape.w, 2);
        op.start_addr = past_the_end(on_dst, bytes);
        break;
      default: break;
    }
  }
};

class CopyViolation : public Violation4D<Tensor4D<int64_t>> {
 public:
  using Violation4D::Violation4D;

  void violate(ConstraintId label) {
    if (limit(label, ConstraintId::dst_shape_n_min, op.dst_shape)) return;
    if (limit(label, ConstraintId::src_shape_n_min, op.src_shape)) return;
    switch (label) {
      case ConstraintId::dst_stride_w_one: op.dst_stride.w = no_w_stride(); break;
      case ConstraintId::src_stride_w_one: op.src_stride.w = no_w_stride(); break;
      case ConstraintId::src_format_known: op.src_format = unknown(format_count); break;
      case ConstraintId::dst_format_known: op.dst_format = unknown(format_count); break;
      case ConstraintId::direction_known: op.direction = unknown(direction_count); break;
      case ConstraintId::dst_local_idx_max: make_local(on_dst), op.dst_local_idx = no_lane(); break;
      case ConstraintId::src_local_idx_max: make_local(on_src), op.src_local_idx = no_lane(); break;
      case ConstraintId::shapes_count: other_count(); break;
      case ConstraintId::transpose_shape: other_shape(); break;
      case ConstraintId::formats_convertible: no_pair(); break;
      case ConstraintId::transpose_formats: convert_transposed(); break;
      case ConstraintId::dst_addr_aligned:
        op.dst_addr += off_aligned(op.dst_format, op.src_format);
        break;
      case ConstraintId::src_addr_aligned:
        op.src_addr += off_aligned(op.src_format, op.dst_format);
        break;
      case ConstraintId::dst_addr_start:
        op.dst_addr = nowhere(memory(on_dst), bytes(on_dst));
        break;
      case ConstraintId::src_addr_start:
        op.src_addr = nowhere(memory(on_src), bytes(on_src));
        break;
      case ConstraintId::dst_end:
        two_columns();
        op.dst_addr = past_the_end(on_dst, bytes(on_dst));
        break;
      case ConstraintId::src_end:
        two_columns();
        op.src_addr = past_the_end(on_src, bytes(on_src));
        break;
      case ConstraintId::dst_alias: alias(); break;
      case ConstraintId::overlap: overlap(); break;
      default: break;
    }
  }

 private:
  formula::Memory memory(Operands which) const { return formula::side_of(op, which).memory; }
  int64_t bytes(Operands which) const { return formula::side_of(op, which).element_bytes; }

  // That side becomes local, at the start of its lane; the other stays where it is.
  void make_local(Operands which) {
    if (memory(which) == formula::Memory::lanes) return;
    const bool other = memory(which == on_dst ? on_src : on_dst) == formula::Memory::lanes;
    op.direction = static_cast<int>(other             ? Direction::L2L
                                    : which == on_dst ? Direction::S2L
                                                      : Direction::L2S);
    (which == on_dst ? op.dst_addr : op.src_addr) = 0;
  }

  // As many elements but for one, or a few.
  void other_count() {
    op.transpose = 0;
    const int64_t count = count_of(op.src_shape);
    if (count <= 65534 && random_.chance(1, 2))
      op.dst_shape = {1, 1, 1, count + (count > 1 && random_.chance(1, 2) ? -1 : 1)};
    else
      ++extent(op.dst_shape, static_cast<int>(random_.below(4)));
  }

  void make_transposed() {
    op.transpose = 1;
    op.dst_shape = {op.src_shape.c, op.src_shape.n, op.src_shape.h, op.src_shape.w};
  }
  void set_formats(Format from, Format to) {
    op.src_format = static_cast<int>(from), op.dst_format = static_cast<int>(to);
    op.src_addr -= op.src_addr % element_bytes(from);
    op.dst_addr -= op.dst_addr % element_bytes(to);
  }

  // The shape of src itself, or one extent off.
  void other_shape() {
    set_formats(static_cast<Format>(op.src_format), static_cast<Format>(op.src_format));
    make_transposed();
    if (op.src_shape.n != op.src_shape.c && random_.chance(1, 3))
      op.dst_shape = op.src_shape;
    else
      ++extent(op.dst_shape, static_cast<int>(random_.below(4)));
  }

  void no_pair() {
    if (op.transpose != 0) op.dst_shape = op.src_shape;
    op.transpose = 0;
    const auto format = [&] { return static_cast<Format>(random_.below(format_count)); };
    Format from = format(), to = format();
    while (is_convertible(from, to)) from = format(), to = format();
    set_formats(from, to);
  }
  void convert_transposed() {
    const auto format = [&] { return static_cast<Format>(random_.below(format_count)); };
    Format from = format(), to = format();
    while (from == to || !is_convertible(from, to)) from = format(), to = format();
    set_formats(from, to);
    make_transposed();
  }

  // A byte is never off: that side becomes float16, to which and from which the others convert.
  int64_t off_aligned(int64_t& format, int64_t other) {
    int64_t wide = formula::element_bytes_of(format);
    if (wide == 1) {
      if (op.transpose != 0) op.dst_shape = op.src_shape;
      op.transpose = 0;
      format = static_cast<int>(Format::float16);
      wide = 2;
      if (is(other, Format::int16)) format = other;
      op.src_addr -= op.src_addr % bytes(on_src);
      op.dst_addr -= op.dst_addr % bytes(on_dst);
    }
    return off(wide);
  }

  // A single element has no place that starts inside and ends outside.
  void two_columns() {
    if (op.dst_shape.w > 1 && op.src_shape.w > 1) return;
    op.dst_shape = op.src_shape = {1, 1, 1, 2};
    op.transpose = 0;
  }

  // Both tensors have this shape, without gaps, in the formats that they have.
  void make_plain(const Shape& shape) {
    op.transpose = 0;
    op.dst_shape = op.src_shape = shape;
    op.dst_stride = layout(on_dst, shape), op.src_stride = layout(on_src, shape);
    op.dst_addr = pulled_in(on_dst, op.dst_addr), op.src_addr = pulled_in(on_src, op.src_addr);
  }

  // Two destination elements come to share a byte.
  void alias() {
    const Shape& shape = op.dst_shape;
    if (shape.n > 1 && random_.chance(1, 2)) {
      op.dst_stride.n = shape.h > 1 && random_.chance(1, 2) ? op.dst_stride.h : shape.w - 1;
      return;
    }
    if (shape.h == 1) make_plain({1, 1, 2, std::min<int64_t>(count_of(shape), 4)});
    op.dst_stride.h = random_.chance(2, 3) ? shape.w - 1 : 0;
  }

  // dst comes to lie on src, off by one element, by a row, or by all but one element; without
  // conversion, in the same shape or all in one row.
  void overlap() {
    op.direction = static_cast<int>(memory(on_src) == formula::Memory::lanes ? Direction::L2L
                                                                             : Direction::S2S);
    op.dst_local_idx = op.src_local_idx;
    set_formats(static_cast<Format>(op.src_format), static_cast<Format>(op.src_format));
    Shape shape = op.src_shape;
    for (int64_t* each : {&shape.n, &shape.c, &shape.h}) *each = std::min<int64_t>(*each, 3);
    shape.w = std::clamp<int64_t>(shape.w, 2, 20);
    op.dst_addr = op.src_addr;
    make_plain(shape);
    const int64_t es = bytes(on_src), all = extent_of_operand(m_, op, on_src);
    const int64_t shift = random_.pick<int64_t>({es, es, shape.w * es, all - es, all - es});
    const int64_t room = spec::end_slack(m_, formula::operand_of(m_, op, on_src));
    op.dst_addr = shift <= room ? op.src_addr + shift : std::max<int64_t>(op.src_addr - shift, 0);
  }
};

template <class Change, class Op>
void change(Random& random, Case& c, const Op& op, const Constraint& constraint) {
  Change violation(random, c, op);
  violation.violate(static_cast<ConstraintId>(constraint.bit));
  put(c, violation.op);
}

}  // namespace

void violate_4d(Random& random, Case& c, const Constraint& constraint) {
  if (kind(*c.operation) == Kind::memcpy_4D)
    change<CopyViolation>(random, c, tensor_of(c.arguments), constraint);
  else
    change<FillViolation>(random, c, fill_of(c.arguments), constraint);
}

}  // namespace strideproof::props::bm_atomic

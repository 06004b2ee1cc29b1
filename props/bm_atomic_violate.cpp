// The other half of props/bm_atomic.h: a legal case is given one fault.

#include <algorithm>

#include "props/bm_atomic.h"
#include "props/bm_atomic_4d.h"
#include "props/bm_atomic_violation.h"

namespace strideproof::props::bm_atomic {
namespace {

using namespace strideproof::bm_atomic;
namespace formula = spec::bm_atomic;

class LinearViolation : public Violation<Linear<int64_t>> {
 public:
  using Violation::Violation;

  void violate(ConstraintId label) {
    const int64_t bytes = formula::element_bytes_of(op.format);
    switch (label) {
      case ConstraintId::length_min: op.length = 0; break;
      case ConstraintId::format_known: op.format = unknown(format_count); break;
      case ConstraintId::direction_known: op.direction = unknown(direction_count); break;
      case ConstraintId::dst_addr_aligned:
        make_aligned(), op.dst_addr += off(element_bytes());
        break;
      case ConstraintId::src_addr_aligned:
        make_aligned(), op.src_addr += off(element_bytes());
        break;
      case ConstraintId::dst_addr_start: op.dst_addr = nowhere(memory(on_dst), bytes); break;
      case ConstraintId::src_addr_start: op.src_addr = nowhere(memory(on_src), bytes); break;
      case ConstraintId::dst_end: two_elements(), op.dst_addr = past_the_end(on_dst, bytes); break;
      case ConstraintId::src_end: two_elements(), op.src_addr = past_the_end(on_src, bytes); break;
      case ConstraintId::overlap: overlap(bytes); break;
      default: break;
    }
  }

 private:
  int64_t element_bytes() const { return formula::element_bytes_of(op.format); }
  formula::Memory memory(Operands which) const { return formula::side_of(op, which).memory; }
  void make_aligned() {
    const int64_t before = element_bytes(), bytes = make_wide(op.dst_addr, op.src_addr);
    op.length = std::max<int64_t>(1, op.length * before / bytes);
  }
  void two_elements() { op.length = std::max<int64_t>(op.length, 2); }

  // dst comes to lie on src, within the memory of src, off by a few elements or by all but one.
  void overlap(int64_t bytes) {
    const bool local = src_is_local(op.direction);
    op.direction = static_cast<int>(local ? Direction::L2L : Direction::S2S);
    two_elements();
    const int64_t all = op.length * bytes;
    const int64_t shift = random_.pick<int64_t>({bytes, bytes, 2 * bytes, all - bytes});
    const MachineShape m = formula::machine_of(m_, memory(on_src));
    const int64_t last = spec::last_allowed(m, Space::system, op.src_addr) + 1 - all;
    op.src_addr = std::min(op.src_addr, last);
    op.dst_addr = op.src_addr + shift <= last ? op.src_addr + shift : op.src_addr - shift;
  }
};

class MatrixViolation : public Violation<Matrix2D<int64_t>> {
 public:
  using Violation::Violation;

  void violate(ConstraintId label) {
    const int64_t bytes = formula::element_bytes_of(op.format);
    switch (label) {
      case ConstraintId::row_min: op.row = 0, rows_apart(); break;
      case ConstraintId::row_max: op.row = too_large(), rows_apart(); break;
      case ConstraintId::col_min: op.col = 0; break;
      case ConstraintId::col_max: op.col = too_large(), rows_apart(); break;
      case ConstraintId::sec_size_min: op.sec_size = 0; break;
      case ConstraintId::sec_size_max: op.sec_size = too_large(); break;
      case ConstraintId::row_stride_col:
        op.direction = static_cast<int>(Direction::L2S);
        op.row = std::max<int64_t>(op.row, 2);
        op.row_stride = random_.pick<int64_t>({op.col - 1, op.col - 1, 0});
        break;
      case ConstraintId::format_known: op.format = unknown(format_count), op.result_add = 0; break;
      case ConstraintId::direction_allowed: op.direction = unknown(2); break;
      case ConstraintId::result_add_float32:
        op.result_add = 1;
        op.format = random_.between(1, format_count - 1);
        break;
      case ConstraintId::dst_local_idx_max: op.local_mem_idx = no_lane(); break;
      case ConstraintId::global_aligned:
        make_aligned(), op.global_mem_addr += off(element_bytes());
        break;
      case ConstraintId::local_aligned:
        make_aligned(), op.local_mem_addr += off(element_bytes());
        break;
      case ConstraintId::global_start:
        op.global_mem_addr = nowhere(formula::Memory::system, bytes);
        break;
      case ConstraintId::local_start:
        op.local_mem_addr = nowhere(formula::Memory::lanes, bytes);
        break;
      case ConstraintId::global_end:
        two_columns(), op.global_mem_addr = past_the_end(on_src, bytes);
        break;
      case ConstraintId::local_end:
        two_columns(), op.local_mem_addr = past_the_end(on_dst, bytes);
        break;
      default: break;
    }
  }

 private:
  int64_t element_bytes() const { return formula::element_bytes_of(op.format); }
  void make_aligned() { make_wide(op.global_mem_addr, op.local_mem_addr); }
  void rows_apart() { op.row_stride = std::max(op.row_stride, op.col); }
  // Also in a lane.
  void two_columns() {
    op.row = op.transpose != 0 ? std::max<int64_t>(op.row, 2) : op.row;
    op.col = std::max<int64_t>(op.col, 2);
    op.sec_size = std::max<int64_t>(op.sec_size, 2);
    rows_apart();
  }
};

class CWViolation : public Violation<CWTranspose<int64_t>> {
 public:
  using Violation::Violation;

  void violate(ConstraintId label) {
    const int64_t bytes = formula::element_bytes_of(op.format);
    switch (label) {
      case ConstraintId::src_c_min: op.src_c = 0; break;
      case ConstraintId::src_c_max: op.src_c = too_large(), rows_apart(); break;
      case ConstraintId::src_w_min: op.src_w = 0, rows_apart(); break;
      case ConstraintId::src_w_max: op.src_w = too_large(), rows_apart(); break;
      case ConstraintId::dst_c_stride_min:
        op.src_w = std::max<int64_t>(op.src_w, 2);
        op.dst_c_stride = random_.pick<int64_t>({op.src_c - 1, op.src_c - 1, 0});
        break;
      case ConstraintId::format_known: op.format = unknown(format_count); break;
      case ConstraintId::dst_local_idx_max: op.dst_local_idx = no_lane(); break;
      case ConstraintId::src_local_idx_max: op.src_local_idx = no_lane(); break;
      case ConstraintId::dst_addr_aligned:
        make_aligned(), op.dst_addr += off(element_bytes());
        break;
      case ConstraintId::src_addr_aligned:
        make_aligned(), op.src_addr += off(element_bytes());
        break;
      case ConstraintId::dst_addr_start:
        op.dst_addr = nowhere(formula::Memory::lanes, bytes);
        break;
      case ConstraintId::src_addr_start:
        op.src_addr = nowhere(formula::Memory::lanes, bytes);
        break;
      case ConstraintId::dst_end: two_each(), op.dst_addr = past_the_end(on_dst, bytes); break;
      case ConstraintId::src_end: two_each(), op.src_addr = past_the_end(on_src, bytes); break;
      case ConstraintId::overlap: overlap(bytes); break;
      default: break;
    }
  }

 private:
  int64_t element_bytes() const { return formula::element_bytes_of(op.format); }
  // Fewer if they are wider, so that the other operand still fits.
  void make_aligned() {
    const int64_t before = element_bytes(), bytes = make_wide(op.dst_addr, op.src_addr);
    op.src_c = std::max<int64_t>(1, op.src_c * before / bytes);
    op.src_w = std::max<int64_t>(1, op.src_w * before / bytes);
    op.src_c_stride = op.src_w, op.dst_c_stride = op.src_c;
  }
  void rows_apart() { op.dst_c_stride = std::max(op.dst_c_stride, op.src_c); }
  void two_each() {
    op.src_c = std::max<int64_t>(op.src_c, 2);
    op.src_w = std::max<int64_t>(op.src_w, 2);
    rows_apart();
  }

  // A small transposition whose dst lies on its src: on its first element, on its last, or on all.
  void overlap(int64_t bytes) {
    op.src_c = std::clamp<int64_t>(op.src_c, 1, 4);
    op.src_w = std::clamp<int64_t>(op.src_w, 2, 4);
    op.src_c_stride = op.src_w, op.dst_c_stride = op.src_c;
    op.dst_local_idx = op.src_local_idx;
    const int64_t room = m_.lane_bytes - std::max(extent_of_operand(m_, at_zero(), on_dst),
                                                  extent_of_operand(m_, at_zero(), on_src));
    op.src_addr = std::min(op.src_addr, room / bytes * bytes);
    const int64_t last = (op.src_w - 1) * bytes, first = (op.src_c - 1) * bytes;
    op.dst_addr = op.src_addr;
    if (random_.chance(1, 3) && op.src_addr + last <= room)
      op.dst_addr += last;
    else if (random_.chance(1, 2) && op.src_addr >= first)
      op.dst_addr -= first;
  }
  CWTranspose<int64_t> at_zero() const {
    CWTranspose<int64_t> zero = op;
    zero.src_addr = zero.dst_addr = 0;
    return zero;
  }
};

class MaskViolation : public Violation<MaskedCopy<int64_t>> {
 public:
  using Violation::Violation;

  void violate(ConstraintId label) {
    const int64_t local = mask_local_units * m_.unit_bytes, system = mask_dst_units * m_.unit_bytes;
    const int which = static_cast<int>(label) - static_cast<int>(ConstraintId::dst_shape_n_min);
    int64_t* const extents[] = {&op.shape.n, &op.shape.c, &op.shape.h, &op.shape.w};
    if (which >= 0 && which < 8) {
      *extents[which / 2] = which % 2 == 0 ? 0 : too_large();
      return;
    }
    switch (label) {
      case ConstraintId::dst_local_idx_max: op.local_mem_idx = no_lane(); break;
      case ConstraintId::dst_addr_aligned: op.dst_global_mem_addr += off_by(system); break;
      case ConstraintId::src_addr_aligned: op.data_local_mem_addr += off_by(local); break;
      case ConstraintId::src1_addr_aligned: op.mask_local_mem_addr += off_by(local); break;
      case ConstraintId::dst_addr_start:
        op.dst_global_mem_addr = nowhere(formula::Memory::system, system);
        break;
      case ConstraintId::src_addr_start:
        op.data_local_mem_addr = nowhere(formula::Memory::lanes, local);
        break;
      case ConstraintId::src1_addr_start:
        op.mask_local_mem_addr = nowhere(formula::Memory::lanes, local);
        break;
      case ConstraintId::dst_end:
        row_over(system);
        op.dst_global_mem_addr = random_.pick(profile_.windows).end() - system;
        break;
      case ConstraintId::src_end:
        row_over(local), op.data_local_mem_addr = m_.lane_bytes - local;
        break;
      case ConstraintId::src1_end:
        row_over(local), op.mask_local_mem_addr = m_.lane_bytes - local;
        break;
      default: break;
    }
  }

 private:
  // Often the smallest step, or the one that a neighbour's alignment would pass.
  int64_t off_by(int64_t bytes) {
    return random_.chance(1, 2) ? off(bytes)
                                : random_.pick<int64_t>({1, mask_word_bytes, bytes / 2});
  }
  // A row that is a little longer than `bytes`, and data and mask that have room for it.
  void row_over(int64_t bytes) {
    op.shape = {1, 1, 1, bytes / mask_word_bytes + random_.pick({1, 1, 2, 5})};
    op.data_local_mem_addr = op.mask_local_mem_addr = 0;
  }
};

template <class Change, class Op>
void change(Random& random, Case& c, const Op& op, const Constraint& constraint) {
  Change violation(random, c, op);
  violation.violate(static_cast<ConstraintId>(constraint.bit));
  put(c, violation.op);
}

}  // namespace

void violate(Random& random, Case& c, const Constraint& constraint) {
  switch (kind(*c.operation)) {
    case Kind::memcpy_1D:
      return change<LinearViolation>(random, c, linear_of(c.arguments), constraint);
    case Kind::memcpy_2D:
      return change<MatrixViolation>(random, c, matrix_of(c.arguments), constraint);
    case Kind::cwtrans: return change<CWViolation>(random, c, cwtrans_of(c.arguments), constraint);
    case Kind::mask_memcpy_4D:
      return change<MaskViolation>(random, c, mask_of(c.arguments), constraint);
    case Kind::memcpy_4D:
    case Kind::memset_4D: return violate_4d(random, c, constraint);
    case Kind::mask_count: return;  // has no constraints
  }
}

}  // namespace strideproof::props::bm_atomic

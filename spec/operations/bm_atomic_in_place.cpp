#include "spec/operations/bm_atomic_in_place.h"

#include <initializer_list>
#include <utility>
#include <vector>

namespace strideproof::spec::bm_atomic {
namespace {

using Machine = MachineShape<int64_t>;

using Walk = std::vector<Steps<int64_t>>;

// Dimensions, the outermost first, without those of one step and with those joined that go on as
// one. Two walks of as many steps visit the same places in the same order iff this form is the same:
// its innermost dimension ends with the first step that has another length.
Walk walk(std::initializer_list<Steps<int64_t>> dimensions) {
  Walk joined;  // innermost first
  for (auto d = dimensions.end(); d != dimensions.begin();) {
    --d;
    if (d->extent == 1) continue;
    if (!joined.empty() && go_on(joined.back(), *d))
      joined.back() = as_one(joined.back(), *d);
    else
      joined.push_back(*d);
  }
  return joined;
}

Walk channel(const Tensor<int64_t>& t) { return walk({{t.shape.h, t.stride.h}, {t.shape.w, 1}}); }

bool same_in_system(const Tensor<int64_t>& a, const Tensor<int64_t>& b) {
  const auto whole = [](const Tensor<int64_t>& t) {
    return walk({{t.shape.n, t.stride.n},
                 {t.shape.c, t.stride.c},
                 {t.shape.h, t.stride.h},
                 {t.shape.w, 1}});
  };
  return whole(a) == whole(b);
}

// From the same byte of the same lane. The first element in another lane ends the first channel, so
// channels have the same size unless there is one alone. Where their numbers differ, the step from
// the last channel of an n to the next n must lead one lane on: they are multiples of X, and each
// lane walks through n and block rows, lanes below the start lane from block row 1.
bool same_in_lanes(const Machine& m, const Tensor<int64_t>& a, const Tensor<int64_t>& b) {
  if (a.shape.c == 1 && b.shape.c == 1) return same_in_system(a, b);
  if (a.shape.c == 1 || b.shape.c == 1) return false;
  if (a.shape.h * a.shape.w != b.shape.h * b.shape.w || channel(a) != channel(b)) return false;
  const int64_t start_lane = start_of(m, a.address).lane;
  if (a.shape.c == b.shape.c) {
    const bool one_row = block_row_of(m, start_lane, a.shape.c - 1) == 0;
    return (a.shape.n == 1 || a.stride.n == b.stride.n) && (one_row || a.stride.c == b.stride.c);
  }
  if (a.shape.c % m.lanes != 0 || b.shape.c % m.lanes != 0) return false;
  const auto rows = [&](const Tensor<int64_t>& t) {
    return walk({{t.shape.n, t.stride.n}, {t.shape.c / m.lanes, t.stride.c}});
  };
  return rows(a) == rows(b) && (start_lane == 0 || a.stride.c == b.stride.c);
}

// Rows of dst in the order in which transposed rows of src come.
Tensor<int64_t> transposed(Tensor<int64_t> t) {
  std::swap(t.shape.n, t.shape.c);
  std::swap(t.stride.n, t.stride.c);
  return t;
}

}  // namespace

bool is_in_place(const Machine&, const Linear<int64_t>& op) { return op.src_addr == op.dst_addr; }

bool is_in_place(const Machine& m, const Tensor4D<int64_t>& op) {
  const Tensor<int64_t> src = operand_of(m, op, on_src), dst = operand_of(m, op, on_dst);
  if (op.src_format != op.dst_format || src.space != dst.space || src.address != dst.address)
    return false;
  if (op.transpose == 0)
    return src.space == Space::system ? same_in_system(src, dst) : same_in_lanes(m, src, dst);
  // In lanes a channel of src lies one lane on from the one before, as an n of dst does not.
  if (src.space == Space::local && src.shape.n * src.shape.c != 1) return false;
  return same_in_system(src, transposed(dst));
}

}  // namespace strideproof::spec::bm_atomic

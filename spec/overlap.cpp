#include "spec/overlap.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace strideproof::spec {
namespace {

__extension__ typedef __int128 Wide;

// The x in [0, m) for which a*x is 1 modulo m (0 if m is 1), by Euclid's algorithm. Throws
// std::logic_error if there is none, as a and m are not coprime. a, m > 0.
int64_t inverse_of(int64_t a, int64_t m) {
  int64_t r = a, next = m, x = 1, next_x = 0;  // r = x*a and next = next_x*a, modulo m
  while (next != 0) {
    const int64_t quotient = r / next;
    r = std::exchange(next, r - quotient * next);
    x = std::exchange(next_x, x - quotient * next_x);
  }
  const int64_t inverse = x < 0 ? x + m : x % m;
  if (Wide{a} * inverse % m != 1 % m) throw std::logic_error("a stride has no inverse");
  return inverse;
}

// True if the sums of a value of `small` and one of `large` are the values of one term, without a
// gap. Strides > 0.
bool merges(const Term& small, const Term& large) {
  return large.stride % small.stride == 0 && large.stride / small.stride <= small.most + 1;
}

// A bounded sum of terms, in ascending order; two terms are merged if their values leave no gap.
class Sum {
 public:
  void add(int64_t stride, int64_t most) {
    if (stride > 0 && most > 0) terms_[count_++] = {stride, most};
  }

  OverlapAnswer reaches(int64_t target, int64_t budget) {
    merge_terms();
    reach_[0] = common_[0] = 0;
    for (int k = 0; k < count_; ++k) {
      reach_[k + 1] = reach_[k] + terms_[k].stride * terms_[k].most;
      common_[k + 1] = std::gcd(common_[k], terms_[k].stride);
    }
    if (count_ >= 2)
      inverse_ = inverse_of(terms_[1].stride / common_[2], terms_[0].stride / common_[2]);
    left_ = budget;
    const bool found = search(count_, target);
    return found ? OverlapAnswer::yes : left_ < 0 ? OverlapAnswer::too_costly : OverlapAnswer::no;
  }

 private:
  void merge_terms() {
    std::ranges::sort(terms_.begin(), terms_.begin() + count_, {}, &Term::stride);
    int kept = 0;
    for (int k = 0; k < count_; ++k) {
      int into = 0;
      while (into < kept && !merges(terms_[into], terms_[k])) ++into;
      if (into == kept)
        terms_[kept++] = terms_[k];
      else
        terms_[into].most += terms_[k].stride / terms_[into].stride * terms_[k].most;
    }
    count_ = kept;
  }

  bool possible(int count, int64_t target) const {
    if (target < 0 || target > reach_[count]) return false;
    return count == 0 || target % common_[count] == 0;
  }

  // True if the smallest `count` terms reach target. Past the budget the answer is meaningless.
  bool search(int count, int64_t target) {
    if (--left_ < 0 || !possible(count, target)) return false;
    if (count <= 1) return true;  // one term reaches every possible value
    // The x of the largest term that leave what the smaller ones may reach.
    const Term& term = terms_[count - 1];
    const int64_t least = std::max<int64_t>(0, target - reach_[count - 1]);
    const int64_t first = ceil_div(least, term.stride);
    const int64_t last = std::min(term.most, target / term.stride);
    if (first > last) return false;
    // One x in `step` leaves a multiple of the common divisor of the smaller terms.
    const int64_t common = common_[count - 1], step = common / common_[count];
    if (count == 2 && step <= closed_form_modulus) {
      const int64_t residue = target / common_[2] % step * inverse_;
      return first + (residue + step - first % step) % step <= last;
    }
    int64_t at = last;
    for (int64_t tried = 0; (target - at * term.stride) % common != 0; --at)
      if (++tried == step || at == first || --left_ < 0) return false;
    for (; at >= first && left_ >= 0; at -= step)
      if (search(count - 1, target - at * term.stride)) return true;
    return false;
  }

  static constexpr int64_t closed_form_modulus = (int64_t{1} << 31) - 1;

  std::array<Term, max_terms> terms_{};
  int count_ = 0;
  std::array<int64_t, max_terms + 1> reach_{};   // of the first k terms
  std::array<int64_t, max_terms + 1> common_{};  // greatest divisor of the first k strides
  int64_t inverse_ = 0;  // of the second stride modulo the first, both divided by common_[2]
  int64_t left_ = 0;
};

}  // namespace

OverlapAnswer terms_reach(std::span<const Term> terms, int64_t target, int64_t budget) {
  Sum sum;
  for (const Term& term : terms) sum.add(term.stride, term.most);
  return sum.reaches(target, budget);
}

OverlapAnswer is_injective(const Box<int64_t>& box) {
  const int64_t slack = nested_slack(box);
  if (slack >= 0) return OverlapAnswer::yes;
  if (slack >= -box.run) return OverlapAnswer::no;
  // Two runs share a unit iff their difference is d[k] >= 1 steps of the largest stride in which
  // they differ, and the smaller strides and the runs cancel it. Shifted so that all terms begin at
  // 0:
  //   (d[k] - 1)*s[k] + sum (d[j] + most[j])*s[j] + (e + run - 1)
  //     = sum most[j]*s[j] + run - 1 - s[k]
  bool costly = false;
  for (int k = 0; k < dimensions; ++k) {
    const int64_t stride = box.stride[k];
    if (box.extent[k] == 1) continue;
    if (stride == 0) return OverlapAnswer::no;
    Sum sum;
    sum.add(1, 2 * (box.run - 1));
    sum.add(stride, box.extent[k] - 2);
    int64_t target = box.run - 1 - stride;
    for (int j = 0; j < dimensions; ++j)
      if (j != k && is_smaller(box, j, k)) {
        sum.add(box.stride[j], 2 * (box.extent[j] - 1));
        target += box.stride[j] * (box.extent[j] - 1);
      }
    const OverlapAnswer meet = sum.reaches(target, overlap_budget);
    if (meet == OverlapAnswer::yes) return OverlapAnswer::no;
    costly = costly || meet == OverlapAnswer::too_costly;
  }
  return costly ? OverlapAnswer::too_costly : OverlapAnswer::yes;
}

OverlapAnswer are_disjoint(const Box<int64_t>& a, const Box<int64_t>& b) {
  if (range_slack(a, b) >= 0) return OverlapAnswer::yes;
  // With the indices of b counted from its end, all terms are positive:
  //   sum i*s + p + sum i'*t + q' = last of b - first of a
  Sum sum;
  sum.add(1, a.run - 1);
  sum.add(1, b.run - 1);
  for (int k = 0; k < dimensions; ++k) {
    sum.add(a.stride[k], a.extent[k] - 1);
    sum.add(b.stride[k], b.extent[k] - 1);
  }
  const OverlapAnswer meet = sum.reaches(last_of(b) - a.first, overlap_budget);
  if (meet == OverlapAnswer::too_costly) return meet;
  return meet == OverlapAnswer::yes ? OverlapAnswer::no : OverlapAnswer::yes;
}

OverlapAnswer is_injective(const MachineShape<int64_t>& m, const Tensor<int64_t>& t) {
  return is_injective(fullest_rows(m, t));
}

OverlapAnswer are_disjoint(const MachineShape<int64_t>& m, const Tensor<int64_t>& a,
                           const Tensor<int64_t>& b) {
  if (a.space != Space::local) return are_disjoint(rows_in_system(a), rows_in_system(b));
  const int64_t p = start_of(m, a.address).lane, q = start_of(m, b.address).lane;
  OverlapAnswer answer = OverlapAnswer::yes;
  for (int64_t lane : deciding_lanes(m, a, b)) {
    const BlockRows<int64_t> of_a = block_rows(m, p, a.shape.c, lane);
    const BlockRows<int64_t> of_b = block_rows(m, q, b.shape.c, lane);
    if (of_a.count == 0 || of_b.count == 0) continue;
    const OverlapAnswer here = are_disjoint(rows_in_lane(m, a, of_a), rows_in_lane(m, b, of_b));
    if (here == OverlapAnswer::no) return here;
    if (here == OverlapAnswer::too_costly) answer = here;
  }
  return answer;
}

}  // namespace strideproof::spec

// The laws of the family asc. No law says that the transposition is its own inverse, as no
// operation reads L0B; theorem layout.squares.involution says so.

#include "props/tests/laws.h"
#include "spec/operations/asc.h"

namespace strideproof::props::asc {
namespace {

Equation index_in_src(Random&, const Case& c) {
  const int64_t index = c["index_id"];
  if (index == 0 || c["repeat"] == 0) return {};  // without repeats src is any number
  const int64_t square = (spec::asc::is_b16(c["dtype"]) ? 1 : 2) * spec::asc::fractal_bytes;
  return {{c}, {with(c, {{"src", c["src"] + index * square}, {"index_id", 0}})}};
}

Equation ignored_stride(Random& random, const Case& c) {
  if (!spec::asc::is_b16(c["dtype"])) return {};
  return {{c}, {with(c, {{"dst_frac_stride", static_cast<int64_t>(random.next() >> 1)}})}};
}

Equation with_barrier(Random&, const Case& c) {
  Case other = of_operation(c, "asc_copy_l12l0b_trans_sync");
  other.arguments = c.arguments;
  return {{c}, {other}};
}

Equation no_repeats(Random&, const Case& c) { return {{c, with(c, {{"repeat", 0}})}, {c}}; }

}  // namespace

std::vector<Law> laws() {
  return {
#define LAW(name, operations, equation) {name, operations, equation},
#include "props/asc.def"
  };
}

}  // namespace strideproof::props::asc

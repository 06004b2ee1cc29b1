// Random cases of the family asc, and its laws. No law says that the transposition is its own
// inverse, as no operation reads L0B; theorem layout.squares.involution says so.

#include "spec/operations/asc.h"

#include <algorithm>

#include "props/laws.h"
#include "props/parameters.h"
#include "spec/footprint.h"
#include "spec/vocabulary/asc.h"

namespace strideproof::props::asc {
namespace {

using namespace strideproof::asc;

Equation index_in_src(Random&, const Case& c) {
  const int64_t index = c["index_id"];
  if (index == 0 || c["repeat"] == 0) return {};  // without repeats src is any number
  const int64_t square = (spec::asc::is_b16(c["dtype"]) ? 1 : 2) * spec::asc::fractal_bytes;
  return {{c}, {with(c, {{"src", c["src"] + index * square}, {"index_id", 0}})}};
}

Equation same_width(Random& random, const Case& c) {
  Case other = c;
  do other["dtype"] = random.below(dtype_count);
  while (spec::dtype_bytes(other, on_src) != spec::dtype_bytes(c, on_src));
  return {{c}, {other}};
}

Equation ignored_stride(Random& random, const Case& c) {
  if (!spec::asc::is_b16(c["dtype"])) return {};
  return {{c}, {with(c, {{"dst_frac_stride", static_cast<int64_t>(random.next() >> 1)}})}};
}

}  // namespace

Case draw(Random& random, Case c) { return draw_values(random, std::move(c)); }

std::vector<Law> laws() {
  constexpr std::string_view both = "asc_copy_l12l0b_trans*";
  return {
      {"the copy with a barrier is the copy", "asc_copy_l12l0b_trans",
       [](Random&, const Case& c) -> Equation {
         Case other = of_operation(c, "asc_copy_l12l0b_trans_sync");
         other.arguments = c.arguments;
         return {{c}, {other}};
       }},
      {"iterations split in two calls are the iterations", both, split},
      {"index_id is an offset of src in squares", both, index_in_src},
      {"types of equal width copy alike", both, same_width},
      {"16-bit types ignore dst_frac_stride", both, ignored_stride},
      {"the strides of a single iteration are neutral", both, stride_of_one},
      {"repeat 0 changes nothing", both,
       [](Random&, const Case& c) -> Equation {
         return {{c, with(c, {{"repeat", 0}})}, {c}};
       }},
  };
}

}  // namespace strideproof::props::asc

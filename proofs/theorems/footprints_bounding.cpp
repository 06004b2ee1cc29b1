// Bounding ranges of a tensor in a lane, or in system memory.

#include <algorithm>

#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/theorems.h"
#include "spec/footprint.h"

namespace strideproof::solver {
namespace {

// An element lies in the bounding range of its lane, which the code makes of the lane's block rows;
// rows of the last channel may be narrower if a step of a block row clears them.
template <class Code = Formulas>
void bounding_ranges_enclose(Proof& proof) {
  const AnyOperand x = any_footprint(proof);
  const Dim4<Sym>&shape = x.t.shape, &stride = x.t.stride;
  const bool local = x.t.space == Space::local;
  const Fact rows_clear = proof.given(any_of(x.t.last_width == shape.w, stride.c >= shape.w));
  const Element e = element_in_memory(proof, x);
  const Sym rest = proof.variable("rest", 0, x.t.element_bytes - 1);
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes;
  const auto place = spec::place_of(x.m, x.t, e.at);
  spec::BlockRows<Sym> blocks = {0, shape.c};
  Sym width = shape.w;
  if (local) {
    blocks = spec::block_rows(x.m, start, shape.c, place.lane);
    width = select(place.lane == spec::lane_of(x.m, start, shape.c - 1), x.t.last_width, shape.w);
  }
  const auto range =
      Code::bounding_range_of(x.t, local ? x.address.start.offset : x.t.address, blocks, width);

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto step = proof.use(step_in_range);
  const auto adjacent = proof.use(adjacent_step);
  const ExactArithmetic exact;
  Facts known = e.known + bounds_of(proof, {rest}) + Facts{rows_clear};
  const Sym row = e.block - blocks.first;
  if (local) {
    const Sym reach = start + shape.c - 1 + lanes - place.lane, end = reach / lanes;
    known.push_back(proof.prove(
        "the lane has the block row", all_of(0 <= row, row < blocks.count),
        known + Facts{divide.instance(reach, lanes), monotone.instance(e.block, 0, lanes),
                      monotone.instance(end + 1, e.block + 1, lanes)}));
    const SymBool in_tail_lane = place.lane == (start + (shape.c - 1)) % lanes;
    const Fact end_of_tail =
        proof.prove("the lane of the last channel ends with its block row",
                    implies(in_tail_lane, end == x.last_block + 1),
                    x.known + Facts{divide.instance(reach, lanes),
                                    monotone.instance(end + 1, x.last_block + 1, lanes),
                                    monotone.instance(x.last_block + 2, end, lanes)});
    const Fact earlier =
        proof.prove("channels before it in its lane lie in earlier ones",
                    implies(all_of(in_tail_lane, e.at.c < shape.c - 1), e.block < x.last_block),
                    e.known + Facts{monotone.instance(x.last_block, e.block, lanes)});
    known.push_back(proof.prove("a wider row lies in an earlier block row",
                                any_of(e.at.w < width, row + 1 < blocks.count),
                                e.known + Facts{end_of_tail, earlier}));
  }
  const Sym last_row = (blocks.count - 1) * stride.c, last_unit = (width - 1) * stride.w;
  const Fact forward =
      proof.prove("the steps to its end lead forward",
                  all_of(0 <= last_row, 0 <= last_unit, 0 <= (shape.n - 1) * stride.n,
                         0 <= (shape.h - 1) * stride.h),
                  known + Facts{step.instance(row, blocks.count, stride.c),
                                step.instance(e.at.n, shape.n, stride.n),
                                step.instance(e.at.h, shape.h, stride.h),
                                step.instance(e.at.w, shape.w, stride.w),
                                adjacent.instance(width - 1, shape.w, stride.w)});
  const Fact in_rows =
      proof.prove("an element lies between the first row and the last unit",
                  all_of(0 <= row * stride.c + e.at.w * stride.w,
                         row * stride.c + e.at.w * stride.w <= last_row + last_unit),
                  known + Facts{forward, step.instance(row, blocks.count, stride.c),
                                monotone.instance(row, blocks.count - 2, stride.c),
                                step.instance(e.at.w, shape.w, stride.w),
                                adjacent.instance(e.at.w, shape.w, stride.w),
                                adjacent.instance(width - 1, shape.w, stride.w)});
  proof.conclude("each byte of an element lies in the bounding range of its lane",
                 all_of(range.first <= place.byte + rest, place.byte + rest <= range.last),
                 bounds_of(proof, {rest}) +
                     Facts{forward, in_rows, step.instance(e.at.n, shape.n, stride.n),
                           step.instance(e.at.h, shape.h, stride.h)} +
                     x.known + e.known);
}

// ---- control ----

// True if each byte that the reference writes lies in the bounding range of its lane.
template <class Code>
bool bounding_ranges_hold(const Case& c, const std::set<Byte>& real) {
  return with_dst(c, [&](const auto& m, const Tensor<int64_t>& t) {
    const auto start = spec::start_of(m, t.address);
    return std::all_of(real.begin(), real.end(), [&](const Byte& byte) {
      const auto blocks = spec::block_rows(m, start.lane, t.shape.c, byte.lane);
      const auto range = Code::bounding_range_of(t, start.offset, blocks, t.shape.w);
      return range.first <= byte.offset && byte.offset <= range.last;
    });
  });
}
template <class Code>
bool bounding_range_is_short(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<Byte> real = written(c);
  return !real.empty() && bounding_ranges_hold<Formulas>(c, real) &&
         !bounding_ranges_hold<Code>(c, real);
}
std::string words_in_rows(const Model& v) {
  const Dim4<int64_t> stride = {0, 0, v["sh"], v["sw"]};
  return ones_line({1, 1, v["H"], v["W"]}, {v["A"], stride});
}

struct NoLastRow : Formulas {
  static auto bounding_range_of(auto t, const auto&... given) {
    t.shape.h = t.shape.h - 1;
    return spec::bounding_range_of(t, given...);
  }
};

}  // namespace

std::vector<Theorem> bounding_range_theorems() {
  const auto operations = operations_matching({"okk_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D",
                                               "bm_atomic_cwtrans", "bm_atomic_mask_memcpy_4D"});
  const auto words =
      toy("local=1 es=4 A=0 N=1 C=1 H=2 W=1..2 last_width=1..2 sn=0 sc=0 sh=0..9 sw=1");
  return {{"footprint.bounding",
           "The bounding range of a tensor in a lane, or in system memory, holds each byte of each "
           "element there.",
           operations,
           bounding_ranges_enclose<>,
           {"the range ends with the last row but one", bounding_ranges_enclose<NoLastRow>, words,
            words_in_rows, bounding_range_is_short<NoLastRow>}}};
}

}  // namespace strideproof::solver

// Bounding ranges of a tensor in a lane, or in system memory.

#include "proofs/theorems/bdc.h"
#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/footprints.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using spec::FormulaFault;
using spec::Mutant;
using spec::Original;

// An element lies in the bounding range of its lane, which the code makes of the lane's block rows;
// rows of the last channel may be narrower if a step of a block row clears them.
template <class Mutation = Original>
void bounding_ranges_enclose(Proof& proof) {
  const AnyOperand x = any_footprint(proof);
  const Dim4<Sym>&shape = x.t.shape, &stride = x.t.stride;
  const bool local = x.t.space == Space::local;
  const Fact roomy = proof.given(any_of(x.t.last_width == shape.w, stride.c >= shape.w));
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
  const auto hull = spec::bounding_range_of<Sym, Mutation>(
      x.t, local ? x.address.start.offset : x.t.address, blocks, width);

  const auto divide = proof.use(lemmas::division);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto step = proof.use(step_in_range);
  const auto adjacent = proof.use(adjacent_step);
  const ExactArithmetic exact;
  Facts known = e.known + bounds_of(proof, {rest}) + Facts{roomy};
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
  proof.conclude("each byte of an element lies in the hull of its lane",
                 all_of(hull.first <= place.byte + rest, place.byte + rest <= hull.last),
                 bounds_of(proof, {rest}) +
                     Facts{forward, in_rows, step.instance(e.at.n, shape.n, stride.n),
                           step.instance(e.at.h, shape.h, stride.h)} +
                     x.known + e.known);
}

// An operand of bytes, legal or not; one in system memory starts in a window.
AnyOperand anywhere(Proof& proof) {
  const bool local(proof.variable("local", 0, 1) == 1);
  const Space space = local ? Space::local : Space::system;
  const auto address_in = [&](const MachineShape<Sym>& m) -> Address {
    if (local) return any_address(proof, m, space, 1);
    const Sym a = proof.variable("A", 0, memory_end - 1);
    return {a, {0, a}, bounds_of(proof, {a})};
  };
  const auto m = local ? any_machine(proof, space, 1) : MachineShape<Sym>{1, 1, 1, {}};
  const Address a = address_in(m);
  const Dim4<Sym> shape = any_shape(proof);
  const Sym last = local ? proof.variable("last_width", 1, most_extent) : shape.w;
  const Fact narrower = proof.given(last <= shape.w);
  return any_operand(proof, m, a,
                     {space, 1, a.value, shape, any_strides(proof, shape, "", Width::free), last},
                     Facts{narrower} + bounds_of(proof, {last}));
}

// A bounding range begins with a byte of the first element of its lane, and ends with one of the
// last. Rows of the last channel may be narrower only in lanes. Holds for all widths of elements at
// once.
template <class Mutation = Original>
void bounding_ranges_end_at_elements(Proof& proof) {
  const AnyOperand x = anywhere(proof);
  const Dim4<Sym>&shape = x.t.shape, &stride = x.t.stride;
  const bool local = x.t.space == Space::local;
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes;
  spec::BlockRows<Sym> blocks = {0, shape.c};
  Sym width = shape.w, lane = 0;
  Facts known = x.known;
  if (local) {
    lane = proof.variable("lane", 0, most_lanes - 1);
    known.push_back(proof.given(lane < lanes));
    blocks = spec::block_rows(x.m, start, shape.c, lane);
    known.push_back(proof.given(blocks.count >= 1));
    width = select(lane == spec::lane_of(x.m, start, shape.c - 1), x.t.last_width, shape.w);
  }
  const auto divide = proof.use(lemmas::division);
  const auto digits = proof.use(lemmas::division_of_digits);
  const auto monotone = proof.use(lemmas::product_monotone);
  const auto step = proof.use(step_in_range);
  const auto equal = proof.use(equal_factors);
  const Sym last_block = blocks.first + blocks.count - 1;
  const auto channel_in = [&](const Sym& block) {
    return exactly([&] { return block * lanes + lane - start; });
  };
  const Sym first = channel_in(blocks.first), last = channel_in(last_block);
  const Sym reach = exactly([&] { return start + shape.c - 1 + lanes - lane; });
  const Sym end = exactly([&] { return reach / lanes; });
  known = known + bounds_of(proof, {lane});
  known.push_back(proof.conclude(
      "a hull is of the first and the last channel of a lane, and of rows as wide as the last has",
      exactly([&] {
        return all_of(0 <= first, first <= last, last < shape.c,
                      width == select(last == shape.c - 1, x.t.last_width, shape.w));
      }),
      known + Facts{divide.instance(reach, lanes), monotone.instance(1, last_block, lanes),
                    monotone.instance(blocks.first, last_block, lanes),
                    monotone.instance(end, x.last_block + 1, lanes),
                    monotone.instance(x.last_block + 1, end, lanes),
                    monotone.instance(x.last_block + 2, end, lanes)}));
  const auto existing = [&](const Sym& channel) {
    proof.prove("a channel that exists", all_of(0 <= channel, channel < most_extent), known);
    return Sym::of(channel.term(), Interval{0, most_extent - 1});
  };
  const Dim4<Sym> of_first = {0, existing(first), 0, 0},
                  of_last = {shape.n - 1, existing(last), shape.h - 1, width - 1};
  SymBool begins = true, ends = true;
  for (const int64_t es : {1, 2, 4}) {
    Tensor<Sym> t = x.t;
    t.element_bytes = es;
    const auto hull = spec::bounding_range_of<Sym, Mutation>(
        t, local ? x.address.start.offset : t.address, blocks, width);
    const auto from = spec::place_of(x.m, t, of_first), to = spec::place_of(x.m, t, of_last);
    begins = all_of(begins, from.lane == lane, from.byte == hull.first);
    ends = all_of(ends, to.lane == lane, to.byte + (es - 1) == hull.last);
  }

  const ExactArithmetic exact;
  for (const Sym& block : {blocks.first, last_block}) {
    const Sym q = start + channel_in(block);
    known.push_back(proof.prove("they lie in the lane's first and last block row",
                                all_of(q / lanes == block, q % lanes == lane),
                                known + Facts{digits.instance(block, lane, lanes)}));
    known.push_back(equal.instance(q / lanes, block, stride.c));
  }
  known = known + Facts{step.instance(shape.n - 1, shape.n, stride.n),
                        step.instance(shape.h - 1, shape.h, stride.h),
                        step.instance(width - 1, shape.w, stride.w),
                        step.instance(blocks.count - 1, blocks.count, stride.c)};
  proof.conclude("its first byte is the first one of an element", begins, known);
  proof.conclude("its last byte is the last one of an element", ends, known);
}

// ---- control ----

// True if it holds for each byte that the reference writes and the bounding range of its lane.
template <class Mutation, class Ask>
bool bounding_ranges(const Case& c, const std::set<Byte>& real, Ask is_so) {
  return with_dst<Original>(c, [&](const auto& m, const Tensor<int64_t>& t) {
    const auto start = spec::start_of(m, t.address);
    bool so = true;
    for (const Byte& byte : real) {
      const auto blocks = spec::block_rows(m, start.lane, t.shape.c, byte.lane);
      so = so && is_so(byte, spec::bounding_range_of<int64_t, Mutation>(t, start.offset, blocks,
                                                                        t.shape.w));
    }
    return so;
  });
}
template <class Mutation, class Ask>
bool bounding_ranges_are_wrong(const Case& c, const std::set<Byte>& real, Ask is_so) {
  return !real.empty() && bounding_ranges<Original>(c, real, is_so) &&
         !bounding_ranges<Mutation>(c, real, is_so);
}
template <class Mutation>
bool bounding_range_is_short(const std::string& line) {
  const Case c = parse_case(line);
  const auto holds = [](const Byte& byte, const spec::Hull<int64_t>& hull) {
    return hull.first <= byte.offset && byte.offset <= hull.last;
  };
  return bounding_ranges_are_wrong<Mutation>(c, written(c), holds);
}
template <class Mutation>
bool bounding_range_is_long(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<Byte> real = written(c);
  const auto ends_at_bytes = [&](const Byte& byte, const spec::Hull<int64_t>& hull) {
    return real.count({byte.lane, hull.first}) != 0 && real.count({byte.lane, hull.last}) != 0;
  };
  return bounding_ranges_are_wrong<Mutation>(c, real, ends_at_bytes);
}

std::string words_in_rows(const Model& v) {
  const Dim4<int64_t> stride = {0, 0, v["sh"], v["sw"]};
  return ones_line({1, 1, v["H"], v["W"]}, {v["A"], stride});
}

}  // namespace

std::vector<Theorem> bounding_range_theorems() {
  using NoLastRow = Mutant<FormulaFault::bounding_range_without_last_row>;
  using Long = Mutant<FormulaFault::bounding_range_one_element_long>;
  const auto operations = operations_matching({"okk_*", "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D",
                                               "bm_atomic_cwtrans", "bm_atomic_mask_memcpy_4D"});
  const auto words = toy_limits({{"local", {1, 1}},
                                 {"es", {4, 4}},
                                 {"A", {0, 0}},
                                 {"N", {1, 1}},
                                 {"C", {1, 1}},
                                 {"H", {2, 2}},
                                 {"W", {1, 2}},
                                 {"last_width", {1, 2}},
                                 {"sn", {0, 0}},
                                 {"sc", {0, 0}},
                                 {"sh", {0, 9}},
                                 {"sw", {1, 1}}});
  auto adjacent = words;  // rows of one width one after the other
  adjacent["sh"] = {2, 9}, adjacent["W"] = adjacent["last_width"] = {2, 2};
  return {{"footprint.hulls",
           "The bounding range of a tensor in a lane, or in system memory, holds each byte of each "
           "element "
           "there.",
           operations,
           bounding_ranges_enclose<>,
           {"the hull ends with the last row but one", bounding_ranges_enclose<NoLastRow>, words,
            words_in_rows, bounding_range_is_short<NoLastRow>}},
          {"footprint.hulls.tight",
           "The bounding range of a tensor in a lane, or in system memory, begins with the "
           "first byte of an element there and ends with the last byte of one; in lanes, where "
           "ranges are "
           "made for that, rows of the last channel may be narrower.",
           operations,
           bounding_ranges_end_at_elements<>,
           {"the hull ends one element past the last", bounding_ranges_end_at_elements<Long>,
            adjacent, words_in_rows, bounding_range_is_long<Long>}}};
}

}  // namespace strideproof::solver

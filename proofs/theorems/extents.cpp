// Where operands start and end: their last byte, the block rows of a lane, and bounding ranges.

#include "proofs/theorems/boxes.h"
#include "proofs/theorems/counterexample.h"
#include "proofs/theorems/domain.h"
#include "proofs/theorems/theorems.h"
#include "spec/operations/tik.h"

namespace strideproof::solver {
namespace {

// The last byte belongs to an element, and no element reaches further. So the operand ends in its
// memory iff every element does.
void last_byte_is_last(Proof& proof, const AnyOperand& x, int64_t slip) {
  const Tensor<Sym>& t = x.t;
  const Dim4<Sym>&shape = t.shape, &s = t.stride;
  const Sym start = x.address.start.lane, last_channel = start + (shape.c - 1);
  const bool local = t.space == Space::local;

  const Element e = any_element(proof, x);
  const Sym end_of_e = spec::place_of(x.m, t, e.at).byte + (t.element_bytes - 1);
  const Sym last = spec::last_byte(x.m, t);
  const Sym slack = spec::end_slack(x.m, t) + slip;
  const Sym allowed = spec::last_allowed(x.m, t.space, t.address);

  // The last channel of the last block row holds the last element, unless it is narrower than the
  // channel in the lane before.
  const bool alone = static_cast<bool>(
      any_of(SymBool(!local), shape.c == 1, spec::lane_of(x.m, start, shape.c - 1) == 0));
  const Dim4<Sym> at = {shape.n - 1, alone ? shape.c - 1 : shape.c - 2, shape.h - 1,
                        (alone ? t.last_width : shape.w) - 1};
  const Sym end_of_last = spec::place_of(x.m, t, at).byte + (t.element_bytes - 1);

  const ExactArithmetic exact;
  if (local) {
    const Sym& lanes = x.m.lanes;
    proof.prove("the last element lies in the last block row",
                (start + at.c) / lanes == x.last_block,
                {division(last_channel, lanes),
                 division_of_digits(x.last_block, last_channel % lanes - 1, lanes)});
  }
  proof.conclude("no element reaches past the last byte", end_of_e <= last,
                 {steps_up_to_the_last(e.at.n, shape.n - 1, s.n),
                  steps_up_to_the_last(e.block, x.last_block, s.c),
                  steps_up_to_the_last(e.at.h, shape.h - 1, s.h),
                  steps_up_to_the_last(e.at.w, shape.w - 1, s.w),
                  product_monotone(e.block, x.last_block - 1, s.c)});
  proof.conclude("an element ends with the last byte", end_of_last == last);
  proof.conclude("which is an element", all_of(0 <= at.c, 0 <= at.w));
  proof.conclude_if("where the slack is not negative each element exists", slack >= 0,
                    end_of_e <= allowed);
  proof.conclude("where it is negative that element does not exist",
                 (slack < 0) == (end_of_last > allowed));
}

void tensor_extent(Proof& proof, const Mutant& mutant) {
  const AnyTensor x = any_tensor(proof, true);
  // A step of a block row clears a row that is wider than the last one.
  proof.given(any_of(x.t.last_width == x.t.shape.w, x.t.stride.c >= x.t.shape.w));
  last_byte_is_last(proof, any_operand(x), mutant.slip);
}

// A block of data_move in a buffer exists iff the slack of its start is >= 0.
void block_exists(Proof& proof, Space buffer, int64_t slip) {
  const auto m = any_buffers(proof);
  tik::Move<Sym> op;
  op.dst_space = static_cast<int>(buffer);
  op.dst = proof.variable("A", 0, memory_end - 1);
  proof.given(op.dst % spec::block_bytes == 0);
  const Sym slack = spec::tik::Spec::start(m, op, on_dst) + slip;
  proof.conclude("the block exists", (slack >= 0) == (op.dst < spec::buffer_bytes(m, buffer)));
}

// The slack of a start is >= 0 iff the lane, or window, of the address exists.
void start_exists(Proof& proof, const Mutant& mutant) {
  const Space space = any_memory(proof);
  const bool local = space == Space::local;
  if (!local && space != Space::system) return block_exists(proof, space, mutant.slip);
  const auto m =
      local ? any_machine(proof, Space::local, 1) : MachineShape<Sym>{1, 1, 1, any_windows(proof)};
  const Sym a = proof.variable("A", 0, INT64_MAX);
  const Sym slack = spec::start_slack(m, space, a) + mutant.slip;
  SymBool in_window = false;
  for (const Window& window : m.windows)
    in_window = any_of(in_window, all_of(window.first <= a, a < window.end()));
  proof.conclude("its lane or a window exists",
                 (slack >= 0) == (local ? a / m.lane_bytes < m.lanes : in_window),
                 {division_below(a, m.lanes, m.lane_bytes)});
}

// Block row b of a lane holds a channel iff block_rows says so, and only one. A lane misses as many
// of its last block rows as the slip.
void block_rows_hold_channels(Proof& proof, const Mutant& mutant) {
  const auto m = any_machine(proof, Space::local, 1);
  const Address a = any_address(proof, m, Space::local);
  const Sym channels = any_extent(proof, "C"), lane = proof.variable("lane", 0, most_lanes - 1);
  proof.given(lane < m.lanes);
  const Sym &start = a.start.lane, &lanes = m.lanes;
  spec::BlockRows<Sym> rows = spec::block_rows(m, start, channels, lane);
  rows.count = rows.count - mutant.slip;
  const Sym c = any_index(proof, "c");
  proof.given(c < channels);
  const Sym b = proof.variable("b", 0, most_extent + most_lanes);
  proof.given(all_of(rows.first <= b, b < rows.first + rows.count));
  const Sym lane_of_c = spec::lane_of(m, start, c);
  const Sym block_of_c = spec::block_row_of(m, start, c);

  const ExactArithmetic exact;
  const Sym end = rows.first + rows.count, reach = start + channels - 1 + lanes - lane;
  proof.conclude(
      "lane and block row of a channel exist and tell it",
      all_of(0 <= lane_of_c, lane_of_c < lanes, c == block_of_c * lanes + lane_of_c - start));
  proof.conclude_if("a channel of the lane lies in one of its block rows", lane_of_c == lane,
                    all_of(rows.first <= block_of_c, block_of_c < end));
  const Sym channel = b * lanes + lane - start;
  proof.conclude("each of its block rows holds a channel", all_of(0 <= channel, channel < channels),
                 {product_monotone(b + 1, reach / lanes, lanes)});
  proof.conclude("of this lane, in this block row",
                 all_of((start + channel) % lanes == lane, (start + channel) / lanes == b),
                 {division_of_digits(b, lane, lanes)});
}

// In the lane of the last channel, other channels lie in the block rows before the last.
void prove_tail_lane(Proof& proof, const AnyOperand& x, const Element& e, const Sym& lane) {
  const ExactArithmetic exact;
  const Sym &start = x.address.start.lane, &lanes = x.m.lanes, &channels = x.t.shape.c;
  const Sym reach = start + channels - 1 + lanes - lane, end = reach / lanes,
            last = start + (channels - 1);
  const SymBool in_tail_lane = lane == last % lanes;
  proof.prove("the lane of the last channel ends with its block row",
              implies(in_tail_lane, end == x.last_block + 1),
              {division(last, lanes), division(reach, lanes),
               mixed_radix(end, reach % lanes, x.last_block + 1, 0, lanes)});
  proof.prove("channels before it in its lane lie in earlier ones",
              implies(all_of(in_tail_lane, e.at.c < channels - 1), e.block < x.last_block));
}

// An element lies in the bounding range of its lane, which the code makes of the lane's block rows;
// rows of the last channel may be narrower if a step of a block row clears them. The range ends
// earlier by the slip.
void bounding_ranges_enclose(Proof& proof, const Mutant& mutant) {
  const AnyOperand x = legal_operand(proof, any_tensor(proof));
  const Dim4<Sym>&shape = x.t.shape, &stride = x.t.stride;
  const bool local = x.t.space == Space::local;
  proof.given(any_of(x.t.last_width == shape.w, stride.c >= shape.w));
  const Element e = element_in_memory(proof, x);
  const Sym rest = proof.variable("rest", 0, x.t.element_bytes - 1);
  const auto place = spec::place_of(x.m, x.t, e.at);
  spec::BlockRows<Sym> blocks = {0, shape.c};
  Sym width = shape.w;
  if (local) {
    const Sym& start = x.address.start.lane;
    blocks = spec::block_rows(x.m, start, shape.c, place.lane);
    width = select(place.lane == spec::lane_of(x.m, start, shape.c - 1), x.t.last_width, shape.w);
    prove_block_row(proof, x, e, place.lane, blocks);
    prove_tail_lane(proof, x, e, place.lane);
  }
  const auto range =
      spec::bounding_range_of(x.t, local ? x.address.start.offset : x.t.address, blocks, width);

  const ExactArithmetic exact;
  const Sym row = e.block - blocks.first;
  const Sym last_row = (blocks.count - 1) * stride.c, last_unit = (width - 1) * stride.w;
  proof.prove("an element lies between the first row and the last unit",
              all_of(0 <= row * stride.c + e.at.w * stride.w,
                     row * stride.c + e.at.w * stride.w <= last_row + last_unit),
              {step_in_range(row, blocks.count, stride.c),
               product_monotone(row, blocks.count - 2, stride.c),
               step_in_range(e.at.w, shape.w, stride.w)});
  proof.conclude(
      "each byte of an element lies in the bounding range of its lane",
      all_of(range.first <= place.byte + rest, place.byte + rest <= range.last - mutant.slip),
      {step_in_range(e.at.n, shape.n, stride.n), step_in_range(e.at.h, shape.h, stride.h)});
}

// ---- controls ----

// Every byte that the reference writes lies in the bounding range of dst, but not if that ended a
// byte earlier.
bool ends_too_early(const std::string& line) {
  const Case c = parse_case(line);
  const std::set<Byte> bytes = written(c);
  const std::vector<spec::OperandRange> ranges = spec::bounding_ranges(c);
  const auto are_inside = [&](int64_t earlier) {
    return std::ranges::all_of(bytes, [&](const Byte& byte) {
      return std::ranges::any_of(ranges, [&](const spec::OperandRange& range) {
        return range.operand == on_dst && range.lane == byte.lane && range.first <= byte.offset &&
               byte.offset < range.first + range.size - earlier;
      });
    });
  };
  return are_inside(0) && !are_inside(1);
}

// Every lane has as many block rows as bytes that the reference writes, one in each channel.
bool misses_block_row(const std::string& line) {
  const Case c = parse_case(line);
  const auto m = spec::machine_shape<int64_t>(*c.profile);
  const spec::Tensor<int64_t> t = spec::tensor_of(c, on_dst);
  const int64_t start = spec::start_of(m, t.address).lane;
  std::vector<int64_t> counted, found(static_cast<size_t>(m.lanes));
  for (int64_t lane = 0; lane < m.lanes; ++lane)
    counted.push_back(spec::block_rows(m, start, t.shape.c, lane).count);
  for (const Byte& byte : written(c)) ++found[static_cast<size_t>(byte.lane)];
  return counted == found;
}

}  // namespace

std::vector<Theorem> extent_theorems() {
  return {
      theorem(
          "extent.start",
          "An address is accepted exactly where its lane, its window, or its block of a buffer "
          "exists.",
          {"okk_gdma_*", "bm_atomic_memcpy_1D", "data_move"}, start_exists,
          {slack_control(
               ConstraintId::dst_start, 1, "memory=1 A=0..2000",
               "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape=1,1,1,1 dst_stride=null"),
           slack_control(
               ConstraintId::dst_start, 1, "memory=0 flat=0 A=4294963000..4294972000",
               "okk_gdma_8bit_set_C_system toy dst_addr={A} C=255 shape=1,1,1,1 dst_stride=null"),
           slack_control(ConstraintId::dst_start, 32, "memory=2 UB=4 A=0..4000",
                         "data_move toy dst_space=2 dst={A} src_space=0 src=0x100000000 dtype=0 "
                         "sid=0 nburst=1 burst=1 src_stride=0 dst_stride=0")}),
      theorem(
          "extent.tensor",
          "The last byte of a tensor in lanes, system memory, flat memory or a buffer is touched, "
          "no "
          "byte past it is, and the tensor is in bounds exactly where each element is; whatever "
          "the "
          "w stride, and though the last channel of a matrix in lanes be partly filled.",
          {"okk_*", "bm_atomic_*", "data_move", "asc_*"}, tensor_extent,
          {slack_control(ConstraintId::dst_end, 1,
                         "memory=1 A=16 N=1..2 C=1..6 H=1..2 W=1 sn=0..400 sc=0..20 sh=0..10 sw=1",
                         "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape={N},{C},{H},{W} "
                         "dst_stride={sn},{sc},{sh},1")}),
      theorem(
          "footprint.bounding",
          "The bounding range of a tensor in a lane, in system memory or in a buffer holds each "
          "byte of each element there.",
          {"okk_*", "bm_atomic_*", "data_move", "asc_*"}, bounding_ranges_enclose,
          {{"The range ends a byte early.", 1,
            "memory=1 es=4 A=0 N=1 C=1 H=2 W=1..2 last_width=1..2 sn=0 sc=0 sh=1..9 sw=1",
            "okk_bdc_32bit_or_C toy dst_addr={A} src_addr={A} C=0xffffffff shape=1,1,{H},{W} "
            "dst_stride=0,0,{sh},{sw} src_stride=0,0,{sh},{sw}",
            ends_too_early}}),
      theorem("layout.lanes",
              "Lane and block row of a channel exist and tell which channel it is; the block rows "
              "counted for a lane are exactly those of its channels.",
              {"okk_gdma_*cpy_*L*", "okk_gdma_*local", "okk_gdma_*matrix*", "okk_bdc_*",
               "bm_atomic_memcpy_2D", "bm_atomic_mem*_4D", "bm_atomic_cwtrans",
               "bm_atomic_mask_memcpy_4D"},
              block_rows_hold_channels,
              {{"A lane misses its last block row.", 1, "A=512 C=1..12",
                "okk_gdma_8bit_set_C_local toy dst_addr={A} C=255 shape=1,{C},1,1 dst_stride=null",
                misses_block_row}})};
}

}  // namespace strideproof::solver

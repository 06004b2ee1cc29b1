#include "spec/vocabulary/okk_bdc.h"

#include "spec/vocabulary/constraint_rows.h"
#include "spec/vocabulary/family_tables.h"

namespace strideproof::okk_bdc {
namespace {

// The text of a landmark with two sources, and with one; empty: none.
struct Text {
  std::string_view binary, single;
};
constexpr Text same(std::string_view text) { return {text, text}; }
constexpr Text binary(std::string_view text) { return {text, {}}; }
constexpr Text single(std::string_view text) { return {{}, text}; }
std::string_view text_of(Kind k, const Text& text) {
  return is_binary(k) ? text.binary : text.single;
}

constexpr std::string_view extents =
    "shape->n, shape->h and shape->w are in [1, 65535], shape->c is in [1, 4095].";
constexpr std::string_view divisible =
    "dst_addr and src_addr are divisible by 4 and preferred by 128.";
constexpr std::string_view all_divisible =
    "dst_addr, src0_addr and src1_addr are divisible by 4 and preferred by 128.";
constexpr std::string_view same_npu = "The destination and source tensors start at the same NPU.";
constexpr std::string_view all_same_npu =
    "The destination, source_0 and source_1 tensors start at the same NPU.";
constexpr std::string_view constant_count =
    "The constant value C is in [-32, 32], positive one performs left-shift and negative one "
    "performs right-shift.";
constexpr std::string_view counts = "count-out-of-range";
constexpr std::string_view negative = "negative-stride";
constexpr std::string_view no_lane = "no such lane exists";
constexpr std::string_view past_lane = "the byte is past the end of the lane";
constexpr auto stated = Grade::stated, assumed = Grade::assumed, physical = Grade::physical;

bool two_sources(const Operation& o) { return is_binary(kind(o)); }
bool one_source(const Operation& o) { return !two_sources(o); }
bool count_is_C(const Operation& o) { return shifts_by_C(kind(o)); }
bool counts_in_src(const Operation& o) { return counts_of(kind(o)) == on_src; }
bool counts_in_src1(const Operation& o) { return counts_of(kind(o)) == on_src1; }

constexpr Rule same_lane = {Stage::end, "same_lane"};  // Stage::end requires that both lanes exist
constexpr Rule range_of_counts = {Stage::data, "counts.min", {}, "counts.max"};

std::span<const ConstraintRow> constraint_rows() {
  using enum ConstraintId;
  static constexpr ConstraintRow rows[] = {
      row(shape_n_min, parameter("shape"), limits, stated, extents),
      row(C_min, parameter("C"), limits, stated, constant_count, count_is_C),
      row(dst_stride_n_min, stride(on_dst), minimum, assumed, negative),
      row(src_stride_n_min, stride(on_src), minimum, assumed, negative),
      row(src1_stride_n_min, stride(on_src1), minimum, assumed, negative),

      row(dst_addr_aligned, address(on_dst), aligned, stated, all_divisible, two_sources),
      row(src_addr_aligned, address(on_src), aligned, stated, all_divisible, two_sources),
      row(src1_addr_aligned, address(on_src1), aligned, stated, all_divisible, two_sources),
      row(dst_addr_aligned, address(on_dst), aligned, stated, divisible, one_source),
      row(src_addr_aligned, address(on_src), aligned, stated, divisible, one_source),
      row(dst_addr_lane, address(on_dst), in_lane, physical, no_lane),
      row(src_addr_lane, address(on_src), in_lane, physical, no_lane),
      row(src1_addr_lane, address(on_src1), in_lane, physical, no_lane),

      row(src_addr_same_lane, with(on_dst, address(on_src)), same_lane, stated, all_same_npu,
          two_sources),
      row(src1_addr_same_lane, with(on_dst, address(on_src1)), same_lane, stated, all_same_npu),
      row(src_addr_same_lane, with(on_dst, address(on_src)), same_lane, stated, same_npu,
          one_source),
      row(dst_end, operand(on_dst), ends, physical, past_lane),
      row(src_end, operand(on_src), ends, physical, past_lane),
      row(src1_end, operand(on_src1), ends, physical, past_lane),

      row(dst_alias, operand(on_dst), not_aliased, assumed, "destination-alias"),
      row(src_overlap, with(on_dst, operand(on_src)), not_overlapping, assumed, "copy-overlap",
          two_sources),
      row(src1_overlap, with(on_dst, operand(on_src1)), not_overlapping, assumed, "copy-overlap"),
      row(src_overlap, operation(on_dst | on_src), not_overlapping, assumed, "copy-overlap",
          one_source),

      row(counts_min, operand(on_src1), range_of_counts, assumed, counts, counts_in_src1),
      row(counts_min, operand(on_src), range_of_counts, assumed, counts, counts_in_src),
  };
  return rows;
}

bool any(Kind) { return true; }
bool with_constant(Kind k) { return !is_binary(k); }
bool wide_constant(Kind k) { return with_constant(k) && !shifts_by_C(k); }

struct LandmarkRow {
  LandmarkId mark;
  Text text;
  std::string_view meaning;
  bool (*applies)(Kind) = any;
};

constexpr LandmarkRow marks[] = {
    {LandmarkId::one_element, same("one.element"), "a single element is computed"},
    {LandmarkId::dst_explicit, same("dst.explicit"), "the stride of dst is given"},
    {LandmarkId::src_explicit,
     {"src0.explicit", "src.explicit"},
     "the stride of the source is given"},
    {LandmarkId::src1_explicit, binary("src1.explicit"), "the stride of src1 is given"},
    {LandmarkId::rows_collapse, same("rows.collapse"),
     "H > 1 and the rows of a channel follow without a gap in every operand: they are one run"},
    {LandmarkId::rows_apart, same("rows.apart"),
     "H > 1 and rows.collapse is not met: a gap between rows or elements, or a broadcast"},
    {LandmarkId::run_tail, same("run.tail"),
     "w strides are 1 and a run of W >= 8 elements has a tail: W mod 8 != 0"},
    {LandmarkId::run_over_64ki, same("run.over.64Ki"), "a channel holds more than 65,535 elements"},
    {LandmarkId::wrap, same("wrap"), "channels wrap past the last lane"},
    {LandmarkId::exact_lanes, same("exact.lanes"), "the last channel lies in the last lane"},
    {LandmarkId::dst_start_lane, same("dst.start.lane"),
     "N > 1, default layout, and the n stride of dst differs from that for start lane 0"},
    {LandmarkId::src_start_lane,
     {"src0.start.lane", "src.start.lane"},
     "N > 1, default layout, and the n stride of the source differs from that for start lane 0"},
    {LandmarkId::src1_start_lane, binary("src1.start.lane"),
     "N > 1, default layout, and the n stride of src1 differs from that for start lane 0"},
    {LandmarkId::dst_padding, same("dst.padding"),
     "dst is in its default layout and a channel ends with padding"},
    {LandmarkId::src_padding,
     {"src0.padding", "src.padding"},
     "the source is in its default layout and a channel ends with padding"},
    {LandmarkId::src1_padding, binary("src1.padding"),
     "src1 is in its default layout and a channel ends with padding"},
    {LandmarkId::dst_off_unit, same("dst.off.unit"),
     "dst starts off a multiple of the element unit"},
    {LandmarkId::src_off_unit,
     {"src0.off.unit", "src.off.unit"},
     "the source starts off a multiple of the element unit"},
    {LandmarkId::src1_off_unit, binary("src1.off.unit"),
     "src1 starts off a multiple of the element unit"},
    {LandmarkId::dst_last_byte, same("dst.last.byte"), "dst touches the last byte of its lane"},
    {LandmarkId::src_last_byte,
     {"src0.last.byte", "src.last.byte"},
     "the source touches the last byte of its lane"},
    {LandmarkId::src1_last_byte, binary("src1.last.byte"),
     "src1 touches the last byte of its lane"},
    {LandmarkId::dst_w_stride, same("dst.w.stride"), "W > 1 and the w stride of dst is not 1"},
    {LandmarkId::src_w_stride,
     {"src0.w.stride", "src.w.stride"},
     "W > 1 and the w stride of the source is not 1"},
    {LandmarkId::src1_w_stride, binary("src1.w.stride"), "W > 1 and the w stride of src1 is not 1"},
    {LandmarkId::src_broadcast,
     {"src0.broadcast", "src.broadcast"},
     "a source stride of 0 over an extent above 1 (of channels: several of one lane)"},
    {LandmarkId::src1_broadcast, binary("src1.broadcast"),
     "a stride of 0 of src1 over an extent above 1 (of channels: several of one lane)"},
    {LandmarkId::dst_interleaved, same("dst.interleaved"),
     "dst strides are not nested: its elements interleave"},
    {LandmarkId::src_in_place,
     {"src0.in.place", "in.place"},
     "every element of dst has the address of the same element of the source"},
    {LandmarkId::src1_in_place, binary("src1.in.place"),
     "every element of dst has the address of the same element of src1"},
    {LandmarkId::src_interleaved,
     {"src0.interleaved", "operands.interleaved"},
     "the bounding ranges of dst and the source overlap in a lane, their bytes do not"},
    {LandmarkId::src1_interleaved, binary("src1.interleaved"),
     "the bounding ranges of dst and src1 overlap in a lane, their bytes do not"},
    {LandmarkId::sources_same, binary("sources.same"), "src0 and src1 are the same map"},
    {LandmarkId::sources_overlap, binary("sources.overlap"),
     "the bounding ranges of src0 and src1 overlap in a lane, and src0 and src1 are not the same "
     "map"},
    {LandmarkId::C_zero, single("C.zero"), "C = 0", with_constant},
    {LandmarkId::C_left, single("C.left"), "C shifts left", shifts_by_C},
    {LandmarkId::C_right, single("C.right"), "C shifts right", shifts_by_C},
    {LandmarkId::C_left_31, single("C.left.31"), "C = 31", shifts_by_C},
    {LandmarkId::C_right_31, single("C.right.31"), "C = -31", shifts_by_C},
    {LandmarkId::C_left_32, single("C.left.32"), "C = 32", shifts_by_C},
    {LandmarkId::C_right_32, single("C.right.32"), "C = -32", shifts_by_C},
    {LandmarkId::C_top_bit, single("C.top.bit"), "the top bit of C is set", wide_constant},
    {LandmarkId::C_over_16_bits, single("C.over.16.bits"), "C has bits above its lowest 16",
     wide_constant},
};

}  // namespace

Kind kind(const Operation& operation) { return static_cast<Kind>(operation.variant); }

Function function(Kind k) {
  switch (k) {
    case Kind::bit_and:
    case Kind::bit_and_C: return Function::bit_and;
    case Kind::bit_or:
    case Kind::bit_or_C: return Function::bit_or;
    case Kind::bit_xor:
    case Kind::bit_xor_C: return Function::bit_xor;
    case Kind::arithmetic_shift:
    case Kind::arithmetic_shift_C:
    case Kind::C_arithmetic_shift: return Function::arithmetic_shift;
    case Kind::logical_shift:
    case Kind::logical_shift_C:
    case Kind::C_logical_shift: break;
  }
  return Function::logical_shift;
}

bool is_shift(Kind k) { return k >= Kind::arithmetic_shift; }
bool is_binary(Kind k) {
  return k == Kind::bit_and || k == Kind::bit_or || k == Kind::bit_xor ||
         k == Kind::arithmetic_shift || k == Kind::logical_shift;
}
bool shifts_by_C(Kind k) { return k == Kind::arithmetic_shift_C || k == Kind::logical_shift_C; }
bool shifts_C(Kind k) { return k == Kind::C_arithmetic_shift || k == Kind::C_logical_shift; }
Operands counts_of(Kind k) {
  if (!is_shift(k) || shifts_by_C(k)) return 0;
  return is_binary(k) ? on_src1 : on_src;
}

namespace {

std::vector<Constraint> constraints(const Operation& operation) {
  return constraints_of(operation, constraint_rows());
}

std::vector<Landmark> landmarks(const Operation& operation) {
  const Kind k = kind(operation);
  std::vector<Landmark> all;
  for (const LandmarkRow& row : marks) {
    const std::string_view text = text_of(k, row.text);
    if (!text.empty() && row.applies(k))
      all.push_back({text, static_cast<uint8_t>(row.mark), row.meaning});
  }
  return all;
}

std::vector<std::string_view> ambiguities(const Operation& operation) {
  std::vector<std::string_view> all = {
      "negative-stride", "unused-stride", "stride-unit",       "w-stride-unit", "source-broadcast",
      "in-place",        "copy-overlap",  "destination-alias", "disjoint-by",   "aligned-tail"};
  const Kind k = kind(operation);
  if (is_shift(k)) all.push_back("shift-by-32");
  if (is_shift(k) && !shifts_by_C(k)) all.push_back("count-out-of-range");
  return all;
}

}  // namespace

const FamilyTables family_tables = {constraints, landmarks, ambiguities};

}  // namespace strideproof::okk_bdc

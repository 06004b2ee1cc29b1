#include "spec/vocabulary/okk_gdma.h"

#include "spec/vocabulary/constraint_rows.h"
#include "spec/vocabulary/family_tables.h"

namespace strideproof::okk_gdma {
namespace {

constexpr std::string_view no_lane = "no such lane exists";
constexpr std::string_view no_window = "no such system memory exists";
constexpr std::string_view past_lane = "the byte is past the end of the lane";
constexpr std::string_view past_window = "the byte is past the end of the window";
constexpr std::string_view w_sentence =
    "dst_stride->w and src_stride->w are only allowed to be one.";
constexpr Citation limit = {"empty-copy", "gdma-shape-limit"};
constexpr std::string_view alias = "destination-alias";
constexpr auto assumed = Grade::assumed, physical = Grade::physical, stated = Grade::stated;

bool any_kind(Kind) { return true; }
bool tensor(Kind k) { return !is_matrix(k); }
bool has_src(Kind k) { return !is_fill(k); }
bool dst_local(Kind k) { return dst_space(k) == Space::local; }
bool src_local(Kind k) { return has_src(k) && src_space(k) == Space::local; }
bool dst_system(Kind k) { return !dst_local(k); }
bool src_system(Kind k) { return has_src(k) && !src_local(k); }
bool within_one_space(Kind k) { return k == Kind::cpy_L2L || k == Kind::cpy_S2S; }
bool from_system_matrix(Kind k) { return k == Kind::matrix_S2L; }
bool to_system_matrix(Kind k) { return k == Kind::matrix_L2S; }

bool wide(const Operation& o) { return o.element_bytes > 1; }  // every address is a multiple of 1
template <bool (*test)(Kind)>
bool of(const Operation& o) {
  return test(kind(o));
}

std::span<const ConstraintRow> constraint_rows() {
  using enum ConstraintId;
  static constexpr ConstraintRow rows[] = {
      row(shape_n_min, parameter("shape"), limits, assumed, limit),
      row(dst_stride_n_min, stride(on_dst), minimum_nch, assumed, "negative-stride", of<tensor>),
      row(dst_stride_w_one, stride(on_dst), w_one, stated, w_sentence, of<is_copy>),
      row(dst_stride_w_one, stride(on_dst), w_one, assumed, "fill-w-stride", of<is_fill>),
      row(src_stride_n_min, stride(on_src), minimum_nch, assumed, "negative-stride", of<tensor>),
      row(src_stride_w_one, stride(on_src), w_one, stated, w_sentence, of<is_copy>),
      row(rows_min, parameter("rows"), limits, assumed, limit),
      row(cols_min, parameter("cols"), limits, assumed, limit),
      row(cols_per_channel_min, parameter("cols_per_channel"), limits, assumed, limit),
      row(row_stride_min, stride(on_src), minimum, assumed, "negative-stride",
          of<from_system_matrix>),
      row(row_stride_cols, stride(on_dst), {Stage::values, "cols"}, assumed, alias,
          of<to_system_matrix>),

      row(dst_addr_aligned, address(on_dst), aligned, assumed, "address-alignment", wide),
      row(src_addr_aligned, address(on_src), aligned, assumed, "address-alignment", wide),
      row(dst_addr_start, address(on_dst), in_lane, physical, no_lane, of<dst_local>),
      row(dst_addr_start, address(on_dst), in_window, physical, no_window, of<dst_system>),
      row(src_addr_start, address(on_src), in_lane, physical, no_lane, of<src_local>),
      row(src_addr_start, address(on_src), in_window, physical, no_window, of<src_system>),
      row(dst_end, operand(on_dst), ends, physical, past_lane, of<dst_local>),
      row(dst_end, operand(on_dst), ends, physical, past_window, of<dst_system>),
      row(src_end, operand(on_src), ends, physical, past_lane, of<src_local>),
      row(src_end, operand(on_src), ends, physical, past_window, of<src_system>),
      row(dst_alias, operand(on_dst), not_aliased, assumed, alias, of<is_copy>),
      row(overlap, strideproof::operation(on_dst | on_src), not_overlapping, assumed,
          "copy-overlap", of<within_one_space>),
  };
  return rows;
}

struct LandmarkRow {
  LandmarkId mark;
  std::string_view label, meaning;
  bool (*applies)(Kind);
};

constexpr LandmarkRow marks[] = {
    {LandmarkId::one_element, "one.element", "a single element moves", any_kind},
    {LandmarkId::dst_explicit, "dst.explicit", "dst_stride is given", tensor},
    {LandmarkId::src_explicit, "src.explicit", "src_stride is given", is_copy},
    {LandmarkId::rows_collapse, "rows.collapse",
     "H > 1 and the rows of a channel follow without a gap in every operand: they are one run",
     tensor},
    {LandmarkId::rows_apart, "rows.apart",
     "H > 1 and rows.collapse is not met: a gap between rows, an overlap or a broadcast", tensor},
    {LandmarkId::run_tail, "run.tail",
     "a run of W elements (or cols) of 32 bytes or more has a tail: W*es mod 32 != 0", any_kind},
    {LandmarkId::run_over_64ki, "run.over.64Ki",
     "a channel (or matrix) holds more than 65,535 elements", any_kind},
    {LandmarkId::dst_wrap, "dst.wrap", "channels of dst wrap past the last lane", dst_local},
    {LandmarkId::src_wrap, "src.wrap", "channels of src wrap past the last lane", src_local},
    {LandmarkId::dst_exact_lanes, "dst.exact.lanes",
     "the last channel of dst lies in the last lane", dst_local},
    {LandmarkId::src_exact_lanes, "src.exact.lanes",
     "the last channel of src lies in the last lane", src_local},
    {LandmarkId::dst_start_lane, "dst.start.lane",
     "N (or rows) > 1, default layout, and the n stride of dst differs from that for start lane 0",
     dst_local},
    {LandmarkId::src_start_lane, "src.start.lane",
     "N (or rows) > 1, default layout, and the n stride of src differs from that for start lane 0",
     src_local},
    {LandmarkId::dst_padding, "dst.padding",
     "dst is in its default local layout and a channel ends with padding", dst_local},
    {LandmarkId::src_padding, "src.padding",
     "src is in its default local layout and a channel ends with padding", src_local},
    {LandmarkId::dst_off_unit, "dst.off.unit", "dst starts off a multiple of the element unit",
     dst_local},
    {LandmarkId::src_off_unit, "src.off.unit", "src starts off a multiple of the element unit",
     src_local},
    {LandmarkId::dst_over_4gib, "dst.over.4GiB",
     "the first and the last byte of dst have a multiple of 2^32 between them", dst_system},
    {LandmarkId::src_over_4gib, "src.over.4GiB",
     "the first and the last byte of src have a multiple of 2^32 between them", src_system},
    {LandmarkId::dst_last_byte, "dst.last.byte", "dst touches the last byte of its lane or window",
     any_kind},
    {LandmarkId::src_last_byte, "src.last.byte", "src touches the last byte of its lane or window",
     has_src},
    {LandmarkId::src_broadcast, "src.broadcast",
     "a source stride of 0 over an extent above 1 (of channels in local memory: several of one "
     "lane)",
     is_copy},
    {LandmarkId::dst_interleaved, "dst.interleaved",
     "dst strides are not nested: its elements interleave (or, in a fill, share bytes)", tensor},
    {LandmarkId::in_place, "in.place", "every element maps onto itself", within_one_space},
    {LandmarkId::operands_interleaved, "operands.interleaved",
     "the bounding ranges of dst and src overlap in a lane (or window), their bytes do not",
     within_one_space},
    {LandmarkId::partial_channel, "partial.channel",
     "the last channel of a matrix of several channels is partly filled", is_matrix},
    {LandmarkId::channel_wider, "channel.wider", "cols_per_channel > cols", is_matrix},
    {LandmarkId::square, "square", "rows = cols > 1", is_matrix},
    {LandmarkId::rows_gapped, "rows.gapped", "row_stride > cols and rows > 1", is_matrix},
    {LandmarkId::rows_overlap, "rows.overlap",
     "row_stride < cols and rows > 1: source rows overlap", from_system_matrix},
};

}  // namespace

Kind kind(const Operation& operation) { return static_cast<Kind>(operation.variant); }
bool is_copy(Kind k) { return k <= Kind::cpy_S2S; }
bool is_fill(Kind k) { return k == Kind::set_C_system || k == Kind::set_C_local; }
bool is_matrix(Kind k) { return k == Kind::matrix_S2L || k == Kind::matrix_L2S; }

Space dst_space(Kind k) {
  const bool local =
      k == Kind::cpy_S2L || k == Kind::cpy_L2L || k == Kind::set_C_local || k == Kind::matrix_S2L;
  return local ? Space::local : Space::system;
}
Space src_space(Kind k) {
  const bool local = k == Kind::cpy_L2S || k == Kind::cpy_L2L || k == Kind::matrix_L2S;
  return local ? Space::local : Space::system;
}

namespace {

std::vector<Constraint> constraints(const Operation& operation) {
  return constraints_of(operation, constraint_rows());
}

std::vector<Landmark> landmarks(const Operation& operation) {
  std::vector<Landmark> all;
  for (const LandmarkRow& m : marks)
    if (m.applies(kind(operation)))
      all.push_back({m.label, static_cast<uint8_t>(m.mark), m.meaning});
  return all;
}

std::vector<std::string_view> ambiguities(const Operation& operation) {
  const Kind k = kind(operation);
  std::vector<std::string_view> all = {"gdma-shape-limit", "empty-copy", "negative-stride",
                                       "unused-stride"};
  const auto add = [&all](std::initializer_list<std::string_view> ids) {
    all.insert(all.end(), ids);
  };
  if (operation.element_bytes > 1) add({"address-alignment", "stride-unit"});
  if (is_matrix(k)) add({"matrix-start-npu"});
  if (k == Kind::matrix_S2L) add({"source-overlap"});
  if (is_copy(k)) add({"source-broadcast"});
  if (is_fill(k)) add({"fill-w-stride", "fill-alias"});
  if (is_copy(k) || k == Kind::matrix_L2S) add({"destination-alias"});
  if (within_one_space(k)) add({"copy-overlap", "disjoint-by", "in-place"});
  if (dst_local(k) || src_local(k)) add({"aligned-tail"});
  return all;
}

}  // namespace

const FamilyTables family_tables = {constraints, landmarks, ambiguities};

}  // namespace strideproof::okk_gdma

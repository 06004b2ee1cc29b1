#include "spec/vocabulary/okk_gdma.h"

#include "spec/vocabulary/family_tables.h"

namespace strideproof::okk_gdma {
namespace {

constexpr std::string_view no_lane = "no such lane exists";
constexpr std::string_view no_window = "no such system memory exists";
constexpr std::string_view past_lane = "the byte is past the end of the lane";
constexpr std::string_view past_window = "the byte is past the end of the window";
constexpr Operands both = on_dst | on_src;

Constraint row(ConstraintId label, std::string_view text, Stage stage, Operands operands,
               Grade grade, std::string_view citation) {
  return {text, static_cast<uint8_t>(label), stage, operands, grade, citation};
}
Constraint assumed(ConstraintId label, std::string_view text, Stage stage, Operands operands,
                   std::string_view ledger) {
  return row(label, text, stage, operands, Grade::assumed, ledger);
}
Constraint physical(ConstraintId label, std::string_view text, Stage stage, Operands operands,
                    std::string_view why) {
  return row(label, text, stage, operands, Grade::physical, why);
}

void append(std::vector<Constraint>& to, std::vector<Constraint> more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::vector<Constraint> shape_constraints() {
  using enum ConstraintId;
  const auto limit = [](ConstraintId label, std::string_view text) {
    return assumed(label, text, Stage::values, both, "gdma-shape-limit");
  };
  return {limit(shape_n_min, "shape.n.min"), limit(shape_n_max, "shape.n.max"),
          limit(shape_c_min, "shape.c.min"), limit(shape_c_max, "shape.c.max"),
          limit(shape_h_min, "shape.h.min"), limit(shape_h_max, "shape.h.max"),
          limit(shape_w_min, "shape.w.min"), limit(shape_w_max, "shape.w.max")};
}

std::vector<Constraint> dst_stride_constraints(bool fill) {
  const auto v = Stage::values;
  return {
      assumed(ConstraintId::dst_stride_n_min, "dst_stride.n.min", v, on_dst, "negative-stride"),
      assumed(ConstraintId::dst_stride_c_min, "dst_stride.c.min", v, on_dst, "negative-stride"),
      assumed(ConstraintId::dst_stride_h_min, "dst_stride.h.min", v, on_dst, "negative-stride"),
      fill ? assumed(ConstraintId::dst_stride_w_one, "dst_stride.w.one", v, on_dst, "fill-w-stride")
           : assumed(ConstraintId::dst_stride_w_one, "dst_stride.w.one", v, on_dst,
                     "w-stride-of-one-column")};
}

std::vector<Constraint> src_stride_constraints() {
  const auto v = Stage::values;
  return {assumed(ConstraintId::src_stride_n_min, "src_stride.n.min", v, on_src, "negative-stride"),
          assumed(ConstraintId::src_stride_c_min, "src_stride.c.min", v, on_src, "negative-stride"),
          assumed(ConstraintId::src_stride_h_min, "src_stride.h.min", v, on_src, "negative-stride"),
          assumed(ConstraintId::src_stride_w_one, "src_stride.w.one", v, on_src,
                  "w-stride-of-one-column")};
}

std::vector<Constraint> matrix_constraints(Kind k) {
  const auto limit = [](ConstraintId label, std::string_view text) {
    return assumed(label, text, Stage::values, both, "gdma-shape-limit");
  };
  std::vector<Constraint> all = {limit(ConstraintId::rows_min, "rows.min"),
                                 limit(ConstraintId::rows_max, "rows.max"),
                                 limit(ConstraintId::cols_min, "cols.min"),
                                 limit(ConstraintId::cols_max, "cols.max"),
                                 limit(ConstraintId::cols_per_channel_min, "cols_per_channel.min"),
                                 limit(ConstraintId::cols_per_channel_max, "cols_per_channel.max")};
  all.push_back(k == Kind::matrix_S2L ? assumed(ConstraintId::row_stride_min, "row_stride.min",
                                                Stage::values, on_src, "negative-stride")
                                      : assumed(ConstraintId::row_stride_cols, "row_stride.cols",
                                                Stage::values, on_dst, "destination-alias"));
  return all;
}

// Alignment, start and end of one operand.
std::vector<Constraint> place_constraints(const Operation& operation, bool dst) {
  const bool local =
      (dst ? dst_space(kind(operation)) : src_space(kind(operation))) == Space::local;
  const Operands on = dst ? on_dst : on_src;
  const auto aligned = assumed(
      dst ? ConstraintId::dst_addr_aligned : ConstraintId::src_addr_aligned,
      dst ? "dst_addr.aligned" : "src_addr.aligned", Stage::alignment, on, "address-alignment");
  const auto start = physical(dst ? ConstraintId::dst_addr_start : ConstraintId::src_addr_start,
                              local ? (dst ? "dst_addr.lane" : "src_addr.lane")
                                    : (dst ? "dst_addr.window" : "src_addr.window"),
                              Stage::start, on, local ? no_lane : no_window);
  const auto end =
      physical(dst ? ConstraintId::dst_end : ConstraintId::src_end, dst ? "dst.end" : "src.end",
               Stage::end, on, local ? past_lane : past_window);
  if (operation.element_bytes == 1) return {start, end};  // every address is a multiple of one
  return {aligned, start, end};
}

struct LandmarkRow {
  LandmarkId mark;
  std::string_view label, meaning;
  bool (*applies)(Kind);
};

bool any_kind(Kind) { return true; }
bool tensor(Kind k) { return !is_matrix(k); }
bool has_src(Kind k) { return !is_fill(k); }
bool dst_local(Kind k) { return dst_space(k) == Space::local; }
bool src_local(Kind k) { return has_src(k) && src_space(k) == Space::local; }
bool dst_system(Kind k) { return !dst_local(k); }
bool src_system(Kind k) { return has_src(k) && !src_local(k); }
bool within_one_space(Kind k) { return k == Kind::cpy_L2L || k == Kind::cpy_S2S; }
bool from_system_matrix(Kind k) { return k == Kind::matrix_S2L; }

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
  const Kind k = kind(operation);
  std::vector<Constraint> all;
  if (is_matrix(k)) {
    all = matrix_constraints(k);
  } else {
    all = shape_constraints();
    append(all, dst_stride_constraints(is_fill(k)));
    if (is_copy(k)) append(all, src_stride_constraints());
  }
  append(all, place_constraints(operation, true));
  if (!is_fill(k)) append(all, place_constraints(operation, false));
  if (is_copy(k))
    all.push_back(
        assumed(ConstraintId::dst_alias, "dst.alias", Stage::overlap, on_dst, "destination-alias"));
  if (within_one_space(k))
    all.push_back(assumed(ConstraintId::overlap, "overlap", Stage::overlap, both, "copy-overlap"));
  return all;
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
  std::vector<std::string_view> all = {"gdma-shape-limit", "negative-stride"};
  if (operation.element_bytes > 1) all.push_back("address-alignment");
  if (is_matrix(k)) all.push_back("matrix-start-npu");
  if (is_copy(k)) all.push_back("w-stride-of-one-column");
  if (is_fill(k)) all.push_back("fill-w-stride");
  if (is_copy(k) || k == Kind::matrix_L2S) all.push_back("destination-alias");
  if (within_one_space(k)) {
    all.push_back("copy-overlap");
    all.push_back("disjoint-by");
  }
  if (dst_local(k) || src_local(k)) all.push_back("aligned-tail");
  return all;
}

}  // namespace

const FamilyTables family_tables = {constraints, landmarks, ambiguities};

}  // namespace strideproof::okk_gdma

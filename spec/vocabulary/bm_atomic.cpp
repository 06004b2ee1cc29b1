#include "spec/vocabulary/bm_atomic.h"

#include "spec/vocabulary/bm_atomic_tables.h"
#include "spec/vocabulary/constraint_rows.h"
#include "spec/vocabulary/family_tables.h"

namespace strideproof::bm_atomic {
namespace {

constexpr Operands both = on_dst | on_src;

constexpr std::string_view formats_sentence =
    "BM_GDMA_FORMAT_FLOAT32, BM_GDMA_FORMAT_INT16, BM_GDMA_FORMAT_UINT8, BM_GDMA_FORMAT_INT8, "
    "BM_GDMA_FORMAT_FLOAT16";
constexpr std::string_view directions_sentence =
    "BM_GDMA_DIR_S2L, BM_GDMA_DIR_L2S, BM_GDMA_DIR_S2S, BM_GDMA_DIR_L2L";
constexpr std::string_view matrix_sentence =
    "该操作可以实现二维matrix在global memory和local memory之间的搬运。";
constexpr std::string_view add_sentence = "该功能仅支持float32的数据类型。";
constexpr std::string_view count_sentence =
    "可以支持读取和写入的Tensor的shape不同，但是总大小必须一致";
constexpr std::string_view no_lane = "no such lane exists";
constexpr std::string_view no_offset = "the offset is past the end of the lane";
constexpr std::string_view no_window = "no such system memory exists";
constexpr std::string_view no_place = "no such byte of local, or system, memory exists";
constexpr std::string_view past_lane = "the byte is past the end of the lane";
constexpr std::string_view past_window = "the byte is past the end of the window";
constexpr std::string_view past_end = "the byte is past the end of the lane, or window";
constexpr std::string_view past_memory =
    "the byte is past the end of local memory, or of the window";

constexpr std::string_view shape_limit = "gdma-shape-limit", empty = "empty-copy",
                           alignment = "address-alignment", unit = "stride-unit",
                           lanes = "local-address";
constexpr Citation limit = {empty, shape_limit};
constexpr auto stated = Grade::stated, physical = Grade::physical, assumed = Grade::assumed;

// Applies to operations of these kinds.
template <Kinds kinds>
bool is_of(const Operation& o) {
  return contains(kinds, kind(o));
}
constexpr Rule of_values(std::string_view text) { return {Stage::values, text}; }
// Relations between values that are each in range.
constexpr Rule of_relations(std::string_view text) { return {Stage::alignment, text}; }

constexpr Subject whole = operation(both);
// The addresses of memcpy_2D: each is the source or the destination.
constexpr Subject global_address = parameter("global_mem_addr"),
                  local_address = parameter("local_mem_addr");

std::span<const ConstraintRow> constraint_rows() {
  using enum ConstraintId;
  static constexpr ConstraintRow rows[] = {
      row(src_shape_n_min, parameter("src_shape"), limits, assumed, limit),
      row(dst_shape_n_min, parameter("dst_shape"), limits, assumed, limit),
      row(dst_shape_n_min, parameter("shape"), limits, assumed, limit),
      row(length_min, parameter("length"), minimum, assumed, empty),
      row(row_min, parameter("row"), limits, assumed, limit),
      row(col_min, parameter("col"), limits, assumed, limit),
      row(row_stride_col, parameter("row_stride"), of_values("col"), assumed, "destination-alias"),
      row(sec_size_min, parameter("sec_size"), limits, assumed, limit),
      row(src_c_min, parameter("src_c"), limits, assumed, limit),
      row(src_w_min, parameter("src_w"), limits, assumed, limit),
      row(dst_c_stride_min, parameter("dst_c_stride"), minimum, assumed, "cwtrans-stride"),
      row(format_known, parameter("format"), known, stated, formats_sentence),
      row(src_format_known, parameter("src_format"), known, stated, formats_sentence),
      row(dst_format_known, parameter("dst_format"), known, stated, formats_sentence),
      row(direction_known, parameter("direction"), known, stated, directions_sentence,
          is_of<linear | tensor>),
      row(direction_allowed, parameter("direction"), of_values("allowed"), stated, matrix_sentence,
          is_of<matrix>),
      row(result_add_float32, parameter("result_add"), of_values("float32"), stated, add_sentence),
      row(dst_stride_w_one, parameter("dst_stride"), w_one, assumed, "memcpy4d-dst-w-stride"),
      row(src_stride_w_one, parameter("src_stride"), w_one, assumed, "memcpy4d-src-w-stride"),
      row(dst_stride_w_one, parameter("stride"), w_one, assumed, "fill-w-stride"),
      row(dst_local_idx_max, parameter("dst_local_idx"), of_values("max"), physical, no_lane),
      row(src_local_idx_max, parameter("src_local_idx"), of_values("max"), physical, no_lane),
      row(dst_local_idx_max, parameter("local_mem_idx"), of_values("max"), physical, no_lane),
      row(dst_local_idx_max, parameter("local_idx"), of_values("max"), physical, no_lane),

      row(shapes_count, whole, of_relations("shapes.count"), stated, count_sentence, is_of<tensor>),
      row(transpose_shape, parameter("transpose"), of_relations("shape"), assumed,
          "transpose-shape", is_of<tensor>),
      row(formats_convertible, whole, of_relations("formats.convertible"), assumed,
          "conversion-pairs", is_of<tensor>),
      row(transpose_formats, parameter("transpose"), of_relations("formats"), assumed,
          "transpose-conversion", is_of<tensor>),
      row(dst_addr_aligned, address(on_dst), aligned, assumed, alignment, is_of<formatted>),
      row(src_addr_aligned, address(on_src), aligned, assumed, alignment, is_of<formatted>),
      row(global_aligned, global_address, aligned, assumed, alignment),
      row(local_aligned, local_address, aligned, assumed, alignment),
      row(dst_addr_aligned, address(on_dst), aligned, assumed, "mask-dst-alignment", is_of<mask>),
      row(src_addr_aligned, address(on_src), aligned, assumed, "mask-local-alignment", is_of<mask>),
      row(src1_addr_aligned, address(on_src1), aligned, assumed, "mask-local-alignment"),

      row(dst_addr_start, address(on_dst), in_place, physical, no_place, is_of<linear>),
      row(src_addr_start, address(on_src), in_place, physical, no_place, is_of<linear>),
      row(dst_addr_start, address(on_dst), in_place, assumed, lanes, is_of<tensor | fill>),
      row(src_addr_start, address(on_src), in_place, assumed, lanes, is_of<tensor>),
      row(dst_addr_start, address(on_dst), in_lane, physical, no_offset, is_of<cwtrans>),
      row(global_start, global_address, in_window, physical, no_window),
      row(local_start, local_address, in_lane, assumed, lanes),
      row(dst_addr_start, address(on_dst), in_window, physical, no_window, is_of<mask>),
      row(src_addr_start, address(on_src), in_lane, physical, no_offset, is_of<cwtrans | mask>),
      row(src1_addr_start, address(on_src1), in_lane, physical, no_offset),

      row(dst_end, operand(on_dst), ends, physical, past_memory, is_of<linear>),
      row(src_end, operand(on_src), ends, physical, past_memory, is_of<linear>),
      row(dst_end, operand(on_dst), ends, physical, past_end, is_of<tensor | fill>),
      row(src_end, operand(on_src), ends, physical, past_end, is_of<tensor>),
      row(dst_end, operand(on_dst), ends, physical, past_lane, is_of<cwtrans>),
      row(src_end, operand(on_src), ends, physical, past_lane, is_of<cwtrans | mask>),
      row(src1_end, operand(on_src1), ends, physical, past_lane),
      row(dst_end, operand(on_dst), ends, assumed, "mask-room", is_of<mask>),
      row(global_end, whole, {Stage::end, "global.end"}, physical, past_window, is_of<matrix>),
      row(local_end, whole, {Stage::end, "local.end"}, physical, past_lane, is_of<matrix>),

      row(dst_alias, operand(on_dst), not_aliased, assumed, "destination-alias", is_of<tensor>),
      row(overlap, whole, not_overlapping, assumed, "copy-overlap",
          is_of<linear | tensor | cwtrans>),
  };
  return rows;
}

std::vector<Constraint> constraints(const Operation& operation) {
  return constraints_of(operation, constraint_rows());
}

std::vector<std::string_view> ambiguities(const Operation& operation) {
  switch (kind(operation)) {
    case Kind::memcpy_1D:
      return {empty,          alignment,      "linear-base", "linear-length",
              "linear-lanes", "copy-overlap", "in-place"};
    case Kind::memcpy_2D:
      return {shape_limit,    empty,          alignment,           lanes,
              "global-only",  unit,           "single-row-stride", "source-overlap",
              "section-cut",  "section-unit", "destination-alias", "matrix-start-npu",
              "wide-section", "aligned-tail", "add-subnormal",     "nan-add"};
    case Kind::memcpy_4D:
      return {shape_limit,
              empty,
              alignment,
              lanes,
              "unused-stride",
              unit,
              "source-broadcast",
              "memcpy4d-src-w-stride",
              "memcpy4d-dst-w-stride",
              "transpose-shape",
              "conversion-pairs",
              "transpose-conversion",
              "f32-to-f16",
              "f16-overflow",
              "f16-to-f32",
              "to-int-rounding",
              "to-int-range",
              "nan-to-int",
              "nan-conversion",
              "destination-alias",
              "copy-overlap",
              "disjoint-by",
              "in-place"};
    case Kind::memset_4D:
      return {shape_limit,     empty, alignment,       lanes,       "global-only",
              "unused-stride", unit,  "fill-w-stride", "fill-alias"};
    case Kind::cwtrans:
      return {shape_limit,      empty,          alignment,     unit,       "single-row-stride",
              "cwtrans-stride", "copy-overlap", "disjoint-by", "in-place", "source-overlap"};
    case Kind::mask_memcpy_4D:
      return {shape_limit,          empty,         "global-only",  "mask-local-alignment",
              "mask-dst-alignment", "mask-room",   "mask-element", "mask-layout",
              "mask-negative-zero", "aligned-tail"};
    case Kind::mask_count: break;
  }
  return {"mask-count-read", "mask-count-after-rejection"};
}

}  // namespace

Kind kind(const Operation& operation) { return static_cast<Kind>(operation.variant); }

bool is_kind(const Operation& operation, Kind wanted) {
  return operation.family == Family::bm_atomic && kind(operation) == wanted;
}

const FamilyTables family_tables = {constraints, landmarks, ambiguities};

}  // namespace strideproof::bm_atomic

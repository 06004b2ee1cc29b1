#include "spec/vocabulary/bm_atomic.h"

#include <span>

#include "spec/vocabulary/bm_atomic_tables.h"
#include "spec/vocabulary/family_tables.h"

namespace strideproof::bm_atomic {
namespace {

constexpr Operands both = on_dst | on_src;

constexpr std::string_view formats_sentence = "搬运的数据类型包括: BmGDMAFormat";
constexpr std::string_view directions_sentence = "数据搬运的方向包括以下: BmGDMADir";
constexpr std::string_view matrix_sentence =
    "该操作可以实现二维matrix在global memory和local memory之间的搬运。";
constexpr std::string_view add_sentence = "该功能仅支持float32的数据类型。";
constexpr std::string_view count_sentence =
    "可以支持读取和写入的Tensor的shape不同，但是总大小必须一致";
constexpr std::string_view transpose_sentence = "transpose: 是否做N维度和C维度的转置";
constexpr std::string_view no_lane = "no such lane exists";
constexpr std::string_view no_offset = "the offset is past the end of the lane";
constexpr std::string_view no_window = "no such system memory exists";
constexpr std::string_view no_place = "no such byte of local, or system, memory exists";
constexpr std::string_view past_lane = "the byte is past the end of the lane";
constexpr std::string_view past_window = "the byte is past the end of the window";
constexpr std::string_view past_end = "the byte is past the end of the lane, or window";
constexpr std::string_view past_memory =
    "the byte is past the end of local memory, or of the window";

constexpr std::string_view limit = "gdma-shape-limit", alignment = "address-alignment";

struct ConstraintRow {
  Kinds kinds;
  ConstraintId label;
  std::string_view text;
  Stage stage;
  Operands operands;
  Grade grade;
  std::string_view citation;
};

constexpr auto values = Stage::values, aligned = Stage::alignment, start = Stage::start,
               end = Stage::end, overlap = Stage::overlap;
constexpr auto stated = Grade::stated, physical = Grade::physical, assumed = Grade::assumed;

constexpr ConstraintRow rows[] = {
    {linear, ConstraintId::length_min, "length.min", values, both, assumed, "empty-copy"},
    {matrix, ConstraintId::row_min, "row.min", values, both, assumed, limit},
    {matrix, ConstraintId::row_max, "row.max", values, both, assumed, limit},
    {matrix, ConstraintId::col_min, "col.min", values, both, assumed, limit},
    {matrix, ConstraintId::col_max, "col.max", values, both, assumed, limit},
    {matrix, ConstraintId::row_stride_col, "row_stride.col", values, both, assumed,
     "destination-alias"},
    {matrix, ConstraintId::sec_size_min, "sec_size.min", values, both, assumed, limit},
    {matrix, ConstraintId::sec_size_max, "sec_size.max", values, both, assumed, limit},
    {cwtrans, ConstraintId::src_c_min, "src_c.min", values, both, assumed, limit},
    {cwtrans, ConstraintId::src_c_max, "src_c.max", values, both, assumed, limit},
    {cwtrans, ConstraintId::src_w_min, "src_w.min", values, both, assumed, limit},
    {cwtrans, ConstraintId::src_w_max, "src_w.max", values, both, assumed, limit},
    {cwtrans, ConstraintId::dst_c_stride_min, "dst_c_stride.min", values, on_dst, assumed,
     "cwtrans-stride"},
    {linear | matrix | fill | cwtrans, ConstraintId::format_known, "format.known", values, both,
     stated, formats_sentence},
    {tensor, ConstraintId::src_format_known, "src_format.known", values, on_src, stated,
     formats_sentence},
    {tensor, ConstraintId::dst_format_known, "dst_format.known", values, on_dst, stated,
     formats_sentence},
    {linear | tensor, ConstraintId::direction_known, "direction.known", values, both, stated,
     directions_sentence},
    {matrix, ConstraintId::direction_allowed, "direction.allowed", values, both, stated,
     matrix_sentence},
    {matrix, ConstraintId::result_add_float32, "result_add.float32", values, both, stated,
     add_sentence},
    {tensor, ConstraintId::dst_stride_w_one, "dst_stride.w.one", values, on_dst, assumed,
     "memcpy4d-w-stride"},
    {tensor, ConstraintId::src_stride_w_one, "src_stride.w.one", values, on_src, assumed,
     "memcpy4d-w-stride"},
    {fill, ConstraintId::dst_stride_w_one, "stride.w.one", values, on_dst, assumed,
     "fill-w-stride"},
    {tensor | cwtrans, ConstraintId::dst_local_idx_max, "dst_local_idx.max", values, on_dst,
     physical, no_lane},
    {tensor | cwtrans, ConstraintId::src_local_idx_max, "src_local_idx.max", values, on_src,
     physical, no_lane},
    {matrix, ConstraintId::dst_local_idx_max, "local_mem_idx.max", values, both, physical, no_lane},
    {fill, ConstraintId::dst_local_idx_max, "local_idx.max", values, on_dst, physical, no_lane},
    {mask, ConstraintId::dst_local_idx_max, "local_mem_idx.max", values, on_src | on_src1, physical,
     no_lane},

    {tensor, ConstraintId::shapes_count, "shapes.count", aligned, both, stated, count_sentence},
    {tensor, ConstraintId::transpose_shape, "transpose.shape", aligned, both, stated,
     transpose_sentence},
    {tensor, ConstraintId::formats_convertible, "formats.convertible", aligned, both, assumed,
     "conversion-pairs"},
    {tensor, ConstraintId::transpose_formats, "transpose.formats", aligned, both, assumed,
     "transpose-conversion"},
    {linear | tensor | cwtrans, ConstraintId::dst_addr_aligned, "dst_addr.aligned", aligned, on_dst,
     assumed, alignment},
    {linear | tensor | cwtrans, ConstraintId::src_addr_aligned, "src_addr.aligned", aligned, on_src,
     assumed, alignment},
    {matrix, ConstraintId::global_aligned, "global_mem_addr.aligned", aligned, both, assumed,
     alignment},
    {matrix, ConstraintId::local_aligned, "local_mem_addr.aligned", aligned, both, assumed,
     alignment},
    {fill, ConstraintId::dst_addr_aligned, "start_addr.aligned", aligned, on_dst, assumed,
     alignment},
    {mask, ConstraintId::dst_addr_aligned, "dst_global_mem_addr.aligned", aligned, on_dst, assumed,
     "mask-alignment"},
    {mask, ConstraintId::src_addr_aligned, "data_local_mem_addr.aligned", aligned, on_src, assumed,
     "mask-alignment"},
    {mask, ConstraintId::src1_addr_aligned, "mask_local_mem_addr.aligned", aligned, on_src1,
     assumed, "mask-alignment"},

    {linear | tensor, ConstraintId::dst_addr_start, "dst_addr.place", start, on_dst, physical,
     no_place},
    {linear | tensor, ConstraintId::src_addr_start, "src_addr.place", start, on_src, physical,
     no_place},
    {cwtrans, ConstraintId::dst_addr_start, "dst_addr.lane", start, on_dst, physical, no_offset},
    {cwtrans, ConstraintId::src_addr_start, "src_addr.lane", start, on_src, physical, no_offset},
    {matrix, ConstraintId::global_start, "global_mem_addr.window", start, both, physical,
     no_window},
    {matrix, ConstraintId::local_start, "local_mem_addr.lane", start, both, physical, no_offset},
    {fill, ConstraintId::dst_addr_start, "start_addr.place", start, on_dst, physical, no_place},
    {mask, ConstraintId::dst_addr_start, "dst_global_mem_addr.window", start, on_dst, physical,
     no_window},
    {mask, ConstraintId::src_addr_start, "data_local_mem_addr.lane", start, on_src, physical,
     no_offset},
    {mask, ConstraintId::src1_addr_start, "mask_local_mem_addr.lane", start, on_src1, physical,
     no_offset},

    {linear, ConstraintId::dst_end, "dst.end", end, on_dst, physical, past_memory},
    {linear, ConstraintId::src_end, "src.end", end, on_src, physical, past_memory},
    {tensor | fill, ConstraintId::dst_end, "dst.end", end, on_dst, physical, past_end},
    {tensor, ConstraintId::src_end, "src.end", end, on_src, physical, past_end},
    {cwtrans, ConstraintId::dst_end, "dst.end", end, on_dst, physical, past_lane},
    {cwtrans | mask, ConstraintId::src_end, "src.end", end, on_src, physical, past_lane},
    {mask, ConstraintId::src1_end, "src1.end", end, on_src1, physical, past_lane},
    {mask, ConstraintId::dst_end, "dst.end", end, on_dst, assumed, "mask-room"},
    {matrix, ConstraintId::global_end, "global.end", end, both, physical, past_window},
    {matrix, ConstraintId::local_end, "local.end", end, both, physical, past_lane},

    {tensor, ConstraintId::dst_alias, "dst.alias", overlap, on_dst, assumed, "destination-alias"},
    {linear | tensor | cwtrans, ConstraintId::overlap, "overlap", overlap, both, assumed,
     "copy-overlap"},
};

constexpr std::string_view dst_shape_texts[] = {
    "dst_shape.n.min", "dst_shape.n.max", "dst_shape.c.min", "dst_shape.c.max",
    "dst_shape.h.min", "dst_shape.h.max", "dst_shape.w.min", "dst_shape.w.max"};
constexpr std::string_view src_shape_texts[] = {
    "src_shape.n.min", "src_shape.n.max", "src_shape.c.min", "src_shape.c.max",
    "src_shape.h.min", "src_shape.h.max", "src_shape.w.min", "src_shape.w.max"};
constexpr std::string_view shape_texts[] = {"shape.n.min", "shape.n.max", "shape.c.min",
                                            "shape.c.max", "shape.h.min", "shape.h.max",
                                            "shape.w.min", "shape.w.max"};

// The limits of a shape, in the order of the labels.
void append_limits(std::span<const std::string_view> texts, ConstraintId first, Operands operands,
                   std::vector<Constraint>& all) {
  auto bit = static_cast<uint8_t>(first);
  for (std::string_view text : texts)
    all.push_back({text, bit++, values, operands, assumed, limit});
}

std::vector<Constraint> constraints(const Operation& operation) {
  const Kind k = kind(operation);
  std::vector<Constraint> all;
  if (k == Kind::memcpy_4D) {
    append_limits(src_shape_texts, ConstraintId::src_shape_n_min, on_src, all);
    append_limits(dst_shape_texts, ConstraintId::dst_shape_n_min, on_dst, all);
  }
  if (k == Kind::memset_4D) append_limits(shape_texts, ConstraintId::dst_shape_n_min, on_dst, all);
  if (k == Kind::mask_memcpy_4D)
    append_limits(shape_texts, ConstraintId::dst_shape_n_min, on_all, all);
  for (const ConstraintRow& row : rows)
    if (contains(row.kinds, k))
      all.push_back({row.text, static_cast<uint8_t>(row.label), row.stage, row.operands, row.grade,
                     row.citation});
  return all;
}

std::vector<std::string_view> ambiguities(const Operation& operation) {
  switch (kind(operation)) {
    case Kind::memcpy_1D: return {"empty-copy", alignment, "copy-overlap"};
    case Kind::memcpy_2D:
      return {limit,          alignment,       "destination-alias", "matrix-start-npu",
              "wide-section", "add-subnormal", "nan-add",           "aligned-tail"};
    case Kind::memcpy_4D:
      return {limit,
              alignment,
              "memcpy4d-w-stride",
              "conversion-pairs",
              "transpose-conversion",
              "f32-to-f16",
              "f16-to-f32",
              "to-int-rounding",
              "nan-to-int",
              "nan-conversion",
              "destination-alias",
              "copy-overlap",
              "disjoint-by"};
    case Kind::memset_4D: return {limit, alignment, "fill-w-stride"};
    case Kind::cwtrans: return {limit, alignment, "cwtrans-stride", "copy-overlap", "disjoint-by"};
    case Kind::mask_memcpy_4D:
      return {limit, "mask-alignment", "mask-room", "mask-element", "aligned-tail"};
    case Kind::mask_count: break;
  }
  return {"mask-count-read"};
}

}  // namespace

Kind kind(const Operation& operation) { return static_cast<Kind>(operation.variant); }

bool is_kind(const Operation& operation, Kind wanted) {
  return operation.family == Family::bm_atomic && kind(operation) == wanted;
}

const FamilyTables family_tables = {constraints, landmarks, ambiguities};

}  // namespace strideproof::bm_atomic

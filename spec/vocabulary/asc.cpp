#include "spec/vocabulary/asc.h"

#include "spec/vocabulary/constraint_rows.h"

namespace strideproof::asc {
namespace {

constexpr std::string_view element_types =
    "对于uint8_t/int8_t数据类型，每次迭代处理32 × 32 × 1B数据； "
    "对于half/bfloat16_t数据类型，每次迭代处理16 × 16 × 2B数据； "
    "对于float/int32_t/uint32_t数据类型，每次迭代处理16 × 16 × 4B数据。";
constexpr std::string_view reserved = "保留，当前仅支持输入为false。";

constexpr std::string_view no_overlap = "开发者需要保证目的操作数转置后的分形没有重叠。";

using enum ConstraintId;
using enum LandmarkId;
constexpr ConstraintRow rows[] = {
    {dtype_known, parameter("dtype"), at_most("known", dtype_count - 1), stated, element_types},
    {addrmode_false, parameter("addrmode"), at_most("false", 0), stated, reserved},
    {dst_frac_stride_max, parameter("dst_frac_stride"), own(Stage::values, "max"), assumed,
     "trans-frac-stride-limit"},
    {dst_aligned, address(on_dst), aligned, assumed, "trans-dst-alignment"},
    {dst_aligned, address(on_src), aligned, assumed, "trans-src-alignment"},
    {dst_end, operand(on_dst), ends, physical, "the byte is past the end of L0B"},
    {dst_end, operand(on_src), ends, physical, "the byte is past the end of L1"},
    {dst_overlap, operand(on_dst), not_overlapping, stated, no_overlap},
};

// A case of no iteration meets no landmark but its own.
constexpr NamedRange repeated = from("repeat", 1), repeated_often = from("repeat", 2),
                     of_16_bits = between("dtype", DType::f16, DType::bf16);
constexpr LandmarkRow landmark_rows[] = {
    landmark("b8", "8-bit elements, repeat > 0",
             {repeated, between("dtype", DType::u8, DType::s8)}),
    landmark("b16", "16-bit elements, repeat > 0", {repeated, of_16_bits}),
    landmark("b32", "32-bit elements, repeat > 0",
             {repeated, between("dtype", DType::u32, DType::f32)}),
    landmark("repeat.zero", "repeat = 0: nothing is done, for all bounds", {equals("repeat", 0)}),
    landmark("repeat.one", "repeat = 1: src_stride and dst_stride have no effect",
             {equals("repeat", 1)}),
    landmark("repeat.many", "repeat > 1", {repeated_often}),
    landmark("index", "index_id > 0", {repeated, from("index_id", 1)}),
    landmark("src.repeated", "repeat > 1 and src_stride = 0: the same square in every iteration",
             {repeated_often, equals("src_stride", 0)}),
    landmark("src.adjacent", "repeat > 1 and src_stride = 1: squares without a gap between them",
             {repeated_often, equals("src_stride", 1)}),
    landmark("src.apart", "repeat > 1 and src_stride > 1", {repeated_often, from("src_stride", 2)}),
    landmark(src_off_square, "src.off.square", "src is not a multiple of 512"),
    landmark(dst_contiguous, "dst.contiguous",
             "repeat > 1, and the fractals follow in order without a gap"),
    landmark(dst_gaps, "dst.gaps", "fractals between the first and the last are not written"),
    landmark(
        dst_interleaved, "dst.interleaved",
        "two fractals an iteration: the second of the first iteration lies between first ones of "
        "later iterations"),
    landmark(dst_reordered, "dst.reordered",
             "two fractals an iteration: all first ones lie before the second one of the first "
             "iteration"),
    landmark(
        dst_meets_next, "dst.meets.next",
        "the first fractal of one more iteration would overlap the second fractal of the first"),
    landmark("frac_stride.ignored", "16-bit elements and dst_frac_stride > 0, which has no effect",
             {repeated, of_16_bits, from("dst_frac_stride", 1)}),
    landmark("frac_stride.over.16.bits",
             "16-bit elements and dst_frac_stride > 65535, which has no effect",
             {repeated, of_16_bits, from("dst_frac_stride", largest_frac_stride + 1)}),
    landmark(src_last_byte, "src.last.byte", "src touches the last byte of L1"),
    landmark(dst_last_byte, "dst.last.byte", "dst touches the last byte of L0B"),
};

std::vector<std::string_view> ambiguities(const Operation&) {
  return {"trans-index-unit",        "trans-stride-unit",   "trans-dst-stride",
          "trans-frac-stride-limit", "trans-src-alignment", "trans-dst-alignment",
          "trans-repeat-zero"};
}

}  // namespace

const FamilyTables family_tables = {rows, landmark_rows, ambiguities, {Space::l1, Space::l0b}};

}  // namespace strideproof::asc

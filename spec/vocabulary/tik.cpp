#include "spec/vocabulary/tik.h"

#include "spec/vocabulary/constraint_rows.h"

namespace strideproof::tik {
namespace {

constexpr std::string_view paths =
    "The options are as follows: - UB->UB - UB->GM - GM->UB - GM->L1";
constexpr std::string_view dtypes =
    "uint8, int8, float16, uint16, int16, float32, int32, uint32, uint64, int64";
constexpr std::string_view sids = "The value range is [0, 15].";
constexpr std::string_view bursts = "The value range is [1, 4095].";
constexpr std::string_view lengths = "The value range is [1, 65535], in the unit of 32 bytes.";
constexpr std::string_view strides = "The value range is [0, 65535].";
constexpr std::string_view alignment =
    "If the scope of dst is the L1 Buffer or Unified Buffer, the address offset must be 32-byte "
    "aligned.";
constexpr std::string_view no_memory = "no such byte of the window or buffer exists";
constexpr std::string_view past_memory = "the byte is past the end of the window or buffer";

using enum ConstraintId;
using enum LandmarkId;
constexpr ConstraintRow rows[] = {
    {path, operation(both), own(Stage::values, "path"), stated, paths},
    {dtype_min, parameter("dtype"), limits(0, dtype_count - 1), stated, dtypes},
    {sid_min, parameter("sid"), limits(0, largest_sid), stated, sids},
    {nburst_min, parameter("nburst"), limits(1, largest_nburst), stated, bursts},
    {burst_min, parameter("burst"), limits(1, largest_burst), stated, lengths},
    {src_stride_min, parameter("src_stride"), limits(0, largest_stride), stated, strides},
    {dst_stride_min, parameter("dst_stride"), limits(0, largest_stride), stated, strides},
    {dst_aligned, address(on_dst), aligned, stated, alignment},
    {dst_aligned, address(on_src), aligned, assumed, "data-move-src-scope"},
    {dst_start, address(both), starts("start"), physical, no_memory},
    {dst_end, operand(both), ends, physical, past_memory},
    {overlap, operation(both), not_overlapping, assumed, "copy-overlap"},
};

constexpr LandmarkRow path_of(std::string_view label, std::string_view meaning, Space from,
                              Space to) {
  return landmark(label, meaning, {equals("src_space", from), equals("dst_space", to)});
}
constexpr LandmarkRow landmark_rows[] = {
    path_of("path.gm.l1", "GM to L1", Space::system, Space::l1),
    path_of("path.gm.ub", "GM to UB", Space::system, Space::ub),
    path_of("path.ub.gm", "UB to GM", Space::ub, Space::system),
    path_of("path.ub.ub", "UB to UB", Space::ub, Space::ub),
    landmark("dtype.b8", "elements of 1 byte; the unit stays 32 bytes",
             {between("dtype", DType::u8, DType::s8)}),
    landmark("dtype.b16", "elements of 2 bytes", {between("dtype", DType::f16, DType::s16)}),
    landmark("dtype.b32", "elements of 4 bytes", {between("dtype", DType::f32, DType::u32)}),
    landmark("dtype.b64", "elements of 8 bytes", {between("dtype", DType::u64, DType::s64)}),
    landmark("sid.not.zero", "sid > 0", {from("sid", 1)}),
    landmark("one.burst", "nburst = 1", {equals("nburst", 1)}),
    landmark(strides_unused, "strides.unused", "nburst = 1, and a stride is not 0"),
    landmark("one.run", "several bursts that follow without a gap on both sides",
             {from("nburst", 2), equals("src_stride", 0), equals("dst_stride", 0)}),
    landmark("src.adjacent", "nburst > 1, src_stride = 0, dst_stride > 0: one run becomes bursts",
             {from("nburst", 2), equals("src_stride", 0), from("dst_stride", 1)}),
    landmark("dst.adjacent", "nburst > 1, dst_stride = 0, src_stride > 0: bursts become one run",
             {from("nburst", 2), from("src_stride", 1), equals("dst_stride", 0)}),
    landmark(both_apart, "both.apart", "nburst > 1, and both strides are > 0 and differ"),
    landmark("burst.over.64Ki", "a burst holds more than 65,535 bytes", {from("burst", 2048)}),
    landmark(on_src, over_4gib, "{}.over.4GiB",
             "the first and the last byte of {} in GM have a multiple of 2^32 between them"),
    landmark(on_dst, over_4gib, "{}.over.4GiB",
             "the first and the last byte of {} in GM have a multiple of 2^32 between them"),
    landmark(on_src, extent_4gib, "{}.extent.4GiB",
             "{} reaches over 2^32 bytes or more: its extent does not fit 32 bits"),
    landmark(on_dst, extent_4gib, "{}.extent.4GiB",
             "{} reaches over 2^32 bytes or more: its extent does not fit 32 bits"),
    landmark(on_src, off_block, "{}.off.block", "{} in GM is not a multiple of 32"),
    landmark(on_dst, off_block, "{}.off.block", "{} in GM is not a multiple of 32"),
    landmark(on_src, last_byte, "{}.last.byte", "{} touches the last byte of its window or buffer"),
    landmark(on_dst, last_byte, "{}.last.byte", "{} touches the last byte of its window or buffer"),
    landmark(maps_onto_itself, "in.place", "UB to UB, every byte maps onto itself"),
    landmark(operands_adjacent, "operands.adjacent",
             "UB to UB, one operand starts where the other ends"),
    landmark(operands_interleaved, "operands.interleaved",
             "UB to UB, the bounding ranges of dst and src overlap, their bytes do not"),
};

std::vector<std::string_view> ambiguities(const Operation&) {
  return {"data-move-stride", "data-move-src-scope", "copy-overlap", "disjoint-by", "in-place"};
}

}  // namespace

const FamilyTables family_tables = {rows, landmark_rows, ambiguities, {Space::ub}};

}  // namespace strideproof::tik

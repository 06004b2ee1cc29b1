#include "spec/vocabulary/tik.h"

#include "spec/vocabulary/constraint_rows.h"
#include "spec/vocabulary/family_tables.h"

namespace strideproof::tik {
namespace {

constexpr Operands both = on_dst | on_src;

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

constexpr auto stated = Grade::stated, assumed = Grade::assumed, physical = Grade::physical;

std::span<const ConstraintRow> constraint_rows() {
  using enum ConstraintId;
  static constexpr ConstraintRow rows[] = {
      row(path, operation(both), {Stage::values, "path"}, stated, paths),
      row(dtype_min, parameter("dtype"), limits, stated, dtypes),
      row(sid_min, parameter("sid"), limits, stated, sids),
      row(nburst_min, parameter("nburst"), limits, stated, bursts),
      row(burst_min, parameter("burst"), limits, stated, lengths),
      row(src_stride_min, stride(on_src), limits, stated, strides),
      row(dst_stride_min, stride(on_dst), limits, stated, strides),
      row(dst_aligned, address(on_dst), aligned, stated, alignment),
      row(src_aligned, address(on_src), aligned, assumed, "data-move-src-scope"),
      row(dst_start, address(on_dst), in_memory, physical, no_memory),
      row(src_start, address(on_src), in_memory, physical, no_memory),
      row(dst_end, operand(on_dst), ends, physical, past_memory),
      row(src_end, operand(on_src), ends, physical, past_memory),
      row(overlap, operation(both), not_overlapping, assumed, "copy-overlap"),
  };
  return rows;
}

struct LandmarkRow {
  LandmarkId mark;
  std::string_view label, meaning;
};

constexpr LandmarkRow marks[] = {
    {LandmarkId::gm_to_l1, "path.gm.l1", "GM to L1"},
    {LandmarkId::gm_to_ub, "path.gm.ub", "GM to UB"},
    {LandmarkId::ub_to_gm, "path.ub.gm", "UB to GM"},
    {LandmarkId::ub_to_ub, "path.ub.ub", "UB to UB"},
    {LandmarkId::dtype_b8, "dtype.b8", "elements of 1 byte; the unit stays 32 bytes"},
    {LandmarkId::dtype_b16, "dtype.b16", "elements of 2 bytes"},
    {LandmarkId::dtype_b32, "dtype.b32", "elements of 4 bytes"},
    {LandmarkId::dtype_b64, "dtype.b64", "elements of 8 bytes"},
    {LandmarkId::sid_given, "sid.not.zero", "sid > 0"},
    {LandmarkId::one_burst, "one.burst", "nburst = 1"},
    {LandmarkId::strides_unused, "strides.unused", "nburst = 1, and a stride is not 0"},
    {LandmarkId::one_run, "one.run", "several bursts that follow without a gap on both sides"},
    {LandmarkId::src_adjacent, "src.adjacent",
     "nburst > 1, src_stride = 0, dst_stride > 0: one run becomes bursts"},
    {LandmarkId::dst_adjacent, "dst.adjacent",
     "nburst > 1, dst_stride = 0, src_stride > 0: bursts become one run"},
    {LandmarkId::both_apart, "both.apart", "nburst > 1, and both strides are > 0 and differ"},
    {LandmarkId::burst_over_64ki, "burst.over.64Ki", "a burst holds more than 65,535 bytes"},
    {LandmarkId::src_over_4gib, "src.over.4GiB",
     "the first and the last byte of src in GM have a multiple of 2^32 between them"},
    {LandmarkId::dst_over_4gib, "dst.over.4GiB",
     "the first and the last byte of dst in GM have a multiple of 2^32 between them"},
    {LandmarkId::src_extent_4gib, "src.extent.4GiB",
     "src reaches over 2^32 bytes or more: its extent does not fit 32 bits"},
    {LandmarkId::dst_extent_4gib, "dst.extent.4GiB",
     "dst reaches over 2^32 bytes or more: its extent does not fit 32 bits"},
    {LandmarkId::src_off_block, "src.off.block", "src in GM is not a multiple of 32"},
    {LandmarkId::dst_off_block, "dst.off.block", "dst in GM is not a multiple of 32"},
    {LandmarkId::src_last_byte, "src.last.byte",
     "src touches the last byte of its window or buffer"},
    {LandmarkId::dst_last_byte, "dst.last.byte",
     "dst touches the last byte of its window or buffer"},
    {LandmarkId::in_place, "in.place", "UB to UB, every byte maps onto itself"},
    {LandmarkId::operands_adjacent, "operands.adjacent",
     "UB to UB, one operand starts where the other ends"},
    {LandmarkId::operands_interleaved, "operands.interleaved",
     "UB to UB, the bounding ranges of dst and src overlap, their bytes do not"},
};

std::vector<Constraint> constraints(const Operation& operation) {
  return constraints_of(operation, constraint_rows());
}

std::vector<Landmark> landmarks(const Operation&) {
  std::vector<Landmark> all;
  for (const LandmarkRow& m : marks)
    all.push_back({m.label, static_cast<uint8_t>(m.mark), m.meaning});
  return all;
}

std::vector<std::string_view> ambiguities(const Operation&) {
  return {"data-move-stride", "data-move-src-scope", "copy-overlap", "disjoint-by", "in-place"};
}

}  // namespace

const FamilyTables family_tables = {constraints, landmarks, ambiguities};

}  // namespace strideproof::tik

#pragma once
// Implementations that read the documents otherwise, written from the words of the ledger.

#include <string_view>

#include "conform/tests/plugins/variant_elements.h"
#include "spec/vocabulary/case.h"

namespace strideproof::variants {

enum class Answer : uint8_t {
  run,     // the optimized implementation runs the case, as it stands now
  reject,  // nothing changes
  done
};

// Names a parameter, or one of its four values.
inline int64_t& value(Case& c, std::string_view name, size_t of = 0) {
  return c.arguments.value[static_cast<size_t>(c.operation->parameter(name)->slot) + of];
}
inline bool has(const Case& c, std::string_view name) {
  return c.operation->parameter(name) != nullptr;
}
inline Four four(const Case& c, std::string_view name) {
  Four values;
  const auto slot = static_cast<size_t>(c.operation->parameter(name)->slot);
  for (size_t i = 0; i < 4; ++i) values[i] = c.arguments.value[slot + i];
  return values;
}
inline bool is_null(const Case& c, std::string_view name) {
  return c.arguments.is_null(
      static_cast<int>(c.operation->parameter(name) - c.operation->parameters.data()));
}

// BmGDMADir: S2L 0, L2S 1, S2S 2, L2L 3.
inline bool dst_is_local(int64_t direction) { return direction == 0 || direction == 3; }
inline bool src_is_local(int64_t direction) { return direction == 1 || direction == 3; }
// BmGDMAFormat: FLOAT32, INT16, UINT8, INT8, FLOAT16.
inline int64_t bytes_of_format(int64_t format) {
  return format == 0 ? 4 : format == 1 || format == 4 ? 2 : 1;
}

// ---- another case means by default what this one means under the reading ----

Answer linear_base(Case& c);
Answer linear_length(Case& c);
Answer linear_lanes(Case& c);
Answer linear_alignment(Case& c);
Answer local_address(Case& c);
Answer global_only(Case& c);
Answer stride_unit(Case& c);
Answer w_stride_unit(Case& c);
Answer every_stride_unit(Case& c);
Answer section_unit(Case& c);
Answer transpose_n_c_ignored(Case& c);
Answer one_column_src(Case& c);
Answer one_column_dst(Case& c);
Answer one_column_fill(Case& c);
Answer source_broadcast(Case& c);
Answer source_overlap(Case& c);
Answer single_row_stride(Case& c);
Answer in_place(Case& c);
Answer empty_copy_checked(Case& c);
Answer empty_copy(Case& c);
Answer unused_stride(Case& c);
Answer shift_by_32_is_0(Case& c);
Answer shift_by_32_is_right(Case& c);
Answer data_move_src_aligned(Case& c);
Answer trans_dst_stride(Case& c);
Answer trans_index_unit(Case& c);
Answer trans_stride_unit(Case& c);
Answer trans_repeat_zero(Case& c);
Answer trans_frac_stride_any(Case& c);
Answer trans_frac_stride_limit(Case& c);

// ---- plain loops over elements ----

// Copies, matrices and fills of okk-gdma, and memset_4D.
struct TensorRules {
  int64_t most_outer = 65535, most_inner = 65535;  // n and c, or rows; the other extents
  bool any_address = false, any_w_stride = false, signed_strides = false;
  bool fill_may_overlap = true, last_wins = false;
  enum class Overlap : uint8_t { rejected, read_first, ascending } overlap = Overlap::rejected;
  bool disjoint_ranges = false, whole_padding = false, start_lane_counts = true;
};
Answer tensors(Machine& machine, const Case& c, const TensorRules& rules);

struct Memcpy4dRules {
  bool any_src_w_stride = false, any_dst_w_stride = false;
  bool any_shape_when_transposed = false, convert_when_transposed = false, any_pair = false;
  enum class Round : uint8_t { even, away, truncate, up, floor } round = Round::even;
  bool wrap = false;                                                        // to an integer
  enum class Nan : uint8_t { largest, zero, smallest } nan = Nan::largest;  // to an integer
  bool clamp_f16 = false, truncate_f16 = false, rebias_f16 = false;
};
Answer memcpy_4d(Machine& machine, const Case& c, const Memcpy4dRules& rules);

struct Memcpy2dRules {
  bool whole_matrix = false, narrow_sections = false, flush = false, start_lane_counts = true;
};
Answer memcpy_2d(Machine& machine, const Case& c, const Memcpy2dRules& rules);

// cwtrans; the last in CW order of dst wins where rows overlap.
Answer narrow_transpose(Machine& machine, const Case& c);

struct MaskRules {
  int64_t local_unit = 0, dst_unit = 0;  // of addresses; 0: one unit, four units
  bool compact = false, by_value = false, byte_masks = false, room_for_kept = false;
};
Answer mask_copy(Machine& machine, const Case& c, const MaskRules& rules);
Answer count_read_once(Machine& machine, const Case& c);
Answer count_of_rejected_is_0(Machine& machine, const Case& c);

Answer counts_not_looked_at(Machine& machine, const Case& c);
struct MoveRules {
  bool start_to_start = false, aligned_by_dst = false;
};
Answer move_bursts(Machine& machine, const Case& c, const MoveRules& rules);
struct TransRules {
  int64_t src_unit = 32, dst_unit = 512;
};
Answer trans(Machine& machine, const Case& c, const TransRules& rules);

}  // namespace strideproof::variants

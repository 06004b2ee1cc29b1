// Implementations that read the documents otherwise:
//
//   STRIDEPROOF_VARIANT="ID=NUMBER"   one written from the words of the ledger, without the
//                                     reference: it gives the optimized implementation another
//                                     case, or loops over the elements itself
//   STRIDEPROOF_READINGS="ID=NUMBER"  the reference under the reading
//   STRIDEPROOF_CUT="OP.PARAMETER:N"  beside either: a planted fault, a parameter cut to its lower
//                                     bits

#include "conform/tests/plugins/variant.h"

#include <algorithm>
#include <cstdlib>

#include "conform/plugin/export/implementation.h"
#include "mutants/cut.h"

namespace strideproof::exported {
namespace {

using namespace variants;
using Overlap = TensorRules::Overlap;
using Round = Memcpy4dRules::Round;
using Nan = Memcpy4dRules::Nan;

using Changes = Answer (*)(Case&);
using Runs = Answer (*)(Machine&, const Case&);

struct Row {
  constexpr Row(std::string_view name, Changes first, Runs then = nullptr)
      : reading(name), changes(first), runs(then) {}
  constexpr Row(std::string_view name, Runs only) : reading(name), runs(only) {}

  Answer answer(Machine& machine, Case& c) const {
    const Answer changed = changes != nullptr ? changes(c) : Answer::run;
    return changed == Answer::run && runs != nullptr ? runs(machine, c) : changed;
  }
  std::string_view reading;
  Changes changes = nullptr;
  Runs runs = nullptr;
};

template <auto implementation, auto rules>
Answer under(Machine& machine, const Case& c) {
  return implementation(machine, c, rules);
}
template <TensorRules rules>
constexpr auto tensors_under = under<tensors, rules>;
template <Memcpy4dRules rules>
constexpr auto memcpy_4d_under = under<memcpy_4d, rules>;
template <Memcpy2dRules rules>
constexpr auto memcpy_2d_under = under<memcpy_2d, rules>;
template <MaskRules rules>
constexpr auto mask_under = under<mask_copy, rules>;
template <MoveRules rules>
constexpr auto move_under = under<move_bursts, rules>;
template <TransRules rules>
constexpr auto trans_under = under<trans, rules>;

constexpr int64_t any_extent = int64_t{1} << 32;

constexpr Row variants_of_readings[] = {
    {"gdma-shape-limit=1",
     tensors_under<TensorRules{.most_outer = any_extent, .most_inner = any_extent}>},
    {"gdma-shape-limit=2", tensors_under<TensorRules{.most_outer = any_extent}>},
    {"empty-copy=1", empty_copy_checked},
    {"empty-copy=2", empty_copy},
    {"negative-stride=1", tensors_under<TensorRules{.signed_strides = true}>},
    {"unused-stride=1", unused_stride},
    {"unused-stride=2", unused_stride},
    {"stride-unit=1", stride_unit},
    {"w-stride-unit=1", w_stride_unit},
    {"stride-unit=1 w-stride-unit=1", every_stride_unit},
    {"address-alignment=1", linear_alignment, tensors_under<TensorRules{.any_address = true}>},
    {"fill-w-stride=1", one_column_fill},
    {"fill-w-stride=2", tensors_under<TensorRules{.any_w_stride = true}>},
    {"fill-alias=1", tensors_under<TensorRules{.fill_may_overlap = false}>},
    {"source-broadcast=1", source_broadcast},
    {"source-overlap=1", source_overlap},
    {"in-place=1", in_place},
    {"matrix-start-npu=1", tensors_under<TensorRules{.start_lane_counts = false}>},
    {"destination-alias=1", tensors_under<TensorRules{.last_wins = true}>},
    {"copy-overlap=1", tensors_under<TensorRules{.overlap = Overlap::read_first}>},
    {"copy-overlap=2", tensors_under<TensorRules{.overlap = Overlap::ascending}>},
    {"disjoint-by=1", tensors_under<TensorRules{.disjoint_ranges = true}>},
    {"aligned-tail=1", tensors_under<TensorRules{.whole_padding = true}>},
    {"local-address=1", local_address},
    {"global-only=1", global_only},
    {"linear-base=1", linear_base},
    {"linear-length=1", linear_length},
    {"linear-lanes=1", linear_lanes},
    {"single-row-stride=1", single_row_stride},
    {"section-cut=1", memcpy_2d_under<Memcpy2dRules{.whole_matrix = true}>},
    {"section-unit=1", section_unit},
    {"wide-section=1", memcpy_2d_under<Memcpy2dRules{.narrow_sections = true}>},
    {"transpose-shape=1", memcpy_4d_under<Memcpy4dRules{.any_shape_when_transposed = true}>},
    {"transpose-shape=2", transpose_n_c_ignored},
    {"memcpy4d-src-w-stride=1", one_column_src},
    {"memcpy4d-src-w-stride=2", memcpy_4d_under<Memcpy4dRules{.any_src_w_stride = true}>},
    {"memcpy4d-dst-w-stride=1", one_column_dst},
    {"memcpy4d-dst-w-stride=2", memcpy_4d_under<Memcpy4dRules{.any_dst_w_stride = true}>},
    {"conversion-pairs=1", memcpy_4d_under<Memcpy4dRules{.any_pair = true}>},
    {"transpose-conversion=1", memcpy_4d_under<Memcpy4dRules{.convert_when_transposed = true}>},
    {"f32-to-f16=1", memcpy_4d_under<Memcpy4dRules{.truncate_f16 = true}>},
    {"f16-overflow=1", memcpy_4d_under<Memcpy4dRules{.clamp_f16 = true}>},
    {"f16-to-f32=1", memcpy_4d_under<Memcpy4dRules{.rebias_f16 = true}>},
    {"to-int-rounding=1", memcpy_4d_under<Memcpy4dRules{.round = Round::away}>},
    {"to-int-rounding=2", memcpy_4d_under<Memcpy4dRules{.round = Round::truncate}>},
    {"to-int-rounding=3", memcpy_4d_under<Memcpy4dRules{.round = Round::up}>},
    {"to-int-rounding=4", memcpy_4d_under<Memcpy4dRules{.round = Round::floor}>},
    {"to-int-range=1", memcpy_4d_under<Memcpy4dRules{.wrap = true}>},
    {"nan-to-int=1", memcpy_4d_under<Memcpy4dRules{.nan = Nan::zero}>},
    {"nan-to-int=2", memcpy_4d_under<Memcpy4dRules{.nan = Nan::smallest}>},
    {"add-subnormal=1", memcpy_2d_under<Memcpy2dRules{.flush = true}>},
    {"cwtrans-stride=1", narrow_transpose},
    {"mask-element=1", mask_under<MaskRules{.byte_masks = true}>},
    {"mask-layout=1", mask_under<MaskRules{.compact = true}>},
    {"mask-negative-zero=1", mask_under<MaskRules{.by_value = true}>},
    {"mask-local-alignment=1", mask_under<MaskRules{.local_unit = 4}>},
    {"mask-dst-alignment=1", mask_under<MaskRules{.dst_unit = 4}>},
    {"mask-room=1", mask_under<MaskRules{.room_for_kept = true}>},
    {"mask-count-read=1", count_read_once},
    {"mask-count-after-rejection=1", count_of_rejected_is_0},
    {"shift-by-32=1", shift_by_32_is_0},
    {"shift-by-32=2", shift_by_32_is_right},
    {"count-out-of-range=1", counts_not_looked_at},
    {"data-move-stride=1", move_under<MoveRules{.start_to_start = true}>},
    {"data-move-src-scope=1", data_move_src_aligned},
    {"data-move-src-scope=2", move_under<MoveRules{.aligned_by_dst = true}>},
    {"trans-index-unit=1", trans_index_unit},
    {"trans-stride-unit=1", trans_stride_unit},
    {"trans-dst-stride=1", trans_dst_stride},
    {"trans-frac-stride-limit=1", trans_frac_stride_any},
    {"trans-frac-stride-limit=2", trans_frac_stride_limit},
    {"trans-src-alignment=1", trans_under<TransRules{.src_unit = 1}>},
    {"trans-dst-alignment=1", trans_under<TransRules{.dst_unit = 1}>},
    {"trans-repeat-zero=1", trans_repeat_zero},
};

std::string_view environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

// The catalogue exists from the first call on.
const mutants::Cut& cut() {
  static const mutants::Cut of_environment = [] {
    const std::string_view text = environment("STRIDEPROOF_CUT");
    return text.empty() ? mutants::Cut{} : mutants::parse_cut(text);
  }();
  return of_environment;
}

}  // namespace

const char* implementation_name() { return "another reading"; }

Result run(Machine& machine, const Case& c) {
  static const Readings readings = chosen_readings();
  static const std::string_view name = environment("STRIDEPROOF_VARIANT");
  Case received = c;
  mutants::apply(cut(), received);
  const auto row = std::find_if(std::begin(variants_of_readings), std::end(variants_of_readings),
                                [](const Row& each) { return each.reading == name; });
  if (row == std::end(variants_of_readings)) return reference::run(machine, received, readings);
  const Answer answer = row->answer(machine, received);
  if (answer == Answer::run) return optimized::run(machine, received);
  return {{.violated = answer == Answer::reject ? uint64_t{1} : 0}, 0};
}

}  // namespace strideproof::exported

#include "spec/vocabulary/ledger.h"

namespace strideproof {
namespace {

constexpr std::string_view shape_limit[] = {"[1, 65535]", "larger accepted and right"};
constexpr std::string_view negative_stride[] = {"rejected", "accepted: a signed distance"};
constexpr std::string_view address_alignment[] = {"multiples of the element size", "any address"};
constexpr std::string_view w_stride[] = {"must be 1", "any where W = 1"};
constexpr std::string_view fill_w_stride[] = {"must be 1", "any where W = 1", "any"};
constexpr std::string_view matrix_start[] = {"ceil((Q+C)/X)*sc", "ceil(C/X)*sc"};
constexpr std::string_view alias[] = {"rejected", "the last in NCHW order wins"};
constexpr std::string_view overlap[] = {"rejected", "as if all were read first",
                                        "ascending element order"};
constexpr std::string_view disjoint[] = {"byte sets",
                                         "enclosing ranges of offsets, whatever the lane"};
constexpr std::string_view tail[] = {"only touched bytes count", "the padded size counts"};

constexpr std::string_view shift_by_32[] = {"mathematical: 0, or the sign for arithmetic right",
                                            "the shifted value unchanged"};
constexpr std::string_view wide_section[] = {"sec_size", "min(sec_size, local columns)"};
constexpr std::string_view f32_to_f16[] = {
    "nearest even, subnormals, infinity from 65520",
    "truncated, 0 below 2^-14, infinity from 65536, NaN becomes infinity"};
constexpr std::string_view f16_to_f32[] = {"IEEE 754", "every code rebiased"};
constexpr std::string_view to_int_rounding[] = {"half to even", "half away from zero", "truncate"};
constexpr std::string_view nan_to_int[] = {"largest value", "0", "smallest value"};
constexpr std::string_view conversion_pairs[] = {"rejected"};
constexpr std::string_view add_subnormal[] = {"gradual", "flushed to zero"};
constexpr std::string_view nan_add[] = {"any NaN"};
constexpr std::string_view mask_element[] = {"32-bit words like the data",
                                             "bytes in the 8-bit aligned layout"};
constexpr std::string_view mask_count_read[] = {"the same number", "0 the second time"};
constexpr std::string_view square_unit[] = {"512 bytes, its square", "1024 bytes"};
constexpr std::string_view b8_merge[] = {"one below the other", "side by side"};
constexpr std::string_view b32_merge[] = {"side by side", "one below the other"};
constexpr std::string_view burst_stride[] = {"from the end to the start", "from start to start"};
constexpr std::string_view src_scope[] = {"any offset", "a multiple of 32"};
constexpr std::string_view fractals[] = {"rejected", "the later (iteration, fractal) wins"};

constexpr std::string_view frac_stride_limit[] = {"[0, 65535]", "larger accepted and right"};
constexpr std::string_view trans_alignment[] = {"src multiples of 32, dst of 512", "any offsets"};

constexpr std::string_view empty_copy[] = {"rejected", "nothing moves"};
constexpr std::string_view cwtrans_stride[] = {"rejected", "the last in CW order of dst wins"};
constexpr std::string_view transpose_conversion[] = {"rejected", "converted as without transpose"};
constexpr std::string_view mask_alignment[] = {
    "one unit (128 bytes) in local, four (512) in system memory", "multiples of 4"};
constexpr std::string_view mask_room[] = {"all words of the shape", "the words kept"};

constexpr LedgerEntry entries[] = {
    {"gdma-shape-limit", "How large may an extent be?",
     "okk-gdma, every function, \"shape\" (of matrices \"rows\", \"cols\"): no range is given",
     shape_limit,
     "The document states no limit. The descriptor fields of the engine are 16 bits wide, and the "
     "sister document okk-bdc states [1, 65535]."},
    {"negative-stride", "May a stride be negative?",
     "okk-gdma, every function, the strides: dim4 is a struct of four int, and no range is given",
     negative_stride, "Strides are distances; the engine's stride fields are unsigned."},
    {"address-alignment", "Must an address be a multiple of the element size?",
     "okk-gdma, every function, \"dst_addr\" and \"src_addr\": no rule is given", address_alignment,
     "The document is silent; okk-bdc states \"divisible by 4\" for 32-bit elements."},
    {"w-stride-of-one-column", "Is the w stride of a copy free where W = 1?",
     "okk-gdma, cpy functions, Remarks: \"dst_stride->w and src_stride->w are only allowed to be "
     "one.\"",
     w_stride, "The sentence names no exception."},
    {"fill-w-stride", "Which w strides may a fill have?",
     "okk-gdma, set_C functions, Remarks, and bm-atomic, memset_4D, \"stride\": no rule for the w "
     "stride",
     fill_w_stride, "The related copies allow only 1."},
    {"matrix-start-npu", "Does the n stride of a matrix in local memory count the start NPU?",
     "okk-gdma, matrix_S2L, Remarks: \"The destination tensor is in the matrix layout.\" (L2S: the "
     "source); the layout is not defined there",
     matrix_start, "As in the aligned layout, so rows never share a byte for any start NPU."},
    {"destination-alias", "May two destination elements of a copy share bytes?",
     "okk-gdma, cpy functions: \"dst(n, c, h, w) = src(n, c, h, w)\" with a dst_stride of any "
     "value",
     alias, "dst(n, c, h, w) = src(n, c, h, w) cannot hold for both."},
    {"copy-overlap", "What if source and destination share bytes without being the same map?",
     "okk-gdma, cpy_L2L and cpy_S2S: \"dst(n, c, h, w) = src(n, c, h, w)\"; tik data_move, "
     "Description: \"UB->UB\"",
     overlap,
     "The document gives no order; the equation cannot hold for what is overwritten first."},
    {"disjoint-by", "Must the bytes be disjoint, or their bounding ranges?",
     "okk-gdma, cpy_L2L and cpy_S2S; tik data_move, Description: \"UB->UB\"; neither speaks of "
     "operands that interleave",
     disjoint, "Only bytes can be overwritten; interleaved tensors are legal."},
    {"aligned-tail", "Must the padding after the last aligned channel lie inside the lane?",
     "okk-gdma and okk-bdc, Remarks: \"in the 128-byte aligned layout\"", tail,
     "Padding is neither read nor written, so it needs no memory."},
    {"shift-by-32", "What is a value shifted by 32?", "okk-bdc, shifts: counts are in [-32, 32]",
     shift_by_32,
     "The document counts 32 among the legal counts; bits that are shifted out are lost."},
    {"wide-section", "What is rounded up where a section is wider than the local matrix?",
     "bm-atomic, memcpy_2D: sec_size with transpose", wide_section,
     "The document calls sec_size the size of the data in each NPU."},
    {"memcpy4d-w-stride", "Which w strides may memcpy_4D have?",
     "bm-atomic, memcpy_4D: \"src_stride[4]\", \"dst_stride[4]\"", fill_w_stride,
     "The same engine copies for okk-gdma, where only 1 is allowed."},
    {"conversion-pairs", "How does a pair of formats convert that is neither equal nor known?",
     "bm-atomic, memcpy_4D: src_format and dst_format", conversion_pairs,
     "The engine converts float32 from and to the others, and float16 from and to 8 bits."},
    {"f32-to-f16", "How is float32 rounded to float16?",
     "bm-atomic, memcpy_4D, \"dst_format\": FLOAT32 to FLOAT16, without a rule of rounding",
     f32_to_f16, "The names of both formats come from IEEE 754."},
    {"f16-to-f32", "What do zero, subnormal, infinite and NaN codes become?",
     "bm-atomic, memcpy_4D, \"dst_format\": FLOAT16 to FLOAT32, without a rule for special codes",
     f16_to_f32, "IEEE 754: each is exact in float32."},
    {"to-int-rounding", "How is a number rounded to an integer?",
     "bm-atomic, memcpy_4D, \"dst_format\": INT8 and UINT8 from floating point, without a rule of "
     "rounding",
     to_int_rounding, "The default of IEEE 754."},
    {"nan-to-int", "What integer does NaN become?",
     "bm-atomic, memcpy_4D, \"dst_format\": INT8 and UINT8 from floating point, without a word on "
     "NaN",
     nan_to_int,
     "As positive infinity: a saturating unit that looks at the exponent sees no difference."},
    {"add-subnormal", "Are subnormal numbers of result_add kept?",
     "bm-atomic, memcpy_2D, \"result_add\": added to what the destination held, of float32 alone",
     add_subnormal, "IEEE 754 keeps them."},
    {"nan-add", "Which NaN is the result of an invalid sum?",
     "bm-atomic, memcpy_2D, \"result_add\": added to what the destination held, of float32 alone",
     nan_add, "Neither the document nor IEEE 754 chooses its bits."},
    {"mask-element", "How wide is an element of the mask?",
     "bm-atomic, mask_memcpy_4D: the mask corresponds to the data one to one", mask_element,
     "There is no format; the mask has the shape of the data, which are 32-bit words."},
    {"mask-count-read", "What does a second call of bm_get_mask_memcpy_res_num return?",
     "bm-atomic, bm_get_mask_memcpy_res_num: the number that the mask copy moved", mask_count_read,
     "The document calls it the number moved by the copy that ended."},
    {"data-move-stride", "Between which points does a burst-to-burst stride count?",
     "tik data_move: \"Burst-to-burst stride\"", burst_stride,
     "The example and the vendor's other documents count the gap after a burst."},
    {"data-move-src-scope", "Must a source offset in global memory be aligned?",
     "tik data_move, src: \"If the scope of dst is the L1 Buffer or Unified Buffer\"", src_scope,
     "The row of src repeats that of dst; its own scope is meant."},
    {"trans-square-unit", "In which unit do src_stride and index_id of 16-bit types count?",
     "asc, src_stride: \"1024B\" and \"16 x 16 x 2B\"", square_unit,
     "The line of the type is more special than the unit in general."},
    {"trans-b8-merge", "How do two fractals of 8-bit types form a square?",
     "asc: two consecutive 16 x 32 fractals become one 32 x 32 square", b8_merge,
     "Two of 16 rows and 32 columns make 32 x 32 only one below the other."},
    {"trans-b32-merge", "How do two fractals of 32-bit types form a square?",
     "asc: two consecutive 16 x 8 fractals become one 16 x 16 square", b32_merge,
     "Two of 16 rows and 8 columns make 16 x 16 only side by side."},
    {"trans-overlap", "What if destination fractals overlap?",
     "asc, constraints, second item: the developer ensures that the fractals of the destination do "
     "not overlap",
     fractals, "The document leaves it to the caller, and gives no order."},
    {"trans-frac-stride-limit", "How large may dst_frac_stride be?",
     "asc, parameters, dst_frac_stride: uint64_t in the prototype, without a range",
     frac_stride_limit,
     "The document gives its other strides 16 bits; where it is not valid (16-bit types) any value "
     "passes. Only a call that repeats 0 times can tell: L0B holds fewer fractals."},
    {"trans-alignment", "Must the offsets in L1 and L0B be aligned?",
     "asc, parameters, dst and src: no rule is given", trans_alignment,
     "L1 is read in blocks of 32 bytes, L0B is written in fractals of 512."},
    {"empty-copy", "What is a copy of length 0?",
     "bm-atomic, memcpy_1D, \"length\": no range is given", empty_copy,
     "Extents begin at 1; a descriptor field of 0 often stands for the largest length."},
    {"cwtrans-stride", "May dst_c_stride be less than src_c, the width of a destination row?",
     "bm-atomic, cwtrans, \"dst_c_stride\": no range is given", cwtrans_stride,
     "Rows of one lane would share bytes; rows that are alone in their lane are not "
     "distinguished."},
    {"transpose-conversion", "May memcpy_4D transpose and convert at once?",
     "bm-atomic, memcpy_4D: transpose, src_format and dst_format", transpose_conversion,
     "The document names both without a word of both together; the transposing mode moves bits."},
    {"mask-alignment", "How must the addresses of mask_memcpy_4D be aligned?",
     "bm-atomic, mask_memcpy_4D, the addresses: no rule is given", mask_alignment,
     "The layout is the aligned one, and the engine packs what it keeps in whole bursts."},
    {"mask-room", "How much of the destination must exist?",
     "bm-atomic, mask_memcpy_4D: the number moved is known when the copy ended", mask_room,
     "The number is unknown before the copy, so the caller must provide space for all words."},
    {"nan-conversion", "Which NaN does NaN become in the other of float32 and float16?",
     "bm-atomic, memcpy_4D, \"dst_format\": FLOAT32 and FLOAT16 from each other, without a word on "
     "NaN",
     nan_add, "Neither the document nor IEEE 754 chooses its bits."},
};
static_assert(std::size(entries) <= max_ledger_entries);

}  // namespace

std::span<const LedgerEntry> ledger() { return entries; }

int ledger_index(std::string_view id) {
  for (size_t i = 0; i < std::size(entries); ++i)
    if (entries[i].id == id) return static_cast<int>(i);
  return -1;
}

}  // namespace strideproof

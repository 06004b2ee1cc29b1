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

constexpr std::string_view gdma = "okk-gdma, all functions";

constexpr LedgerEntry entries[] = {
    {"gdma-shape-limit", "How large may an extent be?", gdma, shape_limit,
     "The document states no limit. The descriptor fields of the engine are 16 bits wide, and the "
     "sister document okk-bdc states [1, 65535]."},
    {"negative-stride", "May a stride be negative?", "okk-gdma: dim4 is a struct of four int",
     negative_stride, "Strides are distances; the engine's stride fields are unsigned."},
    {"address-alignment", "Must an address be a multiple of the element size?", gdma,
     address_alignment,
     "The document is silent; okk-bdc states \"divisible by 4\" for 32-bit elements."},
    {"w-stride-of-one-column", "Is the w stride of a copy free where W = 1?",
     "okk-gdma, cpy: \"are only allowed to be one\"", w_stride, "The sentence names no exception."},
    {"fill-w-stride", "Which w strides may a fill have?",
     "okk-gdma, set_C: no rule for the w stride", fill_w_stride,
     "The copies beside it allow one alone."},
    {"matrix-start-npu", "Does the n stride of a matrix in local memory count the start NPU?",
     "okk-gdma, matrix: \"in the matrix layout\"", matrix_start,
     "As in the aligned layout, so that rows never share a byte whatever the start NPU."},
    {"destination-alias", "What if two destination elements of a copy share bytes?",
     "okk-gdma, cpy and matrix_L2S: dst_stride is free", alias,
     "dst(n, c, h, w) = src(n, c, h, w) cannot hold for both."},
    {"copy-overlap", "What if source and destination share bytes without being the same map?",
     "okk-gdma, cpy_L2L and cpy_S2S", overlap,
     "The document gives no order; the equation cannot hold for what is overwritten first."},
    {"disjoint-by", "What must be disjoint: the bytes, or what encloses them?",
     "okk-gdma, cpy_L2L and cpy_S2S", disjoint,
     "Only bytes can be overwritten; interleaved tensors are legal."},
    {"aligned-tail", "Must the padding behind the last aligned channel lie inside the lane?",
     "okk-gdma: \"128-byte aligned layout\"", tail,
     "Padding is neither read nor written, so it needs no memory."},
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

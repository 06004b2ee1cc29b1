#pragma once
// The table of the ledger, readable at compile time; other code uses ledger.h. An entry is a row of
// these files, its id in the ambiguities of its operations, and the lines of model/reference that
// ask for its reading.

#include <iterator>

#include "spec/vocabulary/ledger_bm_atomic.h"
#include "spec/vocabulary/ledger_shared.h"

namespace strideproof::ledger_table {

inline constexpr LedgerEntry others[] = {
    {"w-stride-unit",
     "In which unit does a w stride count?",
     {{bdc, "dst_stride", "Pointer to the stride of the destination tensor."}},
     {"elements", "bytes, whole elements"},
     "The strides of the layout for NULL count elements: its w stride is 1."},
    {"shift-by-32",
     "What is a value shifted by 32?",
     {{bdc, "shifts, Remarks", "The elements of the source_1 tensor are in [-32, 32]"},
      {bdc, "shifts by C, Remarks", "The constant value C is in [-32, 32]"}},
     {"mathematical: 0, or the sign for arithmetic right", "the shifted value unchanged",
      "a count has six bits: 32 is -32"},
     "The document counts 32 among the legal counts; bits that are shifted out are lost."},
    {"count-out-of-range",
     "What if a tensor holds a count outside [-32, 32]?",
     {{bdc, "shifts, Remarks", "The elements of the source_1 tensor are in [-32, 32]"}},
     {"rejected", "not looked at: the elements with such counts may hold anything"},
     "The count is not legal; a unit that cannot read before it starts cannot reject it."},
    {"data-move-stride",
     "Between which points does a burst-to-burst stride count?",
     {{tik, "src_stride", "Burst-to-burst stride of the source tensor."},
      {tik, "dst_stride", "Burst-to-burst stride of the destination tensor."}},
     {"from the end to the start", "from start to start"},
     "The vendor's other documents count the gap after a burst; the example has one burst."},
    {"data-move-src-scope",
     "Must a source offset be aligned by its own scope or by that of the destination?",
     {{tik, "src",
       "If the scope of dst is the L1 Buffer or Unified Buffer, the address offset must be 32-byte "
       "aligned."}},
     {"by its own scope", "by its own scope, and in global memory too",
      "by that of the destination, as it is written"},
     "The row of src repeats that of dst; its own scope is meant."},
    {"trans-index-unit",
     "In which unit does index_id of 16-bit types count?",
     {{asc, "index_id", "方块矩阵的ID，搬运起始位置为源操作数中第几个方块矩阵"}},
     {"512 bytes, its square", "1024 bytes"},
     "A square of these types has 512 bytes."},
    {"trans-stride-unit",
     "In which unit does src_stride of 16-bit types count?",
     {{asc, "src_stride", "单位：（1024B）"},
      {asc, "src_stride", "对于half/bfloat16_t数据类型，单位是16 × 16 × 2B"}},
     {"512 bytes, its square", "1024 bytes"},
     "The line of the type is more special than the unit in general."},
    {"trans-dst-stride",
     "Between which points does dst_stride count?",
     {{asc, "dst_stride",
       "目的操作数前一个迭代第一个分形的结束地址到下一个迭代第一个分形起始地址的间隔"},
      {asc, "the example", "constexpr uint64_t total_length = 512;"}},
     {"from the end of a fractal to the start", "from start to start"},
     "The parameter says so; only the other fits the int16_t example, whose dst_stride of 1 leads "
     "past its 512 elements."},
    {"trans-frac-stride-limit",
     "How large may dst_frac_stride be?",
     {{asc, "prototypes", "uint64_t dst_frac_stride"},
      {asc, "dst_frac_stride", "仅在数据类型为float/int32_t/uint32_t/uint8_t/int8_t时有效"}},
     {"at most 65535, of 16-bit types any", "any", "at most 65535, of 16-bit types too"},
     "The document gives its other strides 16 bits. Only a call that repeats 0 times can tell the "
     "second: L0B holds fewer fractals."},
    {"trans-src-alignment",
     "Must the offset in L1 be aligned?",
     {{asc, "src", "源操作数。"}},
     {"multiples of 32", "any offset"},
     "L1 is read in blocks of 32 bytes."},
    {"trans-dst-alignment",
     "Must the offset in L0B be aligned?",
     {{asc, "dst", "目的操作数。"}},
     {"multiples of 512", "any offset"},
     "L0B is written in fractals of 512 bytes."},
    {"trans-repeat-zero",
     "What is checked where repeat is 0?",
     {{asc, "约束说明", "repeat=0表示不执行搬运操作。"}},
     {"values and alignment", "nothing"},
     "The sentence speaks of moving, not of the parameters."},
};

// All rows, in this order.
inline constexpr auto entries = [] {
  constexpr size_t count = std::size(shared) + std::size(bm_atomic) + std::size(others);
  static_assert(count <= max_ledger_entries);
  std::array<LedgerEntry, count> all{};
  size_t at = 0;
  for (const LedgerEntry& entry : shared) all[at++] = entry;
  for (const LedgerEntry& entry : bm_atomic) all[at++] = entry;
  for (const LedgerEntry& entry : others) all[at++] = entry;
  return all;
}();

}  // namespace strideproof::ledger_table

// What mask_memcpy_4D does with a word, and how many it counts.

#include <fmt/format.h>

#include <array>

#include "model/optimized/bm_atomic_words.h"
#include "spec/solver/theorems/bm_atomic.h"
#include "spec/solver/theorems/plan_controls.h"
#include "spec/solver/theorems/theorems.h"
#include "spec/solver/words.h"

namespace strideproof::solver {
namespace {

using optimized::Fault;
using optimized::Sound;
using plans::With;

constexpr size_t words = 4;  // in a row, behind any number of others

std::string mask_name(size_t i) { return "mask" + std::to_string(i); }

template <class Plant>
void packs(Proof& proof) {
  const Sym before = proof.variable("before", 0, memory_end);
  std::array<Sym, words + 1> place;
  place[0] = before;
  SymBool packed = true, exact_masks = true;
  Sym kept_so_far = 0;
  for (size_t i = 0; i < words; ++i) {
    const SymWord mask = any_word(proof, mask_name(i));
    proof.given(within(mask, INT32_MIN, INT32_MAX));  // so that every model has it
    SymBool any_bit = false;
    for (unsigned b = 0; b < 32; ++b) any_bit = any_of(any_bit, bit(mask, b));
    const SymBool kept = optimized::is_kept<Plant>(SymWords(), mask);
    exact_masks = all_of(exact_masks, kept == any_bit);
    packed = all_of(packed, place[i] == before + kept_so_far);
    place[i + 1] = optimized::place_behind<Plant>(place[i], kept);
    kept_so_far = kept_so_far + select(any_bit, Sym(1), Sym(0));
  }
  proof.conclude("a word is kept exactly where a bit of its mask is set", exact_masks);
  proof.conclude("each kept word lies behind as many as were kept before it", packed);
  proof.conclude("as many are counted", place[words] == before + kept_so_far);
}

// Masks written word by word, in lane 0; then the copy, and what it counted.
std::string masked(const Model& v) {
  std::string program = "program toy fill=0";
  for (size_t i = 0; i < words; ++i)
    program += fmt::format(
        " ; bm_atomic_memset_4D start_addr={} shape=1,1,1,1 stride=0,0,0,1 const_val={} format=0 "
        "is_local_mem=1 local_idx=0",
        16 + 4 * i, v[mask_name(i)]);
  return program +
         " ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=16 local_mem_idx=0 "
         "dst_global_mem_addr=0xfffff000 shape=1,1,1,4 ; bm_get_mask_memcpy_res_num";
}

template <Fault fault>
Control control_of(const Proof::Limits& limits = {{"before", {0, 0}}}) {
  return plans::control(fault, packs<With<fault>>, limits, masked);
}

}  // namespace

std::vector<Theorem> bm_word_theorems() {
  return {{"words.masked",
           "mask_memcpy_4D keeps a word exactly where its mask is not 0, packs those kept in their "
           "order, and counts them.",
           operations_matching({"bm_atomic_mask_memcpy_4D", "bm_get_mask_memcpy_res_num"}),
           packs<Sound>, control_of<Fault::bm_mask_low_bit>()}};
}

std::vector<Control> bm_word_controls() {
  return {control_of<Fault::bm_mask_low_byte>(), control_of<Fault::bm_mask_leaves_gaps>()};
}

}  // namespace strideproof::solver

// What mask_memcpy_4D does with a word, and how many it counts.

#include <fmt/format.h>

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

// One step of the loop, from any state: of `seen` words `kept` were kept, and lie one behind the other.
template <class Plant>
void packs(Proof& proof) {
  const Sym seen = proof.variable("seen", 0, memory_end),
            kept = proof.variable("kept", 0, memory_end);
  const Fact before = proof.given(kept <= seen);
  const SymWord mask = any_word(proof, "mask");
  proof.given(within(mask, INT32_MIN, INT32_MAX));  // so that every model has it
  SymBool any_bit = false;
  for (unsigned b = 0; b < 32; ++b) any_bit = any_of(any_bit, bit(mask, b));
  const SymBool keeps = optimized::is_kept<Plant>(SymWords(), mask);
  const Sym next = optimized::place_behind<Plant>(kept, keeps);
  proof.conclude("a word is kept exactly where a bit of its mask is set", keeps == any_bit);
  proof.conclude("the place of the next one is behind as many as are kept",
                 next == kept + select(any_bit, Sym(1), Sym(0)));
  proof.conclude("which are no more than were seen", next <= seen + 1, {before});
}

// Two masks written word by word in lane 0, of which the second is set; then the copy, and what it
// counted.
std::string masked(const Model& v) {
  const int64_t masks[] = {v["mask"], 0xffffffff};
  std::string program = "program toy fill=0";
  for (int i = 0; i < 2; ++i)
    program += fmt::format(
        " ; bm_atomic_memset_4D start_addr={} shape=1,1,1,1 stride=0,0,0,1 const_val={} format=0 "
        "is_local_mem=1 local_idx=0",
        16 + 4 * i, masks[i]);
  return program +
         " ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=16 local_mem_idx=0 "
         "dst_global_mem_addr=0xfffff000 shape=1,1,1,2 ; bm_get_mask_memcpy_res_num";
}

template <Fault fault>
Control control_of() {
  return plans::control(fault, packs<With<fault>>, {}, masked);
}

}  // namespace

std::vector<Theorem> bm_word_theorems() {
  return {
      {"words.masked",
       "The step by which mask_memcpy_4D packs words, from any number of them on: a word is kept "
       "exactly where its mask is not 0, at the place behind those kept before it, and as many "
       "are counted. (Vectors of words are packed by an instruction, or what stands for it, that "
       "is tested and not proved.)",
       operations_matching({"bm_atomic_mask_memcpy_4D", "bm_get_mask_memcpy_res_num"}),
       packs<Sound>, control_of<Fault::bm_mask_low_bit>()}};
}

std::vector<Control> bm_word_controls() {
  return {control_of<Fault::bm_mask_low_byte>(), control_of<Fault::bm_mask_leaves_gaps>()};
}

}  // namespace strideproof::solver

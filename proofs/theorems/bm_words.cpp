// The packing step of mask_memcpy_4D on one word, and the count of kept words.

#include "model/optimized/words.h"
#include "proofs/engine/words.h"
#include "proofs/theorems/bm_atomic.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

// One step of the loop, from any state: `kept` of `seen` words were kept, and are packed.
void packs(Proof& proof, const PlanCode& code) {
  const Sym seen = proof.variable("seen", 0, memory_end),
            kept = proof.variable("kept", 0, memory_end);
  proof.given(kept <= seen);
  const SymWord mask = any_word(proof, "mask");
  proof.given(within(mask, INT32_MIN, INT32_MAX));  // always true; puts mask into every model
  SymBool any_bit = false;
  for (unsigned b = 0; b < 32; ++b) any_bit = any_of(any_bit, bit(mask, b));
  const SymBool keeps = code.is_kept(SymWords(), mask);
  const Sym next = code.place_after(kept, keeps);
  proof.conclude("a word is kept exactly where a bit of its mask is set", keeps == any_bit);
  proof.conclude("the next place is one further if the word is kept, and the same otherwise",
                 next == kept + select(any_bit, Sym(1), Sym(0)));
  proof.conclude("no more words are kept than were seen", next <= seen + 1);
}

}  // namespace

std::vector<Theorem> bm_word_theorems() {
  return {plan_theorem(
      "words.masked",
      "One step of mask_memcpy_4D, after any number of words: a word is kept exactly if its mask "
      "is "
      "not 0, it goes to the place after the words kept before it, and the count is their number.",
      {"bm_atomic_mask_memcpy_4D", "bm_get_mask_memcpy_res_num"}, packs, Fault::bm_mask_low_bit, {},
      // Two masks in lane 0, the second of which is set.
      "program toy fill=0"
      " ; bm_atomic_memset_4D start_addr=128 shape=1,1,1,1 stride=0,0,0,1 const_val={mask} "
      "format=0 "
      "is_local_mem=1 local_idx=0"
      " ; bm_atomic_memset_4D start_addr=132 shape=1,1,1,1 stride=0,0,0,1 const_val=0xffffffff "
      "format=0 is_local_mem=1 local_idx=0"
      " ; bm_atomic_mask_memcpy_4D data_local_mem_addr=0 mask_local_mem_addr=128 local_mem_idx=0 "
      "dst_global_mem_addr=0xfffff000 shape=1,1,1,2"
      " ; bm_get_mask_memcpy_res_num")};
}

}  // namespace strideproof::solver

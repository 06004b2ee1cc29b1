// Words: the code computes the result of the document for every word and every legal count.

#include "proofs/engine/words.h"

#include "proofs/theorems/domain.h"
#include "proofs/theorems/plans.h"
#include "proofs/theorems/theorems.h"

namespace strideproof::solver {
namespace {

using okk_bdc::Function;

// ---- programs of controls ----

// Sets a word and its partner, then combines the two.
std::string combined(const std::string& name, const std::string& partner) {
  return "program toy fill=0 ; okk_gdma_32bit_set_C_local dst_addr=0 C={a} shape=1,1,1,1 "
         "dst_stride=null ; okk_gdma_32bit_set_C_local dst_addr=4 C={" +
         partner + "} shape=1,1,1,1 dst_stride=null ; okk_bdc_32bit_" + name +
         " dst_addr=8 src0_addr=0 src1_addr=4 shape=1,1,1,1 dst_stride=null src0_stride=null "
         "src1_stride=null";
}
// ---- AND, OR, XOR: bit by bit ----

template <Function function>
void bitwise(Proof& proof, const PlanCode& code,
             SymBool (*of_bits)(const SymBool&, const SymBool&)) {
  const SymWord a = any_word(proof, "a"), b = any_word(proof, "b");
  const SymWord result = code.applied<function>(SymWords(), a, b);
  SymBool as_documented = true;
  for (unsigned i = 0; i < 32; ++i)
    as_documented = all_of(as_documented, bit(result, i) == of_bits(bit(a, i), bit(b, i)));
  proof.conclude("each bit is that of the bits", as_documented);
}

void logic(Proof& proof, const PlanCode& code) {
  const auto differ = [](const SymBool& a, const SymBool& b) { return a != b; };
  switch (any_choice(proof, "function", 3)) {
    case 0: return bitwise<Function::bit_and>(proof, code, all_of);
    case 1: return bitwise<Function::bit_or>(proof, code, any_of);
    default: return bitwise<Function::bit_xor>(proof, code, differ);
  }
}

// ---- shifts: "positive one performs left-shift and negative one performs right-shift" ----

// As numbers: times 2^count, of which 32 bits are kept, or divided by 2^-count and rounded down. In
// 64 bits nothing is lost on the way.
SymWord as_documented(bool arithmetic, const SymWord& value, const SymWord& count) {
  const z3::expr number = arithmetic ? z3::sext(value.term(), 32) : z3::zext(value.term(), 32);
  const z3::expr left = z3::sext(count.term(), 32), right = -left;
  const z3::expr product = z3::shl(number, left);
  const z3::expr quotient = arithmetic ? z3::ashr(number, right) : z3::lshr(number, right);
  return SymWord::of(
      z3::ite(z3::sgt(count.term(), 0), product.extract(31, 0), quotient.extract(31, 0)));
}

template <Function function>
void shifts_by(Proof& proof, const PlanCode& code) {
  constexpr int most = okk_bdc::largest_count;
  const SymWord a = any_word(proof, "a"), count = any_word(proof, "count");
  proof.given(within(count, -most, most));
  const SymWord result = code.applied<function>(SymWords(), a, count);
  proof.conclude("the word is the documented one",
                 result == as_documented(function == Function::arithmetic_shift, a, count));
}

void shifts(Proof& proof, const PlanCode& code) {
  if (any_bool(proof, "arithmetic")) return shifts_by<Function::arithmetic_shift>(proof, code);
  shifts_by<Function::logical_shift>(proof, code);
}

// ---- the packing step of mask_memcpy_4D, and the count of kept words ----

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
  const Sym next = code.place_after(kept, select(keeps, Sym(1), Sym(0)));
  proof.conclude("a word is kept exactly where a bit of its mask is set", keeps == any_bit);
  proof.conclude("the next place is one further if the word is kept, and the same otherwise",
                 next == kept + select(any_bit, Sym(1), Sym(0)));
  proof.conclude("no more words are kept than were seen", next <= seen + 1);
}

}  // namespace

std::vector<Theorem> word_theorems() {
  return {plan_theorem("words.logic", "AND, OR and XOR are those of each bit.",
                       {"okk_bdc_*_and*", "okk_bdc_*_or*", "okk_bdc_*_xor*"}, logic,
                       Fault::and_top_bit_kept, "function=0", combined("and", "b")),
          plan_theorem("words.shift",
                       "A shift by 1 to 32 is the product with that power of 2, cut to 32 bits; "
                       "one by 0 to -32 is the quotient by that power of 2, rounded down, of a "
                       "signed number in an arithmetic shift.",
                       {"okk_bdc_*shift*"}, shifts, Fault::arithmetic_right_32_as_0, "arithmetic=1",
                       combined("arithmetic_shift", "count")),
          plan_theorem(
              "words.masked",
              "One step of mask_memcpy_4D, after any number of words: a word is kept exactly if "
              "its mask is not 0, it goes to the place after the words kept before it, and the "
              "count is their number.",
              {"bm_atomic_mask_memcpy_4D", "bm_get_mask_memcpy_res_num"}, packs,
              Fault::bm_mask_low_bit, {},
              // Two masks in lane 0, the second of which is set.
              "program toy fill=0 ; bm_atomic_memset_4D start_addr=128 shape=1,1,1,1 "
              "stride=0,0,0,1 const_val={mask} format=0 is_local_mem=1 local_idx=0 ; "
              "bm_atomic_memset_4D start_addr=132 shape=1,1,1,1 stride=0,0,0,1 "
              "const_val=0xffffffff format=0 is_local_mem=1 local_idx=0 ; bm_atomic_mask_memcpy_4D "
              "data_local_mem_addr=0 mask_local_mem_addr=128 local_mem_idx=0 "
              "dst_global_mem_addr=0xfffff000 shape=1,1,1,2 ; bm_get_mask_memcpy_res_num")};
}

}  // namespace strideproof::solver

// Words: the code computes the result of the document for every word and every legal count.

#include "model/optimized/words.h"

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
  if (any_choice(proof, "arithmetic", 2) == 1)
    return shifts_by<Function::arithmetic_shift>(proof, code);
  shifts_by<Function::logical_shift>(proof, code);
}

}  // namespace

std::vector<Theorem> word_theorems() {
  return {
      plan_theorem("words.logic", "AND, OR and XOR are those of each bit.",
                   {"okk_bdc_*_and*", "okk_bdc_*_or*", "okk_bdc_*_xor*"}, logic,
                   Fault::and_top_bit_kept, "function=0", combined("and", "b")),
      plan_theorem("words.shift",
                   "A shift by 1 to 32 is the product with that power of 2, cut to 32 bits; one "
                   "by 0 to -32 is the quotient by that power of 2, rounded down, of a signed "
                   "number in an arithmetic shift.",
                   {"okk_bdc_*shift*"}, shifts, Fault::arithmetic_right_32_as_0, "arithmetic=1",
                   combined("arithmetic_shift", "count"))};
}

}  // namespace strideproof::solver

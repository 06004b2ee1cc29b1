// Words: what the code does to one is what the document says, for every word and every legal count.

#include "spec/solver/theorems/theorems.h"
#include "spec/solver/theorems/word_programs.h"

namespace strideproof::solver {
namespace {

using optimized::Fault;
using optimized::Sound;
using plans::With;

// ---- AND, OR, XOR: bit by bit ----

template <Function function>
SymBool of_bits(const SymBool& a, const SymBool& b) {
  if (function == Function::bit_and) return all_of(a, b);
  if (function == Function::bit_or) return any_of(a, b);
  return a != b;
}

template <Function function, class Plant = Sound>
void bitwise(Proof& proof) {
  const SymWord a = any_word(proof, "a"), b = any_word(proof, "b");
  const SymWord result = InCode<Plant>{proof}.template op<function>(a, b);
  SymBool as_documented = true;
  for (unsigned i = 0; i < 32; ++i)
    as_documented =
        all_of(as_documented, bit(result, i) == of_bits<function>(bit(a, i), bit(b, i)));
  proof.conclude("each bit is that of the bits", as_documented);
}

template <Function function, Fault planted>
Control bitwise_control() {
  return word_control(planted, bitwise<function, With<planted>>,
                      [](auto& x) { x.template op<function>(x.any("a"), x.any("b")); });
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

template <Function function, int32_t low, int32_t high, class Plant = Sound>
void shifts(Proof& proof) {
  constexpr bool arithmetic = function == Function::arithmetic_shift;
  InCode<Plant> x{proof};
  const SymWord a = x.any("a"), count = x.count("count", low, high);
  proof.conclude("the word is the documented one",
                 x.template op<function>(a, count) == as_documented(arithmetic, a, count));
}

template <Function function, int32_t low, int32_t high, Fault planted>
Control shift_control() {
  return word_control(planted, shifts<function, low, high, With<planted>>,
                      [](auto& x) { x.template op<function>(x.any("a"), x.any("count")); });
}

// A count that is one number for a whole run is not compared word by word: its sign is looked at
// once, and the words of the run are shifted by that number.
template <Function function, class Plant = Sound>
void one_count(Proof& proof) {
  constexpr bool arithmetic = function == Function::arithmetic_shift;
  const SymWord a = any_word(proof, "a");
  const Sym any_count = proof.variable("count", -okk_bdc::largest_count, okk_bdc::largest_count);
  int count = -okk_bdc::largest_count;
  while (count < okk_bdc::largest_count && !bool(any_count == count)) ++count;
  using namespace optimized::baseline;
  const SymWords words;
  const SymWord by_number =
      count > 0 ? left_by(words, a, count) : right_by(words, arithmetic, a, -count);
  const SymWord by_word = words.word(static_cast<uint32_t>(count));
  proof.conclude("by a number as by a word",
                 by_number == InCode<Plant>{proof}.template op<function>(a, by_word));
}

template <Function function, Fault planted>
Control one_count_control() {
  return word_control(planted, one_count<function, With<planted>>, [](auto& x) {
    x.template shift<function>(x.any("a"), x.count("count", 0, 0));
  });
}

constexpr auto arithmetic = Function::arithmetic_shift, logical = Function::logical_shift;

}  // namespace

std::vector<Theorem> word_theorems() {
  return {
      {"words.and", "AND is that of each bit.", operations_matching({"okk_bdc_*_and*"}),
       bitwise<Function::bit_and>, bitwise_control<Function::bit_and, Fault::and_top_bit_kept>()},
      {"words.or", "OR is that of each bit.", operations_matching({"okk_bdc_*_or*"}),
       bitwise<Function::bit_or>, bitwise_control<Function::bit_or, Fault::or_as_xor>()},
      {"words.xor", "XOR is that of each bit.", operations_matching({"okk_bdc_*_xor*"}),
       bitwise<Function::bit_xor>, bitwise_control<Function::bit_xor, Fault::xor_as_or>()},
      {"words.shift.arithmetic.left",
       "An arithmetic shift by 1 to 32 is the product with that power of 2, cut to 32 bits.",
       operations_matching({"okk_bdc_*arithmetic*"}), shifts<arithmetic, 1, 32>,
       shift_control<arithmetic, 1, 32, Fault::left_keeps_sign>()},
      {"words.shift.arithmetic.right",
       "An arithmetic shift by 0 to -32 is the quotient by that power of 2, rounded down.",
       operations_matching({"okk_bdc_*arithmetic*"}), shifts<arithmetic, -32, 0>,
       shift_control<arithmetic, -32, 0, Fault::arithmetic_right_32_as_0>()},
      {"words.shift.logical.left",
       "A logical shift by 1 to 32 is the product with that power of 2, cut to 32 bits.",
       operations_matching({"okk_bdc_*logical*"}), shifts<logical, 1, 32>,
       shift_control<logical, 1, 32, Fault::left_31_lost>()},
      {"words.shift.logical.right",
       "A logical shift by 0 to -32 is the quotient by that power of 2, rounded down.",
       operations_matching({"okk_bdc_*logical*"}), shifts<logical, -32, 0>,
       shift_control<logical, -32, 0, Fault::logical_right_32_as_31>()},
      {"words.shift.arithmetic.one_count",
       "An arithmetic shift whose count is known before a run starts is that of each word by it.",
       operations_matching({"okk_bdc_*arithmetic*"}), one_count<arithmetic>,
       one_count_control<arithmetic, Fault::count_masked>()},
      {"words.shift.logical.one_count",
       "A logical shift whose count is known before a run starts is that of each word by it.",
       operations_matching({"okk_bdc_*logical*"}), one_count<logical>,
       one_count_control<logical, Fault::zero_count_as_1>()},
  };
}

std::vector<Control> word_controls() {
  return {
      shift_control<arithmetic, 1, 32, Fault::left_31_lost>(),
      shift_control<arithmetic, 1, 32, Fault::left_32_as_31>(),
      shift_control<logical, 1, 32, Fault::left_32_as_31>(),
      shift_control<logical, 1, 32, Fault::left_rotates>(),
      shift_control<arithmetic, -32, 0, Fault::right_31_lost>(),
      shift_control<logical, -32, 0, Fault::right_rounds>(),
      shift_control<arithmetic, -32, 0, Fault::arithmetic_as_logical>(),
      shift_control<logical, -32, 0, Fault::logical_as_arithmetic>(),
      shift_control<arithmetic, -32, 0, Fault::count_sign_ignored>(),
      shift_control<logical, 1, 32, Fault::count_sign_reversed>(),
      shift_control<logical, 1, 32, Fault::count_masked>(),
      shift_control<arithmetic, -32, 0, Fault::zero_count_as_1>(),
  };
}

}  // namespace strideproof::solver

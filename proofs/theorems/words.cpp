// Words: the code computes the result of the document for every word and every legal count.

#include <cstring>

#include "model/implementation.h"
#include "proofs/theorems/theorems.h"
#include "proofs/theorems/word_programs.h"

namespace strideproof::solver {
namespace {

using mutants::Fault;
using plans::Mutated;
using plans::Shipped;

// ---- AND, OR, XOR: bit by bit ----

template <Function function>
SymBool of_bits(const SymBool& a, const SymBool& b) {
  if (function == Function::bit_and) return all_of(a, b);
  if (function == Function::bit_or) return any_of(a, b);
  return a != b;
}

template <Function function, class Code = Shipped>
void bitwise(Proof& proof) {
  const SymWord a = any_word(proof, "a"), b = any_word(proof, "b");
  const SymWord result = InCode<Code>{proof}.template op<function>(a, b);
  SymBool as_documented = true;
  for (unsigned i = 0; i < 32; ++i)
    as_documented =
        all_of(as_documented, bit(result, i) == of_bits<function>(bit(a, i), bit(b, i)));
  proof.conclude("each bit is that of the bits", as_documented);
}

template <Function function, Fault planted>
Control bitwise_control() {
  return word_control(planted, bitwise<function, Mutated<planted>>,
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

template <Function function, int32_t low, int32_t high, class Code = Shipped>
void shifts(Proof& proof) {
  constexpr bool arithmetic = function == Function::arithmetic_shift;
  InCode<Code> x{proof};
  const SymWord a = x.any("a"), count = x.count("count", low, high);
  proof.conclude("the word is the documented one",
                 x.template op<function>(a, count) == as_documented(arithmetic, a, count));
}

template <Function function, int32_t low, int32_t high, Fault planted>
Control shift_control() {
  return word_control(planted, shifts<function, low, high, Mutated<planted>>,
                      [](auto& x) { x.template op<function>(x.any("a"), x.any("count")); });
}

// A single count for a whole run is not compared word by word: its sign is tested once, and all
// words of the run are shifted by it.
template <Function function, class Code = Shipped>
void one_count(Proof& proof) {
  constexpr bool arithmetic = function == Function::arithmetic_shift;
  constexpr int most = okk_bdc::largest_count;
  const SymWord a = any_word(proof, "a");
  const Sym any_count = proof.variable("count", -most, most);
  int count = -most;
  while (count < most && !bool(any_count == count)) ++count;
  const SymWord documented =
      as_documented(arithmetic, a, SymWords::word(static_cast<uint32_t>(count)));
  Code::in_direction(count, [&](auto left, int amount) {
    proof.conclude(
        "the word is the documented one",
        optimized::baseline::by_amount<left()>(SymWords(), arithmetic, a, amount) == documented);
  });
}

// The last step of the program shifts the word that the first one sets: the reference agrees with
// the formula, and not with the faulty one.
template <Function function, class Code>
bool direction_is_wrong(const std::string& line) {
  const Program p = parse_program(line);
  Machine machine(*p.profile);
  for (const Case& step : p.steps)
    if (!reference::run(machine, step).constraint_results.legal()) return false;
  const auto value = static_cast<uint32_t>(p.steps.front()["C"]);
  const auto count = static_cast<int>(p.steps.back()["C"]);
  uint32_t real;
  std::memcpy(&real, machine.at(Space::local, 0, p.steps.back()["dst_addr"]), sizeof real);
  const auto shifted = [&](auto code) {
    uint32_t word = 0;
    code.in_direction(count, [&](auto left, int amount) {
      word = optimized::baseline::by_amount<left()>(
          optimized::Word(), function == Function::arithmetic_shift, value, amount);
    });
    return word;
  };
  return shifted(Shipped()) == real && shifted(Code()) != real;
}

template <Function function, Fault planted>
Control one_count_control() {
  Control control = word_control(planted, one_count<function, Mutated<planted>>, [](auto& x) {
    const auto a = x.any("a");
    x.template shift<function>(a, x.count("count", 0, 0));
  });
  control.confirm = direction_is_wrong<function, Mutated<planted>>;
  return control;
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

}  // namespace strideproof::solver

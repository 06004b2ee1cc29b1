// Laws of the words: equations that hold for all of them, among the operations of the family.

#include "spec/solver/theorems/theorems.h"
#include "spec/solver/theorems/word_programs.h"

namespace strideproof::solver {
namespace {

using optimized::Fault;
using optimized::Sound;
using plans::With;

constexpr auto AND = Function::bit_and, OR = Function::bit_or, XOR = Function::bit_xor,
               arithmetic = Function::arithmetic_shift, logical = Function::logical_shift;

constexpr uint32_t ones = 0xffffffff;

// The sides of equations.
template <class V>
using Equations = std::vector<std::pair<V, V>>;
template <class V>
Equations<V> equations(std::initializer_list<std::pair<V, V>> sides) {
  return sides;
}

// ---- the laws ----

struct Lattice {
  template <class X>
  static auto of(X& x) {
    const auto a = x.any("a"), b = x.any("b"), c = x.any("c");
    const auto both = [&](auto p, auto q) { return x.template op<AND>(p, q); };
    const auto either = [&](auto p, auto q) { return x.template op<OR>(p, q); };
    return equations({std::pair(both(a, b), both(b, a)),
                      {either(a, b), either(b, a)},
                      {both(a, either(a, b)), a},
                      {either(a, both(a, b)), a},
                      {both(a, either(b, c)), either(both(a, b), both(a, c))}});
  }
};

struct DeMorgan {
  template <class X>
  static auto of(X& x) {
    const auto a = x.any("a"), b = x.any("b"), all = x.word(ones);
    const auto no = [&](auto p) { return x.template op<XOR>(p, all); };
    return equations({std::pair(no(x.template op<AND>(a, b)), x.template op<OR>(no(a), no(b))),
                      {no(x.template op<OR>(a, b)), x.template op<AND>(no(a), no(b))}});
  }
};

struct Xor {
  template <class X>
  static auto of(X& x) {
    const auto a = x.any("a"), b = x.any("b"), c = x.any("c");
    const auto differing = [&](auto p, auto q) { return x.template op<XOR>(p, q); };
    return equations(
        {std::pair(differing(a, a), x.word(0)),
         {differing(a, x.word(0)), a},
         {differing(differing(a, b), b), a},
         {differing(differing(a, b), c), differing(a, differing(b, c))},
         {x.template op<OR>(differing(a, b), x.template op<AND>(a, b)), x.template op<OR>(a, b)}});
  }
};

// Two shifts in one direction are one, as long as their counts together are one.
template <Function function, int32_t low, int32_t high>
struct Composed {
  template <class X>
  static auto of(X& x) {
    const auto a = x.any("a");
    const auto i = x.count("i", low, high), j = x.count("j", low, high);
    const auto both = x.sum(i, j, low, high);
    return equations({std::pair(x.template shift<function>(x.template shift<function>(a, i), j),
                                x.template shift<function>(a, both))});
  }
};

// To and fro, the bits that went over the edge are lost and no others.
struct ToAndFro {
  template <class X>
  static auto of(X& x) {
    const auto a = x.any("a"), all = x.word(ones);
    const auto i = x.count("i", 0, 32), j = x.reversed(i);
    const auto shifted = [&](auto word, auto count) {
      return x.template shift<logical>(word, count);
    };
    return equations({std::pair(shifted(shifted(a, i), j), x.template op<AND>(a, shifted(all, j))),
                      {shifted(shifted(a, j), i), x.template op<AND>(a, shifted(all, i))}});
  }
};

// A shift of a combination is the combination of shifts.
template <Function function>
struct Distributive {
  template <class X>
  static auto of(X& x) {
    const auto a = x.any("a"), b = x.any("b");
    const auto i = x.count("i", -32, 32);
    const auto shifted = [&](auto word) { return x.template shift<function>(word, i); };
    const auto p = shifted(a), q = shifted(b);
    return equations({std::pair(shifted(x.template op<AND>(a, b)), x.template op<AND>(p, q)),
                      {shifted(x.template op<OR>(a, b)), x.template op<OR>(p, q)},
                      {shifted(x.template op<XOR>(a, b)), x.template op<XOR>(p, q)}});
  }
};

// Without its sign bit a word is shifted alike; with it, its complement is.
struct Signs {
  template <class X>
  static auto of(X& x) {
    const auto a = x.any("a"), all = x.word(ones);
    const auto i = x.count("i", -32, 0);
    const auto positive = x.template op<AND>(a, x.word(0x7fffffff));
    const auto negative = x.template op<OR>(a, x.word(0x80000000));
    const auto no = [&](auto p) { return x.template op<XOR>(p, all); };
    return equations({std::pair(x.template shift<arithmetic>(positive, i),
                                x.template shift<logical>(positive, i)),
                      {x.template shift<arithmetic>(negative, i),
                       no(x.template shift<logical>(no(negative), i))}});
  }
};

// ---- theorems ----

template <class Law, class Plant = Sound>
void holds(Proof& proof) {
  InCode<Plant> x{proof};
  SymBool all = true;
  Facts each;
  for (const auto& [left, right] : Law::of(x)) {
    each.push_back(proof.prove("both sides are equal", left == right));
    all = all_of(all, left == right);
  }
  proof.conclude("both sides of each equation are equal", all, each);
}

template <class Law, Fault planted>
Theorem law(const char* name, const char* meaning,
            std::initializer_list<std::string_view> operations) {
  return {name, meaning, operations_matching(operations), holds<Law>,
          word_control(planted, holds<Law, With<planted>>, [](auto& x) { Law::of(x); })};
}

constexpr std::string_view ands = "okk_bdc_*_and*", ors = "okk_bdc_*_or*", xors = "okk_bdc_*_xor*",
                           arithmetics = "okk_bdc_*arithmetic*", logicals = "okk_bdc_*logical*";

}  // namespace

std::vector<Theorem> word_law_theorems() {
  return {
      law<Lattice, Fault::and_top_bit_kept>(
          "words.laws.lattice", "AND and OR commute, absorb each other, and AND distributes.",
          {ands, ors}),
      law<DeMorgan, Fault::and_top_bit_kept>("words.laws.de_morgan",
                                             "The complement, XOR with ones, exchanges AND and OR.",
                                             {ands, ors, xors}),
      law<Xor, Fault::xor_as_or>(
          "words.laws.xor",
          "XOR with itself is 0, twice with a word it is the identity, it is associative, and OR "
          "is XOR and AND together.",
          {ands, ors, xors}),
      law<Composed<arithmetic, 0, 32>, Fault::left_32_as_31>(
          "words.laws.shift.left",
          "Two arithmetic left shifts are one by the sum of their counts, where that is a count.",
          {arithmetics}),
      law<Composed<arithmetic, -32, 0>, Fault::arithmetic_right_32_as_0>(
          "words.laws.shift.right.arithmetic",
          "Two arithmetic right shifts are one by the sum of their counts, where that is a count.",
          {arithmetics}),
      law<Composed<logical, -32, 0>, Fault::right_31_lost>(
          "words.laws.shift.right.logical",
          "Two logical right shifts are one by the sum of their counts, where that is a count.",
          {logicals}),
      law<ToAndFro, Fault::left_rotates>(
          "words.laws.shift.to_and_fro",
          "A logical shift and its reverse lose the bits that went over the edge and no others.",
          {ands, logicals}),
      law<Distributive<arithmetic>, Fault::right_rounds>(
          "words.laws.shift.arithmetic.distributive",
          "An arithmetic shift of a combination is the combination of the shifts.",
          {ands, ors, xors, arithmetics}),
      law<Distributive<logical>, Fault::right_rounds>(
          "words.laws.shift.logical.distributive",
          "A logical shift of a combination is the combination of the shifts.",
          {ands, ors, xors, logicals}),
      law<Signs, Fault::arithmetic_as_logical>(
          "words.laws.shift.signs",
          "Without its sign bit a word is shifted right alike both ways; with it, its complement "
          "is.",
          {ands, ors, xors, arithmetics, logicals}),
  };
}

}  // namespace strideproof::solver

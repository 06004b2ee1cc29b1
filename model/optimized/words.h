#pragma once
// The operations of okk-bdc and of masks on a 32-bit word, over a type V of words: one word (Word below), a
// vector (word_runs.cpp), or a term of a solver. `words` is an object with the operations on V:
//
//   word(x)                    the constant x
//   both, either, differing    AND, OR, XOR
//   left, right, arithmetic_right(v, n)      0 <= n <= 31
//   half(n), minus(a, b), negated(v)         modulo 2^32; half is logical
//   positive(v), equal(v, x)   as int32; a truth value of any type
//   select(truth, yes, no)     evaluates both
//
// No word is ever shifted by 32 at once: a count n is split into n div 2 and the rest, each at most
// 16.
//
//   left_by(words, v, n), right_by(words, arithmetic, v, n)      0 <= n <= 32
//   shifted(words, arithmetic, v, count)
//   applied<function>(words, a, b)                        any of the family

#include <cstdint>

#include "spec/vocabulary/integer.h"
#include "spec/vocabulary/okk_bdc.h"

namespace strideproof::optimized {

using okk_bdc::Function;

// Calls see.operator()<function>().
template <class See>
auto with_function(Function function, See see) {
  switch (function) {
    case Function::bit_and: return see.template operator()<Function::bit_and>();
    case Function::bit_or: return see.template operator()<Function::bit_or>();
    case Function::bit_xor: return see.template operator()<Function::bit_xor>();
    case Function::arithmetic_shift: return see.template operator()<Function::arithmetic_shift>();
    case Function::logical_shift: break;
  }
  return see.template operator()<Function::logical_shift>();
}

// A single word.
struct Word {
  using V = uint32_t;
  static V word(uint32_t x) { return x; }
  static V both(V a, V b) { return a & b; }
  static V either(V a, V b) { return a | b; }
  static V differing(V a, V b) { return a ^ b; }
  // The count is taken modulo 32, so that C++ defines the shift for every count.
  static V left(V v, V n) { return v << (n & 31); }
  static V right(V v, V n) { return v >> (n & 31); }
  static V arithmetic_right(V v, V n) {
    return static_cast<V>(static_cast<int32_t>(v) >> (n & 31));
  }
  static V half(V n) { return n >> 1; }
  static V minus(V a, V b) { return a - b; }
  static V negated(V v) { return 0 - v; }
  static bool positive(V v) { return static_cast<int32_t>(v) > 0; }
  static bool equal(V v, uint32_t x) { return v == x; }
  static V select(bool truth, V yes, V no) { return truth ? yes : no; }
};

// True if a mask of mask_memcpy_4D keeps its word.
template <class Words>
auto is_kept(const Words& words, const typename Words::V& mask) {
  return negation(words.equal(mask, 0));
}
// The place of the next word, after a word was kept, or dropped, at place `at`.
template <class I>
I place_after(const I& at, const Truth<I>& kept) {
  return at + select(kept, I(1), I(0));
}

// Compiled for the baseline instruction set.
namespace baseline {
#include "model/optimized/words-inl.h"
}

}  // namespace strideproof::optimized

#pragma once
// A symbolic 32-bit word, and the operations on it that model/optimized/words.h requires: its code
// becomes a term for all words at once.
//
//   const SymWord a = any_word(proof, "a"), b = any_word(proof, "b");
//   proof.conclude("...", optimized::baseline::applied<Mutation, function>(SymWords(), a, b) == ...);
//
// A shift adds the goal that its amount is below 32, as processors differ otherwise.

#include <cstdint>

#include "proofs/engine/theorem.h"

namespace strideproof::solver {

class SymWord {
 public:
  static SymWord of(const z3::expr& term) { return SymWord(term); }
  static SymWord literal(uint32_t value);
  z3::expr term() const { return term_; }

  friend SymBool operator==(const SymWord& a, const SymWord& b);

 private:
  explicit SymWord(const z3::expr& term) : term_(term) {}
  z3::expr term_;
};

// A new unknown; in a model, its unsigned value.
SymWord any_word(Proof& proof, const std::string& name);

// As int32.
SymBool within(const SymWord& x, int32_t low, int32_t high);
// 0 <= i < 32, bit 0 the lowest.
SymBool bit(const SymWord& x, unsigned i);

struct SymWords {
  using V = SymWord;
  static V word(uint32_t x) { return V::literal(x); }
  static V both(const V& a, const V& b) { return V::of(a.term() & b.term()); }
  static V either(const V& a, const V& b) { return V::of(a.term() | b.term()); }
  static V differing(const V& a, const V& b) { return V::of(a.term() ^ b.term()); }
  static V left(const V& v, const V& n) { return V::of(z3::shl(v.term(), amount_of_shift(n))); }
  static V right(const V& v, const V& n) { return V::of(z3::lshr(v.term(), amount_of_shift(n))); }
  static V arithmetic_right(const V& v, const V& n) {
    return V::of(z3::ashr(v.term(), amount_of_shift(n)));
  }
  static V half(const V& n) { return V::of(z3::lshr(n.term(), 1)); }
  static V minus(const V& a, const V& b) { return V::of(a.term() - b.term()); }
  static V negated(const V& v) { return minus(word(0), v); }
  static SymBool positive(const V& v) { return SymBool::of(z3::sgt(v.term(), 0)); }
  static SymBool equal(const V& v, uint32_t x) { return v == word(x); }
  static V select(const SymBool& truth, const V& yes, const V& no) {
    return V::of(z3::ite(truth.term(), yes.term(), no.term()));
  }

 private:
  static z3::expr amount_of_shift(const V& n);
};

}  // namespace strideproof::solver

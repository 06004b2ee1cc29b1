#pragma once
// A symbolic 32-bit word, and the operations of Highway on it that model/optimized/words-inl.h
// requires: its code becomes a term for all words at once.
//
//   const SymWord a = any_word(proof, "a"), b = any_word(proof, "b");
//   proof.conclude("...", optimized::baseline::applied<function>(SymWords(), a, b) == ...);
//
// A shift adds the goal that its amount is below 32, as processors differ otherwise.

#include <cstdint>

#include "proofs/engine/theorem.h"

namespace strideproof::solver {

// As int32.
class SymWord {
 public:
  static SymWord of(const z3::expr& term) { return SymWord(term); }
  z3::expr term() const { return term_; }

  friend SymBool operator==(const SymWord& a, const SymWord& b);

 private:
  explicit SymWord(const z3::expr& term) : term_(term) {}
  z3::expr term_;
};

// A new unknown; in a model, its unsigned value.
SymWord any_word(Proof& proof, const std::string& name);

SymBool within(const SymWord& x, int32_t low, int32_t high);
// 0 <= i < 32, bit 0 the lowest.
SymBool bit(const SymWord& x, unsigned i);

// ---- the operations of Highway ----

// As uint32.
struct SymUnsigned {
  SymWord word;
};
// The tags of vectors.cpp.
struct SymWords {
  struct Ints {
  } ints;
  struct Unsigned {
  } words;
};

SymWord Set(SymWords::Ints tag, int32_t x);
SymWord Zero(SymWords::Ints tag);
SymUnsigned BitCast(SymWords::Unsigned tag, const SymWord& v);
SymWord BitCast(SymWords::Ints tag, const SymUnsigned& v);

SymWord And(const SymWord& a, const SymWord& b);
SymWord Or(const SymWord& a, const SymWord& b);
SymWord Xor(const SymWord& a, const SymWord& b);
SymWord Add(const SymWord& a, const SymWord& b);
SymWord Sub(const SymWord& a, const SymWord& b);
SymWord Neg(const SymWord& v);
SymUnsigned Sub(const SymUnsigned& a, const SymUnsigned& b);

SymWord Shl(const SymWord& v, const SymWord& n);
SymWord Shr(const SymWord& v, const SymWord& n);
SymUnsigned Shr(const SymUnsigned& v, const SymUnsigned& n);
template <int n>
SymWord ShiftLeft(const SymWord& v) {
  return Shl(v, Set({}, n));
}
template <int n>
SymWord ShiftRight(const SymWord& v) {
  return Shr(v, Set({}, n));
}
template <int n>
SymUnsigned ShiftRight(const SymUnsigned& v) {
  return Shr(v, {Set({}, n)});
}

SymBool Eq(const SymWord& a, const SymWord& b);
SymBool Ne(const SymWord& a, const SymWord& b);
SymBool Lt(const SymWord& a, const SymWord& b);
SymBool Gt(const SymWord& a, const SymWord& b);
SymWord IfThenElse(const SymBool& truth, const SymWord& yes, const SymWord& no);

}  // namespace strideproof::solver

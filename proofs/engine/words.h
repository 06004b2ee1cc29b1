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
struct SymWord {
  z3::expr term;
  friend SymBool operator==(const SymWord& a, const SymWord& b) {
    return SymBool::of(a.term == b.term);
  }
};

// A new unknown; in a model, its unsigned value.
inline SymWord any_word(Proof& proof, const std::string& name) {
  Context& context = proof.context();
  return {context.unknown(context.z3().bv_const(name.c_str(), 32))};
}

inline SymBool within(const SymWord& x, int32_t low, int32_t high) {
  return SymBool::of(z3::sge(x.term, low) && z3::sle(x.term, high));
}
// 0 <= i < 32, bit 0 the lowest.
inline SymBool bit(const SymWord& x, unsigned i) {
  return SymBool::of(x.term.extract(i, i) == Context::current().z3().bv_val(1, 1));
}

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

inline SymWord Set(SymWords::Ints, int32_t x) { return {Context::current().z3().bv_val(x, 32)}; }
inline SymWord Zero(SymWords::Ints tag) { return Set(tag, 0); }
inline SymUnsigned BitCast(SymWords::Unsigned, const SymWord& v) { return {v}; }
inline SymWord BitCast(SymWords::Ints, const SymUnsigned& v) { return v.word; }

inline SymWord And(const SymWord& a, const SymWord& b) { return {a.term & b.term}; }
inline SymWord Or(const SymWord& a, const SymWord& b) { return {a.term | b.term}; }
inline SymWord Add(const SymWord& a, const SymWord& b) { return {a.term + b.term}; }
inline SymWord Sub(const SymWord& a, const SymWord& b) { return {a.term - b.term}; }
inline SymWord Neg(const SymWord& v) { return {-v.term}; }
inline SymUnsigned Sub(const SymUnsigned& a, const SymUnsigned& b) { return {Sub(a.word, b.word)}; }

inline z3::expr amount_of_shift(const SymWord& n) {
  Context& context = Context::current();
  context.require(
      {"a word is shifted by less than 32", context.assumptions(), z3::ult(n.term, 32)});
  return n.term;
}
inline SymWord Shl(const SymWord& v, const SymWord& n) {
  return {z3::shl(v.term, amount_of_shift(n))};
}
inline SymWord Shr(const SymWord& v, const SymWord& n) {
  return {z3::ashr(v.term, amount_of_shift(n))};
}
inline SymUnsigned Shr(const SymUnsigned& v, const SymUnsigned& n) {
  return {{z3::lshr(v.word.term, amount_of_shift(n.word))}};
}
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

inline SymBool Eq(const SymWord& a, const SymWord& b) { return a == b; }
inline SymBool Ne(const SymWord& a, const SymWord& b) { return negation(a == b); }
inline SymBool Lt(const SymWord& a, const SymWord& b) {
  return SymBool::of(z3::slt(a.term, b.term));
}
inline SymBool Gt(const SymWord& a, const SymWord& b) { return Lt(b, a); }
inline SymWord IfThenElse(const SymBool& truth, const SymWord& yes, const SymWord& no) {
  return {z3::ite(truth.term(), yes.term, no.term)};
}

}  // namespace strideproof::solver

#include "proofs/engine/words.h"

namespace strideproof::solver {
namespace {

z3::expr amount_of_shift(const SymWord& n) {
  Context& context = Context::current();
  context.require(
      {"a word is shifted by less than 32", context.assumptions(), z3::ult(n.term(), 32)});
  return n.term();
}

}  // namespace

SymWord SymWord::literal(uint32_t value) {
  return SymWord(Context::current().z3().bv_val(value, 32));
}

SymBool operator==(const SymWord& a, const SymWord& b) { return SymBool::of(a.term() == b.term()); }

SymWord any_word(Proof& proof, const std::string& name) {
  Context& context = proof.context();
  return SymWord::of(context.unknown(context.z3().bv_const(name.c_str(), 32)));
}

SymBool within(const SymWord& x, int32_t low, int32_t high) {
  return SymBool::of(z3::sge(x.term(), low) && z3::sle(x.term(), high));
}

SymBool bit(const SymWord& x, unsigned i) {
  return SymBool::of(x.term().extract(i, i) == Context::current().z3().bv_val(1, 1));
}

SymWord SymWords::both(const V& a, const V& b) { return V::of(a.term() & b.term()); }
SymWord SymWords::either(const V& a, const V& b) { return V::of(a.term() | b.term()); }
SymWord SymWords::differing(const V& a, const V& b) { return V::of(a.term() ^ b.term()); }
SymWord SymWords::left(const V& v, const V& n) {
  return V::of(z3::shl(v.term(), amount_of_shift(n)));
}
SymWord SymWords::right(const V& v, const V& n) {
  return V::of(z3::lshr(v.term(), amount_of_shift(n)));
}
SymWord SymWords::arithmetic_right(const V& v, const V& n) {
  return V::of(z3::ashr(v.term(), amount_of_shift(n)));
}
SymWord SymWords::half(const V& n) { return V::of(z3::lshr(n.term(), 1)); }
SymWord SymWords::minus(const V& a, const V& b) { return V::of(a.term() - b.term()); }
SymBool SymWords::positive(const V& v) { return SymBool::of(z3::sgt(v.term(), 0)); }
SymWord SymWords::select(const SymBool& truth, const V& yes, const V& no) {
  return V::of(z3::ite(truth.term(), yes.term(), no.term()));
}

}  // namespace strideproof::solver

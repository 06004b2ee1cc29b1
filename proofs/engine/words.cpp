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

SymWord Set(SymWords::Ints, int32_t x) {
  return SymWord::of(Context::current().z3().bv_val(x, 32));
}
SymWord Zero(SymWords::Ints tag) { return Set(tag, 0); }
SymUnsigned BitCast(SymWords::Unsigned, const SymWord& v) { return {v}; }
SymWord BitCast(SymWords::Ints, const SymUnsigned& v) { return v.word; }

SymWord And(const SymWord& a, const SymWord& b) { return SymWord::of(a.term() & b.term()); }
SymWord Or(const SymWord& a, const SymWord& b) { return SymWord::of(a.term() | b.term()); }
SymWord Xor(const SymWord& a, const SymWord& b) { return SymWord::of(a.term() ^ b.term()); }
SymWord Add(const SymWord& a, const SymWord& b) { return SymWord::of(a.term() + b.term()); }
SymWord Sub(const SymWord& a, const SymWord& b) { return SymWord::of(a.term() - b.term()); }
SymWord Neg(const SymWord& v) { return SymWord::of(-v.term()); }
SymUnsigned Sub(const SymUnsigned& a, const SymUnsigned& b) { return {Sub(a.word, b.word)}; }

SymWord Shl(const SymWord& v, const SymWord& n) {
  return SymWord::of(z3::shl(v.term(), amount_of_shift(n)));
}
SymWord Shr(const SymWord& v, const SymWord& n) {
  return SymWord::of(z3::ashr(v.term(), amount_of_shift(n)));
}
SymUnsigned Shr(const SymUnsigned& v, const SymUnsigned& n) {
  return {SymWord::of(z3::lshr(v.word.term(), amount_of_shift(n.word)))};
}

SymBool Eq(const SymWord& a, const SymWord& b) { return a == b; }
SymBool Ne(const SymWord& a, const SymWord& b) { return negation(a == b); }
SymBool Lt(const SymWord& a, const SymWord& b) { return SymBool::of(z3::slt(a.term(), b.term())); }
SymBool Gt(const SymWord& a, const SymWord& b) { return Lt(b, a); }
SymWord IfThenElse(const SymBool& truth, const SymWord& yes, const SymWord& no) {
  return SymWord::of(z3::ite(truth.term(), yes.term(), no.term()));
}

}  // namespace strideproof::solver

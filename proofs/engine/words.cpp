#include "proofs/engine/words.h"

namespace strideproof::solver {

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

z3::expr SymWords::amount_of_shift(const V& n) {
  Context& context = Context::current();
  context.require(
      {"a word is shifted by less than 32", context.assumptions(), z3::ult(n.term(), 32)});
  return n.term();
}

}  // namespace strideproof::solver

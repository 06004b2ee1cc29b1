#pragma once
// The functions that a template over the integer type may use in addition to + - * / % and
// comparisons. Here they are for int64_t; proofs/engine/sym.h gives the same names for Sym, found
// by argument dependent lookup. The same code runs and is proved.
//
// select, all_of, any_of, negation and implies evaluate all their arguments: they never fork a
// path of a lifted run. A plain `if`, `&&`, `||` or `?:` does.

#include <cstdint>
#include <utility>

namespace strideproof {

// The type of a comparison: bool for int64_t, SymBool for Sym.
template <class I>
using Truth = decltype(std::declval<const I&>() < std::declval<const I&>());

inline int64_t select(bool condition, int64_t yes, int64_t no) { return condition ? yes : no; }

inline bool negation(bool a) { return !a; }
inline bool implies(bool a, bool b) { return !a || b; }

inline bool all_of(bool a, bool b) { return a && b; }
inline bool any_of(bool a, bool b) { return a || b; }

template <class B, class... More>
B all_of(B a, B b, B c, More... more) {
  return all_of(all_of(a, b), c, more...);
}
template <class B, class... More>
B any_of(B a, B b, B c, More... more) {
  return any_of(any_of(a, b), c, more...);
}

template <class I>
I min_of(const I& a, const I& b) {
  return select(a < b, a, b);
}
template <class I>
I max_of(const I& a, const I& b) {
  return select(a < b, b, a);
}

// a >= 0, b > 0.
template <class I>
I ceil_div(const I& a, const I& b) {
  return (a + b - I(1)) / b;
}
// The smallest multiple of b that is at least a; a >= 0, b > 0.
template <class I>
I round_up(const I& a, const I& b) {
  return ceil_div(a, b) * b;
}

}  // namespace strideproof

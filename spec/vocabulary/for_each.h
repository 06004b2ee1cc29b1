#pragma once
// FOR_EACH(macro, (a, b), (c, d)) is macro(a, b), macro(c, d); for the parameters in
// operations.def, at most 16.

#define FOR_EACH(macro, ...) __VA_OPT__(STRIDEPROOF_SCAN(STRIDEPROOF_FIRST(macro, __VA_ARGS__)))

#define STRIDEPROOF_FIRST(macro, row, ...) \
  macro row __VA_OPT__(, STRIDEPROOF_NEXT STRIDEPROOF_PARENS(macro, __VA_ARGS__))
#define STRIDEPROOF_NEXT() STRIDEPROOF_FIRST
#define STRIDEPROOF_PARENS ()

// Each scan expands one more row.
#define STRIDEPROOF_SCAN(...) STRIDEPROOF_SCAN4(STRIDEPROOF_SCAN4(__VA_ARGS__))
#define STRIDEPROOF_SCAN4(...) STRIDEPROOF_SCAN2(STRIDEPROOF_SCAN2(__VA_ARGS__))
#define STRIDEPROOF_SCAN2(...) STRIDEPROOF_SCAN1(STRIDEPROOF_SCAN1(__VA_ARGS__))
#define STRIDEPROOF_SCAN1(...) STRIDEPROOF_ONCE(STRIDEPROOF_ONCE(__VA_ARGS__))
#define STRIDEPROOF_ONCE(...) __VA_ARGS__

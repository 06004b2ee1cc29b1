#pragma once
// FOR_EACH(macro, (a, b), (c, d)) is macro(a, b), macro(c, d), and SEQUENCE the same without
// commas; for the parameters in operations.def, at most 16.

#define FOR_EACH(macro, ...) STRIDEPROOF_EACH(STRIDEPROOF_COMMA, macro, __VA_ARGS__)
#define SEQUENCE(macro, ...) STRIDEPROOF_EACH(STRIDEPROOF_NOTHING, macro, __VA_ARGS__)
#define STRIDEPROOF_COMMA() ,
#define STRIDEPROOF_NOTHING()

#define STRIDEPROOF_EACH(separator, macro, ...) \
  __VA_OPT__(STRIDEPROOF_SCAN(STRIDEPROOF_FIRST(separator, macro, __VA_ARGS__)))
#define STRIDEPROOF_FIRST(separator, macro, row, ...) \
  macro row __VA_OPT__(separator()                    \
                           STRIDEPROOF_NEXT STRIDEPROOF_PARENS(separator, macro, __VA_ARGS__))
#define STRIDEPROOF_NEXT() STRIDEPROOF_FIRST
#define STRIDEPROOF_PARENS ()

// Each scan expands one more row.
#define STRIDEPROOF_SCAN(...) STRIDEPROOF_SCAN4(STRIDEPROOF_SCAN4(__VA_ARGS__))
#define STRIDEPROOF_SCAN4(...) STRIDEPROOF_SCAN2(STRIDEPROOF_SCAN2(__VA_ARGS__))
#define STRIDEPROOF_SCAN2(...) STRIDEPROOF_SCAN1(STRIDEPROOF_SCAN1(__VA_ARGS__))
#define STRIDEPROOF_SCAN1(...) STRIDEPROOF_ONCE(STRIDEPROOF_ONCE(__VA_ARGS__))
#define STRIDEPROOF_ONCE(...) __VA_ARGS__

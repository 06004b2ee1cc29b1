// The documented functions. Each gives its arguments to the library's implementation.

#include "conform/plugin/export/entry.h"
#include "conform/strideproof_ops.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/for_each.h"

#define DECLARED(type, name, ...) type name
#define GIVEN(type, name, ...) name

#define FUNCTION(operation, symbol, returned, ...)                               \
  returned symbol(FOR_EACH(DECLARED, __VA_ARGS__)) {                             \
    return static_cast<returned>(                                                \
        strideproof::exported::entry<#operation>(FOR_EACH(GIVEN, __VA_ARGS__))); \
  }
#define STRUCT_FUNCTION(operation, symbol, parameter_struct, ...) \
  void symbol(const parameter_struct* param) { strideproof::exported::entry<#operation>(param); }
#define OVERLOAD(operation, symbol, dtype, ...)                                               \
  void symbol(FOR_EACH(DECLARED, __VA_ARGS__)) {                                              \
    strideproof::exported::entry<#operation>(                                                 \
        FOR_EACH(GIVEN, __VA_ARGS__), static_cast<uint32_t>(strideproof::asc::DType::dtype)); \
  }

extern "C" {
#include "spec/vocabulary/operations.def"
}

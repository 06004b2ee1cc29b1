#pragma once
// The fields of the argument structs of operations, in the order of their parameters.

#include <tuple>

#include "conform/strideproof_ops.h"
#include "spec/vocabulary/for_each.h"

namespace strideproof {

#define FIELD(type, name, ...) &P::name
#define STRUCT_FUNCTION(operation, symbol, parameter_struct, ...) \
  constexpr auto fields(const parameter_struct*) {                \
    using P = parameter_struct;                                   \
    return std::tuple(FOR_EACH(FIELD, __VA_ARGS__));              \
  }
#include "spec/vocabulary/operations.def"
#undef FIELD

template <class T>
concept ParameterStruct = requires(const T* p) {
  fields(p);
};

}  // namespace strideproof

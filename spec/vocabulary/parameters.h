#pragma once
// The parameters of each operation as a struct over the integer type, made from operations.def: the
// fields have the names and the order of the parameters. parameters::data_move<I> has dst_space,
// dst, src_space, ... Values are those of the call, legal or not.

#include <stdexcept>
#include <type_traits>
#include <utility>

#include "spec/vocabulary/case.h"
#include "spec/vocabulary/for_each.h"
#include "spec/vocabulary/operation.h"

namespace strideproof {

inline constexpr std::pair<std::string_view, CType> c_types[] = {
    {"bool", CType::boolean},
    {"int", CType::i32},
    {"unsigned int", CType::u32},
    {"unsigned int[4]", CType::u32x4},
    {"unsigned long long", CType::u64},
    {"uint8_t", CType::u8},
    {"uint16_t", CType::u16},
    {"uint32_t", CType::u32},
    {"uint64_t", CType::u64},
    {"local_addr_t", CType::u32},
    {"system_addr_t", CType::u64},
    {"const dim4*", CType::dim4},
    {"x8", CType::x8},
    {"x16", CType::x16},
    {"x32", CType::x32},
    {"const void*", CType::x32},  // the 4 bytes from there
    {"BmGDMAFormat", CType::u32},
    {"BmGDMADir", CType::u32},
};
consteval CType c_type(std::string_view text) {
  for (const auto& [name, type] : c_types)
    if (name == text) return type;
  throw std::invalid_argument("not in c_types");
}

template <class I, CType type>
using Field = std::conditional_t<slots(type) == 4, Dim4<I>, I>;

namespace parameters {
#define FIELD(type, name, ...) Field<I, c_type(#type)> name;
#define OPERATION(family, symbol, kind, bytes, ...) \
  template <class I>                                \
  struct symbol {                                   \
    SEQUENCE(FIELD, __VA_ARGS__)                    \
  };
#include "spec/vocabulary/operations.def"
#undef FIELD
}  // namespace parameters

}  // namespace strideproof

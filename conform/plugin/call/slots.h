#pragma once
// The arguments of a C call and the slots of a case. Each argument is the next parameter of the
// case, and one element in the next slot, or four in the next four.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

#include "conform/strideproof_ops.h"
#include "spec/vocabulary/case.h"
#include "spec/vocabulary/for_each.h"

namespace strideproof {

// The fields of the argument structs of operations, in the order of their parameters.
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

template <class Struct>
void each_field(Struct& of, auto visit) {
  std::apply([&](auto... field) { (visit(of.*field), ...); }, fields(&of));
}

// The elements of an argument. An enum is taken as its bits, as the value may be outside the enum.
template <std::integral T>
T element_of(T&);
template <class T>
requires std::is_enum_v<T> uint32_t element_of(T&);
uint32_t element_of(x32&);
uint16_t element_of(x16&);
uint8_t element_of(x8&);
int element_of(dim4&);
unsigned element_of(unsigned (&)[4]);

template <class T>
using SlotElement = decltype(element_of(std::declval<T&>()));
template <class T>
using SlotElements = std::array<SlotElement<T>, sizeof(T) / sizeof(SlotElement<T>)>;

class SlotReader {
 public:
  explicit SlotReader(const Arguments<int64_t>& arguments) : arguments_(arguments) {}

  // Returns false if the parameter is NULL; its slots are passed over then too.
  template <class T>
  bool next(T& value) {
    SlotElements<T> elements;
    for (SlotElement<T>& element : elements)
      element = static_cast<SlotElement<T>>(arguments_.value[slot_++]);
    std::memcpy(&value, elements.data(), sizeof value);
    return !arguments_.is_null(parameter_++);
  }
  template <ParameterStruct T>
  bool next(T& value) {
    each_field(value, [&](auto& field) { next(field); });
    return true;
  }
  // The field const_val points to its parameter, which lives as long as this object.
  bool next(const void*& constant) {
    constant = &constant_;
    return next(constant_);
  }

 private:
  const Arguments<int64_t>& arguments_;
  uint32_t constant_ = 0;
  size_t slot_ = 0;
  int parameter_ = 0;
};

class SlotWriter {
 public:
  template <class T>
  void next(const T& value, bool null = false) {
    SlotElements<T> elements;
    std::memcpy(elements.data(), &value, sizeof value);
    for (const SlotElement<T> element : elements) arguments.value[slot_++] = slot_of(element);
    arguments.null_mask |= uint32_t{null} << parameter_++;
  }

  Arguments<int64_t> arguments;

 private:
  // A 64-bit parameter is cut at 2^63 - 1, which no memory reaches.
  template <class E>
  static int64_t slot_of(E element) {
    constexpr auto most = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    if constexpr (std::is_signed_v<E>) return element;
    return static_cast<int64_t>(std::min<uint64_t>(static_cast<uint64_t>(element), most));
  }

  size_t slot_ = 0;
  int parameter_ = 0;
};

}  // namespace strideproof

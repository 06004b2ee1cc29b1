#pragma once
// The arguments of a C call and the slots of a case. Each argument takes the next slots, in the
// order of the parameters: visit() sets it from them, or sets them from it.

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>

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

class SlotReader {
 public:
  explicit SlotReader(const Arguments<int64_t>& arguments) : arguments_(arguments) {}
  void next_parameter(bool& null) { null = arguments_.is_null(parameter_++); }
  template <std::integral T>
  void next_slot(T& value) {
    value = static_cast<T>(arguments_.value[slot_++]);
  }

 private:
  const Arguments<int64_t>& arguments_;
  size_t slot_ = 0;
  int parameter_ = 0;
};

class SlotWriter {
 public:
  void next_parameter(bool null) { arguments.null_mask |= uint32_t{null} << parameter_++; }
  template <std::integral T>
  void next_slot(T value) {
    // A 64-bit parameter is cut at 2^63 - 1, which no memory reaches.
    constexpr auto cut = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == sizeof cut)
      arguments.value[slot_++] = static_cast<int64_t>(std::min<uint64_t>(value, cut));
    else
      arguments.value[slot_++] = value;
  }

  Arguments<int64_t> arguments;

 private:
  size_t slot_ = 0;
  int parameter_ = 0;
};

template <class Slots, std::integral T>
void visit(Slots& slots, T& value) {
  bool null = false;
  slots.next_parameter(null);
  slots.next_slot(value);
}
template <class Slots>
void visit(Slots& slots, x32& value) {
  visit(slots, value.u32);
}
template <class Slots>
void visit(Slots& slots, x16& value) {
  visit(slots, value.u16);
}
template <class Slots>
void visit(Slots& slots, x8& value) {
  visit(slots, value.u8);
}

template <class Slots>
void visit(Slots& slots, unsigned (&value)[4]) {
  bool null = false;
  slots.next_parameter(null);
  for (unsigned& element : value) slots.next_slot(element);
}

// By bytes, as the value may be outside the enum.
template <class Slots, class T>
requires std::is_enum_v<T>
void visit(Slots& slots, T& value) {
  uint32_t bits = 0;
  static_assert(sizeof value == sizeof bits);
  std::memcpy(&bits, &value, sizeof bits);
  visit(slots, bits);
  std::memcpy(&value, &bits, sizeof bits);
}

template <class Slots>
void visit(Slots& slots, dim4& value, bool& null) {
  slots.next_parameter(null);
  for (int* member : {&value.n, &value.c, &value.h, &value.w}) slots.next_slot(*member);
}

// constant: the element to which the field const_val points, if the struct has one.
template <class Slots, ParameterStruct T>
void visit(Slots& slots, T& value, uint32_t& constant) {
  const auto visit_field = [&](auto& field) {
    if constexpr (std::is_pointer_v<std::remove_reference_t<decltype(field)>>)
      visit(slots, constant);
    else
      visit(slots, field);
  };
  std::apply([&](auto... field) { (visit_field(value.*field), ...); }, fields(&value));
}

}  // namespace strideproof

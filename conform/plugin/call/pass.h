#pragma once
// Turns the slots of a case into the arguments of a C call, deduced from the prototype.

#include <bit>
#include <concepts>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "conform/plugin/call/fields.h"
#include "conform/strideproof_ops.h"
#include "spec/vocabulary/case.h"

namespace strideproof {

// Hands out the slots of a case in the order of its parameters.
class SlotReader {
 public:
  explicit SlotReader(const Arguments<int64_t>& arguments) : arguments_(arguments) {}
  bool next_is_null() { return arguments_.is_null(parameter_++); }
  int64_t next_slot() { return arguments_.value[slot_++]; }
  template <class T>
  T next_value() {
    ++parameter_;
    return static_cast<T>(next_slot());
  }
  void next_array(unsigned (&to)[4]) {
    ++parameter_;
    for (unsigned& element : to) element = static_cast<unsigned>(next_slot());
  }

 private:
  const Arguments<int64_t>& arguments_;
  int slot_ = 0, parameter_ = 0;
};

// An argument of type T and the object to which it points. A family with another type adds a
// specialization.
template <class T>
struct Passed;

template <std::integral T>
struct Passed<T> {
  T value;
  explicit Passed(SlotReader& from) : value(from.next_value<T>()) {}
  T argument() const { return value; }
};

// x32, x16 and x8, by their lower bytes.
template <class T>
requires std::is_union_v<T>
struct Passed<T> {
  T value{};
  explicit Passed(SlotReader& from) {
    const auto bits = from.next_value<uint32_t>();
    static_assert(std::endian::native == std::endian::little);
    std::memcpy(&value, &bits, sizeof value);
  }
  T argument() const { return value; }
};

template <>
struct Passed<const dim4*> {
  dim4 value{};
  bool null;
  explicit Passed(SlotReader& from) : null(from.next_is_null()) {
    for (int* member : {&value.n, &value.c, &value.h, &value.w})
      *member = static_cast<int>(from.next_slot());
  }
  const dim4* argument() const { return null ? nullptr : &value; }
};

// A struct whose fields are the parameters, in their order.
template <ParameterStruct T>
struct Passed<const T*> {
  explicit Passed(SlotReader& from) {
    std::apply([&](auto... field) { (set(value_.*field, from), ...); }, fields(&value_));
  }
  const T* argument() const {
    if constexpr (requires { value_.const_val; }) value_.const_val = &constant_;
    return &value_;
  }

 private:
  template <std::integral F>
  static void set(F& field, SlotReader& from) {
    field = from.next_value<F>();
  }
  static void set(unsigned (&field)[4], SlotReader& from) { from.next_array(field); }
  // Copied by bytes, as the value may be outside the enum.
  template <class F>
  requires std::is_enum_v<F>
  static void set(F& field, SlotReader& from) {
    const auto bits = from.next_value<uint32_t>();
    static_assert(sizeof field == sizeof bits);
    std::memcpy(&field, &bits, sizeof bits);
  }
  void set(const void*&, SlotReader& from) { constant_ = from.next_value<uint32_t>(); }

  // Points into this object, so it is set only once this object no longer moves.
  mutable T value_{};
  uint32_t constant_ = 0;
};

template <class Prototype>
struct Call;

template <class Returned, class... T>
struct Call<Returned (*)(T...)> {
  static uint64_t call(void* function, const Arguments<int64_t>& arguments) {
    const auto f = reinterpret_cast<Returned (*)(T...)>(function);
    SlotReader reader(arguments);
    // Braces guarantee evaluation from left to right.
    const std::tuple<Passed<T>...> passed{Passed<T>(reader)...};
    const auto with = [&](const auto&... each) { return f(each.argument()...); };
    if constexpr (std::is_void_v<Returned>) {
      std::apply(with, passed);
      return 0;
    } else {
      return static_cast<uint64_t>(std::apply(with, passed));
    }
  }
};

}  // namespace strideproof

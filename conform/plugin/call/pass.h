#pragma once
// Turns the slots of a case into the arguments of a C call, deduced from the prototype.

#include <tuple>
#include <type_traits>

#include "conform/plugin/call/slots.h"

namespace strideproof {

// An argument of type T and the object to which it points. A family with another type adds a
// specialization.
template <class T>
struct Passed {
  T value{};
  explicit Passed(SlotReader& from) { visit(from, value); }
  T argument() const { return value; }
};

template <>
struct Passed<const dim4*> {
  dim4 value{};
  bool null = false;
  explicit Passed(SlotReader& from) { visit(from, value, null); }
  const dim4* argument() const { return null ? nullptr : &value; }
};

// A struct whose fields are the parameters, in their order.
template <ParameterStruct T>
struct Passed<const T*> {
  explicit Passed(SlotReader& from) { visit(from, value_, constant_); }
  const T* argument() const {
    if constexpr (requires { value_.const_val; }) value_.const_val = &constant_;
    return &value_;
  }

 private:
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

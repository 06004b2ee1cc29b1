#pragma once
// How the slots of a case become the arguments of a C call, deduced from the prototype.

#include <concepts>
#include <tuple>
#include <type_traits>

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

 private:
  const Arguments<int64_t>& arguments_;
  int slot_ = 0, parameter_ = 0;
};

// An argument of type T and what it points to. A family with another type adds a specialization.
template <class T>
struct Passed;

template <std::integral T>
struct Passed<T> {
  T value;
  explicit Passed(SlotReader& from) : value(from.next_value<T>()) {}
  T argument() const { return value; }
};

template <>
struct Passed<x32> {
  x32 value{};
  explicit Passed(SlotReader& from) { value.u32 = from.next_value<uint32_t>(); }
  x32 argument() const { return value; }
};

template <>
struct Passed<x16> {
  x16 value{};
  explicit Passed(SlotReader& from) { value.u16 = from.next_value<uint16_t>(); }
  x16 argument() const { return value; }
};

template <>
struct Passed<x8> {
  x8 value{};
  explicit Passed(SlotReader& from) { value.u8 = from.next_value<uint8_t>(); }
  x8 argument() const { return value; }
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

template <class Prototype>
struct Call;

template <class Returned, class... T>
struct Call<Returned (*)(T...)> {
  static uint64_t call(void* function, const Arguments<int64_t>& arguments) {
    const auto f = reinterpret_cast<Returned (*)(T...)>(function);
    SlotReader reader(arguments);
    const std::tuple<Passed<T>...> passed{Passed<T>(reader)...};  // braces: from left to right
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

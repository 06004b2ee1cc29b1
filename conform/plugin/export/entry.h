#pragma once
// Turns the arguments of an exported operation back into a case, and gives it to the
// implementation.

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "conform/plugin/call/fields.h"
#include "conform/strideproof_ops.h"
#include "spec/operations/bm_atomic_selectors.h"
#include "spec/vocabulary/case.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::exported {

// A string as a template argument.
template <size_t size>
struct Name {
  char text[size];
  constexpr Name(const char (&from)[size]) { std::copy_n(from, size, text); }
  constexpr std::string_view view() const { return {text, size - 1}; }
};

// Takes the arguments of a call, in the order of the parameters.
class SlotWriter {
 public:
  template <std::integral T>
  void add(T value) {
    ++parameter_;
    next(value);
  }
  void add(x32 value) { add(value.u32); }
  void add(x16 value) { add(value.u16); }
  void add(x8 value) { add(value.u8); }
  // The fields of a struct are the parameters.
  template <ParameterStruct T>
  void add(const T* value) {
    std::apply([&](auto... field) { (add_field(*value, value->*field), ...); }, fields(value));
  }
  void add(const dim4* value) {
    if (value == nullptr) arguments.null_mask |= uint32_t{1} << parameter_;
    ++parameter_;
    const dim4 given = value == nullptr ? dim4{} : *value;
    for (const int member : {given.n, given.c, given.h, given.w}) next(member);
  }

  Arguments<int64_t> arguments;

 private:
  template <class T, std::integral F>
  void add_field(const T&, const F& field) {
    add(field);
  }
  template <class T>
  void add_field(const T&, const unsigned (&field)[4]) {
    ++parameter_;
    for (const unsigned element : field) next(element);
  }
  // Copied by bytes, as the value may be outside the enum.
  template <class T, class F>
  requires std::is_enum_v<F>
  void add_field(const T&, const F& field) { add(bits_of(field)); }
  // An element of the format; reads nothing if the format is invalid.
  template <class T>
  void add_field(const T& value, const void* const& field) {
    const uint32_t format = bits_of(value.format);
    uint32_t element = 0;
    if (format < static_cast<uint32_t>(bm_atomic::format_count))
      std::memcpy(
          &element, field,
          static_cast<size_t>(bm_atomic::element_bytes(static_cast<bm_atomic::Format>(format))));
    add(element);
  }
  template <class Enum>
  static uint32_t bits_of(const Enum& value) {
    uint32_t bits;
    static_assert(sizeof value == sizeof bits);
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }

  template <class T>
  void next(T value) {
    // A 64-bit parameter is cut at 2^63 - 1, which no memory reaches.
    constexpr auto cut = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == sizeof cut)
      arguments.value[slot_++] = static_cast<int64_t>(std::min<uint64_t>(value, cut));
    else
      arguments.value[slot_++] = value;
  }
  size_t slot_ = 0;
  int parameter_ = 0;
};

// Runs the case on this library's machine and returns the operation's value.
uint64_t run_exported(const Operation& operation, const Arguments<int64_t>& arguments);

template <Name name, class... T>
uint64_t entry(T... arguments) {
  static const Operation& operation = *find_operation(name.view());
  SlotWriter writer;
  (writer.add(arguments), ...);
  return run_exported(operation, writer.arguments);
}

}  // namespace strideproof::exported

#pragma once
// Turns the arguments of an exported operation back into a case, and gives it to the
// implementation.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "conform/plugin/call/slots.h"
#include "spec/operations/bm_atomic.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof::exported {

// A string as a template argument.
template <size_t size>
struct Name {
  char text[size];
  constexpr Name(const char (&from)[size]) { std::copy_n(from, size, text); }
  constexpr std::string_view view() const { return {text, size - 1}; }
};

template <class T>
void add(SlotWriter& to, T value) {
  to.next(value);
}
inline void add(SlotWriter& to, const dim4* value) {
  to.next(value == nullptr ? dim4{} : *value, value == nullptr);
}

// The element to which const_val points; 0 if no element has the format.
template <ParameterStruct T>
uint32_t constant_of(const T& given) {
  uint32_t format = 0, constant = 0;
  static_assert(sizeof given.format == sizeof format);
  std::memcpy(&format, &given.format, sizeof format);
  if (format < static_cast<uint32_t>(bm_atomic::format_count))
    std::memcpy(&constant, given.const_val,
                static_cast<size_t>(bm_atomic::element_bytes_of(int64_t{format})));
  return constant;
}

template <ParameterStruct T>
void add(SlotWriter& to, const T* given) {
  each_field(*given, [&](const auto& field) {
    if constexpr (std::is_same_v<decltype(field), const void* const&>)
      to.next(constant_of(*given));
    else
      to.next(field);
  });
}

// Runs the case on this library's machine and returns the operation's value.
uint64_t run_exported(const Operation& operation, const Arguments<int64_t>& arguments);

template <Name name, class... T>
uint64_t entry(T... arguments) {
  static const Operation& operation = *find_operation(name.view());
  SlotWriter writer;
  (add(writer, arguments), ...);
  return run_exported(operation, writer.arguments);
}

}  // namespace strideproof::exported

#pragma once
// Implementations that read the documents otherwise, written from the words of the ledger.

#include <span>
#include <string_view>

#include "conform/tests/plugins/variant_elements.h"
#include "spec/vocabulary/case.h"

namespace strideproof::variants {

enum class Answer : uint8_t {
  run,     // the optimized implementation runs the case, as it stands now
  reject,  // nothing changes
  done
};

// Another reading: changes the case to one that means by default what this one means under the
// reading, or runs it in plain loops over its elements.
struct Variant {
  using Changes = Answer (*)(Case&);
  using Runs = Answer (*)(Machine&, const Case&);
  constexpr Variant(std::string_view name, Changes first, Runs then = nullptr)
      : reading(name), changes(first), runs(then) {}
  constexpr Variant(std::string_view name, Runs only) : reading(name), runs(only) {}

  std::string_view reading;  // "ID=NUMBER"
  Changes changes = nullptr;
  Runs runs = nullptr;  // then, if the case is still to run
};

std::span<const Variant> variants_by_cases();
std::span<const Variant> variants_of_tensors();
std::span<const Variant> variants_of_memcpy_4d();

// As `runs` of a variant.
template <auto implementation, auto rules>
Answer under(Machine& machine, const Case& c) {
  return implementation(machine, c, rules);
}

// Names a parameter, or one of its four values.
inline int64_t& value(Case& c, std::string_view name, size_t of = 0) {
  return c.arguments.value[static_cast<size_t>(c.operation->parameter(name)->slot) + of];
}
inline bool has(const Case& c, std::string_view name) {
  return c.operation->parameter(name) != nullptr;
}
inline Four four(const Case& c, std::string_view name) {
  Four values;
  const auto slot = static_cast<size_t>(c.operation->parameter(name)->slot);
  for (size_t i = 0; i < 4; ++i) values[i] = c.arguments.value[slot + i];
  return values;
}
inline bool is_null(const Case& c, std::string_view name) {
  return c.arguments.is_null(
      static_cast<int>(c.operation->parameter(name) - c.operation->parameters.data()));
}

// BmGDMADir: S2L 0, L2S 1, S2S 2, L2L 3.
inline bool dst_is_local(int64_t direction) { return direction == 0 || direction == 3; }
inline bool src_is_local(int64_t direction) { return direction == 1 || direction == 3; }
// BmGDMAFormat: FLOAT32, INT16, UINT8, INT8, FLOAT16.
inline int64_t bytes_of_format(int64_t format) {
  return format == 0 ? 4 : format == 1 || format == 4 ? 2 : 1;
}

}  // namespace strideproof::variants

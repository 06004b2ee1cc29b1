#include "conform/plugin/call/call.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "conform/plugin/call/slots.h"
#include "spec/vocabulary/asc.h"
#include "spec/vocabulary/catalogue.h"

namespace strideproof {
namespace {

// One argument of the call, and the object to which it points if it is a pointer.
template <class T>
struct Passed {
  T value{};
  explicit Passed(SlotReader& from) { from.next(value); }
  T argument() const { return value; }
};

template <>
struct Passed<const dim4*> {
  dim4 value{};
  bool given;
  explicit Passed(SlotReader& from) : given(from.next(value)) {}
  const dim4* argument() const { return given ? &value : nullptr; }
};

// A struct whose fields are the parameters. The field const_val points to one of them.
template <ParameterStruct T>
struct Passed<const T*> {
  mutable T value{};
  uint32_t constant = 0;
  explicit Passed(SlotReader& from) {
    const auto read = [&](auto& field) {
      if constexpr (std::is_pointer_v<std::remove_reference_t<decltype(field)>>)
        from.next(constant);
      else
        from.next(field);
    };
    std::apply([&](auto... field) { (read(value.*field), ...); }, fields(&value));
  }
  const T* argument() const {  // the tuple may have moved this object before
    if constexpr (requires { value.const_val; }) value.const_val = &constant;
    return &value;
  }
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

struct SymbolRow {
  std::string_view operation, symbol;
  Caller caller;
  size_t index;  // in symbols(): 0, or the value of dtype
};

constexpr SymbolRow rows[] = {
#define FUNCTION(operation, symbol, ...) {#operation, #symbol, Call<decltype(&symbol)>::call, 0},
#define STRUCT_FUNCTION FUNCTION
#define OVERLOAD(operation, symbol, dtype, ...) \
  {#operation, #symbol, Call<decltype(&symbol)>::call, static_cast<size_t>(asc::DType::dtype)},
#include "spec/vocabulary/operations.def"
};

constexpr bool one_caller_each() {
  for (const SymbolRow& a : rows)
    for (const SymbolRow& b : rows)
      if (a.operation == b.operation && a.caller != b.caller) return false;
  return true;
}
static_assert(one_caller_each());

static_assert(asc::dtype_count <= most_symbols);

struct Callable {
  std::vector<std::string> symbols;
  Caller caller = nullptr;
};

std::vector<Callable> by_index() {
  std::vector<Callable> all(catalogue().size());
  for (const SymbolRow& row : rows) {
    Callable& callable = all[static_cast<size_t>(find_operation(row.operation)->index)];
    callable.symbols.resize(std::max(callable.symbols.size(), row.index + 1));
    callable.symbols[row.index] = row.symbol;
    callable.caller = row.caller;
  }
  return all;
}

const Callable& callable(const Operation& operation) {
  static const std::vector<Callable> all = by_index();
  return all[static_cast<size_t>(operation.index)];
}

}  // namespace

Caller caller(const Operation& operation) { return callable(operation).caller; }

const std::vector<std::string>& symbols(const Operation& operation) {
  return callable(operation).symbols;
}

int symbol_of(const Operation& operation, const Arguments<int64_t>& arguments) {
  if (operation.family != Family::asc) return 0;
  const int64_t dtype = asc::transpose_of(arguments).dtype;
  return dtype < asc::dtype_count ? static_cast<int>(dtype) : -1;
}

}  // namespace strideproof
